"""What runs the work of a sweep: this process, others on this host, a cluster.

Workers compute, the driver writes. Contract, for every engine:

* Work is taken when there is room for it, never all at once.
* Records that an engine yields count as kept when more is taken; no worker goes on
  before that, so nothing is lost that a checkpoint no longer holds.
* Work whose worker is lost is begun again, and set aside when that has happened
  `ATTEMPTS` times; the rest goes on.
* A worker that sends no heartbeat is lost as well, and a warning says which.
* When `stopping` is true, workers end their chunk and write their checkpoints, and the
  engine yields no more.
"""

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from lengthwise.errors import StoppedError
from lengthwise.experiments.engines.work import BusyError, Runner, Step, Work
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.sweep.bundles import ON_CPU, Sizes

ATTEMPTS = 3
"""How often work is begun before it is set aside."""

PAUSE = 0.5
"""Seconds before work that another process does is looked at again."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Records that are complete, to be written in one transaction."""

    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """Work of which nothing is left to do."""

    work: Work


@dataclass(frozen=True, slots=True)
class SetAside:
    """Work that ended its worker too often."""

    work: Work
    reason: str


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that the user should know, in one line."""

    text: str


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing, since a while: time to look at the clock."""


Event: TypeAlias = Finished | Ended | SetAside | Warned | Idle

OnStep: TypeAlias = Callable[[Work, Step], None]
"""Called with how far a piece of work is."""


class Engine(Protocol):
    """Whatever can run a sweep; the module says what it promises."""

    @property
    def sizes(self) -> Sizes:
        """How large bundles are."""

    def run(
        self,
        works: Iterator[Work],
        *,
        renew: Callable[[Work], Work | None],
        stopping: Callable[[], bool],
        on_step: OnStep,
    ) -> Generator[Event, None, None]:
        """Yields what happens.

        Args:
            works: The work, made when it is needed.
            renew: Returns what is left of a work that is to be begun again.
            stopping: Whether to stop.
            on_step: Called with how far a piece of work is.
        """


class Here:
    """Runs one piece of work after the other in this process.

    For a computer with one accelerator, and for tests.

    Args:
        runner: What does the work.
        sizes: How large bundles are.
    """

    def __init__(self, runner: Runner, sizes: Sizes = ON_CPU) -> None:
        self._runner = runner
        self.sizes = sizes

    def run(
        self,
        works: Iterator[Work],
        *,
        renew: Callable[[Work], Work | None],
        stopping: Callable[[], bool],
        on_step: OnStep,
    ) -> Generator[Event, None, None]:
        """Yields what happens; an error of the runner is raised as it is."""
        busy: list[Work] = []
        while not stopping():
            work = next(works, None)
            if work is None:
                if not busy:
                    return
                time.sleep(PAUSE)
                work = renew(busy.pop(0))
                if work is None:
                    continue
            try:
                yield from self._events(work, stopping, on_step)
            except BusyError:
                busy.append(work)
            except StoppedError:
                return

    def _events(
        self, work: Work, stopping: Callable[[], bool], on_step: OnStep
    ) -> Iterator[Event]:
        def progress(step: Step) -> None:
            on_step(work, step)

        for records in self._runner(work, stopping=stopping, progress=progress):
            yield Finished(records)
        yield Ended(work)
