"""The engine of this machine: one process with one thread for each core."""

import selectors
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from typing import Any

from lengthwise.errors import LengthwiseError, MachineError, SpecError
from lengthwise.experiments.canonical import measured
from lengthwise.experiments.engine import (
    ATTEMPTS,
    PAUSE,
    Ended,
    Event,
    Finished,
    Idle,
    SetAside,
    Tell,
)
from lengthwise.experiments.frames import frame
from lengthwise.experiments.process import Process
from lengthwise.experiments.record import Record
from lengthwise.experiments.work import Step, Work, read_records

RUNNER = "lengthwise.experiments.running:run"

TICK = 0.1
"""Seconds after which an engine that hears nothing looks whether it should stop."""


class Local:
    """Runs work in child processes of this one.

    Args:
        workers: How many.
        environment: The environment of each, with its thread flags.
        runner: Import path of what does the work.
        sizes: How many trials a bundle has at least and at most.

    Raises:
        SpecError: There is not one worker.
    """

    def __init__(
        self,
        workers: int,
        *,
        environment: Mapping[str, str],
        runner: str = RUNNER,
        sizes: tuple[int, int] = (8, 64),
    ) -> None:
        if workers < 1:
            raise SpecError(f"{workers} workers; at least 1 is needed")
        self.workers = workers
        self._environment = environment
        self._runner = runner
        self.sizes = sizes

    def run(
        self,
        works: Iterator[Work],
        *,
        renew: Callable[[Work], Work | None],
        stopping: Callable[[], bool],
        tell: Tell,
    ) -> Generator[Event, None, None]:
        """Yields what happens.

        Raises:
            MachineError: No worker can be started, or the disk of one is full.
            SpecError: A worker found that the input was wrong.
        """
        crew = _Crew(self._runner, self._environment, tell)
        waiting: deque[Work] = deque()
        busy: deque[tuple[float, Work]] = deque()
        try:
            while True:
                while busy and busy[0][0] <= time.monotonic():
                    left = renew(busy.popleft()[1])
                    waiting.extend([] if left is None else [left])
                if stopping() or crew.error is not None:
                    crew.stop()
                else:
                    self._fill(crew, waiting, works)
                if not crew.working and (crew.stopped or not (waiting or busy)):
                    break
                for event in crew.listen():
                    match event:
                        case SetAside(work) if work.attempt < ATTEMPTS:
                            left = renew(work)
                            waiting.extend([] if left is None else [left.again()])
                        case Work():
                            busy.append((time.monotonic() + PAUSE, event))
                        case _:
                            yield event
                yield Idle()
            if crew.error is not None:
                raise crew.error
        finally:
            crew.kill()

    def _fill(self, crew: "_Crew", waiting: deque[Work], works: Iterator[Work]) -> None:
        while crew.working < self.workers:
            work = waiting.popleft() if waiting else next(works, None)
            if work is None:
                return
            crew.begin(work)


class _Crew:
    """The workers of a run."""

    def __init__(self, runner: str, environment: Mapping[str, str], tell: Tell) -> None:
        self._start = partial(Process, runner, environment)
        self._tell = tell
        self._workers: list[Process] = []
        self._selector = selectors.DefaultSelector()
        self.stopped = False
        self.error: BaseException | None = None

    @property
    def working(self) -> int:
        """How many have work."""
        return sum(worker.work is not None for worker in self._workers)

    def begin(self, work: Work) -> None:
        """Gives work to a worker that has none, or to a new one."""
        worker = next((w for w in self._workers if w.work is None), None)
        if worker is None:
            worker = self._start()
            self._workers.append(worker)
            self._selector.register(worker, selectors.EVENT_READ)
        worker.begin(work)

    def stop(self) -> None:
        """Tells all that work to end their chunk, once."""
        if not self.stopped:
            self.stopped = True
            for worker in self._workers:
                if worker.work is not None:
                    worker.tell(frame({"stop": True}))

    def listen(self) -> Iterator[Event | Work]:
        """Yields what was heard: events, and work that another process does.

        Records of all workers come together; each goes on when more is asked for.
        """
        records: list[Record] = []
        spoke: list[Process] = []
        rest: list[Event | Work] = []
        for key, _ in self._selector.select(TICK):
            worker = key.fileobj
            assert isinstance(worker, Process)
            for message in worker.messages():
                if message is None:
                    rest += self._lost(worker)
                elif "records" in message[0]:
                    records += read_records(message)
                    spoke.append(worker)
                else:
                    rest += self._heard(worker, message[0])
        if records:
            yield Finished(tuple(records))
        for worker in spoke:
            worker.tell(frame({"kept": True}))
        yield from rest

    def _heard(
        self, worker: Process, said: Mapping[str, Any]
    ) -> Iterator[Event | Work]:
        work = worker.work
        match said:
            case {"ready": _}:
                worker.ready = True
                return
            case {"step": step} if work is not None:
                self._tell(work, Step(**step | {"loss": measured(step["loss"])}))
                return
            case {"failed": {"code": code, "text": text}}:
                self.error = _raised(code, text)
            case {"done": _} if work is not None:
                yield Ended(work)
            case {"busy": _} if work is not None:
                yield work
        worker.work = None

    def _lost(self, worker: Process) -> Iterator[Event]:
        self._selector.unregister(worker)
        self._workers.remove(worker)
        reason = worker.end()
        if worker.work is not None:
            yield SetAside(worker.work, reason)
        if not worker.ready:
            self.error = MachineError(f"a worker could not be started: it {reason}")

    def kill(self) -> None:
        """Ends all at once: who is idle has nothing to lose."""
        for worker in self._workers:
            worker.kill()
        self._selector.close()


def _raised(code: int, text: str) -> BaseException:
    """The error that a worker reported."""
    kinds: dict[int, type[LengthwiseError]] = {2: SpecError, 4: MachineError}
    if code in kinds:
        return kinds[code](text)
    return RuntimeError(f"a worker failed\n{text}")
