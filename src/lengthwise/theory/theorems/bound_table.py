"""All theorems applied to the same parameters: a value that prints as a table."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lengthwise.arguments import require_text
from lengthwise.bibliography import united
from lengthwise.columns import listing
from lengthwise.errors import UnknownNameError
from lengthwise.tables import Table
from lengthwise.theory.theorems._bound_text import (
    grouped,
    is_needed,
    lacking,
    length_text,
    option,
    rows_of,
    suffices,
)
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.magnitude import Real, Size
from lengthwise.views import html_line, short


@dataclass(frozen=True, slots=True)
class Bounds:
    """All theorems applied to the same parameters or machines, in a fixed order.

    Attributes:
        entries: The result of each theorem.
        numbers: The parameters by name.
        silence: If no theorem applies, the reason in one sentence.

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
    silence: str = ""

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
        """The smallest length sufficient for every word, with explicit constants.

        A proved one, or else one with a proof sketch.

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
        """The largest lower bound for some machines with these parameters."""
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
        """All entries as plain data; infinity is the string ``inf``."""
        return {
            "numbers": {k: v if v < math.inf else "inf" for k, v in self.numbers},
            "bounds": [entry.json() for entry in self.entries],
            "sources": list(self.sources),
        }

    @property
    def table(self) -> Table:
        """The results as a table, one row per theorem."""
        return Table(
            header=("theorem", "length", "assumed", "what it says"),
            rows=tuple(
                (e.theorem.name, length_text(e.size), e.assumed * e.applies, e.why)
                for e in self.entries
            ),
            align="lrll",
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """The answer: the sufficient length, and the length that some machines need.

        Examples:
            >>> from lengthwise.theory.theorems.calculator import bounds
            >>> print(*bounds(n=3).sentences)
            Length 4: two DFAs of at most n states that agree up to here are equal
            (chen-dfa).
            >>> print(*bounds(delta=1, L=9, eps=0.1).sentences)
            No theorem with known constants gives a length that suffices; add --tau
            --sigma for one. Some machines of this norm and period need N >= 11
            (lower-delta-l-eps, proved in the manual).
        """
        upper, lower = self.upper, self.lower
        said = []
        if upper is not None:
            said.append(suffices(upper.theorem, upper.size, upper.why))
        elif lower is not None or self._orders:
            said.append(f"{_NOT_KNOWN}{self._advice}.")
            said += map(_order, self._orders[:1])
        if lower is not None:
            said.append(is_needed(lower.theorem, lower.why))
        others = [
            f"Length {length_text(one.size)}: {one.why} ({one.theorem.name})."
            for one in self.entries
            if one.applies
        ]
        reason = f": {self.silence}" if self.silence else ""
        return tuple(said or others or [f"No theorem gives a length here{reason}."])

    @property
    def _advice(self) -> str:
        """The options with which a theorem with explicit constants would apply."""
        needs = [
            one.missing
            for one in self.entries
            if one.missing and not one.assumed and one.theorem.sense == "at most"
        ]
        if not needs:
            return ""
        _, fewest = min((len(names), names) for names in needs)
        return f"; add {' '.join(map(option, fewest))} for one"

    @property
    def _orders(self) -> list[Entry]:
        """Bounds with unknown constants, the smallest sufficient length first."""
        orders = [one for one in self.entries if one.applies and one.assumed]
        return sorted(
            orders, key=lambda one: (one.theorem.sense != "at most", _log(one))
        )

    @property
    def missing(self) -> dict[str, str]:
        """By topic, the options with which more theorems would apply.

        Examples:
            >>> from lengthwise.theory.theorems.calculator import bounds
            >>> bounds(eps=0.1).missing["two layers, every input"]
            '--C --positional-gamma or --f and --g'
        """
        return lacking((one.theorem, one.missing) for one in self if one.missing)

    @property
    def reasons(self) -> list[str]:
        """Why theorems do not apply although all their parameters are given."""
        silent = [one for one in self if not one.applies and not one.missing]
        return grouped([(one.why, one.theorem.name) for one in silent])

    def __str__(self) -> str:
        exact = [one for one in self.entries if one.applies and not one.assumed]
        sections = {
            "with every constant known": rows_of(map(_row, exact)),
            "asymptotic bounds with unknown constants set to 1; not actual "
            "lengths": rows_of(map(_row, self._orders)),
            "options that would make more theorems apply": listing(
                self.missing, indent=2
            ),
            "theorems that do not apply": "\n".join(f"  {one}" for one in self.reasons),
        }
        lines = [*self.sentences, *(f"given: {text}" for text in self._given())]
        for title, rows in sections.items():
            lines += ["", f"{title}:", rows] if rows else []
        return "\n".join(lines)

    def _given(self) -> list[str]:
        given = [pair for pair in self.numbers if pair != ("agreement", 0)]
        text = ", ".join(f"{name} = {number:.6g}" for name, number in given)
        return [text] if text else []

    def __repr__(self) -> str:
        applying = sum(entry.applies for entry in self.entries)
        parts = [f"{applying} of {len(self)} theorems apply", *self._given()]
        return short(self, "; ".join(parts))

    def _repr_html_(self) -> str:
        return "".join(map(html_line, self._given())) + self.table.html()


_NOT_KNOWN = "No theorem with known constants gives a length that suffices"


def _log(entry: Entry) -> float:
    return 0.0 if entry.size is None else entry.size.log10


def _order(entry: Entry) -> str:
    return (
        f"With {entry.assumed}, {entry.theorem.name} gives {length_text(entry.size)}: "
        "asymptotic, not an actual length."
    )


def _row(entry: Entry) -> tuple[Size | None, str, str]:
    return entry.size, entry.theorem.name, entry.why
