x = # "a"
y = x >= 2
