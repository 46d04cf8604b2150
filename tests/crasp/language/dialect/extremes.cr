a_s = # "a"
b_s = # "b"
spread = max(a_s, b_s) - min(a_s, b_s)
close = spread <= 1
