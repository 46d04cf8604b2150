"""The running lanes, each in a slot of the compiled program."""

import math
from collections import deque
from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.models import named_arrays
from lengthwise.training.batch import Batch
from lengthwise.training.bundle_program import Program
from lengthwise.training.checkpoint import Saved
from lengthwise.training.device.width import on_cpu
from lengthwise.training.lane import Lane, LaneArrays, stack
from lengthwise.training.samplers.ahead import Ahead
from lengthwise.training.steps import State, Status
from lengthwise.training.trained_net import End, Trained

ENDS: dict[int, End] = {
    Status.CONVERGED: "converged",
    Status.DIVERGED: "diverged",
    Status.CAPPED: "capped",
}

LEAST_SHRUNK = 8
"""On a GPU, a narrower program is not worth compiling below this number of lanes."""

TOGETHER = 16
"""On a GPU, fetching one trained net takes as long as fetching this many."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a bundle.

    Attributes:
        steps: Number of steps of each running lane.
        losses: Loss of the last batch of each running lane; NaN before the first.
        accuracies: Accuracy of each running lane on held-out rows at its last check;
            lanes without a check are omitted.
        waiting: Number of lanes not yet started.
        finished: Number of lanes that have ended.
    """

    steps: dict[Lane, int]
    losses: dict[Lane, float]
    accuracies: dict[Lane, float]
    waiting: int
    finished: int


