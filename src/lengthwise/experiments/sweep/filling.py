"""A store that is given all records of some trials."""

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
    """Trains what `store` does not hold yet; other arguments as for `run_sweep`.

    Args:
        store: Where records go.
        trials: Different trials.
        evaluation: How every trained net is evaluated.
        workers: Processes that train.
        stopping: Called now and then: whether to stop.
        watch: Called with how far the sweep is.
        inherited: What to make the environment of workers from.
        prediction: Key of what was predicted.
        engine: What runs the work.
        address: Address of the Ray cluster.
        announce: Called with what the sweep will take, before it begins.
        forgiving: Whether checkpoints of another fingerprint may be taken up.

    Returns:
        How many records are new.

    Raises:
        StoppedError: `stopping` returned true; the same call goes on.
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
    """Returns what a sweep will take on an engine."""
    return plan(
        trials,
        evaluation,
        store,
        workers=engine.workers,
        sizes=engine.sizes,
        gpu=engine.gpu,
    )


def make_room(engine: Local | Cluster, planned: Plan) -> None:
    """Refuses what does not fit this computer; a cluster is asked for room."""
    if not isinstance(engine, Local):
        engine.memory = 0 if engine.gpu else planned.bytes_each
    elif not engine.gpu:
        planned.require_memory(host.available_bytes())
