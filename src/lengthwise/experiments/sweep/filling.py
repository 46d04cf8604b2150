"""A store that is given all records of some trials, on this computer."""

from collections.abc import Callable, Mapping, Sequence

from lengthwise.experiments.engines import host
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.experiments.sweep.sweep import run_sweep


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
        StoppedError: `stopping` returned true; the same call goes on.
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
