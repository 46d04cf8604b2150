"""Everything that a study found, as one value: what a page or a table is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.audit import Audit
from lengthwise.analysis.exact import ExactPart
from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.plateau import Plateau, plateau
from lengthwise.analysis.prediction import Prediction
from lengthwise.analysis.runs import Run, by_train_length
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
        provenance: Where it comes from.
        decided: The verdict and what follows from it.
        prediction: What theory said before the sweep; ``None`` if it was not asked.
        predicted: How many of the records carry the key of this prediction.
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
    decided: Decided | None = None
    scaled: "Summary | None" = None
    prediction: Prediction | None = None
    predicted: int = 0

    def agreement(self, train_length: int) -> float | None:
        """The largest error over all words up to `train_length` that were audited."""
        audit = self.audits.get(train_length)
        if audit is None:
            return None
        return max(
            (e.sup for e in audit.errors if e.length <= train_length), default=None
        )

    def __str__(self) -> str:
        lines = [str(length) for length in self.lengths.values()]
        lines.append(f"N grows with 1/error: {self.exponent}")
        lines += [_worst(n, one) for n, one in self.audits.items()]
        if any(one.two_layer is not None for one in self.audits.values()):
            lines.append(
                "the margin of logits is defined for one layer only; of these nets, "
                "with two, the positional margin is given"
            )
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
    return ""


def summary(
    task: Task,
    runs: Sequence[Run],
    *,
    eps: Sequence[float],
    provenance: Provenance,
    exact: ExactPart | None = None,
    audits: Mapping[int, Audit] | None = None,
    decided: Decided | None = None,
    scaled: Summary | None = None,
    prediction: Prediction | None = None,
    predicted: int = 0,
) -> Summary:
    """What `runs`, which differ in training length and seed only, say together."""
    groups = by_train_length(runs)
    lengths = {e: sufficient_length(runs, e) for e in sorted(eps, reverse=True)}
    found = {1 / e: n for e, n in lengths.items() if isinstance(n, SufficientLength)}
    return Summary(
        task=task,
        exact=exact,
        runs=tuple(runs),
        plateaus={n: plateau(group) for n, group in groups.items()},
        lengths=lengths,
        exponent=exponent(found),
        audits=dict(audits or {}),
        provenance=provenance,
        decided=decided,
        scaled=scaled,
        prediction=prediction,
        predicted=predicted,
    )
