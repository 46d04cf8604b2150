r"""The result of a simulation: x, z, and the errors of two machines.

The argument: if :math:`f(z) \approx f(x)`, :math:`g(z) \approx g(x)`, and the machines
agree on short words such as :math:`z`, then they agree on :math:`x` too.
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
"""The basis of a promise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fidelity:
    r"""How closely the output of one machine on z matches its output on x.

    Attributes:
        at_x: The outputs on x.
        at_z: The outputs on z.
        promised: Promised bound on the Euclidean distance of the two; ``None`` without
            a promise.
        distance: One layer: the :math:`\ell_1` distance of the attention masses per
            (symbol, residue class). Two layers: a bound on the output change due to the
            attention of layer 2, with the query fixed.
        promised_distance: Promised bound on `distance`.
        span: A bound on the distance of outputs over words that end like x; ``None`` if
            unknown.

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
        """Whether the promise is vacuous, since it is not below the range of outputs.

        If the range is unknown, whether outputs of these norms always keep it.

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
        """Whether both promises are kept; true without promises."""
        return (self.promised is None or self.error <= self.promised) and (
            self.promised_distance is None or self.distance <= self.promised_distance
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A short word that simulates a long one for two machines at once.

    Attributes:
        x: The long word, or its statistics.
        z: The short word, of the same type as `x`.
        f: The first machine on both.
        g: The second machine on both.
        eps: The requested error.
        bound: Promised bound on the length of z; infinity above 1e308.
        method: The construction of z.
        resolution: The resolution used; ``None`` if the method has none.
        case: The case of the one-layer construction; ``short`` if z is x.
        padding: How z was padded into the hardmax regime.
        basis: The basis of the promises.
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
        """The sources of the argument, as keys of the bibliography."""
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
        """Whether every promise was kept, including the one on the length of z."""
        return self.f.kept and self.g.kept and self.z_length <= self.bound

    @property
    def void(self) -> tuple[str, ...]:
        """The machines among ``f`` and ``g`` whose promise is vacuous.

        A vacuous promise is not below the range of outputs, so every word keeps it.
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
        return f"void for {' and '.join(self.void)}: above the range of outputs"

    @property
    def table(self) -> Table:
        """Both machines on both words, with the promises, one row per machine."""
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
    """Returns the length of a word given by its symbols or statistics."""
    return word.length if isinstance(word, Statistics) else len(word)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if 1000 <= value < 1e15 else f"{value:.4g}"


def _vector(values: tuple[float, ...]) -> str:
    text = " ".join(f"{v:.6g}" for v in values[:4])
    return text + (" …" if len(values) > 4 else "")
