"""Verdict, published accuracy and ours, side by side, for every threshold of success.

A verdict is correct for a cell if it says yes and the cell succeeds, or no and it
fails. An unknown is neither correct nor wrong. The definition of success is a choice,
so every threshold is evaluated. A second predictor is the program: the smaller, or the
less deep, the better the cell should do; cells outside the class rank last.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.analysis.forecast_scores import auc, brier
from lengthwise.figures.huang.cell_verdicts import Said, published_of, said_of
from lengthwise.figures.huang.measured_suite import MeasuredCell, MeasuredSuite
from lengthwise.figures.huang.selection_effect import is_search
from lengthwise.theory.verdict.verdict_answer import YesNo

Source: TypeAlias = Literal["published", "typical", "fitting"]
"""The accuracy that defines success: the published one; the median of all our models of
the cell; or the mean of those that fit their training lengths, as in the paper."""

SOURCES: tuple[Source, ...] = ("published", "typical", "fitting")

About: TypeAlias = Literal["format", "language"]
"""The verdict used for prediction: the one in the format of the measurement, or the one
on the language itself, accepting at the end of a word, as in the paper."""

FORECAST = {"yes": 1.0, "unknown": 0.5, "no": 0.0}
"""A verdict as a probability of success."""

USUAL = 75.0
"""The threshold used in short texts, in percent; it was chosen after the published
numbers were known."""

REPORTED = 2
"""The index of the published bin that counts; of our bins it is the last one."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One cell: the prediction, the published accuracies, our measurements.

    Attributes:
        measured: The cell and its scores.
        said: The verdict.
        published: Accuracies in percent, by bin, if there are any.
    """

    measured: MeasuredCell
    said: Said
    published: tuple[float, float, float] | None

    def accuracy(self, source: Source) -> float | None:
        """Returns the accuracy on the longest inputs, in percent, if it is known."""
        if source == "published":
            return None if self.published is None else self.published[REPORTED]
        known = self.measured.known
        found = known and known.drawn(-1, fitting=source == "fitting")
        if not found:
            return None
        return 100 * (found.mean if source == "fitting" else found.typical)

    def answer(self, about: About = "format") -> YesNo:
        """Returns the verdict used for prediction."""
        return self.said.answer if about == "format" else self.said.headline

    def outcome(
        self, source: Source, threshold: float, about: About = "format"
    ) -> str | None:
        """Returns ``right``, ``wrong`` or ``unknown``; ``None`` without accuracy."""
        accuracy = self.accuracy(source)
        if accuracy is None:
            return None
        answer = self.answer(about)
        if answer == "unknown":
            return "unknown"
        return "right" if (accuracy >= threshold) == (answer == "yes") else "wrong"

    @property
    def name(self) -> str:
        """The cell in words."""
        setting = self.measured.setting
        return self.measured.cell.name + (f", {setting}" if setting else "")

    @property
    def entry(self) -> tuple[str, str, float]:
        """The key of its published number; cells may share one."""
        cell = self.measured.cell
        penalty = float(cell.recipe.get("position_penalty", 0.0))
        return cell.task.removesuffix("@next-set"), cell.scheme, penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementAt:
    """The agreement of predictions if success means at least `threshold` percent.

    Attributes:
        threshold: In percent.
        right: Cells for which the verdict is correct.
        wrong: Cells for which it is wrong.
        unknown: Cells for which it is unknown.
        brier: The Brier score of the verdict, with unknown as one half.
        auc: The area under the ROC curve of the verdict.
        auc_size: That of the program size, over cells with a program or a no.
        auc_depth: That of the counting depth.
    """

    threshold: float
    right: int
    wrong: int
    unknown: int
    brier: float | None
    auc: float | None
    auc_size: float | None
    auc_depth: float | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The cells of one or several tables, and the agreement of verdicts with them."""

    entries: tuple[Compared, ...]

    def known(self, source: Source) -> tuple[Compared, ...]:
        """Returns the cells whose accuracy is known; each published number once."""
        found = [e for e in self.entries if e.accuracy(source) is not None]
        if source == "published":
            return tuple({one.entry: one for one in reversed(found)}.values())[::-1]
        return tuple(found)

    def thresholds(self, source: Source) -> tuple[float, ...]:
        """Returns where the agreement may change: 0, 100, and every accuracy.

        Between two of these it is constant, and the upper one belongs to the step.
        """
        found = {_known(e.accuracy(source)) for e in self.known(source)}
        return tuple(sorted(found | {0.0, 100.0}))

    def at(
        self, source: Source, threshold: float, about: About = "format"
    ) -> AgreementAt:
        """Returns the agreement at a threshold, in percent."""
        entries = self.known(source)
        outcomes = [one.outcome(source, threshold, about) for one in entries]
        successes = [_known(one.accuracy(source)) >= threshold for one in entries]
        said = [FORECAST[one.answer(about)] for one in entries]
        return AgreementAt(
            threshold=threshold,
            right=outcomes.count("right"),
            wrong=outcomes.count("wrong"),
            unknown=outcomes.count("unknown"),
            brier=brier(said, successes),
            auc=auc(said, successes),
            auc_size=_auc_of(lambda said: said.size, entries, successes),
            auc_depth=_auc_of(lambda said: said.depth, entries, successes),
        )

    def curve(self, source: Source, about: About = "format") -> tuple[AgreementAt, ...]:
        """Returns the agreement at every threshold where it may change."""
        return tuple(self.at(source, one, about) for one in self.thresholds(source))

    def wrong(
        self, source: Source, threshold: float, about: About = "format"
    ) -> tuple[Compared, ...]:
        """Returns the cells for which the verdict is wrong."""
        return tuple(
            one
            for one in self.known(source)
            if one.outcome(source, threshold, about) == "wrong"
        )

    def part(self, keep: Callable[[Compared], bool]) -> "Comparison":
        """Returns the comparison of some of its cells."""
        return Comparison(entries=tuple(e for e in self.entries if keep(e)))


def _auc_of(
    of: Callable[[Said], int | None],
    entries: Sequence[Compared],
    successes: Sequence[bool],
) -> float | None:
    """The AUC of a smaller-is-better score; a no ranks last, an unknown is excluded."""
    ranked = [
        (-math.inf if one.said.answer == "no" else -float(number or 0), success)
        for one, success in zip(entries, successes, strict=True)
        if (number := of(one.said)) is not None or one.said.answer == "no"
    ]
    return auc([rank for rank, _ in ranked], [success for _, success in ranked])


def _known(value: float | None) -> float:
    assert value is not None
    return value


def comparison(suites: Iterable[MeasuredSuite]) -> Comparison:
    """Returns the comparison of the cells of tables.

    If tables share trials, the cell of the first table counts. The search over sizes is
    not compared, since all of its cells ask the same two questions.
    """
    found: dict[str, Compared] = {}
    for suite in suites:
        for one in suite.cells:
            if not is_search(suite):
                entry = Compared(
                    measured=one,
                    said=said_of(one.cell),
                    published=published_of(one.cell),
                )
                found.setdefault(one.cell.trials[0].key, entry)
    return Comparison(entries=tuple(found.values()))


def wrong_names(compared: Comparison, source: Source, threshold: float) -> str:
    """Returns the cells for which the verdict is wrong, as a text."""
    names = [one.name for one in compared.wrong(source, threshold)]
    return "; ".join(names) or "none of those measured"
