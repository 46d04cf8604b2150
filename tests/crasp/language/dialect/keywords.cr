// the newer keywords were names here
i = # "a"
j = # "b"
mod = i - j
in = mod == 0
accept = in && true
next = accept || false
alphabet = !(next && false)
exists = # alphabet
never = exists >= 1
last = never && in
