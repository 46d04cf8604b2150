"""The findings of a study from decoders: accuracy by length, beside the verdict.

The verdict for periodic and local positions is compared with decoders with absolute
positions, and the verdict without positions with decoders without them, in the format
used for training.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, TypeAlias

from lengthwise.analysis.runs import Run
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.store.store import Store
from lengthwise.figures.huang.shipped_results import Shipped, shipped
from lengthwise.figures.huang.suite import Scheme
from lengthwise.jobs.decoder_size import DecoderSize
from lengthwise.jobs.pair_curves import PairCurve, pair_curves
from lengthwise.tables import Table
from lengthwise.tasks.outputs import METRICS, Metric
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer

FITS = 0.95
"""A decoder has learned the task at this accuracy up to its training length."""

HOLDS = 0.75
"""Decoders succeed at this accuracy beyond twice the training length: the threshold
with the best agreement on the published tables."""

CLASSES: Mapping[Scheme, Positions] = {"absolute": "periodic-local", "none": "none"}
"""The class whose verdict predicts decoders with a position scheme."""

Agreement: TypeAlias = Literal["agrees", "disagrees", "cannot say"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The decoders with one position scheme.

    Attributes:
        scheme: The position scheme.
        row: The answer of the verdict for them; ``None`` if there is none.
        runs: One per seed, with errors at all test lengths.
        train_length: The longest training inputs.
    """

    scheme: Scheme
    row: Answer | None
    runs: tuple[Run, ...]
    train_length: int

    @property
    def fitting(self) -> tuple[Run, ...]:
        """The runs that learned the training lengths."""
        return tuple(
            run for run in self.runs if _accuracy(run, 0, self.train_length) >= FITS
        )

    @property
    def beyond(self) -> float | None:
        """Accuracy above twice the training length; the mean over runs that fit."""
        values = [_accuracy(run, 2 * self.train_length) for run in self.fitting]
        return fmean(values) if values else None

    @property
    def agreement(self) -> Agreement:
        """Whether the verdict and the decoders agree."""
        if self.row is None or self.row.answer == "unknown" or self.beyond is None:
            return "cannot say"
        return "agrees" if (self.row.answer == "yes") == self.holds else "disagrees"

    @property
    def holds(self) -> bool:
        """Whether the decoders that fit are correct on longer inputs."""
        return self.beyond is not None and self.beyond >= HOLDS

    @property
    def sentence(self) -> str:
        """The verdict, the measurement, and whether they agree.

        A no means no guarantee, so a successful decoder does not contradict it.
        """
        answer = "none in this format" if self.row is None else self.row.answer
        n, fit = self.train_length, len(self.fitting)
        told = f"verdict {answer}; {fit} of {len(self.runs)} seeds learn lengths to {n}"
        if self.beyond is None:
            return f"{told}; longer inputs say nothing then"
        said = f"{told}, accuracy {self.beyond:.2f} above {2 * n}"
        why = {
            "agrees": "they agree",
            "disagrees": "they disagree",
            "cannot say": "the verdict predicts nothing",
        }
        return f"{said}: {why[self.agreement]}"

    def mean_at(self, length: int) -> float:
        """The mean accuracy of all seeds at a test length."""
        return fmean(self.right(run, length) for run in self.runs)

    def right(self, run: Run, length: int) -> float:
        """The accuracy of a seed at a test length."""
        return _right(run, length)


def _right(run: Run, length: int) -> float:
    """The accuracy; an error of 0 in a run counts as half a word."""
    words = run.words[length]
    return 1.0 if run.errors[length] <= 0.5 / words else 1.0 - run.errors[length]


