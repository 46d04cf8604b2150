"""How long a worker may be silent before it counts as lost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds without a heartbeat after which a worker counts as lost.

    A worker sends a heartbeat every second, also while it compiles; one that is paused
    or hangs sends none.

    Attributes:
        working: Of a worker that was ready once.
        starting: Of one that was not: imports from a slow disk take their time.
        stopping: Of any worker when the sweep is to stop.
    """

    working: float = 30.0
    starting: float = 120.0
    stopping: float = 10.0


USUAL = Timeouts()
