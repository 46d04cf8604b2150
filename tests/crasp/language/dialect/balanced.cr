// Balanced brackets, as the first programs of this language wrote them.

ups = # "("
downs = # ")"
dips = ups < downs
n_dips = # dips
ok = (n_dips == 0)
level = (ups == downs)
done = ok && level
