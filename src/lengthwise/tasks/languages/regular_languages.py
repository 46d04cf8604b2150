"""Regular languages as tasks: the benchmark of 17, and some borderline cases.

The 17 are those of :cite:p:`huang2025formal` after :cite:p:`bhattamishra2020ability`,
with one change: next sets are computed from the automaton, so a prefix is live if and
only if it can be completed. The blocks L_k are from :cite:p:`yang2025knee`. PARITY_k
and COUNT_k are named after :cite:p:`zetzsche2026compressed`, with our own exact
definitions.
"""

from collections.abc import Callable

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.family import LARGEST, Family, Parameter
from lengthwise.tasks.languages import _transition_tables as tables
from lengthwise.tasks.languages._transition_tables import (
    at_least,
    blocks,
    cycle,
    depth,
    few_and_even,
)
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.laws import Balanced, Compositions, Law, Sparse, UniformWords
from lengthwise.tasks.outputs import Accept, NextSet, Output, State
from lengthwise.tasks.task import Language, Task
from lengthwise.tasks.task_format import Format

_HUANG = "huang2025formal"
_ZETZSCHE = "zetzsche2026compressed"
RECOGNIZE: tuple[Format, ...] = ("recognize-end", "recognize-last")
"""The formats of every language, the headline format first."""
_REGULAR: tuple[Format, ...] = ("next-set", "state-blank", *RECOGNIZE)
_RECOGNIZE_FIRST: tuple[Format, ...] = (*RECOGNIZE, "next-set", "state-blank")


def language_family(
    name: str,
    language: Language | Callable[..., Language],
    summary: str,
    example: str | Callable[..., str],
    source: str,
    *,
    parameters: tuple[Parameter, ...] = (),
    formats: tuple[Format, ...] = _REGULAR,
    law: Callable[..., Law] | None = None,
) -> Family:
    """Returns the family of tasks for a language.

    In ``next-set`` and ``state-blank`` the inputs are members, uniform for each length;
    in the other formats a fair coin chooses between members and non-members.

    Args:
        name: Its name.
        language: The language, or a function of the parameters.
        summary: One line.
        example: A word of single characters, or a function of the parameters.
        source: Key of the publication.
        parameters: The parameters.
        formats: The formats, the default first.
        law: Another distribution for the recognition formats, a function of the
            parameters.
    """

    def build(form: Format, **numbers: int) -> Task:
        subject = language(**numbers) if callable(language) else language
        rule, output, how = _parts_of_format(form, subject)
        if law is not None and form in RECOGNIZE:
            how = law(**numbers)
        return Task(
            name=name,
            numbers=tuple(numbers.items()),
            alphabet=subject.alphabet,
            output=output,
            format=form,
            rule=f"lengthwise.tasks.labels.word_labels:{rule}",
            law=how,
            summary=summary,
            example=tuple(example(**numbers) if callable(example) else example),
            source=source,
            language=subject,
            default=form == formats[0],
        )

    return Family(name, build, formats, parameters)


def _parts_of_format(form: Format, language: Language) -> tuple[str, Output, Law]:
    """The label function, output and distribution of a language in a format."""
    if isinstance(language, Lead):
        return "accepts", Accept(), Compositions()
    if form == "next-set":
        return "next_set", NextSet(), UniformWords(language)
    if form == "state-blank":
        assert isinstance(language, DFA)
        return "state", State(len(language)), UniformWords(language)
    return "accepts", Accept(), Balanced(language)


