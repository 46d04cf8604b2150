"""The search with periodic and local predicates, for both a yes and a no.

Letters and the position alone come first (definite components), then blocks for a no,
then counting together with windows and periods, the smallest first. If no blocks are
stuck there is a program with a known period, and windows are increased until one
suffices.
"""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from lengthwise.automata.equal_letters import Merged
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Definite,
    Potentials,
    Searched,
)
from lengthwise.theory.membership.evidence.no_certificate import certificate_by_blocks
from lengthwise.theory.membership.search.block_stages import find_blocks
from lengthwise.theory.membership.search.definite_components import (
    cycle_length,
    definite_sight,
    divisors,
)
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.exact_decision import without_positions
from lengthwise.theory.membership.search.prefix_states import Acceptance, machine
from lengthwise.theory.membership.search.search_limits import (
    COUNTING,
    COUNTING_PERIOD,
    LIMITS,
    MOST_PERIOD,
    Limits,
)
from lengthwise.theory.membership.search.window_search import (
    Tried,
    WindowSearch,
    smallest,
)

SMALL_STATES = 2_000
SMALL_CELLS = 10_000_000
"""The limit of the search for a smaller window when an answer is already known."""


def with_positions(
    merged: Merged, acceptance: Acceptance, limits: Limits
) -> Potentials | Definite | Certificate | Searched:
    """Searches for a yes and a no for a minimal automaton with positions.

    What a program can decide at the last letter with a window of ``d`` letters, it can
    decide after it with ``d + 1``; so the search uses ``last``, and ``end`` follows
    with at most one more letter.
    """
    found = _for_last(merged, limits)
    if acceptance == "last" or isinstance(found, Certificate | Searched):
        return found
    known = definite(merged, "end")
    if known is not None and known.window <= found.window + 1:
        return _small(WindowSearch(merged, "end"), known, found.window)
    assert isinstance(found, Potentials)
    return _for_end(WindowSearch(merged, "end"), found, limits)


def definite(
    merged: Merged, acceptance: Acceptance, limits: Limits | None = None
) -> Definite | None:
    """Returns the evidence that letters and position determine all states, or ``None``.

    Args:
        merged: A minimal automaton.
        acceptance: The convention.
        limits: The largest window and period; unlimited by default.

    Examples:
        >>> from lengthwise.automata.equal_letters import merge_letters
        >>> from lengthwise.automata.regex import regex
        >>> found = definite(merge_letters(regex("(aaaaa)*").dfa), "end")
        >>> found.window, found.period
        (0, 5)
    """
    reader = machine(merged.dfa, acceptance)
    window, period = (limits.window, limits.period) if limits else (None, None)
    sight = definite_sight(reader.rows, window=window, period=period)
    if sight is None:
        return None
    return Definite(reader, sight.window, sight.period, sight.groups, merged.letters)


@lru_cache(maxsize=4)  # both conventions use it
def _for_last(
    merged: Merged, limits: Limits
) -> Potentials | Definite | Certificate | Searched:
    with suppress(TooLargeError):
        exact = without_positions(merged, "last")
        if isinstance(exact, Potentials):
            return exact
    search = WindowSearch(merged, "last")
    known = definite(merged, "last", limits)
    if known is not None and definite(merged, "end") is not None:
        return _small(search, known, 0)
    blocks = find_blocks(merged.dfa, limits)
    if blocks.found is not None:
        return certificate_by_blocks(merged.dfa, blocks.found)
    known_limits = limits.window is not None or limits.period is not None
    if blocks.complete and blocks.stable is not None and not known_limits:
        tried, largest = _surely(search, blocks.stable.period, limits)
    else:
        tried, largest = _perhaps(search, limits)
    return tried.found or Searched(
        tried.window, largest, blocks.length, blocks.complete, tried.stopped
    )


def _perhaps(search: WindowSearch, limits: Limits) -> tuple[Tried, int]:
    """Tries windows and periods up to the limits; also returns the largest tried."""
    search.budget = Budget(limits.cells)
    windows = range(limits.counting_window + 1)
    few, more = _periods(search, limits)
    tried = smallest(search, windows, few, limits.states)
    if not more or tried.found is not None or tried.stopped is not None:
        return tried, few[-1]
    again = smallest(search, windows, more, limits.states)
    largest = few[-1] if again.stopped is not None else max(few[-1], more[-1])
    return replace(again, window=tried.window), largest


def _surely(search: WindowSearch, period: int, limits: Limits) -> tuple[Tried, int]:
    """Finds the smallest window, and a smaller period if that is cheap."""
    try:
        known = search.lengthened(period, limits)
        search.budget = Budget(min(SMALL_CELLS, limits.cells))
        same = range(known.longest, known.longest + 1)
        found = smallest(search, same, divisors(period)[:-1], limits.states)
        if found.found is None:
            potentials = search.uniform(known, period, limits.states)
            found = Tried(potentials, known.longest, None)
    except TooLargeError as error:
        tried, largest = _perhaps(search, limits)
        reason = f"there is a program, but {error}"
        return replace(tried, stopped=None if tried.found else reason), largest
    return found, period


def _periods(search: WindowSearch, limits: Limits) -> tuple[list[int], list[int]]:
    """The periods to try with counting: first these, then those."""
    if limits.period is not None:
        return list(range(1, limits.period + 1)), []
    known = divisors(cycle_length(search.reader.rows))
    small = {period for period in known if period <= MOST_PERIOD}
    few = sorted({*range(1, COUNTING + 1), *small})
    return few, [p for p in range(COUNTING + 1, COUNTING_PERIOD + 1) if p not in few]


def _small(search: WindowSearch, known: Definite, least: int) -> Potentials | Definite:
    """The smallest window and period found on small machines, at most the known one.

    Potentials are preferred if their machine is small: they give the shortest programs.
    """
    search.budget = Budget(SMALL_CELLS)
    periods = sorted({*range(1, COUNTING + 1), *divisors(known.period)})
    windows = range(least, known.window)
    found = smallest(search, windows, periods, SMALL_STATES).found
    if found is None:
        fewer = [period for period in periods if period < known.period]
        last = range(known.window, known.window + 1)
        found = smallest(search, last, fewer, SMALL_STATES).found
    if found is not None:
        return found
    try:
        whole = search.potentials(known.window, known.period, LIMITS.states)
    except TooLargeError:
        return known
    return known if whole is None else whole


def _for_end(search: WindowSearch, last: Potentials, limits: Limits) -> Potentials:
    """The smallest window and period for ``end``, given those for ``last``.

    One more letter suffices with the same period; that last attempt has no limit.
    """
    search.budget = Budget(limits.cells)
    few, more = _periods(search, limits)
    periods = sorted({*few, *more, last.period})
    later = [period for period in periods if period >= last.period]
    same = range(last.window, last.window + 1)
    found = smallest(search, same, later, limits.states).found
    if found is None:
        earlier = [period for period in periods if period < last.period]
        longer = range(last.window + 1, last.window + 2)
        found = smallest(search, longer, earlier, limits.states).found
    if found is None:
        search.budget = Budget()
        found = search.potentials(last.window + 1, last.period)
    assert found is not None
    return found
