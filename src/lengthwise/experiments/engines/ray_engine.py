"""The Ray engine: on an existing cluster by its address, or on a private one.

Bundles go to actors that request one core or one GPU each. An actor holds the same
worker process as the local engine. So there is one code path, thread flags are set
before JAX is imported, and results have the same bits. Work and records are sent as
JSON with the bytes of weights, and checkpoints as bytes: no shared disk is needed.
"""

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from lengthwise.errors import HostError, SpecError
from lengthwise.experiments.engines._messages import Decoder, Message
from lengthwise.experiments.engines._pool import POLL, Pool, run_pool
from lengthwise.experiments.engines._process import GRACE
from lengthwise.experiments.engines._ray_actor import WorkerActor, passed
from lengthwise.experiments.engines._ray_connection import Connection, connected
from lengthwise.experiments.engines._timeouts import USUAL, Timeouts
from lengthwise.experiments.engines.driver_checkpoints import DriverCheckpoints
from lengthwise.experiments.engines.engine import Event, OnStep
from lengthwise.experiments.engines.local import RUNNER
from lengthwise.experiments.engines.work import EVERY, Work
from lengthwise.experiments.sweep.bundles import ON_CPU, ON_GPU

HEAD_INTERVAL = 2.0
"""Seconds between checks of a cluster's head node."""

HEAD_TIMEOUT = 10.0
"""Seconds without a head node until a run ends; Ray kills its driver after 60."""

EVERY_ON_GPU = 30.0
"""Seconds between checkpoints on a GPU, which take 43 MB for 384 models."""


class Cluster:
    """Runs work on a Ray cluster.

    Args:
        address: Address of the cluster. Default: a private one on this host, which
            listens on the loopback device, requires a token, and ends with this object.
        workers: Number of workers. Default: one per core of the cluster, or per GPU.
        inherited: The environment from which workers inherit, restricted by `passed`.
        variables: Further environment variables of workers.
        runner: Import path of the runner.
        timeouts: Timeouts of silent workers.

    Raises:
        SpecError: There are no workers.
        HostError: Ray is not installed, or the cluster cannot be reached.

    Attributes:
        workers: Number of workers.
        gpu: Whether each worker requests a GPU.
        sizes: The sizes of bundles.
        every: Seconds between checkpoints.
        memory: Bytes of memory requested from Ray per worker.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int | None = None,
        inherited: Mapping[str, str] | None = None,
        variables: Mapping[str, str] | None = None,
        runner: str = RUNNER,
        timeouts: Timeouts = USUAL,
    ) -> None:
        if workers is not None and workers < 1:
            raise SpecError(f"{workers} workers; at least 1 is needed")
        known = os.environ if inherited is None else inherited
        self._passed = passed(known)
        self._passed |= dict(variables or {})
        self._runner = runner
        self._timeouts = timeouts
        self._connection = connected(address, workers)
        self._ray = self._connection.ray
        resources = self._ray.cluster_resources()
        on_cpu = self._passed.get("JAX_PLATFORMS", "").startswith("cpu")
        self.gpu = not on_cpu and resources.get("GPU", 0) >= 1
        self.sizes = ON_GPU if self.gpu else ON_CPU
        self.workers = workers or max(
            1, int(resources.get("GPU" if self.gpu else "CPU", 0))
        )
        self.every = EVERY_ON_GPU if self.gpu else EVERY
        self.memory = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Disconnects; a private cluster is shut down."""
        self._connection.close()

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
            HostError: No worker can be started, or the cluster is gone.
            SpecError: A worker reported wrong input.
        """
        actors = self._ray.remote(
            num_cpus=0 if self.gpu else 1,
            num_gpus=1 if self.gpu else 0,
            memory=self.memory or None,
            concurrency_groups={"receive": 1, "send": 1},
        )(WorkerActor)
        pool = _ActorPool(
            self._connection,
            self.workers,
            on_step,
            self._timeouts,
            lambda: actors.remote(self._runner, self._passed, gpu=self.gpu),
        )
        return run_pool(pool, works, renew=renew, stopping=stopping)


class _RemoteWorker:
    """A worker in an actor of the cluster."""

    def __init__(
        self,
        connection: Connection,
        actor: Any,  # noqa: ANN401 - of Ray
        checkpoints: DriverCheckpoints,
    ) -> None:
        self._connection = connection
        self._ray = connection.ray
        self._actor = actor
        self._checkpoints = checkpoints
        self._decoder = Decoder()
        self._own: deque[Message] = deque()
        self.work: Work | None = None
        self.ready = False
        self.silent = -math.inf  # it may wait for resources indefinitely
        self.name = "an actor that never answered"
        self._receive()

    def _receive(self) -> None:
        self.ref = self._actor.receive.options(concurrency_group="receive").remote()

    @property
    def has_own(self) -> bool:
        """Whether messages are available without asking the actor."""
        return bool(self._own)

    def begin(self, work: Work) -> None:
        """Gives work to the worker, with its checkpoints."""
        self.work = work
        if not self._checkpoints.claim(work):
            self._own.append(({"busy": True}, ()))
            return
        there = replace(work, folder=None if work.folder is None else work.name)
        files = self._checkpoints.files(work) if work.trials else {}
        begin = self._actor.begin.options(concurrency_group="send")
        begin.remote(there.message(), work.name, files)

    def send(self, message: bytes) -> None:
        """Sends a message; a lost worker is detected at the next read."""
        self._actor.send.options(concurrency_group="send").remote(message)

    def messages(self) -> Iterator[Message | None]:
        """Yields the messages since the last call, and ``None`` if it is lost."""
        while self._own:
            yield self._own.popleft()
        if not self._ray.wait([self.ref], timeout=0)[0]:
            return
        try:
            sent, checkpoint = self._ray.get(self.ref)
        except self._ray.exceptions.RayError:
            sent, checkpoint = b"", None
        if sent is not None or self.silent < 0:
            self.silent = 0.0
        if checkpoint is not None and self.work is not None:
            self._checkpoints.put(self.work, checkpoint)
        for message in self._decoder.feed(sent or b""):
            self._note(message)
            yield message
        if sent == b"":
            yield None
        else:
            self._receive()

    def _note(self, message: Message) -> None:
        """Unlocks a bundle once its worker releases it."""
        content = message[0]
        self.name = content.get("worker", self.name)
        if self.work is not None and not content.keys() & {"step", "records", "alive"}:
            if "done" in content:
                self._checkpoints.remove(self.work)
            self._checkpoints.release(self.work)

    def end(self) -> str:
        """Releases a lost worker and returns how it ended."""
        try:
            ended = self._actor.end.options(concurrency_group="send").remote()
            reason = str(self._ray.get(ended, timeout=2 * GRACE))
        except self._ray.exceptions.RayError as error:
            reason = f"was lost with its node or actor ({type(error).__name__})"
        self.kill()
        return reason

    def clean_up(self) -> Any:  # noqa: ANN401
        """Removes an idle worker's files on its node; returns what to wait for."""
        return self._actor.clean_up.options(concurrency_group="send").remote()

    def kill(self) -> str:
        """Kills the worker, by killing its actor."""
        if self.work is not None:
            self._checkpoints.release(self.work)
        if self._connection.answers():  # otherwise Ray waits for the head
            self._ray.kill(self._actor)
        return "was killed by its driver"


