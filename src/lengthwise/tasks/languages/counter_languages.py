"""Counter languages as tasks: brackets, equal blocks, prefix notation, majority.

The first three are from :cite:p:`bhattamishra2020ability`; MAJ_k is named after
:cite:p:`zetzsche2026compressed`, with our own exact definition.
"""

from lengthwise.tasks.family import LARGEST, Family, Parameter
from lengthwise.tasks.languages.brackets import BRACKETS, Shuffle
from lengthwise.tasks.languages.counter_machines import EqualBlocks, Lead
from lengthwise.tasks.languages.prefix_notation import OPERATORS, PrefixNotation
from lengthwise.tasks.languages.regular_languages import RECOGNIZE, language_family
from lengthwise.tasks.task_format import Format

_BHATTAMISHRA = "bhattamishra2020ability"
_FORMATS: tuple[Format, ...] = ("next-set", *RECOGNIZE)


def _equal_blocks(name: str, letters: int, summary: str) -> Family:
    example = "".join(letter * 2 for letter in "abcd"[:letters])
    return language_family(
        name,
        EqualBlocks(letters),
        summary,
        example,
        _BHATTAMISHRA,
        formats=_FORMATS,
    )


FAMILIES = (
    language_family(
        "dyck1",
        Shuffle(1),
        "Dyck-1: balanced brackets",
        "(()())",
        _BHATTAMISHRA,
        formats=_FORMATS,
    ),
    language_family(
        "shuffle",
        lambda k: Shuffle(pairs=k),
        "Shuffle-k: k kinds of brackets, each kind balanced",
        "([)]",
        _BHATTAMISHRA,
        parameters=(Parameter("k", 2, 2, len(BRACKETS), "kinds of brackets"),),
        formats=_FORMATS,
    ),
    _equal_blocks("anbn", 2, "a^n b^n with n >= 1"),
    _equal_blocks("anbncn", 3, "a^n b^n c^n with n >= 1"),
    _equal_blocks("anbncndn", 4, "a^n b^n c^n d^n with n >= 1"),
    language_family(
        "boolean",
        lambda n: PrefixNotation(arity=n),
        "Boolean-n: prefix notation with arities 1 to n",
        "+~01",
        _BHATTAMISHRA,
        parameters=(Parameter("n", 3, 2, len(OPERATORS), "largest arity"),),
        formats=_FORMATS,
    ),
    language_family(
        "majority_language",
        Lead("ab", "a", 0),
        "MAJORITY: at least as many a's as b's",
        "abba",
        "huang2025formal",
        formats=RECOGNIZE,
    ),
    language_family(
        "maj_k",
        lambda k: Lead("01", "1", k),
        "MAJ_k: at least k more 1s than 0s",
        "1" * 8 + "01",
        "zetzsche2026compressed",
        parameters=(
            Parameter("k", 8, 0, LARGEST, "how many more 1s than 0s are needed"),
        ),
        formats=RECOGNIZE,
    ),
)
"""The families in this file."""

ALIASES = {
    "shuffle2": "shuffle:k=2",
    "shuffle4": "shuffle:k=4",
    "shuffle6": "shuffle:k=6",
    "boolean3": "boolean:n=3",
    "boolean5": "boolean:n=5",
}
"""Aliases of some of them."""

GROUPS = {
    "Languages that count": (
        "dyck1",
        "shuffle2",
        "shuffle4",
        "shuffle6",
        "anbn",
        "anbncn",
        "anbncndn",
        "boolean3",
        "boolean5",
        "majority_language",
    ),
    "Size, depth and borders": (
        "parity_language",
        "parity_k",
        "count_k",
        "maj_k",
        "l_k",
        "contains_ab",
        "ends_in_b",
    ),
}
"""Their headings in listings."""
