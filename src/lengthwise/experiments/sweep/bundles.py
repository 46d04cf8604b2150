"""Trials in bundles: those that one compiled program can train side by side.

Which trials share a bundle depends on the trials and on `Sizes` alone, not on the
number of workers and not on what a store holds, so a sweep that is taken up again has
the same bundles and finds their checkpoints.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.trial import Trial
from lengthwise.files import digest
from lengthwise.training.device.width import lane_bytes
from lengthwise.training.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large bundles are.

    Attributes:
        least: How many lanes a device runs side by side at least. Models of which
            fewer run side by side make smaller bundles, of two or more.
        most: Trials in a bundle at most, a multiple of `least`.
        parts: About how many bundles trials of one shape make, as far as the other two
            allow.
        mixed: Whether a program may be given shorter words than it was compiled for:
            the same losses, not the same bits.

    Raises:
        SpecError: The numbers do not fit together.
    """

    least: int
    most: int
    parts: int = 1
    mixed: bool = False

    def __post_init__(self) -> None:
        if self.least < 1 or self.most < self.least or self.most % self.least:
            raise SpecError(
                f"bundles of {self.least} to {self.most} trials; the second must be a "
                "multiple of the first"
            )

    def least_of(self, recipe: Recipe) -> int:
        """Returns how many trials of a recipe a full bundle has at least."""
        widths = recipe.model.widths
        return min(self.least, max(2, widths.gpu if self.mixed else widths.cpu))

    def most_of(self, recipe: Recipe) -> int:
        """Returns how many trials of a recipe a bundle has at most.

        Models of which few run side by side are large: their bundles are small too, so
        that each ends within minutes on a GPU.
        """
        least = self.least_of(recipe)
        many = 32 if self.mixed else 8
        return self.most if least == self.least else min(self.most, many * least)


ON_CPU = Sizes(8, 64, parts=16)
"""Many small bundles: every core has some, and all end at about the same time."""

ON_GPU = Sizes(64, 1024, mixed=True)
"""Few large ones: more lanes than that side by side gain nothing."""


@dataclass(frozen=True)
class Bundle:
    """Some of the trials of a sweep, for one compiled program.

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
        """The recipe of all its trials, without the numbers in which they differ."""
        return self.source[self.places[0]].recipe.static

    @property
    def padded(self) -> int | None:
        """The padded length of its words; ``None`` where it has no words."""
        return self.recipe.padded(max(one.train_length for one in self))

    @property
    def max_steps(self) -> int:
        """The most steps that one of its trials makes."""
        return max(one.recipe.max_steps for one in self)

    @property
    def lane_bytes(self) -> int:
        """About how much memory one of its trials takes while it is trained."""
        return lane_bytes(self.recipe, self.padded)


def name_of(trials: Iterable[Trial]) -> str:
    """Returns 64 hexadecimal digits that name a bundle: those of all its trials."""
    return digest(*(trial.key for trial in trials))


def bundles(trials: Sequence[Trial], sizes: Sizes = ON_CPU) -> list[Bundle]:
    """Returns the trials in bundles, in the order of their first trials.

    Args:
        trials: Different trials; each is asked for when it is needed and not kept.
        sizes: How large bundles are.

    Examples:
        >>> from lengthwise.experiments.spec.trial import trial
        >>> trials = [
        ...     trial("simple", {"omega": 4}, train_length=n, seed=seed)
        ...     for n in (8, 16)
        ...     for seed in range(10)
        ... ]
        >>> [len(bundle) for bundle in bundles(trials)]
        [8, 8, 4]
    """
    shapes: dict[Recipe, dict[int, array[int]]] = {}
    for place, trial in enumerate(trials):
        padded = trial.recipe.padded(trial.train_length) or 0
        of_recipe = shapes.setdefault(trial.recipe.static, {})
        of_recipe.setdefault(padded, array("Q")).append(place)
    all_bundles = []
    for recipe, of_recipe in shapes.items():
        least = sizes.least_of(recipe)
        groups = [of_recipe[padded] for padded in sorted(of_recipe, reverse=True)]
        for places in _joined(groups, least) if sizes.mixed else groups:
            full = -(-len(places) // (least * sizes.parts))
            size = min(least * full, sizes.most_of(recipe))
            all_bundles += [
                Bundle(trials, places[begin : begin + size])
                for begin in range(0, len(places), size)
            ]
    return sorted(all_bundles, key=lambda bundle: bundle.places[0])


def _joined(groups: Iterable["array[int]"], least: int) -> list["array[int]"]:
    """Groups together that fit into lanes which would run empty otherwise.

    Args:
        groups: Places of trials by the length of words, the longest first.
        least: How many lanes run side by side at least.
    """
    joined: list[array[int]] = []
    for places in groups:
        if joined and len(joined[-1]) + len(places) <= least:
            joined[-1] = array("Q", sorted(joined[-1] + places))
        else:
            joined.append(places)
    return joined
