"""One theorem applied to some parameters or machines, or why it does not apply."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lengthwise.theory.theorems._bound_text import length_text
from lengthwise.theory.theorems.bound import Bound, LengthBound, Theorem
from lengthwise.theory.theorems.magnitude import LARGEST, WHOLE, Size
from lengthwise.views import short

Constants: TypeAlias = Literal["explicit", "one"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The result of one theorem, or why it does not apply.

    Attributes:
        theorem: The theorem.
        constants: Whether all constants are explicit, or unknown ones are set to one.
        bound: The bound; ``None`` if it does not apply.
        why: What the length implies, or why the theorem does not apply.
        missing: The required parameters that were not given.
    """

    theorem: Theorem
    constants: Constants
    bound: Bound | None
    why: str
    missing: tuple[str, ...] = ()

    @property
    def applies(self) -> bool:
        """Whether the theorem applies."""
        return self.bound is not None

    @property
    def assumed(self) -> str:
        """The assumptions behind the number; empty if all constants are explicit.

        Examples:
            >>> from lengthwise.theory.theorems.calculator import bounds
            >>> entries = bounds(tau=1, delta=1, L=1, eps=0.1)
            >>> entries["izzo-4.1-full"].assumed, entries["izzo-5.2-explicit"].assumed
            ('its constants set to 1', 'two of its constants set to 1')
            >>> entries["chen-dfa"].assumed
            ''
        """
        explicit = self.constants == "explicit"
        return "" if explicit else f"{self.theorem.unknown} set to 1"

    @property
    def size(self) -> Size | None:
        """The length, or the order with constants one; ``None`` if not applicable."""
        if isinstance(self.bound, LengthBound):
            return self.bound.size
        return None if self.bound is None else self.bound.at_constant_one

    @property
    def value(self) -> float | int | None:
        """The size as a number; also ``None`` above ``1e308``."""
        if self.size is None or self.size.log10 > LARGEST:
            return None
        value = self.size.value
        return int(value) if value.is_integer() and value < WHOLE else value

    def __repr__(self) -> str:
        return short(
            self, f"{self.theorem.name}, length {length_text(self.size)}: {self.why}"
        )

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
