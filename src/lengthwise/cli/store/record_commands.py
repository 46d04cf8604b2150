"""``lengthwise store list`` and ``show``: the records of a store."""

import sys
import textwrap
from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from lengthwise.cli.printing import json_text, note_sources, print_text
from lengthwise.columns import listing
from lengthwise.errors import SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN, require_digits
from lengthwise.experiments.store.kept_weights import Entry
from lengthwise.experiments.store.paging import PAGE
from lengthwise.experiments.store.store import Store
from lengthwise.numbers import readable_bytes
from lengthwise.printable import printable
from lengthwise.tables import Table
from lengthwise.tasks.outputs import RMS


def list_(*, store: str | None = None, json: bool = False) -> None:
    """List the records of a store, one per line.

    Settings of the model and its training that differ from the defaults come last.

    Args:
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    with Store(store, create=False) as held:
        if json:
            _print_all(held)
        else:
            for record in held:
                print_text(_line(record))


def show(key: str, /, *, store: str | None = None, json: bool = False) -> None:
    """Show a trial with its evaluations and weights.

    Args:
        key: Key of a trial, or at least its first 4 digits.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    require_digits(key)
    with Store(store, create=False) as held:
        records = list(islice(held.matching(key), PAGE))
        keys = sorted({record.key[0] for record in records})
        if not records:
            raise SpecError(f"{held} has no trial whose key starts with {key}")
        if len(keys) > 1:
            some = ", ".join(one[:SHOWN] for one in keys[:3])
            raise SpecError(
                f"several keys start with {key}: {some}, …; give more digits"
            )
        entry = next(held.weights.entries(keys), None)
    if json:
        _print_all(records, {"weights": None if entry is None else entry.plain()})
    else:
        print_text("\n\n".join(_details(one, entry) for one in records))


def _print_all(
    records: Iterable[Record], more: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Prints records as one JSON object, streaming them.

    Args:
        records: The records.
        more: Further keys of the object.
    """
    sources: dict[str, None] = {}
    sys.stdout.write('{"records": [')
    for place, record in enumerate(records):
        sources.update(dict.fromkeys(record.trial.sources))
        sys.stdout.write(("," if place else "") + "\n" + _json(record))
    rest = json_text({**more, "sources": note_sources(sources)}).removeprefix("{")
    sys.stdout.write(f"],\n{rest}\n")


def _json(record: Record) -> str:
    trial, evaluation = record.key
    keys = {"trial": trial, "evaluation": evaluation}
    return json_text({"keys": keys, **record.plain()})


def _line(record: Record) -> str:
    """A record with its differences from the standard model and recipe of its task."""
    plain = record.trial.plain()
    settings = plain.get("model", {}) | plain.get("recipe", {})
    unusual = ", ".join(f"{name}={value}" for name, value in settings.items())
    return printable(f"{record} ({unusual})" if unusual else str(record))


def _place(record: Record, entry: Entry | None) -> str:
    """The location of a record's weights."""
    if entry is None or entry.digest != record.outcome.digest:
        return "no: this store does not have these weights"
    if entry.file is None:
        return f"in this store ({readable_bytes(entry.size)})"
    if not entry.size:
        return f"MISSING: {entry.file} should be there; see lengthwise store check"
    return f"{entry.file} ({readable_bytes(entry.size)})"


def _details(record: Record, entry: Entry | None) -> str:
    trial, evaluation = record.key
    outcome, circumstances = record.outcome, record.circumstances
    recent = f"mean of the last 100 {outcome.train_loss_recent:.3g}"
    rows = {
        "trial": trial,
        "evaluation": evaluation,
        "weights": outcome.digest,
        "kept": _place(record, entry),
        "training": f"loss {outcome.train_loss:.3g}, {recent}",
        "made": (
            f"{circumstances.started} on {circumstances.host}, "
            f"attempt {circumstances.attempt}"
        ),
        "device": circumstances.device,
    }
    facts = {name: printable(text) for name, text in rows.items()}
    squared = outcome.metric == RMS.name
    means = (
        ("mean squared", "root mean square") if squared else ("mean", outcome.metric)
    )
    table = Table(
        header=("length", means[0], "standard error", means[1], "words"),
        rows=tuple(
            (
                f"{length}",
                f"{loss.mean:.4g}",
                f"{loss.standard_error:.2g}",
                f"{outcome.errors[length]:.4g}",
                f"{loss.words}",
            )
            for length, loss in outcome.losses.items()
        ),
        align="rrrrr",
    )
    tables = [table, *_further(record)]
    shown = [textwrap.indent(one.text(), "  ") for one in tables]
    return "\n".join([_line(record), listing(facts, indent=2), *shown])


def _further(record: Record) -> list[Table]:
    """The further scores: one column per metric, if there are any."""
    further = record.outcome.further
    if not further:
        return []
    return [
        Table(
            header=("length", *further),
            rows=tuple(
                (
                    f"{length}",
                    *(
                        f"{by_length[length].mean:.4g}" if length in by_length else "-"
                        for by_length in further.values()
                    ),
                )
                for length in record.outcome.losses
            ),
            align="r" * (1 + len(further)),
        )
    ]
