// an a strictly before the last position, with a conditional
here = (1 if "a" else 0)
so_far = #"a"
before = so_far - here
ok = before >= 1
