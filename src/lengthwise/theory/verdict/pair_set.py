r"""Test words from a no: pairs that no program of the class separates at all lengths.

For a large enough number of repetitions and enough padding, every program of the class
gives both words of a pair the same answer; but exactly one of the two is in the
language.
"""

from collections.abc import Iterator
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate
from lengthwise.theory.membership.evidence.witness_pairs import witness
from lengthwise.theory.verdict.verdict_answer import Answer

LONGEST = 100_000
"""The largest length of a pair's words."""

MOST_LETTERS = 50_000_000
"""Limit on the total number of letters."""


def has_pairs(row: Answer) -> bool:
    """Whether an answer is a no with a certificate on whole words.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> [has_pairs(row) for row in verdict(regex="(a|b)*b").answers]
        [True, False, False, False]
    """
    return _certificate(row) is not None


def _certificate(row: Answer) -> Certificate | None:
    member = row.evidence.membership
    proof = None if member is None else member.evidence
    if isinstance(proof, Certificate) and row.acceptance != "next":
        return proof
    return None


def pair_set(row: Answer, *, up_to: int) -> Iterator[dict[str, Any]]:
    """Yields the pairs of a no as plain data, shortest first.

    Args:
        row: The answer.
        up_to: The largest length of a word.

    Raises:
        SpecError: The answer is not a no with a certificate on whole words, or every
            pair is longer.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> row = verdict(regex="b*(ab*ab*)*").row("none", "end")
        >>> pairs = pair_set(row, up_to=5)
        >>> [("".join(p["inside"]), "".join(p["outside"])) for p in pairs]
        [('aa', 'aaa'), ('aaaa', 'aaaaa')]
    """
    proof = _certificate(row)
    if proof is None:
        raise SpecError(
            f"no pairs: the answer in {row.class_name} is {row.answer}; pairs come "
            "from the certificate of a no about whole words"
        )
    assert row.evidence.dfa is not None
    if not 0 < up_to <= LONGEST:
        raise SpecError(f"pairs up to {up_to} letters; allowed is 1 to {LONGEST:,}")
    found = witness(proof)
    sizes = found.sizes(up_to)
    if not sizes:
        least = found.longest(1, 1 if found.padded else 0)
        raise SpecError(
            f"no pair has words up to {up_to} letters; the shortest has {least}"
        )
    if sum(2 * found.longest(*size) for size in sizes) > MOST_LETTERS:
        raise SpecError(
            f"the pairs up to {up_to} letters have more than {MOST_LETTERS:,} letters; "
            "use shorter words"
        )
    for repetitions, padding in sizes:
        words = found.words(repetitions, padding)
        inside = [row.evidence.dfa.accepts(word) for word in words]
        assert inside.count(True) == 1
        yield {
            "positions": row.positions,
            "repetitions": repetitions,
            "padding": padding,
            "inside": list(words[inside.index(True)]),
            "outside": list(words[inside.index(False)]),
        }
