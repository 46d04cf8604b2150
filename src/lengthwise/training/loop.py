"""The training loop of a bundle: runs chunks of steps and refills free slots.

What the host does between chunks (progress, checkpoints, refilling, checking for a
stop) does not affect results: a lane's random numbers depend only on its own seed and
step.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from lengthwise.errors import HostError, SpecError, StoppedError
from lengthwise.training.bundle_program import Program
from lengthwise.training.checkpoint import Checkpoint
from lengthwise.training.device.fingerprint import fingerprint
from lengthwise.training.device.width import on_cpu, width_for
from lengthwise.training.lane import Lane, check
from lengthwise.training.mixed_program import MixedProgram
from lengthwise.training.recipe import Recipe
from lengthwise.training.slots import Progress, Slots
from lengthwise.training.trained_net import Trained


def bundles(recipe: Recipe, lanes: Sequence[Lane]) -> list[tuple[Lane, ...]]:
    """Returns `lanes` in groups with equal static shapes, in order of length.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.task_name import TaskName
        >>> net = LimitNet(symbols=3)
        >>> simple = TaskName("simple")
        >>> recipe = Recipe(task=simple, model=net, form="prefix")
        >>> lengths, numbers = (5, 8, 9), {"omega": 2.0}
        >>> lanes = [Lane(seed=0, train_length=n, numbers=numbers) for n in lengths]
        >>> [len(bundle) for bundle in bundles(recipe, lanes)]
        [2, 1]
    """
    groups: dict[int, list[Lane]] = {}
    for lane in lanes:
        groups.setdefault(recipe.padded(lane.train_length) or 0, []).append(lane)
    return [tuple(groups[padded]) for padded in sorted(groups)]


def train(
    recipe: Recipe,
    lanes: Sequence[Lane],
    *,
    folder: Path | None = None,
    every: float = 5.0,
    progress: Callable[[Progress], None] | None = None,
    stopping: Callable[[], bool] | None = None,
    deterministic: bool = False,
    forgiving: bool = False,
    abreast: int | None = None,
) -> Iterator[tuple[Trained, ...]]:
    """Yields the outcomes of lanes as they end; lanes that end together form one tuple.

    A lane has the same outcome, bit for bit, alone or with other lanes, in any order,
    and after an interruption. Outcomes count as saved once the next tuple is requested.

    Args:
        recipe: The recipe of all lanes.
        lanes: Distinct lanes with equal static shapes, one of the `bundles`. On a GPU,
            word lengths may differ; all are padded like the longest.
        folder: The folder for checkpoints. Existing ones are resumed, and all are
            removed at the end. Default: no checkpoints.
        every: Seconds between checkpoints.
        progress: Called after every chunk.
        stopping: Called after every chunk; returns whether to stop.
        deterministic: Whether bits must be independent of the other lanes also on a
            GPU.
        forgiving: Whether to resume checkpoints with a different fingerprint.
        abreast: The largest number of lanes side by side, but at least the device's
            minimal width. Default: as many as fit in memory.

    Raises:
        SpecError: A lane does not fit the recipe, occurs twice, or has different
            shapes.
        StoppedError: `stopping` returned true; the checkpoint is written.
        HostError: The bundle does not fit in memory.
    """
    if not lanes:
        return
    padded = _padded(recipe, lanes, deterministic=deterministic)
    most = min(len(lanes), abreast or len(lanes))
    width = width_for(recipe, padded, most, deterministic=deterministic)
    checkpoint = None
    if folder is not None:
        checkpoint = Checkpoint(folder, recipe, fingerprint(width), forgiving)
    slots = Slots(Program(recipe, padded), width)
    yield from _outcomes(
        slots, lanes, checkpoint, every=every, progress=progress, stopping=stopping
    )


def train_mixed(
    parts: Sequence[tuple[Recipe, Sequence[Lane]]],
    *,
    progress: Callable[[Progress], None] | None = None,
    stopping: Callable[[], bool] | None = None,
) -> Iterator[tuple[Trained, ...]]:
    """Yields the outcomes of lanes of several tasks, trained side by side.

    It is for a GPU, and for lanes that take minutes: there are no checkpoints, and the
    width follows from the number of lanes. All lanes start at once.

    Args:
        parts: The recipe and the lanes of each task; the recipes have one
            `lengthwise.training.mixed_program.program_key`. Lanes are distinct.
        progress: Called after every chunk.
        stopping: Called after every chunk; returns whether to stop.

    Raises:
        SpecError: The parts do not share a program.
        StoppedError: `stopping` returned true; what had not ended is lost.
        HostError: The lanes do not fit in memory.
    """
    recipes = tuple(recipe for recipe, _ in parts)
    lanes = [lane for _, some in parts for lane in some]
    padded, *others = (
        _padded(recipe, some, deterministic=True) for recipe, some in parts
    )
    if {padded, *others} != {padded} or len(set(lanes)) < len(lanes):
        raise SpecError(
            "the tasks need different padding, or two of them have the same lane; "
            "train them one after the other"
        )
    counts = tuple(len(some) for _, some in parts)
    program = MixedProgram(recipes[0], padded, recipes, counts)
    width = width_for(recipes[0], padded, len(lanes))
    if not on_cpu() and width < len(lanes):
        raise HostError(
            f"{len(lanes)} lanes do not fit in memory side by side, but {width} do; "
            "train fewer tasks together"
        )
    yield from _outcomes(
        Slots(program, max(width, len(lanes))),
        lanes,
        None,
        progress=progress,
        stopping=stopping,
    )


def _outcomes(
    slots: Slots,
    lanes: Sequence[Lane],
    checkpoint: Checkpoint | None,
    *,
    every: float = 0.0,
    progress: Callable[[Progress], None] | None,
    stopping: Callable[[], bool] | None,
) -> Iterator[tuple[Trained, ...]]:
    """Yields the outcomes of lanes as they end."""
    saved = {} if checkpoint is None else checkpoint.load()
    waiting = deque(sorted(lanes, key=lambda lane: lane not in saved))
    with closing(slots):
        slots.fill(waiting, saved)
        written = time.monotonic()
        while slots.running:
            slots.advance()
            ended = slots.take_ended(patient=not waiting)
            if ended:
                yield ended
            slots.fill(waiting, saved)
            if progress is not None:
                progress(slots.progress(len(waiting), len(lanes)))
            stop = stopping is not None and stopping() and slots.running
            if checkpoint is not None and (stop or time.monotonic() - written >= every):
                checkpoint.save({**saved, **slots.saved()})
                written = time.monotonic()
            if stop:
                left = len(waiting) + len(slots.running)
                raise StoppedError(f"stopped with {left} of {len(lanes)} lanes to go")
    if checkpoint is not None:
        checkpoint.remove()


def _padded(
    recipe: Recipe, lanes: Sequence[Lane], *, deterministic: bool
) -> int | None:
    """Returns the padded length of all lanes, after checking them."""
    for lane in lanes:
        check(recipe, lane)
    if len(set(lanes)) < len(lanes):
        twice = next(lane for lane in lanes if list(lanes).count(lane) > 1)
        raise SpecError(f"{twice} occurs twice in a bundle; list each lane once")
    lengths = {recipe.padded(lane.train_length) for lane in lanes}
    if len(lengths) > 1 and (deterministic or on_cpu()):
        raise SpecError(
            f"the lanes need words padded to {sorted(lengths, key=str)}; train them in "
            "bundles of one shape"
        )
    return recipe.padded(max(lane.train_length for lane in lanes))
