"""Proofs that two programs are equal by their counts, and their checker.

For each view the proof is a tree. Inner nodes split on integer conditions: either a
condition or its negation holds. At a leaf, either the known conditions determine that
both programs have the same output, or the conditions contradict each other: some sum of
multiples states that a negative number is 0 or more, or, for equations, that an integer
is a fraction. Checking the proof takes only additions and no search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from lengthwise.crasp.core.program_facts import facts
from lengthwise.theory.programs._least_length import Multipliers
from lengthwise.theory.programs.count_conditions import (
    CountProgram,
    EndingT,
    Needed,
    Speaker,
    views,
)
from lengthwise.theory.programs.count_views import Condition, Ending, View
from lengthwise.theory.programs.length_with_positions import length_with_positions
from lengthwise.theory.theorems.program_bounds import depth_one_length


@dataclass(frozen=True, slots=True)
class Split:
    """Either a condition holds or it does not; the indices of the two next steps."""

    condition: Condition
    holds: int
    fails: int


@dataclass(frozen=True, slots=True)
class Same:
    """Both programs have the same output."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The conditions up to here, starting with those given, contradict each other."""

    multipliers: Multipliers


@dataclass(frozen=True, slots=True)
class Indivisible:
    """Multiples of equations up to here state that an integer is a fraction.

    An equation is a condition that is known together with its opposite.
    """

    multipliers: Multipliers


@dataclass(frozen=True, slots=True)
class Enter:
    """Either some states are entered, or no edge from them is used; the next steps."""

    states: frozenset[int]
    entered: int
    avoided: int


Step: TypeAlias = Split | Enter | Same | Contradiction | Indivisible


@dataclass(frozen=True, slots=True)
class CountProof:
    """For each view a tree of steps, as a list with the root first.

    Attributes:
        trees: Each view with its steps.
        longest: Longer words need not be compared, by a theorem; ``None`` if the proof
            does not use it.
    """

    trees: tuple[tuple[View, tuple[Step, ...]], ...]
    longest: int | None = None

    @property
    def steps(self) -> int:
        """The total number of steps."""
        return sum(len(steps) for _, steps in self.trees)


def flaw(proof: CountProof, first: CountProgram, second: CountProgram) -> str | None:
    """Checks a proof.

    It covers words longer than every lag; shorter ones must be compared one by one.

    Returns:
        The flaw in it, or ``None`` if it proves that the programs are equal.
    """
    if proof.longest is not None and proof.longest < longest_needed(first, second):
        return f"words longer than {proof.longest} may differ"
    shown = dict(proof.trees)
    for view in views([first, second], first.letters, proof.longest):
        if view not in shown:
            return f"nothing is said of words that end in {' '.join(view.window)}"
        wrong = flaw_of_tree(view, shown[view], first, second)
        if wrong is not None:
            return f"of words that end in {' '.join(view.window)}: {wrong}"
    return None


def longest_needed(first: CountProgram, second: CountProgram) -> int:
    """The length up to which programs must be compared, by a theorem.

    Without positional predicates it is ``depth-1``, otherwise the same argument about
    the counts of letters in residue classes.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> texts = 'accept # "a" >= 3*# "b"', "accept false"
        >>> longest_needed(*(CountProgram(parse(text), "ab") for text in texts))
        60
    """
    known = [facts(one.program) for one in (first, second)]
    if any(one.positions != "none" for one in known):
        return length_with_positions(first, second)
    largest = max(one.largest_number or 1 for one in known)
    return depth_one_length(letters=len(first.letters), T=largest)


def flaw_of_tree(
    view: EndingT,
    steps: Sequence[Step],
    first: Speaker[EndingT],
    second: Speaker[EndingT],
) -> str | None:
    """The flaw in the steps of one view, or ``None``."""
    waiting: list[tuple[int, tuple[Condition, ...]]] = [(0, view.given())]
    own = len(view.given())
    while waiting:
        place, known = waiting.pop()
        if not 0 <= place < len(steps):
            return f"there is no step {place}"
        step = steps[place]
        if not isinstance(step, Split | Enter):
            if not _is_closed(step, known):
                return f"the conditions of step {place} may all hold"
            if isinstance(step, Same):
                decided = decisions(known[own:])
                says = first.outputs(view, decided), second.outputs(view, decided)
                if isinstance(says[0], Needed) or says[0] != says[1]:
                    return f"the programs may differ at step {place}"
            continue
        if min(_next(step)) <= place:
            return f"step {place} leads back"
        either = _either(view, step)
        if either is None:
            return f"words may begin in the states of step {place}"
        for after, condition in zip(_next(step), either, strict=True):
            waiting.append((after, (*known, condition)))
    return None


def _is_closed(
    step: Same | Contradiction | Indivisible, known: Sequence[Condition]
) -> bool:
    match step:
        case Same():
            return True
        case Contradiction(multipliers):
            return contradictory(known, multipliers)
        case Indivisible(multipliers):
            return indivisible(known, multipliers)
        case _:
            assert_never(step)


def _next(step: Split | Enter) -> tuple[int, int]:
    if isinstance(step, Split):
        return step.holds, step.fails
    return step.entered, step.avoided


def _either(view: Ending, step: Split | Enter) -> tuple[Condition, Condition] | None:
    """Two conditions, one of which holds."""
    if isinstance(step, Split):
        return step.condition, step.condition.negated()
    return view.entered(step.states)


def decisions(known: Sequence[Condition]) -> dict[Condition, bool]:
    """The value of conditions that hold, and of their negations.

    Examples:
        >>> decisions([Condition((1,), -2)])[Condition((-1,), 1)]
        False
    """
    decided = {condition.negated(): False for condition in known}
    return decided | dict.fromkeys(known, True)


def indivisible(known: Sequence[Condition], multipliers: Multipliers) -> bool:
    """Whether a sum of multiples shows that equations have no integer solution.

    Examples:
        >>> even = Condition((2, 4), -3)
        >>> known = [even, Condition((-2, -4), 3)]
        >>> indivisible(known, ((0, Fraction(1, 2)),))
        True
        >>> indivisible(known[:1], ((0, Fraction(1, 2)),))
        False
    """
    if any(not 0 <= k < len(known) for k, _ in multipliers):
        return False
    parts = [(factor, known[k]) for k, factor in multipliers]
    if any(one.opposite() not in known for _, one in parts):
        return False
    sums = _summed(parts)
    return all(total.denominator == 1 for total in sums[:-1]) and (
        sums[-1].denominator > 1
    )


def contradictory(known: Sequence[Condition], multipliers: Multipliers) -> bool:
    """Whether a sum of multiples of the conditions cannot hold.

    Examples:
        >>> known = [Condition((1, -1), -1), Condition((-1, 1), 0)]
        >>> contradictory(known, ((0, Fraction(1)), (1, Fraction(1))))
        True
        >>> contradictory(known, ((0, Fraction(1)),))
        False
    """
    if any(factor < 0 or not 0 <= k < len(known) for k, factor in multipliers):
        return False
    sums = _summed([(factor, known[k]) for k, factor in multipliers])
    return sums[-1] < 0 and all(total <= 0 for total in sums[:-1])


def _summed(parts: Sequence[tuple[Fraction, Condition]]) -> list[Fraction]:
    """The coefficients and the constant of a sum of multiples of conditions."""
    rows = [(*one.coefficients, one.constant) for _, one in parts]
    factors = [factor for factor, _ in parts]
    return [
        sum((f * k for f, k in zip(factors, column, strict=True)), Fraction(0))
        for column in zip(*rows, strict=True)
    ] or [Fraction(0)]
