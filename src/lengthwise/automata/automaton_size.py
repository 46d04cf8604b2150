"""Size limits for automata that are read or built."""

from collections.abc import Sized

from lengthwise.errors import FormatError

MAX_CELLS = 250_000
"""The number of transitions of the largest automaton: states times symbols."""


def require_cells(states: int, symbols: Sized) -> None:
    """Rejects a transition table that is too large.

    Raises:
        FormatError: It has more than `MAX_CELLS` transitions.

    Examples:
        >>> require_cells(1000, range(1000))
        Traceback (most recent call last):
        lengthwise.errors.FormatError: an automaton with 1000 states and 1000 symbols;
        at most 250000 transitions are read: minimize it, or leave symbols out
    """
    if max(states, 1) * max(len(symbols), 1) > MAX_CELLS:
        raise FormatError(
            f"an automaton with {states} states and {len(symbols)} symbols; at most "
            f"{MAX_CELLS} transitions are read: minimize it, or leave symbols out"
        )
