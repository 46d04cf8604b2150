r"""The value that a simulation ends in: x, z, and how close two machines are on them.

The argument that it carries out: if :math:`f(z) \approx f(x)`,
:math:`g(z) \approx g(x)`, and the machines agree on short words such as :math:`z`, then
they agree on :math:`x` too.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.tables import Table
from lengthwise.theory.simulation._padding import Padding
from lengthwise.theory.simulation._reduction import Case
from lengthwise.views import html_line, short
from lengthwise.words import Statistics, Word

Method: TypeAlias = Literal["one-layer", "periodic", "blocks", "rotor", "coupling"]

Basis: TypeAlias = Literal[
    "proved",
    "proved for ties within rounding",
    "measured, proof sketched",
    "rests on constants one",
    "none",
]
"""What a promise rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fidelity:
    r"""How well the output of one machine on z stands for its output on x.

    Attributes:
        at_x: The outputs on x.
        at_z: The outputs on z.
        promised: What the Euclidean distance of the two is promised not to exceed;
            ``None`` where nothing is promised.
        distance: One layer: the :math:`\ell_1` distance of the masses of attention per
            (symbol, residue class). Two layers: how much the attention of layer 2,
            with the query held fixed, moves the output at most.
        promised_distance: What `distance` is promised not to exceed.
        span: No two outputs on words that end as x does are further apart; ``None``
            where that is not known.

    Examples:
        >>> same = Fidelity(
        ...     at_x=(0.25,),
        ...     at_z=(0.3,),
        ...     promised=0.1,
        ...     distance=0.02,
        ...     promised_distance=0.05,
        ... )
        >>> round(same.error, 6), same.kept
        (0.05, True)
    """

    at_x: tuple[float, ...]
    at_z: tuple[float, ...]
    promised: float | None
    distance: float
    promised_distance: float | None
    span: float | None = None

    @property
    def error(self) -> float:
        """The Euclidean distance of the outputs on x and on z."""
        return math.dist(self.at_x, self.at_z)

    @property
    def void(self) -> bool:
        """Whether the promise says nothing, as it is not below the range of outputs.

        Where the range is not known: as outputs of the sizes of these always keep it.

        Examples:
            >>> sides = {"at_x": (0.25,), "at_z": (0.3,), "distance": 0.02}
            >>> void = [
            ...     Fidelity(**sides, promised=p, promised_distance=None, span=2.0).void
            ...     for p in (0.1, 2.0, None)
            ... ]
            >>> void
            [False, True, False]
        """
        if self.promised is None or self.promised == 0:
            return False
        if self.span is not None:
            return self.promised >= self.span
        return self.promised >= math.hypot(*self.at_x) + math.hypot(*self.at_z)

    @property
    def kept(self) -> bool:
        """Whether both promises are kept; true where there are none."""
        return (self.promised is None or self.error <= self.promised) and (
            self.promised_distance is None or self.distance <= self.promised_distance
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A short word in the place of a long one, for two machines at once.

    Attributes:
        x: The long word, or the statistics of one.
        z: The short word, of the same type as `x`.
        f: The first machine on both.
        g: The second machine on both.
        eps: The error that was asked for.
        bound: The length that z is promised not to exceed; infinity above 1e308.
        method: How z was made.
        resolution: Which resolution ruled it; ``None`` where the method has none.
        case: The branch of the one-layer construction; ``short`` where z is x.
        padding: How z was made long enough for hardmax attention.
        basis: What the promises rest on.
    """

    x: Word | Statistics
    z: Word | Statistics
    f: Fidelity
    g: Fidelity
    eps: float
    bound: float
    method: Method
    resolution: str | None
    case: Case | None
    padding: Padding
    basis: Basis

    @property
    def sources(self) -> tuple[str, ...]:
        """Whose argument it carries out, as keys of the bibliography."""
        return ("izzo2025quantitative",)

    @property
    def x_length(self) -> int:
        """The length of x."""
        return word_length(self.x)

    @property
    def z_length(self) -> int:
        """The length of z."""
        return word_length(self.z)

    @property
    def kept(self) -> bool:
        """Whether every promise was kept, that on the length of z included."""
        return self.f.kept and self.g.kept and self.z_length <= self.bound

    @property
    def void(self) -> tuple[str, ...]:
        """The machines, ``f`` and ``g``, whose promise says nothing.

        Such a promise is not below the range of the outputs, so every word keeps it.
        """
        sides = (("f", self.f), ("g", self.g))
        return tuple(name for name, side in sides if side.void)

    def __str__(self) -> str:
        lines = [
            f"{self._lengths()} (at most {_number(self.bound)})",
            "; ".join(f"{name}: {text}" for name, text in self._facts()),
            self.table.text(),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        errors = f"errors {_number(self.f.error)} and {_number(self.g.error)}"
        return short(self, f"{self._lengths()}, {errors}, by {self.method}")

    def _repr_html_(self) -> str:
        return (
            html_line(f"{self._lengths()} (at most {_number(self.bound)})")
            + html_line("; ".join(f"{name}: {text}" for name, text in self._facts()))
            + self.table.html(row_heads=True)
        )

    def _lengths(self) -> str:
        return f"x has length {self.x_length:,}, z has length {self.z_length:,}"

    def _facts(self) -> list[tuple[str, str]]:
        return [
            ("method", self.method),
            *([("resolution", self.resolution)] if self.resolution else []),
            *([("case", self.case)] if self.case else []),
            ("padding", self.padding),
            ("promise", self._promise()),
        ]

    def _promise(self) -> str:
        if not self.void:
            return self.basis
        return f"void for {' and '.join(self.void)}, as it is above the outputs' range"

    @property
    def table(self) -> Table:
        """Both machines on both words, with the promises, one machine a row."""
        return Table(
            header=("", "on x", "on z", "error", "promised", "distance", "promised"),
            rows=tuple(
                (
                    name,
                    _vector(side.at_x),
                    _vector(side.at_z),
                    _number(side.error),
                    _number(side.promised),
                    _number(side.distance),
                    _number(side.promised_distance),
                )
                for name, side in (("f", self.f), ("g", self.g))
            ),
            align="lrrrrrr",
        )


def word_length(word: Word | Statistics) -> int:
    """The length of a word that is given by its symbols or by its statistics."""
    return word.length if isinstance(word, Statistics) else len(word)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if 1000 <= value < 1e15 else f"{value:.4g}"


def _vector(values: tuple[float, ...]) -> str:
    text = " ".join(f"{v:.6g}" for v in values[:4])
    return text + (" …" if len(values) > 4 else "")
