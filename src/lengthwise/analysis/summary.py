"""The results of a study as one value, from which pages and tables are made."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from lengthwise.analysis.enumerated.audit import SPREAD, Audit
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.analysis.exponent import Exponent, NoPowerLaw, exponent
from lengthwise.analysis.plateau import Plateau, plateau
from lengthwise.analysis.predicted.construction import ExactPart
from lengthwise.analysis.predicted.observed import LimitSeen
from lengthwise.analysis.predicted.prediction import Prediction, counts, failures, when
from lengthwise.analysis.predicted.statements import Checked
from lengthwise.analysis.runs import Run, by_train_length, metric_of
from lengthwise.analysis.seed_averages import Average
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.bibliography import united
from lengthwise.cannot_say import CannotSay
from lengthwise.names import digits
from lengthwise.tasks.outputs import Metric
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.consequences import Consequences


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The provenance of a study.

    Attributes:
        command: The command that reproduces it.
        version: The version of Lengthwise.
        fingerprints: Fingerprints of the records: versions, device, flags.
        records: Number of records used.
        smaller: What is smaller than in the published recipe, one sentence each.
        published: Whether there is a published recipe; otherwise `smaller` describes
            the training.
        sources: Sources of the task and the models, as keys of the bibliography.
    """

    command: str
    version: str
    fingerprints: tuple[Mapping[str, str], ...]
    records: int
    smaller: tuple[str, ...] = ()
    published: bool = True
    sources: tuple[str, ...] = ()


Answers: TypeAlias = Mapping[float, SufficientLength | CannotSay]
"""The sufficient training length by error, or why there is none."""

