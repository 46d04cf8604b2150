r"""Huang et al., appendix G.2: can products of position vectors be position functions?

Scores :math:`p_i^\top W_Q W_K^\top p_j` are trained on windows of 50 of 200 positions
at random offsets to be :math:`2\ln 50` where a relation of i and j holds and 0 where
not, for :math:`j \le i` (`lengthwise.training.position_product`). The mean squared
error is then measured on all windows of 50, 100 and 150 positions. The published
numbers are those of the release of :cite:t:`huang2025formal`, one seed each.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from jaxtyping import Float

NAME = "huang-positions"
"""The name in ``lengthwise reproduce``."""

FILE = f"{NAME}.fits"
"""The file of our fits, one per line as JSON. They are not records of trials."""

POSITIONS = 200
"""Rows of the position table."""

WINDOWS = (50, 100, 150)
"""Window lengths for evaluation; the first is that of training."""

WIDTHS = (32, 256)
"""Lengths of the position vectors."""

HEIGHT = 2 * math.log(WINDOWS[0])
"""The target where a relation holds."""

Kind: TypeAlias = Literal["local", "periodic", "both", "neither"]

Errors: TypeAlias = tuple[float, ...]
"""Mean squared errors, one per window length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A relation of positions i and j, given by i - j; it holds if any condition does.

    Attributes:
        name: Its notation.
        kind: Whether it is local, periodic, a union of both, or neither.
        at: The distance equals this number.
        below: The distance is less than this.
        above: The distance is more than this.
        period: The distance modulo this equals `residue`; 0 for no such condition.
        residue: The residue.
        prime: The distance is a prime.
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
        """The target score, by distance."""
        held = [self.holds(distance) for distance in range(POSITIONS)]
        return np.where(held, HEIGHT, 0.0)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % k for k in range(2, math.isqrt(number) + 1))


_PUBLISHED = """
local at=1 j = i-1 .0125/496/755 4.6e-6/.210/.328
local at=5 j = i-5 .0271/333/607 4.0e-6/.204/.324
local at=25 j = i-25 2.2e-6/.715/1.07 4.9e-6/.165/.283
local below=2 j > i-2 .00833/304/415 3.7e-5/.350/.555
local below=5 j > i-5 .0255/216/382 1.6e-4/.608/1.00
local below=25 j > i-25 .00781/9.36/15.1 5.0e-6/1.80/3.10
periodic period=3 i-j = 0 mod 3 3.5e-6/.00106/.00540 3.7e-4/2.81/6.87
periodic period=5 i-j = 0 mod 5 3.3e-6/2.9e-4/.00159 3.2e-4/2.32/5.18
periodic period=3,residue=2 i-j = 2 mod 3 1.3e-6/2.6e-6/5.9e-6 6.0e-4/3.10/7.30
periodic period=5,residue=2 i-j = 2 mod 5 2.8e-6/2.7e-6/3.0e-6 4.0e-5/1.98/4.68
neither above=0 j < i .0709/230/369 4.0e-4/5.60/16.4
neither above=5 j < i-5 .0574/95.5/213 2.4e-4/9.30/21.5
neither above=25 j < i-25 1.5e-5/9.11/13.8 2.9e-5/14.2/26.0
neither prime=1 i-j prime .0521/7.85/18.0 6.7e-5/3.69/7.21
both at=1,period=3 j = i-1, or i-j = 0 mod 3 .0234/234/420 8.7e-6/3.23/7.53
both at=10,period=3 j = i-10, or i-j = 0 mod 3 .156/4.57/17.3 2.1e-4/3.23/7.53
both at=1,period=5 j = i-1, or i-j = 0 mod 5 .0284/160/290 5.8e-5/2.75/5.75
both at=12,period=5 j = i-12, or i-j = 0 mod 5 .148/2.10/5.50 1.8e-5/2.72/5.76
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