class _ActorPool(Pool[_RemoteWorker]):
    """Workers in actors of the cluster."""

    def __init__(
        self,
        connection: Connection,
        most: int,
        on_step: OnStep,
        timeouts: Timeouts,
        new_actor: Callable[[], Any],
    ) -> None:
        super().__init__(most, on_step, timeouts)
        self._connection = connection
        self._ray = connection.ray
        self._answered = self._asked = time.monotonic()
        self._new_actor = new_actor
        self._checkpoints = DriverCheckpoints()

    def _start(self) -> _RemoteWorker:
        return _RemoteWorker(self._connection, self._new_actor(), self._checkpoints)

    def _answering(self) -> list[_RemoteWorker]:
        self._check_head()
        ready = [worker for worker in self._workers if worker.has_own]
        refs = {worker.ref: worker for worker in self._workers}
        if not ready and refs:
            self._ray.wait(list(refs), timeout=POLL)
            done, _ = self._ray.wait(list(refs), num_returns=len(refs), timeout=0)
            ready = [refs[ref] for ref in done]
        return ready

    def _check_head(self) -> None:
        """Ends the run if the head node is gone; Ray would kill this process later."""
        now = time.monotonic()
        if now - self._asked < HEAD_INTERVAL or self.error is not None:
            return
        paused = now - self._asked > 5 * HEAD_INTERVAL  # this process was paused
        if paused or self._connection.answers():
            self._answered = now
        self._asked = now
        if now - self._answered > HEAD_TIMEOUT:
            self.error = HostError(
                f"the head of the Ray cluster at {self._connection.name} does not "
                "answer any more; restart the cluster, or use --engine local, "
                "and run the same sweep to continue"
            )

    def close(self) -> None:
        """Kills all workers; idle ones leave no files on their nodes."""
        ends = [
            one.clean_up() for one in self._workers if one.ready and one.work is None
        ]
        if ends:
            self._ray.wait(ends, num_returns=len(ends), timeout=GRACE)
        super().close()
        self._checkpoints.close()
