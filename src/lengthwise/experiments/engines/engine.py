"""The protocol of engines, which run the work of a sweep.

Workers compute and the driver writes. The contract of every engine:

* Work is taken when a worker is free, never all at once.
* Yielded records count as saved once the next event is requested. Workers do not
  continue before that, so no record is lost that a checkpoint no longer holds.
* Work whose worker is lost is restarted, and set aside after `ATTEMPTS` attempts; other
  work continues.
* A worker without heartbeat also counts as lost, with a warning.
* When `stopping` returns true, workers finish their chunk and write checkpoints, and
  the engine yields nothing more.
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
"""Number of attempts before work is set aside."""

PAUSE = 0.5
"""Seconds between checks of work that another process has locked."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Complete records, to be written in one transaction."""

    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """Work that is complete."""

    work: Work


@dataclass(frozen=True, slots=True)
class SetAside:
    """Work set aside because its workers failed too often."""

    work: Work
    reason: str


@dataclass(frozen=True, slots=True)
class Warned:
    """A one-line warning for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class Idle:
    """No event for a while, so that the caller can check the time."""


Event: TypeAlias = Finished | Ended | SetAside | Warned | Idle

OnStep: TypeAlias = Callable[[Work, Step], None]
"""Called with the progress of a piece of work."""


class Engine(Protocol):
    """Anything that can run a sweep, under the contract of this module."""

    @property
    def sizes(self) -> Sizes:
        """The sizes of bundles."""

    def run(
        self,
        works: Iterator[Work],
        *,
        renew: Callable[[Work], Work | None],
        stopping: Callable[[], bool],
        on_step: OnStep,
    ) -> Generator[Event, None, None]:
        """Yields events.

        Args:
            works: The work, generated on demand.
            renew: Returns the remaining part of a work to restart.
            stopping: Returns whether to stop.
            on_step: Called with the progress of a piece of work.
        """


class Here:
    """Runs work sequentially in this process.

    For a computer with one accelerator, and for tests.

    Args:
        runner: The runner.
        sizes: The sizes of bundles.
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
        """Yields events; errors of the runner propagate unchanged."""
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
