r"""Training recipes: everything that the lanes of a bundle share.

A recipe determines every static shape and a lane only array values. So all lanes of a
recipe with equal padded length run in one compiled program.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from lengthwise.errors import SpecError
from lengthwise.models import Form, Gpt, Models, plain_model
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.batch import asks_blanks, shapes
from lengthwise.training.form_choice import NEEDS, forms
from lengthwise.training.samplers.device_sampler import drawn_on_device
from lengthwise.training.samplers.host_sampler import longest
from lengthwise.training.samplers.sequence_sampler import (
    has_device_sampler,
    packed_places,
)

Stop: TypeAlias = Literal["batch", "mean", "accuracy"]
Randomness: TypeAlias = Literal["seed", "setting"]
Schedule: TypeAlias = Literal["constant", "linear"]
Average: TypeAlias = Literal["inputs", "symbols"]
Precision: TypeAlias = Literal["float32", "tf32", "bfloat16"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "form": get_args(Form),
    "stop": get_args(Stop),
    "randomness": get_args(Randomness),
    "schedule": get_args(Schedule),
    "average": get_args(Average),
    "precision": get_args(Precision),
}
"""Settings with a fixed set of values."""

FIRST = ("form", "batch", "rate", "hidden_rate", "threshold", "max_steps")
"""Settings of the first version, always written; others only if not the default."""

BY_LANE = ("rate", "hidden_rate", "threshold", "max_steps", "warmup")
"""Hyperparameters that are not static: they may differ between lanes of a bundle."""

BY_LANE_OR_OFF = ("weight_decay", "clip", "position_penalty", "margin_penalty")
"""The same, except that 0 removes a part of the compiled program."""

NOT_NEGATIVE = ("rate", "hidden_rate", "threshold", *BY_LANE_OR_OFF, "margin")

CHECKED = 256
"""Accuracy on the held-out inputs is checked only after whole chunks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    r"""The recipe by which a bundle of models is trained.

    Attributes:
        task: The task, with the parameters that all lanes share.
        model: The model.
        form: How the model is computed: from ``statistics`` (one layer, labels from
            counts), from inputs with running counts for layer 1 (``prefix``), or from
            inputs with all pairs of positions (``sequence``, the reference). The
            default is the fastest one that fits.
        batch: Number of fresh inputs per step, each with its own random length.
        rate: Learning rate of embeddings, positions, biases and lags.
        hidden_rate: Learning rate of matrices, times the width.
        threshold: Training stops when the loss is below this; with 0 every model trains
            for `max_steps`.
        max_steps: The step limit; a model that reaches it has not converged.
        stop: What ends training: the loss of a single ``batch`` (which may be a lucky
            one), the ``mean`` loss of the last 100 batches, or the ``accuracy``, when
            all of the `held` inputs of the training lengths are answered right.
        randomness: What the initial weights and the data depend on: only the ``seed``,
            so that models with equal seeds are alike in all settings and training
            lengths; or also the ``setting`` (everything else in the trial) and the
            training length, so that all models are independent.
        schedule: Schedule of the learning rates: ``constant``, or ``linear`` decay to 0
            at `max_steps`.
        warmup: Number of steps in which the learning rates rise linearly from 0.
        weight_decay: Weight decay as in AdamW: each step removes this fraction of a
            weight, times its learning rate; 0 for none. Biases and layer norms do not
            decay.
        clip: The largest norm of the whole gradient; 0 for no limit.
        average: How losses are averaged in a batch: per input, then over ``inputs``; or
            over all scored ``symbols``, so that long answers count more.
        packing: Whether two inputs share a row, a long one and a short one, so that no
            row is mostly padding.
        precision: Matrix products in full ``float32``, or on a GPU with factors rounded
            to ``tf32`` (10 bits) or ``bfloat16`` (7 bits) and sums in float32. With
            ``bfloat16`` decoders also store the inputs of products in it.
        check_every: Steps between two checks of the `held` inputs; a multiple of 256.
        held: Number of held-out inputs for the `stop` by ``accuracy``.
        position_penalty: The weight of the regularizer of Huang et al. on absolute
            positions; 0 for none.
        margin_penalty: The weight of a penalty on attention logits closer to the
            largest than `margin`; 0 for none.
        margin: The margin of that penalty.

    Raises:
        SpecError: Parts are inconsistent.

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
    schedule: Schedule = "constant"
    warmup: int = 0
    weight_decay: float = 0.0
    clip: float = 0.0
    average: Average = "inputs"
    packing: bool = False
    precision: Precision = "float32"
    check_every: int = 12 * CHECKED
    held: int = 2048
    position_penalty: float = 0.0
    margin_penalty: float = 0.0
    margin: float = 1.0

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise SpecError(
                    f"{name} {getattr(self, name)!r}; allowed are {', '.join(allowed)}"
                )
        task = self.task.task_if_loaded
        if task is not None:
            self._fit(task)
        for name in ("batch", "max_steps", "held"):
            if getattr(self, name) < 1:
                raise SpecError(
                    f"{name} is {getattr(self, name)}; it must be at least 1"
                )
        if self.warmup < 0 or self.check_every < 1 or self.check_every % CHECKED:
            raise SpecError(
                f"warmup is {self.warmup} and check_every {self.check_every}; warmup "
                f"must be at least 0, check_every a multiple of {CHECKED}"
            )
        for name in NOT_NEGATIVE:
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise SpecError(
                    f"{name} is {value}; it must be finite and not negative"
                )

    def _fit(self, task: Task) -> None:
        """Raises a `SpecError` unless model and form fit this task."""
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
                f"form {self.form!r} needs {NEEDS[self.form]}, which this net on task "
                f"{task} does not have; use form {fitting[0]!r}"
            )
        if self.packing and not (model.packs and can_be_packed(task)):
            raise SpecError(
                "packing is for decoders without logits scaled by the length, and for "
                f"tasks whose lengths come in pairs; this net on task {task} cannot "
                "pack inputs"
            )
        if self.packing and (self.batch % 2 or self.form != "sequence"):
            raise SpecError(
                f"packing puts two inputs into a row; the batch is {self.batch} and "
                f"the form {self.form!r}; use an even batch and the form 'sequence'"
            )
        self._fit_penalties(task)
        if self.stop == "accuracy" and not task.output.metrics[0].is_rate:
            raise SpecError(
                f"stop 'accuracy' needs answers that are right or wrong; {task} has "
                "numbers as answers; use stop 'mean'"
            )

    def _fit_penalties(self, task: Task) -> None:
        """Raises a `SpecError` unless the margin penalty covers all queries."""
        if self.margin_penalty and not isinstance(self.model, Gpt):
            raise SpecError("margin_penalty is for decoders; set it to 0")
        if self.margin_penalty and asks_blanks(task):
            raise SpecError(
                f"margin_penalty covers only queries at symbols, and {task} is "
                "answered at blanks; set it to 0"
            )

    @property
    def subject(self) -> Task:
        """The task, with default values for the parameters that a lane sets."""
        return self.task.task

    @property
    def hosted(self) -> bool:
        """Whether batches are drawn on the host."""
        task = self.subject
        return not (drawn_on_device(task) or has_device_sampler(task))

    @property
    def counted(self) -> bool:
        """Whether labels are functions of counts, and inputs drawn through counts."""
        return drawn_on_device(self.subject)

    @property
    def rows(self) -> int:
        """The number of rows of a batch."""
        return self.batch // 2 if self.packing else self.batch

    def padded(self, train_length: int) -> int | None:
        """Returns the padded length of words; ``None`` in the statistics form.

        A power of two, so that few programs are compiled; with packed inputs a multiple
        of 8, so that there is little padding.
        """
        if self.form == "statistics":
            return None
        if self.packing:
            return -(-packed_places(self.subject, train_length) // 8) * 8
        counted = drawn_on_device(self.subject)
        places = train_length if counted else longest(self.subject, train_length)
        return int(1 << (places - 1).bit_length())

    @property
    def static(self) -> "Recipe":
        """The recipe without hyperparameters that are arguments of the program."""
        return _static(self)

    @property
    def by_lane(self) -> tuple[tuple[str, float], ...]:
        """The hyperparameters that `static` omits, by name."""
        names = (*BY_LANE, *BY_LANE_OR_OFF)
        return tuple((name, getattr(self, name)) for name in names)

    def plain(self) -> dict[str, Any]:
        """Returns the recipe as JSON data."""
        plain = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name in FIRST or getattr(self, f.name) != f.default
        }
        del plain["task"]
        sizes = dict(self.task.numbers)
        task: dict[str, Any] = {"name": self.task.name, "sizes": sizes}
        if self.task.origin is not None:
            task["origin"] = self.task.origin
        del plain["model"]
        return plain | {"problem": task, "architecture": plain_model(self.model)}


def can_be_packed(task: Task) -> bool:
    """Whether two inputs may share a row, which requires lengths drawn in pairs.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> can_be_packed(task("sort")), can_be_packed(task("simple"))
        (True, False)
    """
    return not drawn_on_device(task)


@lru_cache(maxsize=1024)
def _static(recipe: Recipe) -> Recipe:
    """Resets the fields of `BY_LANE`, and maps further ones to whether they are 0."""
    none: dict[str, Any] = dict.fromkeys(("rate", "hidden_rate", "threshold"), 0.0)
    none |= {name: float(getattr(recipe, name) > 0) for name in BY_LANE_OR_OFF}
    return replace(recipe, **none, max_steps=1, warmup=0)
