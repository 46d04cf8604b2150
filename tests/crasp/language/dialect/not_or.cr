seen_b = #"b" > 0
ok = !seen_b || "a" && seen_b
