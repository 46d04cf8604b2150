"""One single-threaded process a core, jobs handed out one by one, the dead replaced.

Who asks gets events. An outcome stays in the folder of its job until the event after
it is asked for, so nothing is lost if this process dies in between: running the same
jobs again first yields what lies there.
"""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lengthwise.errors import LengthwiseError, MachineError, SpecError, StoppedError
from lengthwise.training.job import Job
from lengthwise.training.leavings import collect, fetch
from lengthwise.training.outcome import Outcome
from lengthwise.training.threads import cores, environment

TRIES = 3
"""How often a job may lose its process before it is set aside."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Lanes that ended together."""

    job: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """How far a job is: steps and losses of running lanes, lanes waiting and ended."""

    job: str
    steps: tuple[int, ...]
    losses: tuple[float, ...]
    waiting: int
    finished: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A job that is set aside: its input was wrong, or its process died too often."""

    job: str
    error: LengthwiseError


Event: TypeAlias = Ended | Moved | Failed

Message: TypeAlias = tuple["Worker", dict[str, Any] | None]
"""What a worker said; ``None`` when it has ended."""


class Worker:
    """A training process, the job that it has, and a thread that listens to it."""

    def __init__(self, inbox: "queue.Queue[Message]", env: dict[str, str]) -> None:
        self.job: Job | None = None
        self._child = subprocess.Popen(
            [sys.executable, "-m", "lengthwise.training.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            text=True,
            start_new_session=True,  # Ctrl-C reaches the parent only
        )
        self._ear = threading.Thread(target=self._listen, args=(inbox,), daemon=True)
        self._ear.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    def give(self, job: Job) -> None:
        """Hands over a job; the end of the process is noticed by its silence."""
        self.job = job
        assert self._child.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(json.dumps(job.plain()) + "\n")
            self._child.stdin.flush()

    def end(self) -> None:
        """Asks the process to write its checkpoint and end, and waits for it."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.close()  # ends a worker that waits for a job
        self._child.terminate()
        self._child.wait()
        self._ear.join()
        self._child.stdout.close()

    def _listen(self, inbox: "queue.Queue[Message]") -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            inbox.put((self, json.loads(line)))
        inbox.put((self, None))


def run_jobs(
    jobs: Sequence[Job],
    *,
    processes: int | None = None,
    stopping: Callable[[], bool] | None = None,
    env: dict[str, str] | None = None,
) -> Iterator[Event]:
    """Yields what happens while `jobs` run, each in one of several processes.

    Args:
        jobs: Jobs with different names and folders.
        processes: How many at a time. Default: one a core.
        stopping: Asked several times a second whether to stop.
        env: The environment of the processes. Default: `environment()`.

    Raises:
        StoppedError: `stopping` said so; all checkpoints are written.
    """
    number = min(len(jobs), cores() if processes is None else processes)
    env = environment() if env is None else env
    # Programs are loaded from here and run: nobody else may write.
    Path(env["JAX_COMPILATION_CACHE_DIR"]).mkdir(0o700, parents=True, exist_ok=True)
    pool = _Pool(deque(jobs), number, env)
    try:
        yield from pool.events(stopping)
    finally:
        pool.end()


class _Pool:
    """Jobs that wait, workers, and how many workers each job has lost."""

    def __init__(self, waiting: deque[Job], number: int, env: dict[str, str]) -> None:
        self._waiting = waiting
        self._number = number
        self._env = env
        self._inbox: queue.Queue[Message] = queue.Queue()
        self._workers: list[Worker] = []
        self._deaths: Counter[str] = Counter()

    def end(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.end()

    def events(self, stopping: Callable[[], bool] | None) -> Iterator[Event]:
        """Yields events until no job is left."""
        yield from self._hand_out()
        while any(worker.job is not None for worker in self._workers):
            if stopping is not None and stopping():
                raise StoppedError("stopped; run the same again to go on")
            try:
                worker, said = self._inbox.get(timeout=0.2)
            except queue.Empty:
                continue
            yield from self._hear(worker, said)
            yield from self._hand_out()

    def _hand_out(self) -> Iterator[Event]:
        """Gives waiting jobs to idle workers; first what lies in their folders."""
        idle = [worker for worker in self._workers if worker.job is None]
        while self._waiting and (idle or len(self._workers) < self._number):
            job = self._waiting.popleft()
            with collect(job) as found:
                if found:
                    yield Ended(job.name, found)
            rest = job.without({outcome.lane for outcome in found})
            if not rest.lanes:
                continue
            if not idle:
                idle.append(Worker(self._inbox, self._env))
                self._workers.append(idle[-1])
            idle.pop().give(rest)

    def _hear(self, worker: Worker, said: dict[str, Any] | None) -> Iterator[Event]:
        job = worker.job
        if said is None:
            self._workers.remove(worker)
            worker.end()
            if job is not None:
                yield from self._bury(job)
            return
        assert job is not None
        match said["kind"]:
            case "progress":
                yield Moved(
                    job.name,
                    tuple(said["steps"]),
                    tuple(map(float, said["losses"])),
                    said["waiting"],
                    said["finished"],
                )
            case "outcomes":
                with fetch(job, said["files"]) as found:
                    yield Ended(job.name, found)
                worker.job = job.without({outcome.lane for outcome in found})
            case "error":
                worker.job = None
                kind = (
                    SpecError if said["code"] == SpecError.exit_code else MachineError
                )
                yield Failed(job.name, kind(said["message"]))
            case _:
                worker.job = None

    def _bury(self, job: Job) -> Iterator[Event]:
        """Lets a job that lost its worker run again, unless it lost too many."""
        self._deaths[job.name] += 1
        if self._deaths[job.name] < TRIES:
            self._waiting.appendleft(job)
            return
        reason = f"job {job.name} lost its process {TRIES} times; it is set aside"
        yield Failed(job.name, MachineError(reason))
