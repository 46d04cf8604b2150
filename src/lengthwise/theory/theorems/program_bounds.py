"""Bounds on the training length of a program, from its static facts."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.bibliography import united
from lengthwise.crasp.core.program_facts import Facts
from lengthwise.theory.theorems.bound import Basis

NOT_KNOWN = "it is not known whether this program is in the published subset"
"""Why a theorem about a subset unknown to us is not listed as applicable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramBound:
    """A theorem about programs, and whether it covers this one.

    Attributes:
        theorem: Its name in tables and in JSON.
        order: The growth of the training length, as text.
        applies: Whether the program is known to satisfy its hypothesis.
        statement: Its statement.
        hypothesis: The class of programs that it is about, as far as known.
        why: Why it applies, or why it does not.
        key: The paper, as a key of the bibliography.
        basis: ``published``, or ``derived`` if proved in the manual.
    """

    theorem: str
    order: str
    applies: bool
    statement: str
    hypothesis: str
    why: str
    key: str
    basis: Basis = "published"


def program_bounds(facts: Facts) -> tuple[ProgramBound, ...]:
    r"""Returns the theorems about training lengths for a program with these facts.

    The length complexity of a class of programs is the smallest :math:`N` such that two
    programs of the class, up to a given size, that agree on all words up to :math:`N`
    agree on all words. Known results for C-RASP without positional predicates:

    * counting depth 0: 1, since only the last symbol matters;
    * counting depth 1, :math:`m` letters, numbers up to :math:`T`: at most
      :math:`m \cdot m!\, T^{m-1} (T + 2)`, by Cramer's rule (the manual has the proof),
      and for some programs more than :math:`T^{m-1}`;
    * one layer in the sense of :cite:p:`chen2025nonasymptotic`, over two letters:
      :math:`O(T^2)`; two layers with :math:`K` heads in the same sense:
      :math:`T^{O(K)}`. The abstract does not define these programs, and we have seen
      only the abstract;
    * C-RASP+ (no mixed signs in a comparison): exponential in the size, and no less in
      the worst case :cite:p:`yang2026computable`;
    * counting depth 2 or more with mixed signs: no computable function bounds it
      :cite:p:`yang2026computable`; positional predicates make the class larger, so this
      holds with them too.

    The last result is about the class: a single program may still be easy. All results
    are about a learner that picks the simplest program, not gradient descent.

    Args:
        facts: From `lengthwise.crasp.core.program_facts.facts`.

    Examples:
        >>> from lengthwise.crasp.core.program_facts import facts
        >>> from lengthwise.crasp.library.loading import load
        >>> [b.theorem for b in program_bounds(facts(load("dyck1"))) if b.applies]
        ['yang-no-bound']
    """
    return (
        _by_last_symbol(facts),
        _by_cramer(facts),
        _one_layer(facts),
        _two_layers(facts),
        _positive(facts),
        _no_bound(facts),
    )


def sources_of(bounds: Iterable[ProgramBound]) -> tuple[str, ...]:
    """The sources of applicable bounds, as keys of the bibliography.

    Examples:
        >>> from lengthwise.crasp.core.program_facts import facts
        >>> from lengthwise.crasp.library.loading import load
        >>> sources_of(program_bounds(facts(load("dyck1"))))
        ('yang2026computable',)
    """
    return united(bound.key for bound in bounds if bound.applies)


def depth_one_length(*, letters: int, T: int) -> int:
    r"""Returns the length of words that distinguishes programs of counting depth 1.

    Two programs of counting depth 1 over :math:`m` letters without positional
    predicates, whose comparisons, written in counts of letters, have no number above
    :math:`T`, and which agree on all words up to

    .. math:: N = m \cdot m!\, T^{m-1} (T + 2),

    agree on all words.

    Args:
        letters: The number :math:`m` of letters.
        T: The largest number, at least 1.

    Examples:
        The programs ``false`` and ``# "a" >= 1 && # "b" >= 3*# "a"`` first differ at
        length 4.

        >>> depth_one_length(letters=2, T=3)
        60
    """
    power: int = T ** (letters - 1)
    return letters * math.factorial(letters) * power * (T + 2)


def _by_last_symbol(facts: Facts) -> ProgramBound:
    return ProgramBound(
        theorem="depth-0",
        order="1",
        applies=facts.counting_depth == 0 and _plain(facts),
        statement="words of one letter distinguish programs without counts and "
        "positions, which see only the last letter",
        hypothesis="counting depth 0, no positional predicates",
        why=f"{_depth(facts)}{_where(facts)}",
        key="lengthwise",
        basis="derived",
    )


