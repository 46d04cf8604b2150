"""The engine of a Ray cluster: an existing one by its address, or a private one.

Bundles go to actors that ask for one core or one GPU each. An actor holds the same
worker process as the local engine does, so there is one code path, thread flags are
set before JAX is imported, and the bits are the same. Work and records travel as
JSON with the bytes of weights, checkpoints as bytes: no disk is shared.
"""

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from lengthwise.errors import MachineError, SpecError
from lengthwise.experiments.engines._messages import Frames, Message
from lengthwise.experiments.engines._pool import TICK, Crew, run_crew
from lengthwise.experiments.engines._process import GRACE
from lengthwise.experiments.engines._ray_actor import Seat, passed
from lengthwise.experiments.engines._ray_connection import Connection, connected
from lengthwise.experiments.engines._silence import USUAL, Silence
from lengthwise.experiments.engines.driver_checkpoints import Shelf
from lengthwise.experiments.engines.engine import Event, Tell
from lengthwise.experiments.engines.local import RUNNER
from lengthwise.experiments.engines.work import EVERY, Work
from lengthwise.experiments.sweep.bundles import ON_CPU, ON_GPU

GLANCES = 2.0
"""Seconds between two looks at the head of a cluster."""

HEADLESS = 10.0
"""Seconds without a head after which a run ends; Ray ends its driver after 60."""

EVERY_ON_GPU = 30.0
"""Seconds between checkpoints of a GPU: those of 384 models have 43 MB."""


class Cluster:
    """Runs work on a Ray cluster.

    Args:
        address: Address of the cluster. Default: a private one on this machine, which
            listens on the loopback device, wants a token, and ends with this object.
        workers: How many. Default: one for each core of the cluster, or for each GPU.
        inherited: The environment of which workers have what `passed` names.
        variables: What workers have in their environment besides.
        runner: Import path of what does the work.
        silence: How long a worker may say nothing.

    Raises:
        SpecError: There is not one worker.
        MachineError: Ray is not installed, or the cluster cannot be reached.

    Attributes:
        workers: How many.
        gpu: Whether each asks for a GPU.
        sizes: How large bundles are.
        every: Seconds between checkpoints.
        memory: Bytes that Ray is asked to have free for each worker.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int | None = None,
        inherited: Mapping[str, str] | None = None,
        variables: Mapping[str, str] | None = None,
        runner: str = RUNNER,
        silence: Silence = USUAL,
    ) -> None:
        if workers is not None and workers < 1:
            raise SpecError(f"{workers} workers; at least 1 is needed")
        known = os.environ if inherited is None else inherited
        self._passed = passed(known)
        self._passed |= dict(variables or {})
        self._runner = runner
        self._silence = silence
        self._connection = connected(address, workers)
        self._ray = self._connection.ray
        found = self._ray.cluster_resources()
        on_cpu = self._passed.get("JAX_PLATFORMS", "").startswith("cpu")
        self.gpu = not on_cpu and found.get("GPU", 0) >= 1
        self.sizes = ON_GPU if self.gpu else ON_CPU
        self.workers = workers or max(
            1, int(found.get("GPU" if self.gpu else "CPU", 0))
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
        """Leaves the cluster; a private one ends."""
        self._connection.close()

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
            MachineError: No worker can be started, or the cluster is gone.
            SpecError: A worker found that the input was wrong.
        """
        seats = self._ray.remote(
            num_cpus=0 if self.gpu else 1,
            num_gpus=1 if self.gpu else 0,
            memory=self.memory or None,
            concurrency_groups={"ears": 1, "mouth": 1},
        )(Seat)
        crew = _Actors(
            self._connection,
            self.workers,
            tell,
            self._silence,
            lambda: seats.remote(self._runner, self._passed, gpu=self.gpu),
        )
        yield from run_crew(crew, works, renew=renew, stopping=stopping)


