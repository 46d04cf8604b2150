#import pred
// ab stands somewhere
after_a = (#[pred] "a") > 0
hits = #("b" && after_a)
found = hits > 0
