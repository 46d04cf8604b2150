"""Trials in bundles: those that one compiled program can train side by side.

Which trials share a bundle depends on the trials and on two sizes alone, not on the
number of workers and not on what a store holds, so a sweep that is taken up again has
the same bundles and finds their checkpoints.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lengthwise.errors import SpecError
from lengthwise.experiments.trial import Trial
from lengthwise.training.recipe import Recipe
from lengthwise.training.width import lane_bytes

PARTS = 16
"""About how many bundles trials of one shape make, as far as the sizes allow."""


@dataclass(frozen=True)
class Bundle:
    """Some of the trials of a sweep, all with the same static shapes.

    Attributes:
        source: All trials of the sweep.
        places: Which of them are in the bundle.
    """

    source: Sequence[Trial]
    places: Sequence[int]

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Trial]:
        return (self.source[place] for place in self.places)

    @property
    def recipe(self) -> Recipe:
        """The recipe of all its trials."""
        return self.source[self.places[0]].recipe

    @property
    def padded(self) -> int | None:
        """The padded length of its words; ``None`` where it has no words."""
        return self.recipe.padded(self.source[self.places[0]].train_length)

    @property
    def lane_bytes(self) -> int:
        """About how much memory one of its trials takes while it is trained."""
        return lane_bytes(self.recipe, self.padded)


def name_of(trials: Iterable[Trial]) -> str:
    """Returns 64 hexadecimal digits that name a bundle: those of all its trials."""
    found = hashlib.sha256()
    for trial in trials:
        found.update(trial.key.encode())
    return found.hexdigest()


def bundles(trials: Sequence[Trial], *, least: int = 8, most: int = 64) -> list[Bundle]:
    """Returns the trials in bundles, in the order of their first trials.

    Trials of one shape make about `PARTS` bundles whose sizes are multiples of `least`
    and at most `most`.

    Args:
        trials: Different trials; each is asked for when it is needed and not kept.
        least: How many lanes a device runs side by side at least.
        most: Trials in a bundle at most, a multiple of `least`.

    Examples:
        >>> from lengthwise.experiments.trial import trial
        >>> trials = [
        ...     trial("simple", {"omega": 4}, train_length=n, seed=seed)
        ...     for n in (8, 16)
        ...     for seed in range(10)
        ... ]
        >>> [len(bundle) for bundle in bundles(trials)]
        [8, 8, 4]
    """
    if least < 1 or most < least or most % least:
        raise SpecError(
            f"bundles of {least} to {most} trials; the second must be a multiple of "
            "the first"
        )
    groups: dict[tuple[Recipe, int | None], array[int]] = {}
    for place, trial in enumerate(trials):
        shape = trial.recipe, trial.recipe.padded(trial.train_length)
        groups.setdefault(shape, array("Q")).append(place)
    found = []
    for places in groups.values():
        size = least * -(-len(places) // (least * PARTS))
        size = min(size, most)
        found += [
            Bundle(trials, places[begin : begin + size])
            for begin in range(0, len(places), size)
        ]
    return sorted(found, key=lambda bundle: bundle.places[0])
