"""The local engine: one single-threaded process per core."""

import selectors
from collections.abc import Callable, Generator, Iterator, Mapping

from lengthwise.errors import SpecError
from lengthwise.experiments.engines._pool import POLL, Pool, run_pool
from lengthwise.experiments.engines._process import Process
from lengthwise.experiments.engines._timeouts import USUAL, Timeouts
from lengthwise.experiments.engines.engine import Event, OnStep
from lengthwise.experiments.engines.work import EVERY, Work
from lengthwise.experiments.sweep.bundles import ON_CPU, Sizes

RUNNER = "lengthwise.experiments.engines.runner:run"

RETRY = 0.01
"""Seconds between attempts to send the rest of a message."""


class Local:
    """Runs work in child processes.

    Args:
        workers: Number of workers.
        environment: The environment of each, with its thread flags.
        runner: Import path of the runner.
        sizes: The sizes of bundles.
        gpu: Whether the workers train on a GPU.
        timeouts: Timeouts of silent workers.

    Raises:
        SpecError: There are no workers.
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
        timeouts: Timeouts = USUAL,
    ) -> None:
        if workers < 1:
            raise SpecError(f"{workers} workers; at least 1 is needed")
        self.workers = workers
        self._environment = environment
        self._runner = runner
        self.sizes = sizes
        self.gpu = gpu
        self._timeouts = timeouts

    def run(
        self,
        works: Iterator[Work],
        *,
        renew: Callable[[Work], Work | None],
        stopping: Callable[[], bool],
        on_step: OnStep,
    ) -> Generator[Event, None, None]:
        """Yields events.

        Raises:
            HostError: No worker can be started, or a worker's disk is full.
            SpecError: A worker reported wrong input.
        """
        pool = _ProcessPool(
            self.workers, on_step, self._timeouts, self._runner, self._environment
        )
        return run_pool(pool, works, renew=renew, stopping=stopping)


class _ProcessPool(Pool[Process]):
    """Child processes, which reply through pipes."""

    def __init__(
        self,
        most: int,
        on_step: OnStep,
        timeouts: Timeouts,
        runner: str,
        environment: Mapping[str, str],
    ) -> None:
        super().__init__(most, on_step, timeouts)
        self._runner = runner
        self._environment = environment
        self._selector = selectors.DefaultSelector()

    def _start(self) -> Process:
        worker = Process(self._runner, self._environment)
        self._selector.register(worker, selectors.EVENT_READ)
        return worker

    def _answering(self) -> list[Process]:
        unsent = [worker for worker in self._workers if not worker.send_rest()]
        ready = [
            key.fileobj for key, _ in self._selector.select(RETRY if unsent else POLL)
        ]
        return [one for one in ready if isinstance(one, Process)]

    def _forget(self, worker: Process) -> None:
        super()._forget(worker)
        self._selector.unregister(worker)

    def close(self) -> None:
        """Kills all workers."""
        super().close()
        self._selector.close()
