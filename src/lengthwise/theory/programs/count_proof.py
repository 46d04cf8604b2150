"""A proof that two programs of counting depth 1 are equal, and its check.

For each view the proof is a tree. It is split on integer conditions: each holds or its
negation does. At a leaf either both programs say the same, by what is known there, or
the conditions contradict each other: multiplied and summed up they say that something
negative is 0 or more. Reading the proof takes additions only, and no search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from lengthwise.crasp.core.program_facts import facts
from lengthwise.theory.programs._least_length import Multipliers
from lengthwise.theory.programs.count_conditions import (
    CountProgram,
    Needed,
    views,
)
from lengthwise.theory.programs.count_views import Condition, View
from lengthwise.theory.theorems.program_bounds import depth_one_length


@dataclass(frozen=True, slots=True)
class Split:
    """Either a condition holds or it does not; the places of what follows."""

    condition: Condition
    holds: int
    fails: int


@dataclass(frozen=True, slots=True)
class Same:
    """Both programs say the same."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The conditions up to here, those given first, contradict each other."""

    multipliers: Multipliers


Step: TypeAlias = Split | Same | Contradiction


@dataclass(frozen=True, slots=True)
class CountProof:
    """For each view a tree of steps, as a list; the root is first.

    Attributes:
        trees: Each view with its steps.
        longest: No longer words need be looked at, by the theorem ``depth-1``;
            ``None`` if the proof does without it.
    """

    trees: tuple[tuple[View, tuple[Step, ...]], ...]
    longest: int | None = None

    @property
    def steps(self) -> int:
        """How many steps there are in all."""
        return sum(len(steps) for _, steps in self.trees)


def flaw(proof: CountProof, first: CountProgram, second: CountProgram) -> str | None:
    """Checks a proof.

    It is about words longer than every lag; shorter ones must be compared one by one.

    Returns:
        What is wrong with it, or ``None`` if it proves that the programs are equal.
    """
    if proof.longest is not None:
        needed = longest_needed(first, second)
        if needed is None or proof.longest < needed:
            return f"words longer than {proof.longest} may differ"
    shown = dict(proof.trees)
    for view in views([first, second], first.letters, proof.longest):
        if view not in shown:
            return f"nothing is said of words that end in {' '.join(view.window)}"
        wrong = _flaw_of_tree(view, shown[view], first, second)
        if wrong is not None:
            return f"of words that end in {' '.join(view.window)}: {wrong}"
    return None


def longest_needed(first: CountProgram, second: CountProgram) -> int | None:
    """Up to which length two programs must be compared, by the theorem ``depth-1``.

    Returns:
        ``None`` if there are positional predicates, of which it does not speak.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> texts = 'accept # "a" >= 3*# "b"', "accept false"
        >>> longest_needed(*(CountProgram(parse(text), "ab") for text in texts))
        60
    """
    known = [facts(one.program) for one in (first, second)]
    if any(one.positions != "none" for one in known):
        return None
    largest = max(one.largest_number or 1 for one in known)
    return depth_one_length(letters=len(first.letters), T=largest)


def _flaw_of_tree(
    view: View, steps: Sequence[Step], first: CountProgram, second: CountProgram
) -> str | None:
    waiting: list[tuple[int, tuple[Condition, ...]]] = [(0, view.given())]
    own = len(view.given())
    while waiting:
        place, known = waiting.pop()
        if not 0 <= place < len(steps):
            return f"there is no step {place}"
        step = steps[place]
        match step:
            case Split(condition, holds, fails):
                if min(holds, fails) <= place:
                    return f"step {place} leads back"
                waiting.append((holds, (*known, condition)))
                waiting.append((fails, (*known, condition.negated())))
            case Contradiction(multipliers):
                if not contradictory(known, multipliers):
                    return f"the conditions of step {place} may all hold"
            case Same():
                decided = decisions(known[own:])
                says = first.outputs(view, decided), second.outputs(view, decided)
                if isinstance(says[0], Needed) or says[0] != says[1]:
                    return f"the programs may differ at step {place}"
            case _:
                assert_never(step)
    return None


def decisions(known: Sequence[Condition]) -> dict[Condition, bool]:
    """What conditions that hold say about themselves and their negations.

    Examples:
        >>> decisions([Condition((1,), -2)])[Condition((-1,), 1)]
        False
    """
    decided = {condition.negated(): False for condition in known}
    return decided | dict.fromkeys(known, True)


def contradictory(known: Sequence[Condition], multipliers: Multipliers) -> bool:
    """Whether the multiplied conditions sum up to one that cannot hold.

    Examples:
        >>> known = [Condition((1, -1), -1), Condition((-1, 1), 0)]
        >>> contradictory(known, ((0, Fraction(1)), (1, Fraction(1))))
        True
        >>> contradictory(known, ((0, Fraction(1)),))
        False
    """
    if any(factor < 0 or not 0 <= k < len(known) for k, factor in multipliers):
        return False
    parts = [(factor, known[k]) for k, factor in multipliers]
    constant = sum((factor * one.constant for factor, one in parts), Fraction(0))
    columns = zip(*(one.coefficients for _, one in parts), strict=True)
    sums = [
        sum(factor * k for (factor, _), k in zip(parts, column, strict=True))
        for column in columns
    ]
    return constant < 0 and all(total <= 0 for total in sums)