UNASKED = CannotSay("it was not requested")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    r"""The results of a study.

    Attributes:
        task: The task; ``None`` if only its name is known, as in records of a user's
            own task.
        exact: Theory for the exact construction; ``None`` if there is none.
        runs: The trained models.
        plateaus: Plateaus by training length.
        lengths: The sufficient training length by error (in `metric`), for the
            geometric mean over the seeds that trained and the worst residue of the test
            length.
        exponent: The exponent of its growth with the inverse error.
        means: The same lengths for the mean over all seeds, without exclusions.
        mean_exponent: The exponent of their growth.
        multiples: The same lengths with nets tested only at multiples of the task's
            period, as in publications; empty without a period.
        audits: Exact rms and sup errors by length, for the seed with the median error
            at each training length.
        agreements: The largest error over all words up to the training length, of the
            same models.
        certificates: Bounds on the error of the same models on words of every length,
            or up to a stated one, where available.
        provenance: The provenance.
        decided: The verdict and its consequences.
        prediction: The prediction made before the sweep, if any.
        predicted: Number of records with the key of this prediction.
        checked: Its statements with their measurements.
        limits: Sampled errors of the nets, with the limits computed from their weights.
        scaled: The same sweep for nets with logits scaled by log|x|, as in the
            theorems; ``None`` if these already are, or no others were trained.
    """

    task: Task | None
    exact: ExactPart | None
    runs: tuple[Run, ...]
    plateaus: Mapping[int, Plateau | CannotSay]
    lengths: Answers
    exponent: Exponent | NoPowerLaw | CannotSay
    audits: Mapping[int, Audit]
    provenance: Provenance
    means: Answers = field(default_factory=dict)
    mean_exponent: Exponent | NoPowerLaw | CannotSay = UNASKED
    multiples: Answers = field(default_factory=dict)
    agreements: Mapping[int, float] = field(default_factory=dict)
    certificates: Mapping[int, tuple[Certificate, ...]] = field(default_factory=dict)
    decided: Consequences | None = None
    scaled: "Summary | None" = None
    prediction: Prediction | None = None
    predicted: int = 0
    checked: tuple[Checked, ...] = ()
    limits: tuple[LimitSeen, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """All sources, as keys of the bibliography."""
        theory: list[tuple[str, ...]] = []
        if self.decided is not None:
            theory.append(self.decided.sources)
        if self.exact is not None:
            theory += [one.sources for one in self.exact.bounds.values()]
            theory.append(self.exact.simulation.sources)
        audits = [one.sources for one in self.audits.values()]
        task = () if self.task is None else self.task.sources
        return united(task, *theory, *audits, self.provenance.sources)

    @property
    def metric(self) -> Metric:
        """The metric of errors."""
        if self.task is None:
            return metric_of(self.runs)
        return self.task.output.metrics[0]

    @property
    def period(self) -> int:
        """Labels depend on positions modulo this."""
        if self.task is None:
            return max((run.period for run in self.runs), default=1)
        return self.task.period

    @property
    def used(self) -> tuple[Run, ...]:
        """The models, without those that failed to learn.

        The latter diverged, or reached the step limit with an error on their own
        training lengths above the largest requested one.
        """
        largest = max(self.lengths, default=math.inf)
        return tuple(run for run in self.runs if run.learned(largest))

    def audited(self, length: float) -> int | None:
        """The first audited training length from `length` on, or the longest."""
        known = sorted(self.audits)
        return next((n for n in known if n >= length), known[-1] if known else None)

    def _reported_lengths(self) -> list[int]:
        """The audited training lengths closest to the answers, and the longest."""
        sufficient = [
            n.length for n in self.lengths.values() if isinstance(n, SufficientLength)
        ]
        audited = {self.audited(length) for length in (*sufficient, math.inf)}
        return sorted(n for n in audited if n is not None)

    def __str__(self) -> str:
        lines = []
        for eps, length in self.lengths.items():
            lines.append(_answer(eps, length, self.metric))
            if eps in self.means:
                lines.append(f"  mean over all seeds: {_beside(self.means[eps])}")
            if eps in self.multiples:
                lines.append(
                    f"  tested at multiples of {self.period} only, as published: "
                    f"{_beside(self.multiples[eps])}"
                )
        lines.append(f"N grows with 1/{self.metric.noun}: {self.exponent}")
        lines.append(f"  mean over all seeds: {self.mean_exponent}")
        lines += [_worst(n, self.audits[n]) for n in self._reported_lengths()]
        if any(one.two_layer is not None for one in self.audits.values()):
            lines.append(
                "these models have two layers, so the positional margin is given; the "
                "margin of logits is defined for one layer only"
            )
        if self.prediction is not None and self.prediction.statements:
            moment = when(self.predicted, self.provenance.records)
            lines.append(f"predicted {moment}: {counts(self.checked)}")
            lines += [f"  {line}" for line in failures(self.checked)]
        if self.scaled is not None:
            lines.append("with logits scaled by log n, as in the theorems:")
            lines += [f"  {line}" for line in str(self.scaled).splitlines()]
        return "\n".join(lines)


def _answer(eps: float, answer: SufficientLength | CannotSay, metric: Metric) -> str:
    if isinstance(answer, SufficientLength):
        return str(answer)
    goal = (
        f"an {metric.noun} of {digits(eps)}" if metric.is_rate else f"{digits(eps)} rms"
    )
    return f"for {goal}, {answer}"


def _beside(answer: SufficientLength | CannotSay) -> str:
    """An answer in short form, to follow its question."""
    if isinstance(answer, CannotSay):
        return str(answer)
    return f"N = {answer.length:.3g} {answer.interval}"


def _worst(n: int, audit: Audit) -> str:
    last = audit.errors[-1]
    return (
        f"trained on {n:>3}: over all inputs of length {last.length} the largest "
        f"error is {last.sup:.3g} (rms {last.rms:.3g}){_margin(audit)}"
    )


def _margin(audit: Audit) -> str:
    if audit.two_layer is not None:
        return f"; positional margin {audit.two_layer.gamma:.3g}"
    if audit.margin is not None:
        return f"; margin {audit.margin.gamma:.3g} (eta {audit.margin.eta:.3g})"
    return "; no margin" if audit.remark == SPREAD else ""


def summary(
    task: Task | None,
    runs: Sequence[Run],
    *,
    eps: Sequence[float],
    provenance: Provenance,
    exact: ExactPart | None = None,
    audits: Mapping[int, Audit] | None = None,
    agreements: Mapping[int, float] | None = None,
    certificates: Mapping[int, tuple[Certificate, ...]] | None = None,
    decided: Consequences | None = None,
    scaled: Summary | None = None,
) -> Summary:
    """Returns the summary of `runs`, which differ only in training length and seed."""
    lengths, means = _lengths(runs, eps), _lengths(runs, eps, "mean")
    published = [one for run in runs if (one := run.multiples) is not None]
    periodic = any(run.period > 1 for run in runs)
    measured = Summary(
        task=task,
        exact=exact,
        runs=tuple(runs),
        plateaus={},
        lengths=lengths,
        exponent=_exponent(lengths),
        means=means,
        mean_exponent=_exponent(means),
        multiples=_lengths(published, eps) if periodic else {},
        audits=dict(audits or {}),
        agreements=dict(agreements or {}),
        certificates=dict(certificates or {}),
        provenance=provenance,
        decided=decided,
        scaled=scaled,
    )
    largest = max(lengths, default=math.inf)
    groups = by_train_length(runs)
    return replace(
        measured,
        plateaus={n: plateau(group, eps=largest) for n, group in groups.items()},
    )


def _lengths(
    runs: Sequence[Run], eps: Sequence[float], average: Average = "typical"
) -> dict[float, SufficientLength | CannotSay]:
    return {
        e: sufficient_length(runs, e, average=average)
        for e in sorted(eps, reverse=True)
    }


def _exponent(lengths: Answers) -> Exponent | NoPowerLaw | CannotSay:
    """The exponent of the growth of lengths with the inverse error."""
    return exponent(
        {1 / e: n for e, n in lengths.items() if isinstance(n, SufficientLength)}
    )
