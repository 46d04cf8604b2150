"""``lengthwise sweep``: train the trials of a grid that are not stored yet."""

import os
from pathlib import Path
from typing import Any, Literal

from lengthwise.cli.number_options import Whole
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.progress_lines import announcement, display, duration
from lengthwise.columns import listing
from lengthwise.errors import MissingFileError

ANSWER = (
    "\nlengthwise: stopping once the current steps are done and saved; "
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
    """Train and evaluate the trials of a grid that are not in the store yet.

    Run the same command again to resume after Ctrl-C or a crash; the records are the
    same as without the interruption.

    Args:
        grid: A TOML file with lists of settings.
        task_file: A Python file with the task that the grid names. It is executed here
            and by the workers, which check its SHA-256 first.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        dry_run: Only print the plan: trials, bundles, memory, time.
        workers: Number of training processes. Default: one per core, or one per GPU.
        engine: Where to train: processes on this computer, or a Ray cluster.
        address: Address of the Ray cluster. Default: a private one on this computer.
        any_fingerprint: Resume checkpoints of other devices and library versions too.
        quiet: Show no progress.
        json: Print JSON.
    """
    if not grid.exists():
        raise MissingFileError(f"{grid}: no such file; give a grid in TOML")
    inherited = dict(os.environ)
    # This process only plans and writes: imports here must not claim a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.experiments.engines.choice import chosen_engine
    from lengthwise.experiments.spec import schema
    from lengthwise.experiments.store.store import Store, existing
    from lengthwise.experiments.sweep.filling import fill, make_room, plan_on
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.tasks.own.task_file import load, read_task_file

    origin = None
    if task_file is not None:
        file = read_task_file(task_file)
        load(file)
        origin = file.digest
    trials = schema.read_grid(grid, origin=origin)
    if dry_run or engine == "local":
        with (
            chosen_engine(
                engine, address=address, workers=workers, inherited=inherited
            ) as chosen,
            existing(store) as held,
        ):
            planned = plan_on(chosen, trials, trials.evaluation, held)
            if not dry_run:  # before creating a store
                make_room(chosen, planned)
    if dry_run:
        facts = planned.plain()
        if json:
            print_json(facts, sources=trials[0].sources)
        else:
            print_text(plan_text(facts))
        return
    with (
        Store(store) as kept,
        listening(ANSWER) as stopping,
        display(quiet) as watch,
    ):
        new = fill(
            kept,
            trials,
            trials.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            engine=engine,
            address=address,
            forgiving=any_fingerprint,
            announce=announcement(quiet or json),
        )
        data = {
            "trials": len(trials),
            "new": new,
            "store": str(kept),
            "evaluation": trials.evaluation.key,
        }
    if json:
        print_json(data, sources=trials[0].sources)
    else:
        print_text(_done(data, named=store is not None))


def plan_text(plan: dict[str, Any]) -> str:
    """The estimated cost of a sweep as text."""
    new = plan["trials"] - plan["stored"] - plan["trained"]
    facts = {
        "trials": f"{plan['trials']}, of which {new} are to be trained",
        "stored": f"{plan['stored']}",
        "trained": f"{plan['trained']}, to be evaluated at new lengths only",
        "bundles": f"{plan['bundles']} on {plan['workers']} workers",
        "memory": f"about {plan['bytes'] / 2**20:.0f} MiB",
        "steps": f"{plan['steps']:,} at most, over all models",
        "time": f"about {duration(plan['seconds'])}; models that converge early take "
        "less time, and a busy computer takes more",
    }
    return listing(facts)


def _done(data: dict[str, Any], *, named: bool) -> str:
    return (
        f"{data['trials']} trials are in {data['store']}, {data['new']} of them new; "
        f"see them with lengthwise store list{' and the same --store' if named else ''}"
    )
