// the older interpreter reads the sum as 2*(a_s + b_s)
a_s = # "a"
b_s = # "b"
score = 2*a_s + b_s
ok = score > 4
