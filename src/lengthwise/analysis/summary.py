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
        unscaled: Whether the nets have logits without the factor log|x| that the
            theorems have.
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
    unscaled: bool = False
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


def summary(
    task: Task,
    runs: Sequence[Run],
    *,
    eps: Sequence[float],
    provenance: Provenance,
    exact: ExactPart | None = None,
    audits: Mapping[int, Audit] | None = None,
    decided: Decided | None = None,
    unscaled: bool = False,
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
        unscaled=unscaled,
        prediction=prediction,
        predicted=predicted,
    )
