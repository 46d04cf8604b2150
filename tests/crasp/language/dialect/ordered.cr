// a^n b^n c^n with counts in conditions.
b_first = #("b" && (#"c" == 0)) == #"b"
a_first = #("a" && (#("b" || "c") == 0)) == #"a"
equal = (#"a" == #"b") && (#"b" == #"c")
all_fine = b_first && a_first && equal
