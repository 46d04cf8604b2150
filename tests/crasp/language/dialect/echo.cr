#import pred3

// words of length 6 whose second half repeats the first
same_a = "a" && ((#[pred3] "a") == 1)
same_b = "b" && ((#[pred3] "b") == 1)
hits = #same_a + #same_b
total = #true
twice = hits + hits
ok = (twice == total) && (total == 6)
