"""Fills a store with all records of some trials."""

from collections.abc import Callable, Mapping, Sequence

from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.choice import EngineName, chosen_engine
from lengthwise.experiments.engines.local import Local
from lengthwise.experiments.engines.ray_engine import Cluster
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.plan import Plan, plan
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
    engine: EngineName = "local",
    address: str | None = None,
    announce: Callable[[Plan], None] = lambda _: None,
    forgiving: bool = False,
) -> int:
    """Trains the trials missing in `store`; other arguments as for `run_sweep`.

    Args:
        store: The store.
        trials: Distinct trials.
        evaluation: The evaluation of every trained net.
        workers: Number of training processes.
        stopping: Called regularly; returns whether to stop.
        watch: Called with the progress of the sweep.
        inherited: The environment that workers extend.
        prediction: Key of the prediction.
        engine: The engine.
        address: Address of the Ray cluster.
        announce: Called with the plan before the sweep starts.
        forgiving: Whether to resume checkpoints with a different fingerprint.

    Returns:
        The number of new records.

    Raises:
        StoppedError: `stopping` returned true; the same call resumes.
        HostError: The computer has too little memory.
    """
    with chosen_engine(
        engine, address=address, workers=workers, inherited=inherited
    ) as chosen:
        planned = plan_on(chosen, trials, evaluation, store)
        make_room(chosen, planned)
        announce(planned)
        records = run_sweep(
            trials,
            evaluation,
            store=store,
            engine=chosen,
            folder=store.checkpoints,
            every=chosen.every,
            stopping=stopping,
            watch=watch,
            forgiving=forgiving,
            prediction=prediction,
        )
        return sum(1 for _ in records)


def plan_on(
    engine: Local | Cluster,
    trials: Sequence[Trial],
    evaluation: Evaluation,
    store: Store | None,
) -> Plan:
    """Returns the plan of a sweep on an engine."""
    return plan(
        trials,
        evaluation,
        store,
        workers=engine.workers,
        sizes=engine.sizes,
        gpu=engine.gpu,
    )


def make_room(engine: Local | Cluster, planned: Plan) -> None:
    """Raises if the sweep does not fit this computer; on a cluster, requests memory."""
    if not isinstance(engine, Local):
        engine.memory = 0 if engine.gpu else planned.bytes_each
    elif not engine.gpu:
        planned.require_memory(host.available_bytes())
