#import pos_even

// positions count from 0 in this dialect, so the last of an even number is odd
others = # !"a"
only_a = (others == 0)
fine = only_a && !pos_even
