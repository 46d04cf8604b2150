"""Adds records to a store, keeping existing ones and reporting differences."""

from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.experiments.records.record import Record, light_parts
from lengthwise.experiments.store.store import Store

PART = 64
"""The largest number of records per transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The result of adding records.

    Attributes:
        read: Number of records read.
        new: Number of records new to the store.
        different: Keys of records whose outcome in the store differs; the store's
            stays.
    """

    read: int = 0
    new: int = 0
    different: tuple[tuple[str, str], ...] = ()


def add(store: Store, records: Iterable[Record]) -> Added:
    """Adds records to `store`; existing ones are unchanged."""
    read = new = 0
    different: list[tuple[str, str]] = []
    for page in light_parts(records, PART):
        fresh = set(map(id, store.add_all(page)))
        known = [one for one in page if id(one) not in fresh]
        read += len(page)
        new += len(fresh)
        different += (one.key for one in store.differing(known))
    return Added(read=read, new=new, different=tuple(different))


def merge(store: Store, other: Store) -> Added:
    """Adds the records of another store, with their weights."""
    return add(store, other.each_with_weights(other))