class _Remote:
    """A worker in a seat of the cluster."""

    def __init__(self, connection: Connection, seat: Any, shelf: Shelf) -> None:  # noqa: ANN401
        self._connection = connection
        self._ray = connection.ray
        self._seat = seat
        self._shelf = shelf
        self._frames = Frames()
        self._own: deque[Message] = deque()
        self.work: Work | None = None
        self.ready = False
        self.silent = -math.inf  # it may wait for a place as long as it takes
        self.name = "an actor that never answered"
        self._hear()

    def _hear(self) -> None:
        self.ref = self._seat.hear.options(concurrency_group="ears").remote()

    @property
    def impatient(self) -> bool:
        """Whether it has something to say that its seat need not be asked for."""
        return bool(self._own)

    def begin(self, work: Work) -> None:
        """Gives work to the worker, with the checkpoints that are kept of it."""
        self.work = work
        if not self._shelf.claim(work):
            self._own.append(({"busy": True}, ()))
            return
        there = replace(work, folder=None if work.folder is None else work.name)
        files = self._shelf.files(work) if work.trials else {}
        mouth = self._seat.begin.options(concurrency_group="mouth")
        mouth.remote(there.frame(), work.name, files)

    def tell(self, message: bytes) -> None:
        """Says something; that a worker is lost is noticed when it is heard next."""
        self._seat.tell.options(concurrency_group="mouth").remote(message)

    def messages(self) -> Iterator[Message | None]:
        """Yields what the worker said since, and ``None`` if it is lost."""
        while self._own:
            yield self._own.popleft()
        if not self._ray.wait([self.ref], timeout=0)[0]:
            return
        try:
            said, checkpoint = self._ray.get(self.ref)
        except self._ray.exceptions.RayError:
            said, checkpoint = b"", None
        if said is not None or self.silent < 0:
            self.silent = 0.0
        if checkpoint is not None and self.work is not None:
            self._shelf.put(self.work, checkpoint)
        for message in self._frames.feed(said or b""):
            self._note(message)
            yield message
        if said == b"":
            yield None
        else:
            self._hear()

    def _note(self, message: Message) -> None:
        """Lets go of a bundle when its worker does."""
        said = message[0]
        self.name = said.get("worker", self.name)
        if self.work is not None and not said.keys() & {"step", "records", "alive"}:
            if "done" in said:
                self._shelf.remove(self.work)
            self._shelf.release(self.work)

    def end(self) -> str:
        """Lets go of a lost worker, and says how it ended."""
        try:
            ended = self._seat.end.options(concurrency_group="mouth").remote()
            reason = str(self._ray.get(ended, timeout=2 * GRACE))
        except self._ray.exceptions.RayError as error:
            reason = f"was lost with its node or actor ({type(error).__name__})"
        self.kill()
        return reason

    def leave(self) -> Any:  # noqa: ANN401
        """Has an idle worker leave nothing on its node; returns what to wait for."""
        return self._seat.leave.options(concurrency_group="mouth").remote()

    def kill(self) -> str:
        """Ends the worker at once: it notices that its actor is gone."""
        if self.work is not None:
            self._shelf.release(self.work)
        if self._connection.answers():  # Ray waits for the head otherwise
            self._ray.kill(self._seat)
        return "was killed by its driver"


class _Actors(Crew[_Remote]):
    """Workers in seats of the cluster."""

    def __init__(
        self,
        connection: Connection,
        most: int,
        tell: Tell,
        silence: Silence,
        seat: Callable[[], Any],
    ) -> None:
        super().__init__(most, tell, silence)
        self._connection = connection
        self._ray = connection.ray
        self._answered = self._asked = time.monotonic()
        self._seat = seat
        self._shelf = Shelf()

    def _start(self) -> _Remote:
        return _Remote(self._connection, self._seat(), self._shelf)

    def _spoke(self) -> list[_Remote]:
        self._look_at_head()
        ready = [worker for worker in self._workers if worker.impatient]
        refs = {worker.ref: worker for worker in self._workers}
        if not ready and refs:
            self._ray.wait(list(refs), timeout=TICK)
            found, _ = self._ray.wait(list(refs), num_returns=len(refs), timeout=0)
            ready = [refs[ref] for ref in found]
        return ready

    def _look_at_head(self) -> None:
        """Ends the run where the head is gone; Ray would end this process later."""
        now = time.monotonic()
        if now - self._asked < GLANCES or self.error is not None:
            return
        paused = now - self._asked > 5 * GLANCES  # this process: look again
        if paused or self._connection.answers():
            self._answered = now
        self._asked = now
        if now - self._answered > HEADLESS:
            self.error = MachineError(
                f"the head of the Ray cluster at {self._connection.name} does not "
                "answer any more; start the cluster again, or take --engine local, "
                "and run the same sweep to go on"
            )

    def close(self) -> None:
        """Ends all; who is idle leaves nothing on its node."""
        ends = [one.leave() for one in self._workers if one.ready and one.work is None]
        if ends:
            self._ray.wait(ends, num_returns=len(ends), timeout=GRACE)
        super().close()
        self._shelf.close()
