r"""Huang et al., appendix G.2: can products of position vectors be position functions?

Scores :math:`p_i^\top W_Q W_K^\top p_j` are trained on windows of 50 of 200 positions
at random offsets to be :math:`2\ln 50` where a relation of i and j holds and 0 where
not, for :math:`j \le i` (`lengthwise.training.position_product`). The mean squared
error is then measured on all windows of 50, 100 and 150 positions. The published
numbers are those of the release of :cite:t:`huang2025formal`, one seed each.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any, Literal, TypeAlias

import numpy as np
from jaxtyping import Float

from lengthwise.errors import FormatError, HostError
from lengthwise.jsontext import json_value
from lengthwise.tables import Table

NAME = "huang-positions"
"""What ``lengthwise reproduce`` calls it; also the name of its records."""

POSITIONS = 200
"""Rows of the table of positions."""

WINDOWS = (50, 100, 150)
"""Windows that are measured; the first is that of training."""

WIDTHS = (32, 256)
"""Lengths of the position vectors."""

HEIGHT = 2 * math.log(WINDOWS[0])
"""The target where a relation holds."""

Kind: TypeAlias = Literal["local", "periodic", "both", "neither"]

Errors: TypeAlias = tuple[float, ...]
"""Mean squared errors, one a window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A relation of the positions i and j, which depends on i - j; any part may hold.

    Attributes:
        name: How it is written.
        kind: Whether it is local, periodic, a union of both, or neither.
        at: The distance is this number.
        below: It is less than this.
        above: It is more than this.
        period: It has the residue for this divisor; 0 for no divisor.
        residue: The residue.
        prime: It is a prime.
        published: The published errors by width.

    Examples:
        >>> one = Relation(name="j > i-2", kind="local", below=2, published={})
        >>> [one.holds(distance) for distance in (0, 1, 2)]
        [True, True, False]
    """

    name: str
    kind: Kind
    at: int = -1
    below: int = 0
    above: int = POSITIONS
    period: int = 0
    residue: int = 0
    prime: bool = False
    published: Mapping[int, Errors]

    def holds(self, distance: int) -> bool:
        """Whether it holds at a distance i - j, from 0 on."""
        return (
            distance == self.at
            or distance < self.below
            or distance > self.above
            or (self.period > 0 and distance % self.period == self.residue)
            or (self.prime and _is_prime(distance))
        )

    @property
    def target(self) -> Float[np.ndarray, " positions"]:
        """The score that is asked for, by distance."""
        held = [self.holds(distance) for distance in range(POSITIONS)]
        return np.where(held, HEIGHT, 0.0)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % k for k in range(2, math.isqrt(number) + 1))


_PUBLISHED = """
local    at=1                j = i-1                 .0125/496/755      4.6e-6/.210/.328
local    at=5                j = i-5                 .0271/333/607      4.0e-6/.204/.324
local    at=25               j = i-25                2.2e-6/.715/1.07   4.9e-6/.165/.283
local    below=2             j > i-2                 .00833/304/415     3.7e-5/.350/.555
local    below=5             j > i-5                 .0255/216/382      1.6e-4/.608/1.00
local    below=25            j > i-25                .00781/9.36/15.1   5.0e-6/1.80/3.10
periodic period=3            i-j = 0 mod 3           3.5e-6/.00106/.00540  3.7e-4/2.81/6.87
periodic period=5            i-j = 0 mod 5           3.3e-6/2.9e-4/.00159  3.2e-4/2.32/5.18
periodic period=3,residue=2  i-j = 2 mod 3           1.3e-6/2.6e-6/5.9e-6  6.0e-4/3.10/7.30
periodic period=5,residue=2  i-j = 2 mod 5           2.8e-6/2.7e-6/3.0e-6  4.0e-5/1.98/4.68
neither  above=0             j < i                   .0709/230/369      4.0e-4/5.60/16.4
neither  above=5             j < i-5                 .0574/95.5/213     2.4e-4/9.30/21.5
neither  above=25            j < i-25                1.5e-5/9.11/13.8   2.9e-5/14.2/26.0
neither  prime=1             i-j prime               .0521/7.85/18.0    6.7e-5/3.69/7.21
both     at=1,period=3       j = i-1, or i-j = 0 mod 3   .0234/234/420  8.7e-6/3.23/7.53
both     at=10,period=3      j = i-10, or i-j = 0 mod 3  .156/4.57/17.3 2.1e-4/3.23/7.53
both     at=1,period=5       j = i-1, or i-j = 0 mod 5   .0284/160/290  5.8e-5/2.75/5.75
both     at=12,period=5      j = i-12, or i-j = 0 mod 5  .148/2.10/5.50 1.8e-5/2.72/5.76
"""


def _relation(line: str) -> Relation:
    kind, numbers, *words = line.split()
    *name, narrow, wide = words
    parts: dict[str, Any] = {
        key: int(value)
        for key, _, value in (p.partition("=") for p in numbers.split(","))
    }
    errors = {
        width: tuple(map(float, text.split("/")))
        for width, text in zip(WIDTHS, (narrow, wide), strict=True)
    }
    if "prime" in parts:
        parts["prime"] = True
    return Relation(name=" ".join(name), kind=kind, published=errors, **parts)  # type: ignore[arg-type]


RELATIONS = tuple(map(_relation, _PUBLISHED.strip().splitlines()))
"""Every relation of the published table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One trained table of scores, as a line of the records says it.

    Attributes:
        relation: The name of the relation.
        width: The length of its position vectors.
        seed: The seed.
        errors: The mean squared error by window.
        along: The mean score at every distance, over all pairs of positions.
        seconds: How long it trained.
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
        """What was trained."""
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
        HostError: There is no such file.
        FormatError: A line is no fit.
    """
    path = folder / f"{NAME}.jsonl"
    if not path.is_file():
        raise HostError(
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


def positions_table(fits: Iterable[Fit]) -> Table:
    """Returns the published errors beside ours, the geometric mean over seeds."""
    by_cell: dict[tuple[str, int], list[Fit]] = {}
    for fit in fits:
        by_cell.setdefault((fit.relation, fit.width), []).append(fit)
    rows = tuple(
        (
            relation.name,
            relation.kind,
            width,
            errors_text(relation.published[width]),
            errors_text(typical(ours)),
            span_text(ours),
            len(ours),
        )
        for width in WIDTHS
        for relation in RELATIONS
        if (ours := by_cell.get((relation.name, width)))
    )
    return Table(
        header=("relation", "kind", "d", "published", "ours", "at 150", "seeds"),
        rows=rows,
        name=NAME,
        caption="Mean squared error at windows of 50 / 100 / 150 positions.",
        note="Trained on windows of 50; geometric mean over seeds, and the range at 150.",
    )


def typical(fits: Sequence[Fit]) -> Errors:
    """Returns the geometric means over fits of the error in each window."""
    return tuple(geometric_mean(fit.errors[w] for fit in fits) for w in WINDOWS)


def errors_text(errors: Errors) -> str:
    """Returns errors as a table shows them.

    Examples:
        >>> errors_text((4.6e-6, 0.21, 496.0))
        '5e-06 / 0.21 / 5e+02'
    """
    return " / ".join(f"{error:.2g}" for error in errors)


def span_text(fits: Sequence[Fit]) -> str:
    """Returns the least and the largest error at the longest window."""
    last = [fit.errors[WINDOWS[-1]] for fit in fits]
    return f"{min(last):.2g} to {max(last):.2g}"
