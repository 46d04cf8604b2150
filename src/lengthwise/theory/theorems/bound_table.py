"""What all theorems say about the same numbers: a value that prints as a table."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lengthwise.arguments import require_text
from lengthwise.bibliography import united
from lengthwise.errors import UnknownNameError
from lengthwise.names import equations
from lengthwise.tables import Table
from lengthwise.theory.theorems.bound import Bound, LengthBound, Theorem
from lengthwise.theory.theorems.magnitude import LARGEST, WHOLE, Real, Size
from lengthwise.views import html_line, short

Constants: TypeAlias = Literal["explicit", "one"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one theorem says, or why it says nothing.

    Attributes:
        theorem: Which theorem.
        constants: Whether every constant is known, or unknown ones are set to one.
        bound: What it says; ``None`` where it does not apply.
        why: What holds from the length on, or why the theorem does not apply.
    """

    theorem: Theorem
    constants: Constants
    bound: Bound | None
    why: str

    @property
    def applies(self) -> bool:
        """Whether the theorem says something."""
        return self.bound is not None

    @property
    def size(self) -> Size | None:
        """The length, or the order at constant one; ``None`` where nothing is said."""
        if isinstance(self.bound, LengthBound):
            return self.bound.size
        return None if self.bound is None else self.bound.at_constant_one

    @property
    def value(self) -> float | int | None:
        """The same as a number; ``None`` also above ``1e308``."""
        if self.size is None or self.size.log10 > LARGEST:
            return None
        value = self.size.value
        return int(value) if value.is_integer() and value < WHOLE else value

    def __repr__(self) -> str:
        return short(self, f"{self.theorem.name}, length {_shown(self)}: {self.why}")

    def json(self) -> dict[str, Any]:
        """The entry as plain data."""
        return {
            "theorem": self.theorem.name,
            "value": self.value,
            "log10": None if self.size is None else self.size.log10,
            "order": self.theorem.order,
            "constants": self.constants,
            "applies": self.applies,
            "why": self.why,
            "reference": self.theorem.key,
            "place": self.theorem.place,
            "basis": self.theorem.basis,
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """Every theorem about the same numbers or machines, in a fixed order.

    Attributes:
        entries: What each theorem says.
        numbers: What they were asked about, by name.

    Examples:
        >>> from lengthwise.theory.theorems.calculator import bounds
        >>> entries = bounds(tau=1, delta=1, L=1, eps=0.1, sigma=2)
        >>> entries["izzo-4.1-full"].value
        6400
        >>> entries["chen-dfa"].why
        'n not given'
        >>> entries
        <Bounds 11 of 18 theorems apply; tau = 1, delta = 1, L = 1, eps = 0.1, ...>
    """

    entries: tuple[Entry, ...]
    numbers: tuple[tuple[str, Real], ...] = ()

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, theorem: str) -> Entry:
        require_text("the theorem", theorem, "izzo-4.1-full")
        for entry in self.entries:
            if entry.theorem.name == theorem:
                return entry
        raise UnknownNameError("theorem", theorem, self._names())

    @property
    def upper(self) -> Entry | None:
        """The smallest length that suffices for every word, every constant known.

        One that is proved, or, where none is, one that has a proof sketch.

        Examples:
            >>> from lengthwise.theory.theorems.calculator import bounds
            >>> entries = bounds(tau=1, delta=1, L=1, eps=0.1, sigma=2, p=8, gamma=2)
            >>> entries.upper.theorem.name
            'izzo-4.1-explicit'
        """
        known = [
            (entry.theorem.basis == "sketched", entry.size.log10, place)
            for place, entry in enumerate(self.entries)
            if entry.size is not None
            and entry.theorem.sense == "at most"
            and entry.constants == "explicit"
        ]
        return self.entries[min(known)[2]] if known else None

    @property
    def lower(self) -> Entry | None:
        """The largest length that some machines of these numbers need at least."""
        known = [
            (entry.size.log10, -place)
            for place, entry in enumerate(self.entries)
            if entry.size is not None and entry.theorem.sense == "at least"
        ]
        return self.entries[-max(known)[1]] if known else None

    @property
    def sources(self) -> tuple[str, ...]:
        """The papers of the theorems that apply, as keys of the bibliography."""
        return united(entry.theorem.key for entry in self.entries if entry.applies)

    def _names(self) -> list[str]:
        return [entry.theorem.name for entry in self.entries]

    def json(self) -> dict[str, Any]:
        """All entries as plain data; infinity is the text ``inf``."""
        return {
            "numbers": {k: v if v < math.inf else "inf" for k, v in self.numbers},
            "bounds": [entry.json() for entry in self.entries],
            "sources": list(self.sources),
        }

    @property
    def table(self) -> Table:
        """What each theorem says, one a row."""
        return Table(
            header=("theorem", "length", "constants", "what it says"),
            rows=tuple(
                (e.theorem.name, _shown(e), e.constants if e.applies else "-", e.why)
                for e in self.entries
            ),
            align="lrll",
        )

    def __str__(self) -> str:
        return "\n".join([*self._given(), self.table.text()])

    def _given(self) -> list[str]:
        text = equations(self.numbers)
        return [text] if text else []

    def __repr__(self) -> str:
        applying = sum(entry.applies for entry in self.entries)
        parts = [f"{applying} of {len(self)} theorems apply", *self._given()]
        return short(self, "; ".join(parts))

    def _repr_html_(self) -> str:
        return "".join(map(html_line, self._given())) + self.table.html()


def _shown(entry: Entry) -> str:
    size = entry.size
    if size is None:
        return "-"
    if size.log10 > 15:
        return f"10^{size.log10:.1f}"
    return f"{size.whole:,}"
