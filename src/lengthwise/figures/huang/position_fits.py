"""Our records of huang-positions, beside the published errors."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import numpy as np
from jaxtyping import Float

from lengthwise.errors import FormatError, MissingFileError
from lengthwise.figures.huang.huang_positions import (
    FILE,
    NAME,
    POSITIONS,
    RELATIONS,
    WIDTHS,
    WINDOWS,
    Errors,
    Relation,
)
from lengthwise.jsontext import json_value
from lengthwise.tables import Table

FACTOR = 2.0
"""Errors within this factor count as equal: seeds differ by as much."""

SMALL = 0.01
"""Errors below this are not distinguished: the target is 7.8 or 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One trained table of scores, from a line of the records.

    Attributes:
        relation: The name of the relation.
        width: The length of its position vectors.
        seed: The seed.
        errors: The mean squared error by window.
        along: The mean score at every distance, over all pairs of positions.
        seconds: The training time.
        fingerprint: Device and versions.
    """

    relation: str
    width: int
    seed: int
    errors: Mapping[int, float]
    along: Errors
    seconds: float = 0.0
    fingerprint: Mapping[str, str]

    @property
    def key(self) -> tuple[str, int, int]:
        """The key: relation, width and seed."""
        return self.relation, self.width, self.seed

    def line(self) -> str:
        """The fit as a line of JSON."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields["errors"] = {str(w): float(f"{e:.4g}") for w, e in self.errors.items()}
        fields["along"] = [round(score, 3) for score in self.along]
        return json.dumps(fields, sort_keys=True, separators=(",", ":"))


def window_errors(
    relation: Relation, scores: Float[np.ndarray, "positions positions"]
) -> dict[int, float]:
    """Returns the mean squared error over all windows of each length, j up to i.

    Examples:
        >>> relation = RELATIONS[0]
        >>> window_errors(relation, np.zeros((POSITIONS, POSITIONS)))[50]
        2.352...
    """
    place = np.arange(POSITIONS)
    distance = place[:, None] - place
    squares = (scores.astype(np.float64) - relation.target[distance]) ** 2
    errors = {}
    for window in WINDOWS:
        starts = POSITIONS - window + 1
        first = np.maximum(0, place - window + 1)  # of the windows that hold i
        shared = np.minimum(starts - 1, place) - first[:, None] + 1
        weights = np.where(distance >= 0, np.maximum(0, shared), 0)
        errors[window] = float((weights * squares).sum() / weights.sum())
    return errors


def mean_along(scores: Float[np.ndarray, "positions positions"]) -> Errors:
    """Returns the mean score at every distance i - j."""
    return tuple(float(np.diagonal(scores, -k).mean()) for k in range(POSITIONS))


def read_fits(folder: Path) -> list[Fit]:
    """Returns the fits in a folder of records.

    Raises:
        MissingFileError: There is no such file.
        FormatError: A line is not a fit.
    """
    path = folder / FILE
    if not path.is_file():
        raise MissingFileError(
            f"{path} is not there; name the folder of the records with --records, or "
            f"train with: python -m lengthwise.jobs.train_positions {folder}"
        )
    fits = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            fields = json_value(line, what="a fit")
            errors = {int(w): float(e) for w, e in fields.pop("errors").items()}
            fits.append(Fit(errors=errors, along=tuple(fields.pop("along")), **fields))
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise FormatError(f"{path}, line {number}: not a fit: {error}") from None
    return fits


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Our errors beside the published ones, for one relation and width.

    Attributes:
        relation: The relation.
        width: The length of the position vectors.
        fits: Our fits, one per seed.
    """

    relation: Relation
    width: int
    fits: tuple[Fit, ...]

    @property
    def published(self) -> Errors:
        """The published errors, of one seed."""
        return self.relation.published[self.width]

    @property
    def ours(self) -> Errors:
        """The geometric means over seeds."""
        return tuple(
            geometric_mean(fit.errors[w] for fit in self.fits) for w in WINDOWS
        )

    @property
    def last(self) -> tuple[float, float]:
        """The smallest and the largest error over seeds at the longest window."""
        errors = [fit.errors[WINDOWS[-1]] for fit in self.fits]
        return min(errors), max(errors)

    @property
    def agrees(self) -> bool:
        """Whether both errors are within `FACTOR` at the longest window."""
        published, ours = (max(e[-1], SMALL) for e in (self.published, self.ours))
        return 1 / FACTOR <= ours / published <= FACTOR

    def data(self) -> dict[str, Any]:
        """The comparison as data for JSON."""
        windows = map(str, WINDOWS)
        return {
            "relation": self.relation.name,
            "kind": self.relation.kind,
            "width": self.width,
            "published": dict(zip(map(str, WINDOWS), self.published, strict=True)),
            "ours": dict(zip(windows, self.ours, strict=True)),
            "range": list(self.last),
            "seeds": len(self.fits),
            "agrees": self.agrees,
        }


def comparisons(fits: Iterable[Fit]) -> tuple[Comparison, ...]:
    """Returns our fits beside the published ones, narrow tables first."""
    by_cell: dict[tuple[str, int], list[Fit]] = defaultdict(list)
    for fit in fits:
        by_cell[fit.relation, fit.width].append(fit)
    return tuple(
        Comparison(relation=relation, width=width, fits=tuple(ours))
        for width in WIDTHS
        for relation in RELATIONS
        if (ours := by_cell.get((relation.name, width)))
    )


def positions_table(rows: Iterable[Comparison]) -> Table:
    """Returns comparisons as a table."""
    return Table(
        header=("relation", "kind", "d", "published", "ours", "seeds, at 150"),
        rows=tuple(
            (
                one.relation.name,
                one.relation.kind,
                one.width,
                errors_text(one.published),
                errors_text(one.ours),
                _seeds_text(one),
            )
            for one in rows
        ),
        name=NAME,
        caption="Mean squared error at windows of 50 / 100 / 150 positions.",
        note="Trained on windows of 50. Ours: geometric mean over seeds.",
    )


def positions_sentence(rows: Sequence[Comparison]) -> str:
    """Returns the number of cells that agree with the published ones, and the rest."""
    differing = [
        f"{one.relation.name} (d = {one.width})" for one in rows if not one.agrees
    ]
    text = (
        f"{len(rows) - len(differing)} of {len(rows)} cells are within a factor of "
        f"{FACTOR:g} of the published error at {WINDOWS[-1]} positions (errors below "
        f"{SMALL:g} count as {SMALL:g})"
    )
    return f"{text}; not: {', '.join(differing)}" if differing else text


def _seeds_text(one: Comparison) -> str:
    low, high = map(_short, one.last)
    return "1" if len(one.fits) == 1 else f"{len(one.fits)}, {low} to {high}"


def errors_text(errors: Errors) -> str:
    """Returns errors as a table shows them.

    Examples:
        >>> errors_text((4.6e-6, 0.21, 496.0))
        '5e-06 / 0.21 / 496'
    """
    return " / ".join(map(_short, errors))


def _short(error: float) -> str:
    """An error with two digits, a small one with one, a large one as an integer."""
    if error < 0.001:
        return f"{error:.0e}"
    return f"{error:.2g}" if error < 100 else f"{error:.0f}"