FAMILIES = (
    language_family(
        "aa_star", cycle("a", "aa"), "(aa)*: an even number of a's", "aaaa", _HUANG
    ),
    language_family(
        "aaaa_star",
        cycle("a", "aaaa"),
        "(aaaa)*: the length is a multiple of 4",
        "aaaa",
        _HUANG,
    ),
    language_family(
        "abab_star", cycle("ab", "abab"), "(abab)*: abab repeated", "abab", _HUANG
    ),
    language_family("tomita1", tables.TOMITA_1, "1*: only 1s", "111", _HUANG),
    language_family("tomita2", cycle("01", "10"), "(10)*: 10 repeated", "1010", _HUANG),
    language_family(
        "tomita3",
        tables.TOMITA_3,
        "No odd run of 1s comes before an odd run of 0s",
        "1001101",
        _HUANG,
    ),
    language_family(
        "tomita4", tables.TOMITA_4, "Strings without the factor 000", "0100100", _HUANG
    ),
    language_family(
        "tomita5",
        tables.TOMITA_5,
        "An even number of 0s and an even number of 1s",
        "0110",
        _HUANG,
    ),
    language_family(
        "tomita6", tables.TOMITA_6, "#0 - #1 is a multiple of 3", "00100", _HUANG
    ),
    language_family(
        "tomita7", tables.TOMITA_7, "0*1*0*1*: at most four blocks", "0011011", _HUANG
    ),
    language_family(
        "d_n",
        depth,
        "D_n: a opens, b closes, balanced, depth at most n",
        lambda n: "a" * min(n, 3) + "b" * min(n, 3),
        _HUANG,
        parameters=(Parameter("n", 2, 1, LARGEST, "largest depth"),),
    ),
    language_family(
        "abcde",
        tables.ABCDE,
        "aa*bb*cc*dd*ee*: blocks of a, b, c, d, e in order",
        "aabcdee",
        _HUANG,
    ),
    language_family(
        "ab_d_bc",
        tables.AB_D_BC,
        "{a,b}*d{b,c}*: one d; no c before it, no a after",
        "abdcb",
        _HUANG,
    ),
    language_family(
        "012_0_2",
        tables.LAST_NON_2_IS_0,
        "{0,1,2}*02*: the last symbol other than 2 is 0",
        "12022",
        _HUANG,
    ),
    language_family(
        "l_k",
        blocks,
        "L_k: exactly k blocks, a and b alternating, a first",
        lambda k: "".join(("aa", "b")[block % 2] for block in range(k)),
        "yang2025knee",
        parameters=(Parameter("k", 3, 1, LARGEST, "number of blocks"),),
    ),
    language_family(
        "parity_language",
        tables.EVEN_ONES,
        "PARITY: an even number of 1s",
        "0110",
        _HUANG,
        formats=_RECOGNIZE_FIRST,
    ),
    language_family(
        "contains_ab",
        tables.CONTAINS_AB,
        "Strings that contain the factor ab",
        "bacab",
        _HUANG,
        formats=_RECOGNIZE_FIRST,
    ),
    language_family(
        "ends_in_b",
        tables.ENDS_IN_B,
        "Strings that end in b",
        "aab",
        "yang2026algebraic",
        formats=_RECOGNIZE_FIRST,
    ),
    language_family(
        "parity_k",
        few_and_even,
        "PARITY_k: an even number of 1s, at most k",
        "01010",
        _ZETZSCHE,
        parameters=(Parameter("k", 8, 1, LARGEST, "largest number of 1s"),),
        formats=_RECOGNIZE_FIRST,
        law=lambda k: Sparse(most=k),
    ),
    language_family(
        "count_k",
        at_least,
        "COUNT_k: at least k 1s",
        "01010",
        _ZETZSCHE,
        parameters=(
            Parameter("k", 8, 1, LARGEST, "smallest number of 1s that is accepted"),
        ),
        formats=_RECOGNIZE_FIRST,
        law=lambda k: Sparse(most=2 * k),
    ),
)
"""The families in this file."""

ALIASES = {
    "d2": "d_n:n=2",
    "d3": "d_n:n=3",
    "d4": "d_n:n=4",
    "d12": "d_n:n=12",
}
"""Aliases of some of them."""

GROUPS = {
    "The 17 regular languages": (
        "aa_star",
        "aaaa_star",
        "abab_star",
        "tomita3",
        "tomita5",
        "tomita6",
        "d2",
        "d3",
        "d4",
        "d12",
        "tomita1",
        "tomita2",
        "tomita4",
        "tomita7",
        "abcde",
        "ab_d_bc",
        "012_0_2",
    ),
}
"""Their headings in listings."""
