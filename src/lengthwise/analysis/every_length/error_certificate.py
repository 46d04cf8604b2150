"""Certificates: verifiable bounds on the error over all inputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.saving import tensors
from lengthwise.sealed_arrays import array_digest
from lengthwise.tasks.task import Task
from lengthwise.words import Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """The covering of the words with a given last symbol and residue by boxes.

    Attributes:
        symbol: The last symbol.
        residue: The length modulo the period of the task.
        level: With hard attention, the number of higher logits that do not occur in the
            words; words of twos only have level -1.
        splits: The splits of the box of all these words: in preorder, a coordinate (0
            to 9, then letters), the lower half, the upper half; a dot for a leaf.
    """

    symbol: str
    residue: int
    level: int
    splits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate that no word of `region` has an error above `bound`.

    Attributes:
        task: The task.
        model: SHA-256 of the model's tensors and attention.
        share: For ``simple``, the smallest share of zeros and ones in the words; 0: all
            words.
        shortest: The shortest words covered by boxes; shorter ones were enumerated.
        longest: The longest words covered; ``None``: every length.
        bound: The certified error.
        attained: The error on `worst`, close to the bound.
        worst: Statistics of the words with the attained error.
        output: The output of the model there.
        label: The label there.
        coverings: The boxes.
        reached: Whether `bound` and `attained` are within the tolerance. If not, time
            or memory ran out; the bound is still valid.
    """

    task: Task
    model: str
    share: float
    shortest: int
    longest: int | None
    bound: float
    attained: float
    worst: Statistics
    output: float
    label: float
    coverings: tuple[Covering, ...]
    reached: bool

    @property
    def boxes(self) -> int:
        """The number of boxes that cover the words."""
        return sum(one.splits.count(".") for one in self.coverings)

    @property
    def region(self) -> str:
        """A description of the words covered."""
        lengths = (
            "of every length" if self.longest is None else f"up to {self.longest:,}"
        )
        share = f" with a share of zeros and ones of at least {self.share:.3g}"
        return f"all words {lengths}{share if self.share else ''}"

    def __str__(self) -> str:
        gap = "" if self.reached else " (the search stopped before the bound was sharp)"
        return (
            f"{self.region}: error at most {self.bound:.4g}, certified by "
            f"{self.boxes:,} boxes{gap}; it is {self.attained:.4g} on a word of length "
            f"{self.worst.length:,} (says {self.output:.4g}, is {self.label:.4g})"
        )

    def as_json(self) -> dict[str, Any]:
        """The certificate as JSON data, as in ``certificate.schema.json``."""
        return {
            "task": str(self.task),
            "model": self.model,
            "share": self.share,
            "shortest": self.shortest,
            "longest": self.longest,
            "bound": self.bound,
            "attained": self.attained,
            "counts": [list(row) for row in self.worst.counts],
            "last": self.worst.suffix[-1],
            "found": self.output,
            "label": self.label,
            "coverings": [
                {
                    "symbol": one.symbol,
                    "residue": one.residue,
                    "level": one.level,
                    "splits": one.splits,
                }
                for one in self.coverings
            ],
            "reached": self.reached,
        }


def certificate(data: Mapping[str, Any]) -> Certificate:
    """Returns the certificate that `Certificate.as_json` wrote."""
    from lengthwise.tasks.catalogue import task as task_of

    task = task_of(data["task"])
    counts = tuple(map(tuple, data["counts"]))
    return Certificate(
        task=task,
        worst=Statistics(
            alphabet=task.alphabet,
            delta=len(counts[0]),
            tau=0,
            counts=counts,
            suffix=(data["last"],),
        ),
        coverings=tuple(Covering(**one) for one in data["coverings"]),
        output=data["found"],
        **{name: data[name] for name in _PLAIN},
    )


_PLAIN = (
    *("model", "share", "shortest", "longest", "bound", "attained", "label"),
    "reached",
)


def fingerprint(machine: LimitTransformer) -> str:
    """SHA-256 of everything that determines the outputs of `machine`."""
    return array_digest(
        tensors(machine),
        label="{name}{shape}",
        before=f"{machine.alphabet} {machine.attention}",
    )
