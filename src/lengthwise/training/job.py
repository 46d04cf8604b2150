"""A piece of work for one process: a bundle to train and to evaluate, as plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from lengthwise.training.lane import Lane, check, read_lane
from lengthwise.training.recipe import Recipe, read_recipe


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of trained nets: arguments of `lengthwise.training.evaluation`.

    Attributes:
        lengths: Test lengths.
        words: How many words at each.
        standard_error: Stop earlier when the standard error is not larger.
        seed: Decides the words.
    """

    lengths: tuple[int, ...] = ()
    words: int = 4096
    standard_error: float | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A bundle to train and to evaluate.

    Attributes:
        name: Tells jobs apart.
        recipe: The recipe.
        lanes: Lanes of one static shape.
        folder: A folder for this job alone: checkpoints, and outcomes not yet fetched.
        asked: What to evaluate when a lane has ended.
        every: Seconds between checkpoints.
        deterministic: Whether bits must not depend on the company on a GPU.
        forgiving: Whether checkpoints of another fingerprint may be taken up.
    """

    name: str
    recipe: Recipe
    lanes: tuple[Lane, ...]
    folder: Path
    asked: Asked = field(default_factory=Asked)
    every: float = 5.0
    deterministic: bool = False
    forgiving: bool = False

    def __post_init__(self) -> None:
        for lane in self.lanes:
            check(self.recipe, lane)

    def without(self, lanes: set[Lane]) -> "Job":
        """Returns the job without `lanes`."""
        rest = tuple(lane for lane in self.lanes if lane not in lanes)
        return replace(self, lanes=rest)

    def plain(self) -> dict[str, Any]:
        """Returns the job as data for JSON; `read_job` is the inverse."""
        return {
            "name": self.name,
            "recipe": self.recipe.plain(),
            "lanes": [lane.plain() for lane in self.lanes],
            "folder": str(self.folder),
            "asked": asdict(self.asked),
            "every": self.every,
            "deterministic": self.deterministic,
            "forgiving": self.forgiving,
        }


def read_job(plain: Mapping[str, Any]) -> Job:
    """Returns the job of `Job.plain` data, also after a trip through JSON."""
    asked = plain["asked"]
    return Job(
        **{
            **plain,
            "recipe": read_recipe(plain["recipe"]),
            "lanes": tuple(map(read_lane, plain["lanes"])),
            "folder": Path(plain["folder"]),
            "asked": Asked(**{**asked, "lengths": tuple(asked["lengths"])}),
        }
    )
