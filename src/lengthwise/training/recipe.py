r"""How models are trained: what is the same for a whole bundle.

A recipe decides every static shape, a lane only numbers, so all lanes of a recipe whose
words are padded to the same length run in one compiled program.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from lengthwise.errors import SpecError
from lengthwise.models import Form, Models, plain_model
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.batch import shapes
from lengthwise.training.form_choice import NEEDS, forms
from lengthwise.training.samplers.device_sampler import drawn_on_device
from lengthwise.training.samplers.host_sampler import longest

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
        model: The model.
        form: How the model runs: from ``statistics`` (one layer, tasks with counts),
            from words with running counts for layer 1 (``prefix``), or from words with
            all pairs of positions (``sequence``, the reference); a trial that gives
            none has the fastest that fits.
        batch: Fresh words for each step, each of a length of its own.
        rate: Learning rate of embeddings, positions, biases and lags.
        hidden_rate: Learning rate of matrices, times the width.
        threshold: Training stops when the loss is below this; with 0 every model makes
            `max_steps`.
        max_steps: The last step; a model that did not stop before has not converged.
        stop: Which loss stops the training: that of one ``batch``, before its step,
            which may be a lucky one, or the ``mean`` of the last 100 batches.
        randomness: What the initial weights and the data depend on: the ``seed`` alone,
            so that models of one seed are alike in all settings and training lengths,
            or also the ``setting`` (everything else that a trial says) and the
            training length, so that no two models share a random number.

    Raises:
        SpecError: Parts do not fit together.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> recipe = Recipe(task=TaskName("simple"), model=LimitNet(symbols=3))
        >>> recipe.padded(100) is None
        True
    """

    task: TaskName
    model: Models
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
        task = self.task.task_if_loaded
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
        """Raises a `SpecError` unless model and form are for this task."""
        model = self.model
        symbols, outputs, _, _ = shapes(task)
        if (model.symbols, model.outputs) != (symbols, outputs):
            raise SpecError(
                f"the net has {model.symbols} symbols and {model.outputs} outputs; "
                f"task {task} has {symbols} and {outputs}"
            )
        fitting = forms(model, task)
        if self.form not in fitting:
            raise SpecError(
                f"form {self.form!r} is for {NEEDS[self.form]}, which this net on task "
                f"{task} has not; use form {fitting[0]!r}"
            )

    @property
    def subject(self) -> Task:
        """The task; numbers that a lane gives are at their defaults."""
        return self.task.task

    @property
    def hosted(self) -> bool:
        """Whether batches are drawn on the host."""
        return not drawn_on_device(self.subject)

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
        plain = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name not in LATER or getattr(self, f.name) != f.default
        }
        del plain["task"]
        sizes = dict(self.task.numbers)
        task: dict[str, Any] = {"name": self.task.name, "sizes": sizes}
        if self.task.origin is not None:
            task["origin"] = self.task.origin
        del plain["model"]
        return plain | {"problem": task, "architecture": plain_model(self.model)}
