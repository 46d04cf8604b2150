"""The worker pool of an engine: assigns work, reads messages, replaces lost workers."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from lengthwise import __version__
from lengthwise.errors import HostError, LengthwiseError, SpecError
from lengthwise.experiments.engines._messages import Message, encoded
from lengthwise.experiments.engines._timeouts import Timeouts
from lengthwise.experiments.engines.engine import (
    ATTEMPTS,
    PAUSE,
    Ended,
    Event,
    Finished,
    Idle,
    OnStep,
    SetAside,
    Warned,
)
from lengthwise.experiments.engines.work import Step, Work, read_records
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN, float_of

POLL = 0.1
"""Seconds without messages after which an engine checks whether to stop."""

LONGEST_POLL = 1.0
"""Limit on the seconds counted between two checks.

It keeps a driver that was paused itself from timing out its workers.
"""


class Worker(Protocol):
    """A process that is idle or works on one bundle."""

    work: Work | None
    ready: bool
    silent: float
    """Seconds since its last message; minus infinity before there can be one."""
    name: str
    """A readable name of the process."""

    def begin(self, work: Work) -> None:
        """Gives work to the worker."""

    def send(self, message: bytes) -> None:
        """Sends a message; a lost worker is detected at the next read."""

    def messages(self) -> Iterator[Message | None]:
        """Yields its messages since the last call, and ``None`` if it is lost.

        Any message resets `silent`.
        """

    def end(self) -> str:
        """Releases a lost worker and returns how it ended."""

    def kill(self) -> str:
        """Kills the worker."""


Kind = TypeVar("Kind", bound=Worker)


class Pool(ABC, Generic[Kind]):
    """The workers of a run.

    Args:
        most: The largest number of workers.
        on_step: Called with the progress of a piece of work.
        timeouts: How long a worker may be silent.
    """

    def __init__(self, most: int, on_step: OnStep, timeouts: Timeouts) -> None:
        self._most = most
        self._on_step = on_step
        self._timeouts = timeouts
        self._looked = time.monotonic()
        self._failed_starts = 0
        self._workers: list[Kind] = []
        self.stopped = False
        self.error: BaseException | None = None

    @abstractmethod
    def _start(self) -> Kind:
        """Starts a worker."""

    @abstractmethod
    def _answering(self) -> Sequence[Kind]:
        """Waits up to `POLL` seconds for workers with messages."""

    def _forget(self, worker: Kind) -> None:
        """Records that a worker is lost."""
        self._workers.remove(worker)

    @property
    def working(self) -> int:
        """The number of busy workers."""
        return sum(worker.work is not None for worker in self._workers)

    @property
    def free(self) -> int:
        """The number of workers without work, including those not yet started."""
        return self._most - self.working

    def hand_out(self, waiting: deque[Work]) -> None:
        """Gives waiting work to idle workers, starting new ones if needed."""
        for worker in self._workers:
            if waiting and worker.ready and worker.work is None:
                worker.begin(waiting.popleft())
        coming = sum(not worker.ready for worker in self._workers)
        room = self._most - len(self._workers)
        for _ in range(min(len(waiting) - coming, room)):
            self._workers.append(self._start())

    def stop(self) -> None:
        """Tells all busy workers, once, to stop after their chunk."""
        if not self.stopped:
            self.stopped = True
            for worker in self._workers:
                if worker.work is not None:
                    worker.send(encoded({"stop": True}))

    def events(self) -> Iterator[Event | Work]:
        """Yields events from the workers, and work that another process already does.

        Records of all workers are yielded together; workers continue once more is
        taken.
        """
        records: list[Record] = []
        finished: list[Kind] = []
        rest: list[Event | Work] = []
        for worker in self._answering():
            for message in worker.messages():
                if message is None:
                    self._forget(worker)
                    rest += self._after_loss(worker, worker.end())
                elif "records" in message[0]:
                    records += read_records(message)
                    finished.append(worker)
                else:
                    rest += self._after_message(worker, message[0])
        if records:
            yield Finished(tuple(records))
        for worker in finished:
            worker.send(encoded({"kept": True}))
        yield from rest
        yield from self._after_timeouts()

    def _after_timeouts(self) -> Iterator[Event]:
        """Kills workers that have been silent for too long; they count as lost."""
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_POLL), now
        for worker in list(self._workers):
            worker.silent += passed
            if worker.silent < self._timeout(worker):
                continue
            self._forget(worker)
            worker.kill()
            reason = f"was silent for {worker.silent:.0f} seconds"
            yield Warned(_timeout_warning(worker, reason, stopped=self.stopped))
            yield from self._after_loss(worker, f"{reason} and was killed")

    def _timeout(self, worker: Kind) -> float:
        usual = self._timeouts.working if worker.ready else self._timeouts.starting
        return min(usual, self._timeouts.stopping) if self.stopped else usual

    def _after_message(
        self, worker: Kind, content: Mapping[str, Any]
    ) -> Iterator[Event | Work]:
        work = worker.work
        match content:
            case {"ready": version}:
                worker.ready = True
                self._failed_starts = 0
                self.error = self.error or _version_error(version)
                return
            case {"alive": _}:
                return
            case {"step": step} if work is not None:
                measured = {name: float_of(step[name]) for name in ("loss", "accuracy")}
                self._on_step(work, Step(**step | measured))
                return
            case {"failed": {"code": code, "text": text}}:
                self.error = _worker_error(code, text)
            case {"done": _} if work is not None:
                yield Ended(work)
            case {"busy": _} if work is not None:
                yield work
            case {"stopped": _} if work is not None and not self.stopped:
                yield SetAside(work, "stopped unexpectedly")
        worker.work = None

    def _after_loss(self, worker: Kind, reason: str) -> Iterator[Event]:
        if worker.work is not None:
            yield SetAside(worker.work, reason)
        elif not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= ATTEMPTS:
                self.error = HostError(f"a worker could not be started: it {reason}")

    def close(self) -> None:
        """Kills all workers; idle ones have nothing to lose."""
        for worker in self._workers:
            worker.kill()


def run_pool(
    pool: Pool[Any],
    works: Iterator[Work],
    *,
    renew: Callable[[Work], Work | None],
    stopping: Callable[[], bool],
) -> Generator[Event, None, None]:
    """Yields the events of a pool at work, as `engine.Engine.run`."""
    waiting: deque[Work] = deque()
    busy: deque[tuple[float, Work]] = deque()
    try:
        while True:
            while busy and busy[0][0] <= time.monotonic():
                left = renew(busy.popleft()[1])
                waiting.extend([] if left is None else [left])
            if stopping() or pool.error is not None:
                pool.stop()
            else:
                waiting.extend(islice(works, max(0, pool.free - len(waiting))))
                pool.hand_out(waiting)
            if not pool.working and (pool.stopped or not (waiting or busy)):
                break
            for event in pool.events():
                match event:
                    case SetAside(work) if work.attempt < ATTEMPTS:
                        left = renew(work)
                        waiting.extend([] if left is None else [left.again()])
                    case Work():
                        busy.append((time.monotonic() + PAUSE, event))
                    case _:
                        yield event
            yield Idle()
        if pool.error is not None:
            raise pool.error
    finally:
        pool.close()


def _timeout_warning(worker: Worker, reason: str, *, stopped: bool) -> str:
    """The warning about a silent worker."""
    warning = f"a worker ({worker.name}) {reason} and was killed"
    if worker.work is None:
        return warning
    bundle = f"its bundle {worker.work.name[:SHOWN]}"
    after = "stays at its last checkpoint" if stopped else "is restarted"
    return f"{warning}; {bundle} {after}"


def _version_error(version: object) -> HostError | None:
    """The error for a worker of a different version."""
    if version == __version__:
        return None
    return HostError(
        f"a worker has version {version} of lengthwise, and this is {__version__}; "
        "install the same on every node"
    )


def _worker_error(code: int, text: str) -> BaseException:
    """The error that a worker reported."""
    kinds: dict[int, type[LengthwiseError]] = {2: SpecError, 4: HostError}
    if code in kinds:
        return kinds[code](text)
    return RuntimeError(f"a worker failed\n{text}")
