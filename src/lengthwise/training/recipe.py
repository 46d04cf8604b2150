r"""How models are trained: what is the same for a whole bundle.

A recipe decides every static shape, a lane only numbers, so all lanes of a recipe whose
words are padded to the same length run in one compiled program.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from lengthwise.errors import SpecError
from lengthwise.models.limit_net.architecture import Architecture
from lengthwise.tasks.laws import Compositions, Residues, Urn
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.batch import shapes
from lengthwise.training.samplers.drawn_counts import draws
from lengthwise.training.samplers.host_sampler import longest

Form: TypeAlias = Literal["statistics", "prefix", "sequence"]
Stop: TypeAlias = Literal["batch", "mean"]
Randomness: TypeAlias = Literal["seed", "setting"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "form": get_args(Form),
    "stop": get_args(Stop),
    "randomness": get_args(Randomness),
}
"""Settings that are one of a few words."""

LATER = ("stop", "randomness")
"""Settings that the first recipes did not have: left out where they say nothing new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    r"""How a bundle of models is trained.

    Attributes:
        task: The task, with the numbers that no lane gives.
        architecture: The net.
        form: How the net runs: from ``statistics`` (one layer, tasks with counts), from
            words with running counts for layer 1 (``prefix``), or from words with all
            pairs of positions (``sequence``, the reference).
        batch: Fresh words for each step, each of a length of its own.
        rate: Learning rate of embeddings, positions, biases and lags.
        hidden_rate: Learning rate of matrices, times the width.
        threshold: A lane stops when its loss is below; with 0 all lanes make
            `max_steps`.
        max_steps: A lane that did not stop by then ends without having converged.
        stop: Which loss that is: of one ``batch``, before its step, which may be a
            lucky one, or the ``mean`` of the last 100 batches, each before its step.
        randomness: What the initial weights and the data depend on: the ``seed`` alone,
            so that models of one seed are alike in all settings and training lengths,
            or also the ``setting`` (everything else that a trial says) and the
            training length, so that no two models share a random number.

    Raises:
        SpecError: Parts do not fit together.

    Examples:
        >>> simple = TaskName("simple")
        >>> recipe = Recipe(task=simple, architecture=Architecture(symbols=3))
        >>> recipe.padded(100) is None
        True
    """

    task: TaskName
    architecture: Architecture
    form: Form = "statistics"
    batch: int = 1024
    rate: float = 1e-2
    hidden_rate: float = 1e-2
    threshold: float = 1e-5
    max_steps: int = 16384
    stop: Stop = "batch"
    randomness: Randomness = "seed"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise SpecError(
                    f"{name} {getattr(self, name)!r}; allowed are {', '.join(allowed)}"
                )
        task = self.task.known
        if task is not None:
            self._fit(task)
        for name in ("batch", "max_steps"):
            if getattr(self, name) < 1:
                raise SpecError(
                    f"{name} is {getattr(self, name)}; allowed are 1 and up"
                )
        for name in ("rate", "hidden_rate", "threshold"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise SpecError(
                    f"{name} is {value}; it must be finite and not negative"
                )

    def _fit(self, task: Task) -> None:
        """Raises a `SpecError` unless net and form are for this task."""
        net = self.architecture
        symbols, outputs, _, _ = shapes(task)
        if (net.symbols, net.outputs) != (symbols, outputs):
            raise SpecError(
                f"the net has {net.symbols} symbols and {net.outputs} outputs; task "
                f"{task} has {symbols} and {outputs}"
            )
        if self.form == "statistics":
            draws(task)
            if net.depth != 1 or net.delta != task.period:
                raise SpecError(
                    f"form 'statistics' is for one layer with delta={task.period}; the "
                    f"net has {net.depth} and delta={net.delta}; use form 'prefix'"
                )
        if self.hosted and self.form != "sequence":
            raise SpecError(
                f"form {self.form!r} is for tasks with a label from counts, which "
                f"{task} has not; use form 'sequence'"
            )

    @property
    def subject(self) -> Task:
        """The task; numbers that a lane gives are at their defaults."""
        return self.task.task

    @property
    def hosted(self) -> bool:
        """Whether batches are drawn on the host: labels are no function of counts."""
        task = self.subject
        by_counts = isinstance(task.law, Compositions | Residues | Urn)
        return task.counts_rule is None or not by_counts

    def padded(self, train_length: int) -> int | None:
        """Returns how long the arrays of words are; ``None`` where there are no words.

        A power of two, so that few programs are compiled.
        """
        if self.form == "statistics":
            return None
        places = longest(self.subject, train_length) if self.hosted else train_length
        return int(1 << (places - 1).bit_length())

    @property
    def static(self) -> "Recipe":
        """The recipe without the numbers that a compiled program is given later."""
        return replace(self, rate=0.0, hidden_rate=0.0, threshold=0.0, max_steps=1)

    def plain(self) -> dict[str, Any]:
        """Returns the recipe as data for JSON."""
        found = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name not in LATER or getattr(self, f.name) != f.default
        }
        del found["task"]
        sizes = dict(self.task.numbers)
        task: dict[str, Any] = {"name": self.task.name, "sizes": sizes}
        if self.task.origin is not None:
            task["origin"] = self.task.origin
        return found | {"problem": task, "architecture": asdict(self.architecture)}
