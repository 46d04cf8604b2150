"""A summary of our records of the tables of Huang et al., as part of the package.

An installed package has no records. So the accuracies of every seed are stored beside
this file, in three bins of lengths, and a study shows them before it trains. ``python
-m lengthwise.jobs.ship_results results`` makes the file from the records.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any

from lengthwise.analysis.bin_scores import bin_score
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.records.record import Record
from lengthwise.figures.huang.suite import BINS
from lengthwise.jsontext import json_value
from lengthwise.tables import Table

FILE = "shipped_results.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """The decoders of one task, position scheme and learning rate.

    Attributes:
        table: The table of the suite.
        task: The task in the notation of the catalogue.
        scheme: The position scheme.
        rate: The learning rate.
        seeds: For each seed the accuracy in each of the bins.
        device: The device used for training.
    """

    table: str
    task: str
    scheme: str
    rate: float
    seeds: tuple[tuple[float, ...], ...]
    device: str

    @property
    def typical(self) -> tuple[float, ...]:
        """The median over seeds, by bin."""
        return tuple(median(values) for values in zip(*self.seeds, strict=True))

    @property
    def best(self) -> float:
        """The largest accuracy of a seed in the last bin."""
        return max(one[-1] for one in self.seeds)


def shipped(task: str) -> tuple[Shipped, ...]:
    """Returns the stored results for a task; empty if there are none.

    Examples:
        >>> shipped("simple")
        ()
    """
    return tuple(one for one in every_shipped() if one.task == task)


@cache
def every_shipped() -> tuple[Shipped, ...]:
    """Returns all stored results."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return tuple(map(_read, json_value(text, what="shipped results")))


def _read(plain: dict[str, Any]) -> Shipped:
    seeds = tuple(tuple(one) for one in plain["seeds"])
    return Shipped(**{**plain, "seeds": seeds})


def of_records(table: str, records: Iterable[Record]) -> list[Shipped]:
    """Returns the results of a table's records, by task, scheme and learning rate."""
    groups: dict[tuple[str, str, float], dict[int, Record]] = defaultdict(dict)
    for record in records:
        trial = record.trial
        if record.evaluation.inputs == "drawn" and trial.train_length == BINS[0].high:
            scheme = getattr(trial.model, "positions", "").partition(":")[0]
            key = (str(trial.task), scheme, trial.recipe.rate)
            groups[key][trial.seed] = record
    return [
        Shipped(
            table=table,
            task=task,
            scheme=scheme,
            rate=rate,
            seeds=tuple(seeds),
            device=next(iter(by_seed.values())).circumstances.device,
        )
        for (task, scheme, rate), by_seed in sorted(groups.items())
        if (seeds := [s for _, one in sorted(by_seed.items()) if (s := _bins(one))])
    ]


def _bins(record: Record) -> tuple[float, ...]:
    """The accuracy in every bin; empty if some lengths of a bin were not tested."""
    task = record.trial.task.task_if_loaded
    assert task is not None
    scores = [bin_score(record.outcome, one, task) for one in BINS if one.lengths(task)]
    if any(isinstance(score, CannotSay) for score in scores):
        return ()
    return tuple(round(1 - s.value, 4) for s in scores if not isinstance(s, CannotSay))


def shipped_table(results: Iterable[Shipped]) -> Table:
    """Returns results as a table, one task and scheme per row."""
    return Table(
        name="shipped",
        caption="Our records of the published tables: accuracy by bin of lengths.",
        header=(
            *("table", "positions", "rate", "seeds"),
            *(f"lengths {one}" for one in BINS),
            "best seed",
        ),
        rows=tuple(
            (
                *(one.table, one.scheme, one.rate, len(one.seeds)),
                *(round(value, 3) for value in one.typical),
                round(one.best, 3),
            )
            for one in results
        ),
        note="Median over seeds; the best seed is that of the last bin. Trained on the "
        "first bin.",
    )
