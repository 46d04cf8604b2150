"""``lengthwise sweep``: train every trial of a grid that the store does not hold."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lengthwise.cli.number_options import Whole
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.progress_lines import display
from lengthwise.columns import listing

if TYPE_CHECKING:
    from lengthwise.experiments.engines.local import Local
    from lengthwise.experiments.engines.ray_engine import Cluster
    from lengthwise.experiments.sweep.plan import Plan

ANSWER = (
    "\nlengthwise: stopping when the present steps are done and written; "
    "Ctrl-C again ends at once\n"
)


def sweep(
    grid: Path,
    /,
    *,
    task_file: Path | None = None,
    store: str | None = None,
    dry_run: bool = False,
    workers: Whole = None,
    engine: Literal["local", "ray"] = "local",
    address: str | None = None,
    any_fingerprint: bool = False,
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Train and evaluate every trial of a grid that the store does not hold yet.

    Run it again to go on after Ctrl-C, a crash or a kill: the records are the same.

    Args:
        grid: A TOML file with lists of settings.
        task_file: A Python file with the task that the grid names; it is executed here
            and by the workers, which check that it is the same.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        dry_run: Only say what would be done: trials, bundles, memory, time.
        workers: Processes that train. Default: one a core, or one for a GPU.
        engine: What runs the work: processes of this computer, or a Ray cluster.
        address: Address of the Ray cluster. Default: a private one on this computer.
        any_fingerprint: Go on from checkpoints of another device or library version.
        quiet: Show no progress.
        json: Print JSON.
    """
    inherited = dict(os.environ)
    # This process only plans and writes: what is imported here must not take a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.errors import SpecError
    from lengthwise.experiments.spec import schema
    from lengthwise.experiments.store.store import Store, existing
    from lengthwise.experiments.sweep import plan
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.experiments.sweep.sweep import run_sweep
    from lengthwise.tasks.own.task_file import load, read_task_file

    if address is not None and engine != "ray":
        raise SpecError(f"--address {address} is for --engine ray; say both or none")
    origin = None
    if task_file is not None:
        file = read_task_file(task_file)
        load(file)
        origin = file.digest
    trials = schema.read_grid(grid, origin=origin)
    with _engine(engine, address, workers, inherited) as chosen:
        with existing(store) as held:
            planned = plan.plan(
                trials,
                trials.evaluation,
                held,
                workers=chosen.workers,
                sizes=chosen.sizes,
                gpu=chosen.gpu,
            )
        if dry_run:
            facts = planned.plain()
            if json:
                print_json(facts, sources=trials[0].sources)
            else:
                print_text(_plan_text(facts))
            return
        _require_memory(chosen, planned)
        with (
            Store(store) as kept,
            listening(ANSWER) as stopping,
            display(quiet) as watch,
        ):
            records = run_sweep(
                trials,
                trials.evaluation,
                store=kept,
                engine=chosen,
                folder=kept.checkpoints,
                every=chosen.every,
                stopping=stopping,
                watch=watch,
                forgiving=any_fingerprint,
            )
            data = {
                "trials": len(trials),
                "new": sum(1 for _ in records),
                "store": str(kept),
                "evaluation": trials.evaluation.key,
            }
    if json:
        print_json(data, sources=trials[0].sources)
    else:
        print_text(_done(data, named=store is not None))


@contextmanager
def _engine(
    name: str, address: str | None, workers: int | None, inherited: Mapping[str, str]
) -> Iterator["Local | Cluster"]:
    """What runs the work, while the context lasts."""
    if name == "local":
        from lengthwise.experiments.engines import host

        yield host.engine(workers, inherited=inherited)
    else:
        from lengthwise.experiments.engines.ray_engine import Cluster

        with Cluster(address, workers=workers, inherited=inherited) as cluster:
            yield cluster


def _require_memory(engine: "Local | Cluster", planned: "Plan") -> None:
    """Refuses what does not fit this computer; a cluster is asked for room."""
    from lengthwise.experiments.engines import host
    from lengthwise.experiments.engines.local import Local

    if not isinstance(engine, Local):
        engine.memory = 0 if engine.gpu else planned.bytes_each
    elif not engine.gpu:
        planned.require_memory(host.available_bytes())


def _plan_text(plan: dict[str, Any]) -> str:
    new = plan["trials"] - plan["stored"] - plan["trained"]
    longest = _duration(plan["seconds"])
    facts = {
        "trials": f"{plan['trials']}, of which {new} are to be trained",
        "stored": f"{plan['stored']}",
        "trained": f"{plan['trained']}, to be evaluated at new lengths only",
        "bundles": f"{plan['bundles']} on {plan['workers']} workers",
        "memory": f"about {plan['bytes'] / 2**20:.0f} MiB",
        "steps": f"{plan['steps']:,} at most, over all models",
        "time": f"about {longest} at most; models that converge take less",
    }
    return listing(facts)


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _done(data: dict[str, Any], *, named: bool) -> str:
    return (
        f"{data['trials']} trials are in {data['store']}, {data['new']} of them new; "
        f"see them with lengthwise store list{' and the same --store' if named else ''}"
    )