def _accuracy(run: Run, above: int, up_to: int | None = None) -> float:
    """The mean accuracy over test lengths in a range."""
    lengths = [n for n in run.errors if n > above and (up_to is None or n <= up_to)]
    return fmean(_right(run, n) for n in lengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderFindings:
    """The findings of a study from decoders.

    Attributes:
        task: The task.
        about: The training setup, in a sentence.
        train_length: The longest training inputs.
        test_lengths: Ascending.
        arms: One per position scheme.
        pairs: One per no with pairs.
        shipped: The results for the task in our records of the published tables.
        unpaired: Why a no with a certificate has no pairs, one sentence each.
    """

    task: Task
    about: str
    train_length: int
    test_lengths: tuple[int, ...]
    arms: tuple[Arm, ...]
    pairs: tuple[PairCurve, ...] = ()
    shipped: tuple[Shipped, ...] = ()
    unpaired: tuple[str, ...] = ()

    @property
    def metric(self) -> Metric:
        """The metric of the runs' errors."""
        return self.task.output.metrics[0]

    @property
    def table(self) -> Table:
        """Accuracy by test length, one position scheme per row."""
        return Table(
            name="decoders",
            caption=f"{self.metric.accuracy.capitalize()} by test length, mean over "
            "seeds, beside the verdict.",
            header=(
                *("positions", "verdict", "learned"),
                *(f"at {n}" for n in self.test_lengths),
                "verdict and decoders",
            ),
            rows=tuple(
                (
                    arm.scheme,
                    "–" if arm.row is None else arm.row.answer,
                    f"{len(arm.fitting)} of {len(arm.runs)}",
                    *(round(arm.mean_at(n), 2) for n in self.test_lengths),
                    arm.agreement,
                )
                for arm in self.arms
            ),
            note=(
                f"Learned: {FITS:.0%} right at lengths up to {self.train_length}. "
                f"Compared: seeds that learned, at least {HOLDS:.0%} right above "
                f"{2 * self.train_length} or not. A no means no guarantee."
            ),
        )

    def __str__(self) -> str:
        lines = [f"{self.about}.", "", self.table.text(), self.table.note]
        lines += [f"{arm.scheme}: {arm.sentence}" for arm in self.arms]
        for curve in self.pairs:
            lines.append(f"pairs of the no in {curve.row.class_name}:")
            lines += [f"  {scheme}: {curve.sentence(scheme)}" for scheme in curve.right]
        return "\n".join(lines)


def decoder_findings(
    task: Task, size: DecoderSize, store: Store, verdict: Verdict
) -> DecoderFindings | None:
    """Returns the findings from the records of a store, or ``None`` if it has none."""
    evaluation = size.evaluation.key
    stored = {
        record.trial.key: record
        for record in store
        if record.evaluation.key == evaluation
    }
    arms, held = [], dict[Scheme, list[Record]]()
    for scheme in size.arms:
        keys = [trial.key for trial in size.trials(task, scheme)]
        records = [stored[key] for key in keys if key in stored]
        if not records:
            continue
        held[scheme] = records
        arms.append(
            Arm(
                scheme=scheme,
                row=_row(verdict, CLASSES[scheme], task),
                runs=tuple(map(_run, records)),
                train_length=size.train_length,
            )
        )
    if not arms:
        return None
    nets = {scheme: store.with_weights(records) for scheme, records in held.items()}
    curves, unpaired = pair_curves(task, verdict, nets, up_to=size.test_lengths[-1])
    return DecoderFindings(
        task=task,
        about=size.sentence(task),
        train_length=size.train_length,
        test_lengths=size.test_lengths,
        arms=tuple(arms),
        pairs=curves,
        shipped=shipped(str(task)),
        unpaired=unpaired,
    )


def stored_records(task: Task, size: DecoderSize, store: Store) -> list[Record]:
    """Returns the records of a study in a store, scheme by scheme and seed by seed."""
    keys = [t.key for scheme in size.arms for t in size.trials(task, scheme)]
    place = {key: number for number, key in enumerate(keys)}
    ours = (
        record
        for record in store
        if record.trial.key in place and record.evaluation.key == size.evaluation.key
    )
    return sorted(ours, key=lambda one: place[one.trial.key])


def _row(verdict: Verdict, positions: Positions, task: Task) -> Answer | None:
    """The answer for a class in the format of the task."""
    return next(
        (
            row
            for row in verdict.answers
            if row.positions == positions and row.format == task.format
        ),
        None,
    )


def _run(record: Record) -> Run:
    """A record with its errors at all test lengths, including the short ones."""
    outcome = record.outcome
    return Run(
        train_length=record.trial.train_length,
        seed=record.trial.seed,
        errors={n: max(one.mean, 0.5 / one.words) for n, one in outcome.losses.items()},
        converged=outcome.converged and outcome.diverged is None,
        training=outcome.train_loss_recent,
        metric=METRICS[outcome.metric],
        words={n: one.words for n, one in outcome.losses.items()},
    )
