"""Losses of trained nets at test lengths, in batches until precise enough.

One-layer nets on tasks with counts are evaluated on statistics, at lengths up to 10^9
and beyond; other nets of at most two layers stream words of up to 10^6 symbols. For all
other tasks, many nets read whole words at once and are scored by every metric of the
task's output. All lanes see the same words. Nothing is trained here, so lengths can be
added later.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lengthwise.errors import SpecError
from lengthwise.training.evaluating._gathering import (
    further_scores,
    gathered,
    loss_of,
    under_way,
)
from lengthwise.training.evaluating._judged_batches import (
    STATISTICS_BATCH as STATISTICS_BATCH,
)
from lengthwise.training.evaluating._judged_batches import (
    Batches,
    Trained,
    groups_of,
    metrics_of,
)
from lengthwise.training.evaluating._word_batches import WORD_BATCH as WORD_BATCH
from lengthwise.training.evaluating._word_batches import TestInputs as TestInputs
from lengthwise.training.evaluating._word_batches import adversarial_inputs
from lengthwise.training.evaluating.score import Score
from lengthwise.training.lane import LONGEST_WORD
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import drawn_on_device
from lengthwise.training.samplers.drawn_counts import LONGEST
from lengthwise.training.samplers.host_sampler import longest

LONGEST_READ = 4096
"""The longest words read as sequences, since attention takes all pairs of positions."""
AHEAD = 8
"""Batches in flight before the first result is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Measurements of one net.

    Attributes:
        losses: The score by length, in the headline metric of the task.
        further: Scores by further metric and length. A length at which the metric
            applies to no word is omitted, for example the position of the first error
            where there are no errors.
    """

    losses: dict[int, Score]
    further: dict[str, dict[int, Score]]


def evaluate(
    recipe: Recipe,
    trained: Trained,
    lengths: Sequence[int],
    *,
    words: int = 4096,
    standard_error: float | None = None,
    seed: int = 0,
    inputs: TestInputs = "drawn",
    stopping: Callable[[], bool] = lambda: False,
) -> list[dict[int, Score]]:
    """Returns the loss of each net at each length; arguments as for `measure`."""
    measured = measure(
        recipe,
        trained,
        lengths,
        words=words,
        standard_error=standard_error,
        seed=seed,
        inputs=inputs,
        stopping=stopping,
    )
    return [one.losses for one in measured]


def measure(
    recipe: Recipe,
    trained: Trained,
    lengths: Sequence[int],
    *,
    words: int = 4096,
    standard_error: float | None = None,
    seed: int = 0,
    inputs: TestInputs = "drawn",
    stopping: Callable[[], bool] = lambda: False,
) -> list[Measured]:
    """Returns the measurements of each net at each length.

    The words depend only on `seed` and the length. So a net's scores, bit for bit, do
    not depend on the other nets, and lengths can be added later.

    Args:
        recipe: How the nets were trained.
        trained: Lanes and their weights.
        lengths: Test lengths.
        words: Number of words per length, rounded up to whole batches.
        standard_error: Stop early, for each net separately, once the standard error of
            its loss is at most this; never with fewer than 64 words.
        seed: Determines the words.
        inputs: Whether words are drawn from the task's distribution or adversarial.
        stopping: Called before every batch; returns whether to stop.

    Raises:
        SpecError: A length is impossible, or the net cannot read such words.
        StoppedError: `stopping` returned true.
    """
    check_lengths(recipe, lengths, inputs, seed=seed)
    if words < WORD_BATCH:
        raise SpecError(f"words is {words}; it must be at least {WORD_BATCH}")
    if not trained:
        return []
    metrics = metrics_of(recipe)
    groups = groups_of(recipe, trained)
    nets = [group.count for group in groups]
    found = [Measured(losses={}, further={}) for _ in trained]
    for length in sorted(set(lengths)):
        batches = Batches(
            recipe=recipe,
            length=length,
            widest=max(lengths),
            seed=seed,
            words=words,
            inputs=inputs,
            stopping=stopping,
        )
        ahead = AHEAD if standard_error is None else 1
        told = under_way(batches.judged(groups), ahead)
        rows = gathered(told, nets, batches.count, standard_error)
        for net, row in zip(found, rows, strict=True):
            net.losses[length] = loss_of(metrics[0], row)
            for name, score in further_scores(metrics, row).items():
                net.further.setdefault(name, {})[length] = score
    return found


def check_lengths(
    recipe: Recipe,
    lengths: Sequence[int],
    inputs: TestInputs = "drawn",
    *,
    seed: int = 0,
) -> None:
    """Raises a `SpecError` unless nets of `recipe` can be evaluated at `lengths`."""
    task = recipe.task.task_if_loaded
    if task is None:
        return
    read = not drawn_on_device(task)
    counted = recipe.form == "statistics"
    whole = read or not (counted or recipe.model.streaming)
    last = LONGEST if counted else LONGEST_READ if whole else LONGEST_WORD
    for length in lengths:
        if not task.min_length <= length <= last:
            raise SpecError(
                f"test length {length}; task {task} can be evaluated at "
                f"{task.min_length} to {last}"
            )
        if read and not task.lengths(length, length):
            raise SpecError(f"test length {length}; task {task} has no such inputs")
    reach = recipe.model.longest
    if reach is not None and lengths and longest(task, max(lengths)) > reach:
        raise SpecError(
            f"test length {max(lengths)} of task {task} needs "
            f"{longest(task, max(lengths))} positions, and the model reads at most "
            f"{reach}; use more positions or shorter test inputs"
        )
    if not read and inputs != "drawn":
        raise SpecError(
            f"inputs = {inputs!r}; the labels of task {task} come from counts, so test "
            "inputs can only be drawn"
        )
    for length in lengths if inputs == "adversarial" else ():
        adversarial_inputs(task, seed=seed, length=length, most=1)
