"""Timeouts after which a silent worker counts as lost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds without a heartbeat until a worker counts as lost.

    A worker sends a heartbeat every second, even while compiling, unless it is paused
    or hangs.

    Attributes:
        working: For a worker that has been ready.
        starting: For a worker not yet ready, since imports from a slow disk take time.
        stopping: For any worker once the sweep is to stop.
    """

    working: float = 30.0
    starting: float = 120.0
    stopping: float = 10.0


USUAL = Timeouts()
