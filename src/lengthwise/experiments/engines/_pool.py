"""The workers of an engine, wherever they are: given work, heard, replaced."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from lengthwise import __version__
from lengthwise.errors import LengthwiseError, MachineError, SpecError
from lengthwise.experiments.engines._messages import Message, frame
from lengthwise.experiments.engines._silence import Silence
from lengthwise.experiments.engines.engine import (
    ATTEMPTS,
    PAUSE,
    Ended,
    Event,
    Finished,
    Idle,
    SetAside,
    Tell,
    Warned,
)
from lengthwise.experiments.engines.work import Step, Work, read_records
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN, measured

TICK = 0.1
"""Seconds after which an engine that hears nothing looks whether it should stop."""

LOOK = 1.0
"""Seconds that count at most between two looks: a driver that was paused itself must
not take that for silence of its workers."""


class Worker(Protocol):
    """A process that is idle or does one piece of work."""

    work: Work | None
    ready: bool
    silent: float
    """Seconds since its last sign of life; minus infinity before there can be one."""
    name: str
    """Which process it is, for people."""

    def begin(self, work: Work) -> None:
        """Gives work to the worker."""

    def tell(self, message: bytes) -> None:
        """Says something; that a worker is lost is noticed when it is heard next."""

    def messages(self) -> Iterator[Message | None]:
        """Yields what the worker said since, and ``None`` if it is lost.

        Whatever came makes it `silent` no longer.
        """

    def end(self) -> str:
        """Lets go of a lost worker, and says how it ended."""

    def kill(self) -> str:
        """Ends the worker at once."""


Kind = TypeVar("Kind", bound=Worker)


class Crew(ABC, Generic[Kind]):
    """The workers of a run.

    Args:
        most: How many there are at most.
        tell: Told how far a piece of work is.
        silence: How long a worker may say nothing.
    """

    def __init__(self, most: int, tell: Tell, silence: Silence) -> None:
        self._most = most
        self._tell = tell
        self._silence = silence
        self._looked = time.monotonic()
        self._failed = 0
        self._workers: list[Kind] = []
        self.stopped = False
        self.error: BaseException | None = None

    @abstractmethod
    def _start(self) -> Kind:
        """A new worker."""

    @abstractmethod
    def _spoke(self) -> Sequence[Kind]:
        """Workers with something to say, waiting for them `TICK` seconds."""

    def _forget(self, worker: Kind) -> None:
        """Notes that a worker is lost."""
        self._workers.remove(worker)

    @property
    def working(self) -> int:
        """How many have work."""
        return sum(worker.work is not None for worker in self._workers)

    @property
    def room(self) -> int:
        """How many pieces of work could be begun if all workers were there."""
        return self._most - self.working

    def begin(self, work: Work) -> bool:
        """Gives work to a worker that has none; says whether there is one."""
        for worker in self._workers:
            if worker.ready and worker.work is None:
                worker.begin(work)
                return True
        return False

    def prepare(self, works: int) -> None:
        """Starts workers for so many pieces of work that found none."""
        coming = sum(not worker.ready for worker in self._workers)
        room = self._most - len(self._workers)
        for _ in range(min(works - coming, room)):
            self._workers.append(self._start())

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
        spoke: list[Kind] = []
        rest: list[Event | Work] = []
        for worker in self._spoke():
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
        yield from self._silenced()

    def _silenced(self) -> Iterator[Event]:
        """Ends workers that have been silent for too long: they are lost."""
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, LOOK), now
        for worker in list(self._workers):
            worker.silent += passed
            if worker.silent < self._patience(worker):
                continue
            self._forget(worker)
            worker.kill()
            silence = f"said nothing for {worker.silent:.0f} seconds"
            yield Warned(_given_up(worker, silence, stopped=self.stopped))
            yield from self._gone(worker, f"{silence} and was killed")

    def _patience(self, worker: Kind) -> float:
        usual = self._silence.working if worker.ready else self._silence.starting
        return min(usual, self._silence.stopping) if self.stopped else usual

    def _heard(self, worker: Kind, said: Mapping[str, Any]) -> Iterator[Event | Work]:
        work = worker.work
        match said:
            case {"ready": version}:
                worker.ready = True
                self._failed = 0
                self.error = self.error or _other(version)
                return
            case {"alive": _}:
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
            case {"stopped": _} if work is not None and not self.stopped:
                yield SetAside(work, "stopped by itself")
        worker.work = None

    def _lost(self, worker: Kind) -> Iterator[Event]:
        self._forget(worker)
        yield from self._gone(worker, worker.end())

    def _gone(self, worker: Kind, reason: str) -> Iterator[Event]:
        if worker.work is not None:
            yield SetAside(worker.work, reason)
        elif not worker.ready:
            self._failed += 1
            if self._failed >= ATTEMPTS:
                self.error = MachineError(f"a worker could not be started: it {reason}")

    def close(self) -> None:
        """Ends all at once: who is idle has nothing to lose."""
        for worker in self._workers:
            worker.kill()


def run_crew(
    crew: Crew[Any],
    works: Iterator[Work],
    *,
    renew: Callable[[Work], Work | None],
    stopping: Callable[[], bool],
) -> Generator[Event, None, None]:
    """Yields what happens while a crew does the work; as `engine.Engine.run`."""
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
                _fill(crew, waiting, works)
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
        crew.close()


def _fill(crew: Crew[Any], waiting: deque[Work], works: Iterator[Work]) -> None:
    while len(waiting) < crew.room and (work := next(works, None)) is not None:
        waiting.append(work)
    while waiting and crew.begin(waiting[0]):
        waiting.popleft()
    crew.prepare(len(waiting))


def _given_up(worker: Worker, silence: str, *, stopped: bool) -> str:
    """What the user is told of a silent worker."""
    told = f"a worker ({worker.name}) {silence} and was killed"
    if worker.work is None:
        return told
    bundle = f"its bundle {worker.work.name[:SHOWN]}"
    after = "stays as its last checkpoint has it" if stopped else "is begun again"
    return f"{told}; {bundle} {after}"


def _other(version: object) -> MachineError | None:
    """The error that a worker is of another version."""
    if version == __version__:
        return None
    return MachineError(
        f"a worker has version {version} of lengthwise, and this is {__version__}; "
        "install the same on every node"
    )


def _raised(code: int, text: str) -> BaseException:
    """The error that a worker reported."""
    kinds: dict[int, type[LengthwiseError]] = {2: SpecError, 4: MachineError}
    if code in kinds:
        return kinds[code](text)
    return RuntimeError(f"a worker failed\n{text}")
