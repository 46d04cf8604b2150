"""Stages of the search for blocks, the fast ones first."""

from dataclasses import replace

from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.neutral_blocks import (
    BlockSearch,
    search_blocks,
)
from lengthwise.theory.membership.search.padded_blocks import (
    padded_blocks,
    stable_maps,
)
from lengthwise.theory.membership.search.paired_loops import blocks_from_loops
from lengthwise.theory.membership.search.search_limits import LIMITS, Limits

FEW = 200_000
"""Entries of maps of blocks to compute before the search for loops."""


def find_blocks(dfa: DFA, limits: Limits) -> BlockSearch:
    """Searches for blocks on which potentials are stuck.

    Short blocks with one neutral block first, then those from loops at two states, then
    longer ones, and finally those with several neutral blocks, which are complete.

    Args:
        dfa: A minimal automaton.
        limits: The limits of the search.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> found = find_blocks(regex("(aa)*b(aa)*").dfa, LIMITS)
        >>> found.found, found.complete, found.stable.period
        (None, True, 2)
    """
    found = _one_neutral(dfa, limits)
    if found.found is not None or not limits.block:
        return found
    try:
        stable = found.stable
        if stable is None and limits.block == LIMITS.block:
            stable = stable_maps(dfa, work=limits.work)
        if stable is None:
            return found
        padded = padded_blocks(dfa, stable, Budget(limits.cells))
    except TooLargeError:
        return found
    return replace(found, found=padded, stable=stable, complete=padded is None)


def _one_neutral(dfa: DFA, limits: Limits) -> BlockSearch:
    few = min(limits.work, FEW)
    found = search_blocks(dfa, longest=limits.block, work=few)
    if found.found is not None or found.exhausted or not limits.block:
        return found
    from_loops = blocks_from_loops(dfa)
    if from_loops is not None:
        return BlockSearch(from_loops, len(from_loops.neutral[0]), exhausted=False)
    if found.length == limits.block or few == limits.work:
        return found
    return search_blocks(dfa, longest=limits.block, work=limits.work)
