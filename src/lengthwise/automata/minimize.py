"""Minimal automata, numbered so that equal languages give equal automata."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from lengthwise.automata.dfa import DFA


@lru_cache(maxsize=4)  # every convention asks for the same one
def minimize(dfa: DFA) -> DFA:
    """Returns the minimal automaton of the language of `dfa`.

    States are numbered in breadth-first order from the initial state, symbols in
    alphabet order, so two automata over one alphabet accept the same language if and
    only if their minimal automata are equal.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> rows = ((1, 2), (1, 2), (1, 2))
        >>> minimize(DFA(Alphabet("ab"), rows, 1, frozenset({2}))).transitions
        ((0, 1), (0, 1))
    """
    blocks = equivalent_states(dfa)
    numbers = {blocks[dfa.start]: 0}
    members = [dfa.start]
    rows = []
    for state in members:
        row = []
        for target in dfa.transitions[state]:
            block = blocks[target]
            if block not in numbers:
                numbers[block] = len(members)
                members.append(target)
            row.append(numbers[block])
        rows.append(tuple(row))
    accepting = frozenset(
        k for k, state in enumerate(members) if state in dfa.accepting
    )
    return DFA(dfa.alphabet, tuple(rows), 0, accepting)


def equivalent_states(dfa: DFA) -> list[int]:
    """For each state the index of its equivalence class.

    Hopcroft's algorithm: after a split, only the smaller half of the class is processed
    again.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> rows = ((1, 2), (1, 2), (1, 2))
        >>> equivalent_states(DFA(Alphabet("ab"), rows, 1, frozenset({2})))
        [0, 0, 1]
    """
    before = _predecessors(dfa.transitions, len(dfa.alphabet))
    rejecting = set(range(len(dfa))) - dfa.accepting
    blocks = [set(half) for half in (rejecting, dfa.accepting) if half]
    block_of = [0] * len(dfa)
    for number, block in enumerate(blocks):
        for state in block:
            block_of[state] = number
    waiting = deque(range(len(blocks)))
    while waiting:
        splitter = tuple(blocks[waiting.popleft()])
        for reached in before:
            moved: dict[int, set[int]] = {}
            for target in splitter:
                for state in reached[target]:
                    moved.setdefault(block_of[state], set()).add(state)
            for number, part in moved.items():
                if len(part) == len(blocks[number]):
                    continue
                # The new class is the smaller half: the larger one keeps its index, and
                # with it its place in the queue if it has one.
                blocks[number], smaller = _halves(blocks[number], part)
                for state in smaller:
                    block_of[state] = len(blocks)
                waiting.append(len(blocks))
                blocks.append(smaller)
    return block_of


def _halves(block: set[int], part: set[int]) -> tuple[set[int], set[int]]:
    """The larger and the smaller half, in time linear in the size of `part`."""
    if 2 * len(part) <= len(block):
        block -= part
        return block, part
    return part, block - part


def _predecessors(
    transitions: Sequence[Sequence[int]], symbols: int
) -> list[list[list[int]]]:
    before: list[list[list[int]]] = [[[] for _ in transitions] for _ in range(symbols)]
    for state, row in enumerate(transitions):
        for k, target in enumerate(row):
            before[k][target].append(state)
    return before
