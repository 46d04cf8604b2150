"""Membership in the languages of the library, said a second time in plain Python."""

import re


def full(pattern):
    return lambda word: re.fullmatch(pattern, "".join(word)) is not None


def counts(word, symbols):
    return [word.count(symbol) for symbol in symbols]


def balanced(word, up, down, deepest=None):
    depth = 0
    for symbol in word:
        depth += (symbol == up) - (symbol == down)
        if depth < 0 or (deepest is not None and depth > deepest):
            return False
    return depth == 0


def equal_blocks(letters):
    ordered = full("".join(f"{letter}+" for letter in letters))
    return lambda w: ordered(w) and len(set(counts(w, letters))) == 1


def expression(arity):
    def accepts(word):
        missing = 1
        for symbol in word:
            if missing == 0:
                return False
            missing += arity.get(symbol, 0) - 1
        return missing == 0

    return accepts


def subsequence(letters):
    return full("".join(f"[abc]*{letter}" for letter in letters) + "[abc]*")


ARITY = {"~": 1, "+": 2, ">": 3, "&": 4, "|": 5}

LANGUAGES = {
    "majority_language": lambda w: w.count("a") >= w.count("b"),
    "dyck1": lambda w: balanced(w, "(", ")"),
    "anbn": equal_blocks("ab"),
    "anbncn": equal_blocks("abc"),
    "anbncndn": equal_blocks("abcd"),
    "anbn_deep": equal_blocks("ab"),
    "anbncn_deep": equal_blocks("abc"),
    "anbncndn_deep": equal_blocks("abcd"),
    "a_k_star:k=1": full("a*"),
    "aa_star": full("(aa)*"),
    "aaaa_star": full("(aaaa)*"),
    "abab_star": full("(abab)*"),
    "contains_ab": lambda w: "ab" in "".join(w),
    "ends_in_b": full(".*b"),
    "tomita1": full("1*"),
    "tomita2": full("(10)*"),
    "tomita4": lambda w: "000" not in "".join(w),
    "tomita7": full("0*1*0*1*"),
    "tomita7_strict": full("0*1*0*1*"),
    "abcde": full("a+b+c+d+e+"),
    "ab_d_bc": full("[ab]*d[bc]*"),
    "d_n:n=1": full("(ab)*"),
    **{f"d{n}": lambda w, n=n: balanced(w, "a", "b", n) for n in (2, 3, 4, 12)},
    "shuffle:k=1": lambda w: balanced(w, "(", ")"),
    "shuffle2": lambda w: balanced(w, "(", ")") and balanced(w, "[", "]"),
    "shuffle:k=3": lambda w: all(
        balanced(w, up, down) for up, down in ("()", "[]", "{}")
    ),
    "boolean:n=2": expression(ARITY),
    "boolean3": expression(ARITY),
    "boolean5": expression(ARITY),
    "subsequence:word=a": subsequence("a"),
    "subsequence": subsequence("aba"),
    "subsequence:word=aab": subsequence("aab"),
    "subsequence:word=bbb": subsequence("bbb"),
    "l_k:k=1": full("a+"),
    "l_k:k=2": full("a+b+"),
    "l_k": full("a+b+a+"),
    "l_k:k=4": full("a+b+a+b+"),
    "l_k:k=5": full("a+b+a+b+a+"),
    "parity_k:k=1": lambda w: w.count("1") == 0,
    "parity_k:k=5": lambda w: w.count("1") in (0, 2, 4),
    "parity_k:k=4": lambda w: w.count("1") in (0, 2, 4),
    "count_k:k=3": lambda w: w.count("1") >= 3,
    "maj_k:k=0": lambda w: w.count("1") >= w.count("0"),
    "maj_k:k=2": lambda w: w.count("1") >= w.count("0") + 2,
}
"""The programs that accept, with what they must accept."""

LONGEST = {1: 30, 2: 11, 3: 8, 4: 6, 5: 6}
"""How long all words over so many letters are tried; 5 for more letters."""
