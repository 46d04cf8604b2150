"""Groups trials into bundles that one compiled program can train side by side.

Which trials share a bundle depends only on the trials and on `Sizes`, not on the number
of workers or the content of a store. So a resumed sweep has the same bundles and finds
their checkpoints.
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
    """The sizes of bundles.

    Attributes:
        least: The minimal number of lanes that a device runs side by side. Models with
            a smaller minimum make smaller bundles, of two or more.
        most: The largest number of trials in a bundle, a multiple of `least`.
        parts: Approximate number of bundles for trials of one shape, as far as the
            other two allow.
        mixed: Whether a program may be given shorter words than it was compiled for,
            which gives the same losses but not the same bits.

    Raises:
        SpecError: The sizes do not fit together.
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
        """Returns the smallest number of trials in a full bundle of a recipe."""
        widths = recipe.model.widths
        return min(self.least, max(2, widths.gpu if self.mixed else widths.cpu))

    def most_of(self, recipe: Recipe) -> int:
        """Returns the largest number of trials in a bundle of a recipe.

        Models that run few side by side are large, so their bundles are small: each
        ends within minutes on a GPU.
        """
        least = self.least_of(recipe)
        many = 32 if self.mixed else 8
        return self.most if least == self.least else min(self.most, many * least)


ON_CPU = Sizes(8, 64, parts=16)
"""Many small bundles, so that all cores finish at about the same time."""

ON_GPU = Sizes(64, 1024, mixed=True)
"""Few large bundles; more lanes side by side would gain nothing."""


@dataclass(frozen=True)
class Bundle:
    """Trials of a sweep that share one compiled program.

    Attributes:
        source: All trials of the sweep.
        places: The indices of its trials.
    """

    source: Sequence[Trial]
    places: Sequence[int]

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Trial]:
        return (self.source[place] for place in self.places)

    @property
    def recipe(self) -> Recipe:
        """The recipe of its trials, without hyperparameters that differ."""
        return self.source[self.places[0]].recipe.static

    @property
    def padded(self) -> int | None:
        """The padded length of its words; ``None`` in the statistics form."""
        return self.recipe.padded(max(one.train_length for one in self))

    @property
    def max_steps(self) -> int:
        """The largest step limit of its trials."""
        return max(one.recipe.max_steps for one in self)

    @property
    def lane_bytes(self) -> int:
        """Estimated memory for training one of its trials, in bytes."""
        return lane_bytes(self.recipe, self.padded)


def name_of(trials: Iterable[Trial]) -> str:
    """Returns the key of a bundle, 64 hexadecimal digits from those of its trials."""
    return digest(*(trial.key for trial in trials))


def bundles(trials: Sequence[Trial], sizes: Sizes = ON_CPU) -> list[Bundle]:
    """Returns the trials in bundles, in the order of their first trials.

    Args:
        trials: Distinct trials, generated on demand and not kept.
        sizes: The sizes of bundles.

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
    """Merges groups that fit into lanes that would otherwise be empty.

    Args:
        groups: Indices of trials by word length, the longest first.
        least: The minimal number of lanes side by side.
    """
    joined: list[array[int]] = []
    for places in groups:
        if joined and len(joined[-1]) + len(places) <= least:
            joined[-1] = array("Q", sorted(joined[-1] + places))
        else:
            joined.append(places)
    return joined
