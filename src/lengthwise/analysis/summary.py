"""Everything that a study found, as one value: what a page or a table is made of."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.audit import SPREAD, Audit
from lengthwise.analysis.every_length.certificate import Certificate
from lengthwise.analysis.exact import ExactPart
from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.observed import LimitSeen
from lengthwise.analysis.plateau import Plateau, plateau
from lengthwise.analysis.prediction import Prediction, counts, failures, when
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.statements import Checked
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.decided import Decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a study comes from.

    Attributes:
        command: What to type to get it again.
        version: Of Lengthwise.
        fingerprints: What decided the bits of the records: versions, device, flags.
        records: How many records it rests on.
        smaller: What was made smaller than the published recipe, a sentence each.
    """

    command: str
    version: str
    fingerprints: tuple[Mapping[str, str], ...]
    records: int
    smaller: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    r"""Everything that a study found.

    Attributes:
        task: What was studied.
        exact: What theory says of the exact construction; ``None`` where there is none.
        runs: The trained models.
        plateaus: By training length.
        lengths: The sufficient training length by error (root mean square).
        exponent: How that length grows with one over the error.
        audits: Exact errors by length, root mean square and sup, of the typical seed of
            each training length.
        agreements: The largest error over all words up to the training length, of the
            same models.
        certificates: Bounds for the error of the same models on words of every length,
            or up to a stated one; none where none can be given.
        provenance: Where it comes from.
        decided: The verdict and what follows from it.
        prediction: What was said before the sweep; ``None`` if nothing was.
        predicted: How many of the records carry the key of this prediction.
        checked: Its statements beside what was measured.
        limits: Sampled errors of the nets beside the limits that their weights give.
        scaled: The same sweep for nets whose logits have the factor log|x|, as the
            theorems'; ``None`` where these have it, or no others were trained.
    """

    task: Task
    exact: ExactPart | None
    runs: tuple[Run, ...]
    plateaus: Mapping[int, Plateau | CannotSay]
    lengths: Mapping[float, SufficientLength | CannotSay]
    exponent: Exponent | CannotSay
    audits: Mapping[int, Audit]
    provenance: Provenance
    agreements: Mapping[int, float] = field(default_factory=dict)
    certificates: Mapping[int, tuple[Certificate, ...]] = field(default_factory=dict)
    decided: Decided | None = None
    scaled: "Summary | None" = None
    prediction: Prediction | None = None
    predicted: int = 0
    checked: tuple[Checked, ...] = ()
    limits: tuple[LimitSeen, ...] = ()

    @property
    def used(self) -> tuple[Run, ...]:
        """The models without those that learned nothing.

        They diverged, or came to their last step with an error on their own training
        lengths above the largest one that was asked for.
        """
        largest = max(self.lengths, default=math.inf)
        return tuple(run for run in self.runs if run.learned(largest))

    def audited(self, length: float) -> int | None:
        """The first training length from `length` on with an audit, or the longest."""
        known = sorted(self.audits)
        return next((n for n in known if n >= length), known[-1] if known else None)

    def _told(self) -> list[int]:
        """The audited training lengths next to the answers, and the longest."""
        asked = [
            n.length for n in self.lengths.values() if isinstance(n, SufficientLength)
        ]
        found = {self.audited(length) for length in (*asked, math.inf)}
        return sorted(n for n in found if n is not None)

    def __str__(self) -> str:
        lines = [str(length) for length in self.lengths.values()]
        lines.append(f"N grows with 1/error: {self.exponent}")
        lines += [_worst(n, self.audits[n]) for n in self._told()]
        if any(one.two_layer is not None for one in self.audits.values()):
            lines.append(
                "the margin of logits is defined for one layer only; of these nets, "
                "with two, the positional margin is given"
            )
        if self.prediction is not None:
            made = when(self.predicted, self.provenance.records)
            lines.append(f"predicted {made}: {counts(self.checked)}")
            lines += [f"  {line}" for line in failures(self.checked)]
        if self.scaled is not None:
            lines.append("with log|x| in the logits, as in the theorems:")
            lines += [f"  {line}" for line in str(self.scaled).splitlines()]
        return "\n".join(lines)


def _worst(n: int, audit: Audit) -> str:
    last = audit.errors[-1]
    return (
        f"trained on {n:>3}: over all words of length {last.length} the largest "
        f"error is {last.sup:.3g} (rms {last.rms:.3g}){_margin(audit)}"
    )


def _margin(audit: Audit) -> str:
    if audit.two_layer is not None:
        return f"; positional margin {audit.two_layer.gamma:.3g}"
    if audit.margin is not None:
        return f"; margin {audit.margin.gamma:.3g} (eta {audit.margin.eta:.3g})"
    return "; no margin" if audit.remark == SPREAD else ""


def summary(
    task: Task,
    runs: Sequence[Run],
    *,
    eps: Sequence[float],
    provenance: Provenance,
    exact: ExactPart | None = None,
    audits: Mapping[int, Audit] | None = None,
    agreements: Mapping[int, float] | None = None,
    certificates: Mapping[int, tuple[Certificate, ...]] | None = None,
    decided: Decided | None = None,
    scaled: Summary | None = None,
) -> Summary:
    """What `runs`, which differ in training length and seed only, say together."""
    lengths = {e: sufficient_length(runs, e) for e in sorted(eps, reverse=True)}
    found = {1 / e: n for e, n in lengths.items() if isinstance(n, SufficientLength)}
    made = Summary(
        task=task,
        exact=exact,
        runs=tuple(runs),
        plateaus={},
        lengths=lengths,
        exponent=exponent(found),
        audits=dict(audits or {}),
        agreements=dict(agreements or {}),
        certificates=dict(certificates or {}),
        provenance=provenance,
        decided=decided,
        scaled=scaled,
    )
    groups = by_train_length(made.used)
    return replace(made, plateaus={n: plateau(group) for n, group in groups.items()})
