"""The engine of this machine: one process with one thread for each core."""

import selectors
from collections.abc import Callable, Generator, Iterator, Mapping

from lengthwise.errors import SpecError
from lengthwise.experiments.engines._pool import TICK, Crew, run_crew
from lengthwise.experiments.engines._process import Process
from lengthwise.experiments.engines._silence import USUAL, Silence
from lengthwise.experiments.engines.engine import Event, Tell
from lengthwise.experiments.engines.work import EVERY, Work
from lengthwise.experiments.sweep.bundles import ON_CPU, Sizes

RUNNER = "lengthwise.experiments.engines.runner:run"

SOON = 0.01
"""Seconds after which a worker is told the rest of a message that it did not take."""


class Local:
    """Runs work in child processes of this one.

    Args:
        workers: How many.
        environment: The environment of each, with its thread flags.
        runner: Import path of what does the work.
        sizes: How large bundles are.
        gpu: Whether they train on a GPU.
        silence: How long a worker may say nothing.

    Raises:
        SpecError: There is not one worker.
    """

    every = EVERY
    """Seconds between checkpoints."""

    def __init__(
        self,
        workers: int,
        *,
        environment: Mapping[str, str],
        runner: str = RUNNER,
        sizes: Sizes = ON_CPU,
        gpu: bool = False,
        silence: Silence = USUAL,
    ) -> None:
        if workers < 1:
            raise SpecError(f"{workers} workers; at least 1 is needed")
        self.workers = workers
        self._environment = environment
        self._runner = runner
        self.sizes = sizes
        self.gpu = gpu
        self._silence = silence

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
        crew = _Children(
            self.workers, tell, self._silence, self._runner, self._environment
        )
        yield from run_crew(crew, works, renew=renew, stopping=stopping)


class _Children(Crew[Process]):
    """Child processes, heard through their pipes."""

    def __init__(
        self,
        most: int,
        tell: Tell,
        silence: Silence,
        runner: str,
        environment: Mapping[str, str],
    ) -> None:
        super().__init__(most, tell, silence)
        self._runner = runner
        self._environment = environment
        self._selector = selectors.DefaultSelector()

    def _start(self) -> Process:
        worker = Process(self._runner, self._environment)
        self._selector.register(worker, selectors.EVENT_READ)
        return worker

    def _spoke(self) -> list[Process]:
        unsaid = [worker for worker in self._workers if not worker.send()]
        patience = SOON if unsaid else TICK
        found = [key.fileobj for key, _ in self._selector.select(patience)]
        return [one for one in found if isinstance(one, Process)]

    def _forget(self, worker: Process) -> None:
        super()._forget(worker)
        self._selector.unregister(worker)

    def close(self) -> None:
        """Ends all at once."""
        super().close()
        self._selector.close()
