"""``lengthwise store info``, ``check``, ``prune`` and ``migrate``: maintenance."""

from datetime import UTC, datetime
from typing import Any

from lengthwise.cli.printing import print_json, print_text
from lengthwise.columns import listing
from lengthwise.errors import SpecError
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.pruning import waste
from lengthwise.experiments.store.sql_tables import VERSION
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.store.store_info import facts
from lengthwise.numbers import readable_bytes


def info(*, store: str | None = None, json: bool = False) -> None:
    """Print what a store contains and its size.

    Args:
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    with Store(store, create=False) as held:
        numbers = facts(held)
    if json:
        print_json(numbers)
    else:
        print_text(_info(numbers))


def check(*, store: str | None = None, json: bool = False) -> int:
    """Read a whole store and list the damaged rows.

    The exit code is 1 if there are any.

    Args:
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    number = 0
    with Store(store, create=False) as held:
        damaged = []
        for one in damages(held):
            number += 1
            if json:
                damaged.append(one.plain())
            else:
                print_text(one, flush=True)
        if json:
            print_json({"store": str(held), "damaged": damaged})
        elif number:
            print_text(
                f"{held} is damaged in {number} places; restore a copy, or remove"
            )
            print_text("the damaged rows with lengthwise store prune --damaged")
        else:
            print_text(f"{held} is intact: {len(held)} records")
    return 1 if number else 0


def prune(
    *,
    days: float = 30.0,
    weights: bool = False,
    damaged: bool = False,
    yes: bool = False,
    store: str | None = None,
    json: bool = False,
) -> None:
    """List what a store no longer needs; remove it with --yes.

    The list contains weights without a record, and old reports of sweeps, checkpoints
    and copies of earlier versions.

    Args:
        days: The minimal age in days.
        weights: Also old weights; testing at new lengths then requires new training.
        damaged: Also damaged rows; the next sweep computes them again.
        yes: Remove everything listed.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    if not days >= 0:
        raise SpecError(f"days is {days}; it must be at least 0")
    now = datetime.now(UTC)
    with Store(store, create=False) as held:
        leftovers = list(
            waste(held, now=now, days=days, weights=weights, damaged=damaged)
        )
        if yes:
            for one in leftovers:
                one.remove()
            if any(one.kind in {"weights", "damaged"} for one in leftovers):
                held.database.compact()
    if json:
        removed = [one.plain() for one in leftovers]
        print_json({"waste": removed, "removed": yes})
        return
    for one in leftovers:
        print_text(one)
    size = readable_bytes(sum(one.bytes for one in leftovers))
    end = "removed" if yes else "to be removed with --yes"
    print_text(
        f"{len(leftovers)} in total, {size}, {end}"
        if leftovers
        else "nothing to remove"
    )


def migrate(*, store: str | None = None, json: bool = False) -> None:
    """Upgrade a store of an older version, after making a copy of it.

    SQLite files are upgraded whenever they are opened. A database server is upgraded
    only by this command, since others may still use the older version.

    Args:
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    with Store(store, create=False, migrate=True) as held:
        data = {"store": str(held), "version": VERSION, "copy": held.copy}
    text = f"{held} has version {VERSION}"
    text += f"; the old data are in {held.copy}" if held.copy else ""
    if json:
        print_json(data)
    else:
        print_text(text)


def _weights(numbers: dict[str, Any]) -> str:
    """The number of weights, and their locations."""
    text = f"of {numbers['weights']} trials, {readable_bytes(numbers['weights_bytes'])}"
    if not numbers["weights_files"]:
        return text
    size, files = numbers["weights_files_bytes"], numbers["weights_files"]
    return f"{text}, of which {readable_bytes(size)} in files ({files})"


def _info(numbers: dict[str, Any]) -> str:
    rows = {
        "store": numbers["store"],
        "database": f"{numbers['database']}, tables of version {numbers['version']}",
        "size": readable_bytes(numbers["bytes"]),
        "records": f"{numbers['records']} of {numbers['trials']} trials",
        "weights": _weights(numbers),
        "checkpoints": (
            f"of {numbers['checkpoints']} bundles, "
            f"{readable_bytes(numbers['checkpoints_bytes'])}"
        ),
        "reports": f"of {numbers['reports']} sweeps",
    }
    evaluations = [
        ("evaluation", f"{key[:SHOWN]}: {number} records")
        for key, number in numbers["evaluations"].items()
    ]
    return listing([*rows.items(), *evaluations])
