"""Certificates: a checkable bound for the error over all inputs."""

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
    """How the words with one last symbol, at one residue, are covered by boxes.

    Attributes:
        symbol: The last symbol.
        residue: Of the length, modulo the period of the task.
        level: With hard attention, how many higher logits do not occur in the words;
            words of twos only are listed as level -1.
        splits: How the box of all these words is halved: in preorder a coordinate (0 to
            9, then letters), the lower half, the upper half; a point for a box that
            stays whole.
    """

    symbol: str
    residue: int
    level: int
    splits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """No word of `region` has an error above `bound`; `worst` has one close to it.

    Attributes:
        task: What the model should compute.
        model: SHA-256 of the model's tensors and attention.
        share: For ``simple``, the least share of zeros and ones in the words; 0 for
            all words.
        shortest: Words from this length on are covered by boxes; shorter ones were
            enumerated.
        longest: The longest words spoken of; ``None`` for every length.
        bound: The certified error.
        attained: An error that occurs, on `worst`.
        worst: Statistics of the words on which it does.
        output: What the model says there.
        label: What it should say.
        coverings: The boxes.
        reached: Whether `bound` and `attained` came as close as they were asked to;
            if not, time or memory ran out and the bound is still one.
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
        """How many boxes cover the words."""
        return sum(one.splits.count(".") for one in self.coverings)

    @property
    def region(self) -> str:
        """A description of the words it covers."""
        lengths = (
            "of every length" if self.longest is None else f"up to {self.longest:,}"
        )
        share = f" with a share of zeros and ones of at least {self.share:.3g}"
        return f"all words {lengths}{share if self.share else ''}"

    def __str__(self) -> str:
        gap = "" if self.reached else " (limits were met before the bound was sharp)"
        return (
            f"{self.region}: error at most {self.bound:.4g}, certified by "
            f"{self.boxes:,} boxes{gap}; it is {self.attained:.4g} on a word of length "
            f"{self.worst.length:,} (says {self.output:.4g}, is {self.label:.4g})"
        )

    def as_json(self) -> dict[str, Any]:
        """Plain data, as in ``certificate.schema.json``."""
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
    """The certificate that `Certificate.as_json` wrote."""
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
    """SHA-256 of what decides the outputs of `machine`: tensors and attention."""
    return array_digest(
        tensors(machine),
        label="{name}{shape}",
        before=f"{machine.alphabet} {machine.attention}",
    )
