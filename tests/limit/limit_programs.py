"""A few small programs that use every operation, written as texts."""

from lengthwise.crasp.language.parser import parse

TEXTS = {
    "majority": 'alphabet "a" "b"\naccept # "a" >= # "b"',
    "dyck": """
        alphabet "a" "b"
        below = # "a" < # "b"
        accept never below && # "a" == # "b"
    """,
    "factor": 'alphabet "a" "b" "c"\naccept # ("b" && #[i - j == 1] "a" >= 1) >= 1',
    "fourth": 'alphabet "a" "b"\naccept # (! "a") == 0 && i mod 4 == 0',
    "window": 'alphabet "a" "b"\naccept #[i - j in {0, 1, 3}] "a" >= # "b"',
    "choice": """
        alphabet "a" "b"
        c = # "a" if i mod 3 == 1 else 2 * # "b" - 1
        d = min(c, # "a" + 1)
        accept max(d, 0) >= # (c >= d) - #[i - j <= 2] (! "b")
    """,
    "here": 'alphabet "a" "b"\naccept #[i - j == 0] (# "a" >= 2) < 1',
    "letter": 'alphabet "a" "b" "c"\naccept "a" || "c"',
    "next": """
        alphabet "a" "b"
        next "a" = # "a" <= # "b"
        next "b" = # "a" > # "b"
    """,
}
EXAMPLES = {name: parse(text) for name, text in TEXTS.items()}
