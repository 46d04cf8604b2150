#import pred2
// four bits: the second pair is the first plus one, lowest bit first
ones = #"1"
here = (1 if "1" else 0)
left = ones - here
total = #true
first = (total == 1)
carry = (left == total-1) || first
is_one = (carry || "1") && !(carry && "1")
is_zero = !is_one
good_ones = #("1" && ((#[pred2] is_one) > 0))
good_zeros = #("0" && ((#[pred2] is_zero) > 0))
ok = (good_ones + good_zeros == 2) && (total == 4)
