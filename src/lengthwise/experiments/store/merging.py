"""Records of others into a store: what is there stays, and differences are reported."""

from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.experiments.records.record import Record, light_parts
from lengthwise.experiments.store.store import Store

PART = 64
"""Records that are added in one transaction, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What became of records that were added.

    Attributes:
        read: How many there were.
        new: How many of them the store did not have.
        different: Keys of those of which the store has another outcome, which stays.
    """

    read: int = 0
    new: int = 0
    different: tuple[tuple[str, str], ...] = ()


def add(store: Store, records: Iterable[Record]) -> Added:
    """Adds records to `store`; those that it has stay as they are."""
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
