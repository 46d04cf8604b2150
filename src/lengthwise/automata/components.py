"""Strongly connected components in topological order."""

from collections.abc import Sequence


def components(transitions: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Returns the strongly connected components, sources first.

    A run that leaves a component never returns, and enters only later components.
    Tarjan's algorithm, without recursion.

    Args:
        transitions: The successors of each state.

    Examples:
        >>> components([[1], [0, 2], [2]])
        ((0, 1), (2,))
    """
    lowest: dict[int, int] = {}
    closed = len(transitions)
    unfinished: list[int] = []
    found: list[tuple[int, ...]] = []
    for root in range(len(transitions)):
        calls = [] if root in lowest else [(root, len(lowest), iter(transitions[root]))]
        while calls:
            state, order, targets = calls[-1]
            if state not in lowest:
                lowest[state] = order
                unfinished.append(state)
            for target in targets:
                if target not in lowest:
                    calls.append((target, len(lowest), iter(transitions[target])))
                    break
                lowest[state] = min(lowest[state], lowest[target])
            else:
                calls.pop()
                if calls:
                    parent = calls[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[state])
                if lowest[state] == order:
                    found.append(_take(unfinished, state))
                    lowest.update(dict.fromkeys(found[-1], closed))
    return tuple(reversed(found))


def _take(stack: list[int], last: int) -> tuple[int, ...]:
    """Pops everything from `last` on off the stack."""
    taken: list[int] = []
    while not taken or taken[-1] != last:
        taken.append(stack.pop())
    return tuple(sorted(taken))
