"""``lengthwise sweep``: train every trial of a grid that the store does not hold."""

import json as encoding
import os
from pathlib import Path
from typing import Any

from lengthwise.cli.progress import display

ANSWER = (
    "\nlengthwise: stopping when the present steps are done and written; "
    "Ctrl-C again ends at once\n"
)


def sweep(
    grid: Path,
    /,
    *,
    store: str | None = None,
    dry_run: bool = False,
    workers: int | None = None,
    any_fingerprint: bool = False,
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Train and evaluate every trial of a grid that the store does not hold yet.

    Run it again to go on after Ctrl-C, a crash or a kill: the records are the same.

    Args:
        grid: A TOML file with lists of settings.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        dry_run: Only say what would be done: trials, bundles, memory, time.
        workers: Processes that train. Default: one a core, or one for a GPU.
        any_fingerprint: Go on from checkpoints of another device or library version.
        quiet: Show no progress.
        json: Print JSON.
    """
    inherited = dict(os.environ)
    # This process only plans and writes: what is imported here must not take a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.experiments import host, plan, reading
    from lengthwise.experiments.stopping import listening
    from lengthwise.experiments.store import Store, existing
    from lengthwise.experiments.sweep import run_sweep

    trials = reading.read_grid(grid)
    engine = host.engine(workers, inherited=inherited)
    gpu = host.has_gpu(inherited)
    with existing(store) as held:
        planned = plan.plan(
            trials,
            trials.evaluation,
            held,
            workers=engine.workers,
            sizes=engine.sizes,
            gpu=gpu,
        )
    if dry_run:
        print(encoding.dumps(planned.plain()) if json else _planned(planned.plain()))
        return
    if not gpu:
        planned.require_memory(host.available_bytes())
    with Store(store) as kept, listening(ANSWER) as stopping, display(quiet) as watch:
        found = run_sweep(
            trials,
            trials.evaluation,
            store=kept,
            engine=engine,
            folder=kept.checkpoints,
            stopping=stopping,
            watch=watch,
            forgiving=any_fingerprint,
        )
        new = sum(1 for _ in found)
        said = {
            "trials": len(trials),
            "new": new,
            "store": str(kept),
            "evaluation": trials.evaluation.key,
        }
    print(encoding.dumps(said) if json else _done(said))


def _planned(found: dict[str, Any]) -> str:
    new = found["trials"] - found["stored"] - found["trained"]
    longest = _duration(found["seconds"])
    rows = {
        "trials": f"{found['trials']}, of which {new} are to be trained",
        "stored": f"{found['stored']}",
        "trained": f"{found['trained']}, to be evaluated at new lengths only",
        "bundles": f"{found['bundles']} on {found['workers']} workers",
        "memory": f"about {found['bytes'] / 2**20:.0f} MiB",
        "steps": f"{found['steps']:,} at most, over all models",
        "time": f"about {longest} at most; models that converge take less",
    }
    return "\n".join(f"{name:<9}{text}" for name, text in rows.items())


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _done(said: dict[str, Any]) -> str:
    return (
        f"{said['trials']} trials are in {said['store']}, {said['new']} of them new; "
        "see them with lengthwise store list"
    )