class Slots:
    """The slots of a program and the lanes in them.

    Args:
        program: The compiled program.
        width: The number of slots.
    """

    def __init__(self, program: Program, width: int) -> None:
        self._program = program
        self._slots: list[Lane | None] = [None] * width
        self._state: State | None = None
        self._drawn: dict[Lane, Ahead] = {}
        self._accuracies: dict[Lane, float] = {}

    def close(self) -> None:
        """Stops the threads that prefetch batches."""
        for ahead in self._drawn.values():
            ahead.close()
        self._drawn.clear()

    @property
    def running(self) -> dict[int, Lane]:
        """The running lanes, by slot."""
        return {k: lane for k, lane in enumerate(self._slots) if lane is not None}

    def fill(self, waiting: deque[Lane], saved: Saved) -> None:
        """Puts waiting lanes into free slots.

        Args:
            waiting: Lanes not yet started; those that start are removed.
            saved: States to resume from; those that are used are removed.
        """
        came = []
        for slot, lane in enumerate(self._slots):
            if lane is None and waiting:
                self._slots[slot] = waiting.popleft()
                came.append(slot)
        if not came:
            self._shrink()
            return
        fresh = self._program.start(self._lanes())
        restored = {k: self.running[k] for k in came if self.running[k] in saved}
        if restored:
            rows = {name: np.array(leaf) for name, leaf in _named(fresh).items()}
            for slot, lane in restored.items():
                for name, value in saved.pop(lane).items():
                    rows[name][slot] = value
            leaves = [jnp.asarray(row) for row in rows.values()]
            fresh = jax.tree.unflatten(jax.tree.structure(fresh), leaves)
        here = np.isin(np.arange(len(self._slots)), came)
        before = self._empty(fresh) if self._state is None else self._state
        self._state = self._program.put(before, fresh, jnp.asarray(here))

    def advance(self) -> None:
        """Runs one chunk of steps."""
        assert self._state is not None
        program, before = self._program, np.asarray(self._state.step)
        batches = self._batches() if program.recipe.hosted else None
        self._state = program.chunk(self._state, self._lanes(), batches)
        if program.recipe.stop == "accuracy":
            self._stop_right_ones(before)

    def _stop_right_ones(self, before: np.ndarray) -> None:
        """Ends lanes that are right on all held-out inputs, if a check is due.

        A check is due every `Recipe.check_every` steps and at the last step.

        Args:
            before: Number of steps of each lane before this chunk.
        """
        assert self._state is not None
        program, state = self._program, self._state
        step, status = np.asarray(state.step), np.asarray(state.status)
        running = status == Status.RUNNING
        due = running & (step % program.recipe.check_every == 0)
        due |= (status == Status.CAPPED) & (step > before)
        if not due.any():
            return
        batches = self._held() if program.recipe.hosted else None
        wrong = np.asarray(program.wrong(state, self._lanes(), batches))
        rows = program.held_batches * program.recipe.rows
        for slot, lane in self.running.items():
            if due[slot]:
                self._accuracies[lane] = 1.0 - float(wrong[slot]) / rows
        status = np.where(due & (wrong == 0), Status.CONVERGED, status)
        self._state = replace(state, status=jnp.asarray(status, dtype=jnp.int32))

    def _held(self) -> Batch:
        """The held-out inputs of all lanes, drawn on the host."""
        numbers = range(self._program.held_batches)
        some = next(iter(self.running.values()))
        lanes = [
            [self._program.draw(lane or some, "held")(number) for number in numbers]
            for lane in self._slots
        ]
        rows = [jax.tree.map(lambda *each: np.stack(each), *one) for one in lanes]
        stacked: Batch = jax.tree.map(lambda *each: np.stack(each, axis=1), *rows)
        return stacked

    def _batches(self) -> Batch:
        """The next chunk's batches, drawn on the host; free slots repeat a lane's."""
        assert self._state is not None
        count = self._program.steps
        steps = np.asarray(self._state.step)
        by_slot: dict[int, Batch] = {}
        for slot, lane in self.running.items():
            if lane not in self._drawn:
                self._drawn[lane] = Ahead(self._program.draw(lane))
            by_slot[slot] = self._drawn[lane].take(int(steps[slot]), count)
        some = next(iter(by_slot.values()))
        lanes = [by_slot.get(slot, some) for slot in range(len(self._slots))]
        stacked: Batch = jax.tree.map(lambda *rows: np.stack(rows, axis=1), *lanes)
        return stacked

    def take_ended(self, *, patient: bool = False) -> tuple[Trained, ...]:
        """Returns the outcomes of ended lanes and frees their slots.

        Args:
            patient: Whether, on a GPU, ended lanes may wait until there are `TOGETHER`
                of them while others run. Checkpoints contain them meanwhile.
        """
        state = self._state
        assert state is not None
        status = np.asarray(state.status)
        running = self.running
        ended = {k: lane for k, lane in running.items() if status[k] in ENDS}
        wide = patient and not on_cpu()
        if len(ended) < (min(TOGETHER, len(running)) if wide else 1):
            return ()
        host: State = jax.tree.map(np.asarray, state)
        outcomes = []
        for slot, lane in ended.items():
            self._slots[slot] = None
            self._accuracies.pop(lane, None)
            if lane in self._drawn:
                self._drawn.pop(lane).close()
            one: State = jax.tree.map(lambda leaf, k=slot: leaf[k].copy(), host)
            end = ENDS[int(one.status)]
            outcomes.append(
                Trained(
                    lane=lane,
                    end=end,
                    steps=int(one.step),
                    loss=float(one.loss),
                    recent=_recent(one, end),
                    weights=named_arrays(one.net),
                )
            )
        return tuple(outcomes)

    def saved(self) -> Saved:
        """Returns the states of the running lanes, as named arrays."""
        rows = {name: np.asarray(leaf) for name, leaf in _named(self._state).items()}
        return {
            lane: {name: leaf[slot] for name, leaf in rows.items()}
            for slot, lane in self.running.items()
        }

    def progress(self, waiting: int, lanes: int) -> Progress:
        """Returns the progress of `lanes` lanes, with `waiting` not yet started."""
        assert self._state is not None
        step, loss = np.asarray(self._state.step), np.asarray(self._state.loss)
        running = self.running
        return Progress(
            steps={lane: int(step[k]) for k, lane in running.items()},
            losses={lane: float(loss[k]) for k, lane in running.items()},
            accuracies={
                lane: self._accuracies[lane]
                for lane in running.values()
                if lane in self._accuracies
            },
            waiting=waiting,
            finished=lanes - waiting - len(running),
        )

    def _lanes(self) -> LaneArrays:
        """The arrays of all slots; free ones repeat those of a running lane."""
        some = next(iter(self.running.values()))
        return stack(self._program.recipe, [lane or some for lane in self._slots])

    def _empty(self, fresh: State) -> State:
        status = jnp.full(len(self._slots), Status.EMPTY, dtype=jnp.int32)
        return replace(fresh, status=status)

    def _shrink(self) -> None:
        """Drops free slots on a GPU when at most half are in use, down to a minimum."""
        running, least = self.running, self._program.recipe.model.widths.gpu
        least = max(least, LEAST_SHRUNK)
        width = max(1, -(-len(running) // least)) * least
        narrow = running and 2 * width <= len(self._slots)
        if on_cpu() or not narrow or not self._program.movable:
            return
        chosen = [*running, *[k for k in range(len(self._slots)) if k not in running]]
        order = jnp.array(chosen[:width])
        self._slots = [self._slots[k] for k in chosen[:width]]
        self._state = jax.tree.map(lambda leaf: leaf[order], self._state)


def _named(state: State | None) -> dict[str, jax.Array]:
    paths, _ = jax.tree.flatten_with_path(state)
    return {jax.tree_util.keystr(path): leaf for path, leaf in paths}


def _recent(state: State, end: End) -> float:
    """The mean of the recent losses, rounded once."""
    recorded = int(state.step) + (end != "capped")
    known = np.asarray(state.recent)[:recorded]
    return math.fsum(known.tolist()) / len(known)
