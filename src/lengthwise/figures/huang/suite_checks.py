"""Expected properties of a reproduced table, and a skeptic's first questions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lengthwise.figures.huang.comparison import USUAL, Compared, Comparison
from lengthwise.figures.huang.measured_suite import MeasuredCell, MeasuredSuite

SHUFFLES = 1000
"""Number of random permutations of accuracies among the cells."""

GAP = 0.1
"""Adversarial inputs count as harder if the error rate is higher by this much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteCheck:
    """A question about a table, with its answer.

    Attributes:
        question: The question.
        holds: The answer; ``None`` if nothing was measured yet.
        numbers: The numbers behind it.
    """

    question: str
    holds: bool | None
    numbers: str

    def __str__(self) -> str:
        answer = {True: "holds", False: "FAILS", None: "not yet"}[self.holds]
        return f"{answer:7}  {self.question}: {self.numbers}"


def suite_checks(measured: MeasuredSuite, compared: Comparison) -> list[SuiteCheck]:
    """Returns the checks of one table."""
    return [
        _complete(measured),
        _as_published(compared),
        _beats_shuffles(compared),
        _adversarial(measured.cells),
    ]


def _complete(measured: MeasuredSuite) -> SuiteCheck:
    cells = measured.cells
    missing = [one for one in cells if one.tried < len(one.cell.trials)]
    tried, wanted = measured.tried, len(measured.suite.trials)
    return SuiteCheck(
        question="every model of every cell has records",
        holds=None if not tried else not missing,
        numbers=f"{tried:,} of {wanted:,} models, {len(cells) - len(missing)} of "
        f"{len(cells)} cells complete",
    )


def _as_published(compared: Comparison) -> SuiteCheck:
    both = [
        one
        for one in compared.known("typical")
        if one.accuracy("published") is not None
    ]
    apart = [one for one in both if _side(one, "typical") != _side(one, "published")]
    named = "".join(f"; {one.name} {_numbers(one)}" for one in apart)
    return SuiteCheck(
        question=f"our typical model and the published number are on one side of "
        f"{USUAL:g} %",
        holds=None if not both else not apart,
        numbers=f"{len(both) - len(apart)} of {len(both)} cells{named}",
    )


def _side(one: Compared, source: str) -> bool:
    accuracy = one.accuracy("published" if source == "published" else "typical")
    return accuracy is not None and accuracy >= USUAL


def _numbers(one: Compared) -> str:
    ours, published = one.accuracy("typical"), one.accuracy("published")
    return f"({ours:.1f} here, {published:g} in print)"


def _beats_shuffles(compared: Comparison) -> SuiteCheck:
    """Verdicts must beat chance: the baseline permutes accuracies at random."""
    known = [one for one in compared.known("typical") if one.said.answer != "unknown"]
    yes = np.array([one.said.answer == "yes" for one in known], dtype=bool)
    accuracies = [one.accuracy("typical") or 0.0 for one in known]
    won = np.array([accuracy >= USUAL for accuracy in accuracies], dtype=bool)
    right = int((yes == won).sum())
    rng = np.random.default_rng(0)
    dealt = [int((yes == rng.permutation(won)).sum()) for _ in range(SHUFFLES)]
    as_good = sum(one >= right for one in dealt) / SHUFFLES
    enough = yes.any() and not yes.all() and won.any() and not won.all()
    said = f"right on {right} of {len(known)}"
    if not enough:
        return SuiteCheck(
            question="verdicts beat shuffled accuracies",
            holds=None,
            numbers=f"{said}; it takes a yes and a no, a success and a failure",
        )
    return SuiteCheck(
        question="verdicts beat shuffled accuracies",
        holds=as_good < 0.05,
        numbers=f"{said}; as many or more in {100 * as_good:.1f} % of {SHUFFLES:,} "
        "shuffles",
    )


def _adversarial(cells: Sequence[MeasuredCell]) -> SuiteCheck:
    tested, harder = 0, []
    for one in cells:
        scores = one.known
        hard = scores and scores.adversarial(-1)
        drawn = scores and scores.drawn(-1)
        if hard and drawn:
            tested += 1
            if drawn.typical - hard.typical > GAP:
                numbers = f"({100 * drawn.typical:.1f}, {100 * hard.typical:.1f})"
                harder.append(f"; {one.cell.name} {numbers}")
    return SuiteCheck(
        question="adversarial inputs of the longest bin are no harder than random ones",
        holds=None if not tested else not harder,
        numbers=f"{tested - len(harder)} of {tested} cells{''.join(harder)}",
    )
