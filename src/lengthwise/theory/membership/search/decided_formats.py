"""The class that decides each task format, and the decision for next sets.

=================  ===========================================================
format             decided by
=================  ===========================================================
recognize-end      the convention ``end``
recognize-last     the convention ``last``
state-blank        ``end`` for every state, equivalent to ``end`` for the
                   language, as different states of a minimal automaton
                   accept different words
next-set           on prefixes of members only: yes if ``last`` (the state
                   before the letter, hence the next set, is known), yes if
                   the last symbols determine it, otherwise unknown
=================  ===========================================================
"""

from dataclasses import replace

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.next_symbols import next_symbols
from lengthwise.errors import TooLargeError, UnknownNameError
from lengthwise.tasks.task_format import Format
from lengthwise.theory.membership.evidence.evidence_kinds import Positions, Searched
from lengthwise.theory.membership.membership_answer import LastSymbols, Membership
from lengthwise.theory.membership.search.decide import answer_of, membership
from lengthwise.theory.membership.search.prefix_states import Lifted, lift, machine
from lengthwise.theory.membership.search.search_limits import (
    COUNTING,
    LIMITS,
    Limits,
)

DECIDED: tuple[Format, ...] = (
    "recognize-end",
    "recognize-last",
    "state-blank",
    "next-set",
)
"""The formats of tasks with a regular language."""


def membership_in_format(
    dfa: DFA,
    format: Format,
    *,
    positions: Positions = "none",
    limits: Limits = LIMITS,
) -> Membership:
    """Returns the verdict on a language in a task format.

    Raises:
        UnknownNameError: The format is not about languages.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> ends_in_b = regex("(a|b)*b").dfa
        >>> [membership_in_format(ends_in_b, f).answer for f in DECIDED]
        ['no', 'yes', 'no', 'yes']
    """
    if format not in DECIDED:
        raise UnknownNameError("format of a regular language", format, DECIDED)
    if format == "next-set":
        return _next_set(dfa, positions, limits)
    last = format == "recognize-last"
    found = membership(
        dfa,
        positions=positions,
        acceptance="last" if last else "end",
        limits=limits,
    )
    return replace(found, format=format)


def _next_set(dfa: DFA, positions: Positions, limits: Limits) -> Membership:
    found = membership(dfa, positions=positions, acceptance="last", limits=limits)
    if found.answer != "yes":
        largest = (0, 1)
        if positions != "none":
            largest = (limits.counting_window, limits.period or COUNTING)
        evidence = _last_symbols(minimize(dfa), *largest, limits.states)
        found = replace(found, answer=answer_of(evidence), evidence=evidence)
    return replace(found, acceptance="next", format="next-set")


def _last_symbols(
    dfa: DFA, window: int, period: int, limit: int
) -> LastSymbols | Searched:
    """The smallest window and period that determine the next set, if they exist."""
    reader = machine(dfa, "end")
    for before in range(window + 1):
        for modulus in range(1, period + 1):
            try:
                lifted = lift(reader, before + 1, modulus, limit=limit)
            except TooLargeError as error:
                return Searched(
                    before - 1, period, 0, all_blocks=False, stopped=str(error)
                )
            table = _table(dfa, lifted, modulus)
            if table is not None:
                rows = tuple((*seen, *follows) for seen, follows in table.items())
                return LastSymbols(before, modulus, rows)
    return Searched(window, period, block=0, all_blocks=False)


def _table(
    dfa: DFA, lifted: Lifted, period: int
) -> dict[tuple[tuple[str, ...], int], tuple[frozenset[str], bool]] | None:
    """The next set for each view at the last symbol of a prefix."""
    follows = next_symbols(dfa)
    table: dict[tuple[tuple[str, ...], int], tuple[frozenset[str], bool]] = {}
    for state, letters, residue in lifted.states:
        if not letters or state not in dfa.live:
            continue
        symbols = tuple(dfa.alphabet.symbols[letter] for letter in letters)
        seen = (symbols, (residue - 1) % period)
        if table.setdefault(seen, follows[state]) != follows[state]:
            return None
    return table
