// the older interpreter reads the last line as !("a" && seen_b)
seen_b = #"b" > 0
ok = !"a" && seen_b
