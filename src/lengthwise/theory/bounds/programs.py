"""What theory says about the training length of a program, from its facts alone."""

from dataclasses import dataclass

from lengthwise.crasp.facts import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramBound:
    """A theorem about programs, and whether it speaks of this one.

    Attributes:
        theorem: Its name in tables and in JSON.
        order: How the training length grows, as text.
        applies: Whether the program is one of those that it is about.
        statement: What it says of them.
        why: Why it applies, or why it does not.
        key: The paper, a key of the bibliography.
    """

    theorem: str
    order: str
    applies: bool
    statement: str
    why: str
    key: str


def program_bounds(facts: Facts) -> tuple[ProgramBound, ...]:
    r"""Which theorems about training lengths speak of a program with these facts.

    The length complexity of a class of programs is the length :math:`N` such that two
    programs of the class, up to a given size, that agree on all words up to :math:`N`
    agree on all words. Three theorems are known for C-RASP without positional
    predicates:

    * counting depth 1 and numbers up to :math:`T`: :math:`O(T^2)`
      :cite:p:`chen2025nonasymptotic`;
    * C-RASP+ (no mixed signs in a comparison): exponential in the size, and no less in
      the worst case :cite:p:`yang2026computable`;
    * counting depth 2 or more with mixed signs: no computable function bounds it
      :cite:p:`yang2026computable`; positional predicates make the class larger, so this
      holds with them too.

    The third speaks of the class: a single program of it may well be easy. All three
    speak of a learner that picks the simplest program, not of gradient descent.

    Args:
        facts: From `lengthwise.crasp.facts.facts`.

    Examples:
        >>> from lengthwise.crasp.facts import facts
        >>> from lengthwise.crasp.loading import load
        >>> [b.theorem for b in program_bounds(facts(load("dyck1"))) if b.applies]
        ['yang-no-bound']
    """
    plain = facts.positions == "none"
    shallow = facts.counting_depth <= 1
    depth = f"counting depth {facts.counting_depth}"
    sign = "no comparison mixes signs" if facts.positive else "a comparison mixes signs"
    where = "" if plain else f", but positional predicates ({facts.positions}) occur"
    return (
        ProgramBound(
            theorem="chen-depth-1",
            order="O(T^2)",
            applies=shallow and plain,
            statement="words up to O(T^2) tell apart programs of counting depth 1 "
            "with numbers up to T; the constant is not known",
            why=depth + where,
            key="chen2025nonasymptotic",
        ),
        ProgramBound(
            theorem="yang-positive",
            order="2^O(size)",
            applies=facts.positive and plain,
            statement="words up to a length exponential in the size tell apart "
            "programs of C-RASP+, and shorter ones do not",
            why=sign + where,
            key="yang2026computable",
        ),
        ProgramBound(
            theorem="yang-no-bound",
            order="not computable",
            applies=not shallow and not facts.positive,
            statement="no computable function of the size bounds the length for all "
            "programs of this kind",
            why=f"{depth}, {sign}",
            key="yang2026computable",
        ),
    )