def _by_cramer(facts: Facts) -> ProgramBound:
    m, T = facts.letters, facts.largest_number
    length = "m m! T^(m-1) (T+2)"
    numbers = f"m = {m} letters"
    if T is not None:
        length = f"{_rounded_up(depth_one_length(letters=m, T=T))} = {length}"
        numbers += f" and T = {_rounded_up(T)}"
    return ProgramBound(
        theorem="depth-1",
        order=f"O(T^{m})",
        applies=T is not None,
        statement=f"words up to {length}, with {numbers}, distinguish programs of "
        "counting depth 1 with numbers up to T",
        hypothesis="counting depth 1, no positional predicates, m letters; T is the "
        "largest number when every comparison is written in counts of letters",
        why=f"{_letters(facts)}, {_depth(facts)}{_where(facts)}",
        key="lengthwise",
        basis="derived",
    )


def _one_layer(facts: Facts) -> ProgramBound:
    may = facts.letters <= 2 and facts.counting_depth == 1 and _plain(facts)
    return ProgramBound(
        theorem="chen-depth-1",
        order="O(T^2)",
        applies=False,
        statement="words up to O(T^2) distinguish programs of one layer over two "
        "letters with numbers up to T",
        hypothesis="alphabet {0, 1} and a subset of C-RASP with one layer and "
        "parameters up to T; the abstract does not say which subset, but over two "
        "letters the bound depth-1 is O(T^2) for all programs of counting depth 1",
        why=NOT_KNOWN if may else f"{_letters(facts)}, {_depth(facts)}{_where(facts)}",
        key="chen2025nonasymptotic",
    )


def _two_layers(facts: Facts) -> ProgramBound:
    may = facts.letters <= 2 and facts.counting_depth == 2 and _plain(facts)
    return ProgramBound(
        theorem="chen-depth-2",
        order="T^O(K)",
        applies=False,
        statement="words up to T^O(K) distinguish programs of two layers with K heads "
        "over two letters with numbers up to T",
        hypothesis="alphabet {0, 1} and a subset of C-RASP with two layers, K heads "
        "and parameters up to T; the abstract does not say which subset",
        why=NOT_KNOWN if may else f"{_letters(facts)}, {_depth(facts)}{_where(facts)}",
        key="chen2025nonasymptotic",
    )


def _positive(facts: Facts) -> ProgramBound:
    return ProgramBound(
        theorem="yang-positive",
        order="2^O(size)",
        applies=facts.positive and _plain(facts),
        statement="words up to a length exponential in the size distinguish "
        "programs of C-RASP+; some pairs need such a length",
        hypothesis="C-RASP+, the positive fragment (taken as: no positional "
        "predicates, and every comparison is of a sum of counts with coefficients of "
        "one sign against a number; the abstract does not define it)",
        why=_sign(facts) + _where(facts),
        key="yang2026computable",
    )


def _no_bound(facts: Facts) -> ProgramBound:
    return ProgramBound(
        theorem="yang-no-bound",
        order="not computable",
        applies=facts.counting_depth >= 2 and not facts.positive,
        statement="no computable function of the size bounds the length for all "
        "programs of this kind",
        hypothesis="the class of all C-RASP programs with two layers (counting depth "
        "2) or more; it says nothing about a single program",
        why=f"{_depth(facts)}, {_sign(facts)}",
        key="yang2026computable",
    )


def _rounded_up(number: int) -> str:
    """A number, or the next power of ten if it is long.

    Examples:
        >>> _rounded_up(60), _rounded_up(3 * 10**40)
        ('60', '10^41')
    """
    return f"{number:,}" if number < 10**15 else f"10^{math.ceil(math.log10(number))}"


def _plain(facts: Facts) -> bool:
    return facts.positions == "none"


def _letters(facts: Facts) -> str:
    return f"{facts.letters} letter{'' if facts.letters == 1 else 's'}"


def _depth(facts: Facts) -> str:
    return f"counting depth {facts.counting_depth}"


def _sign(facts: Facts) -> str:
    return "no comparison mixes signs" if facts.positive else "a comparison mixes signs"


def _where(facts: Facts) -> str:
    if _plain(facts):
        return ""
    return f", but positional predicates ({facts.positions}) occur"
