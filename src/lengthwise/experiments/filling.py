"""A store that is given all records of some trials, on this machine."""

from collections.abc import Callable, Mapping, Sequence

from lengthwise.experiments import host
from lengthwise.experiments.evaluation import Evaluation
from lengthwise.experiments.progress import Progress
from lengthwise.experiments.store import Store
from lengthwise.experiments.sweep import run_sweep
from lengthwise.experiments.trial import Trial


def fill(
    store: Store,
    trials: Sequence[Trial],
    evaluation: Evaluation,
    *,
    workers: int | None,
    stopping: Callable[[], bool],
    watch: Callable[[Progress], None],
    inherited: Mapping[str, str] | None,
    prediction: str | None = None,
) -> None:
    """Trains what `store` does not hold yet; arguments as for `run_sweep`.

    Raises:
        StoppedError: `stopping` said so; the same call goes on.
    """
    for _ in run_sweep(
        trials,
        evaluation,
        store=store,
        engine=host.engine(workers, inherited=inherited),
        folder=store.checkpoints,
        stopping=stopping,
        watch=watch,
        prediction=prediction,
    ):
        pass
