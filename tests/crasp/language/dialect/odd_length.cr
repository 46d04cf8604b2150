#import pos_odd
fine = !pos_odd
