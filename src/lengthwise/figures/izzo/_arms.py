"""Arms: variants of a figure with a fairer stopping rule and independent models.

Stopping at the first batch below a threshold ends training by luck, earlier if batches
vary more, so settings are not compared at the same error. Each arm has another stopping
rule, the same for all settings, and random numbers that no two models share.
"""

from dataclasses import dataclass, replace

from lengthwise.experiments.spec.grid import Grid
from lengthwise.figures.figure import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A stopping rule.

    Attributes:
        name: The part that it adds to the names of its figures in ``lengthwise
            reproduce``.
        rule: Its description in titles.
        stops: Whether training stops at the threshold of a figure, or never.
    """

    name: str
    rule: str
    stops: bool

    def of(self, figure: Figure, *, seeds: int, steps: int) -> Figure:
        """The same figure in this arm.

        Args:
            figure: A figure.
            seeds: Seeds of each setting at full size.
            steps: Maximum number of training steps of a model at full size.
        """
        full = (self._grid(one, max_steps=steps) for one in figure.full)
        return replace(
            figure,
            name=self.named(figure.name),
            family=f"{figure.family}-{self.name}",
            title=f"{figure.title}; {self.rule}, our test lengths",
            full=tuple(replace(one, seed=tuple(range(seeds))) for one in full),
            small=tuple(self._grid(one) for one in figure.small),
            records=self.named(figure.records),
        )

    def named(self, name: str) -> str:
        """The name of a figure or a file in this arm.

        Examples:
            >>> MEAN.named("izzo-fig1")
            'izzo-mean-fig1'
        """
        family, _, rest = name.partition("-")
        return f"{family}-{self.name}-{rest}"

    def _grid(self, grid: Grid, **more: object) -> Grid:
        # Both arms set the rule, though one never stops, so that they share a compiled
        # program.
        new = {"stop": "mean", "randomness": "setting", **more}
        if not self.stops:
            new["threshold"] = 0.0
        recipe = dict(grid.recipe) | {name: (value,) for name, value in new.items()}
        return replace(grid, recipe=tuple(sorted(recipe.items())))


MEAN = Arm(name="mean", rule="stop at the mean loss of 100 batches", stops=True)
EVEN = Arm(name="even", rule="equal steps", stops=False)
ARMS = (MEAN, EVEN)
