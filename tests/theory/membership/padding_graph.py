"""The theorem on positions, decided from its text: the full padding graph.

Nothing is left out of the graph, and no code of the search is used. See "Which regular
languages have a program with positions" in docs/theory.md. What the theorem replaces is
here too: one window and one period at a time.
"""

from collections.abc import Iterable, Iterator, Sequence

Map = tuple[int, ...]
Rows = Sequence[Sequence[int]]
Node = tuple[int, int]
Edge = tuple[Node, tuple[int, Map, int], Node]
Equation = dict[Node, int]

PRIME = (1 << 61) - 1


def separates(rows: Rows) -> bool:
    """Whether the padding graph of an automaton, its states by letter, separates."""
    return separated(list(padding_graph(rows)))


def separated(edges: list[Edge]) -> bool:
    """Whether refined potentials separate the nodes of each component."""
    return all(
        len(set(classes(part, edges).values())) == len(part)
        for part in components({edge[0] for edge in edges}, edges)
    )


def padding_graph(rows: Rows) -> Iterator[Edge]:
    """Yields the edges between nodes (state, index of a padding)."""
    maps = stable_maps(rows)
    paddings = [one for one in maps if then(one, one) == one]
    for source, e in enumerate(paddings):
        for target, f in enumerate(paddings):
            for x in {then(then(e, t), f) for t in maps}:
                for state in range(len(rows)):
                    if e[state] == state:
                        yield (state, source), (source, x, target), (x[state], target)


def window_graph(rows: Rows, window: int, period: int) -> Iterator[Edge]:
    """Yields the edges between nodes (state, number of what a program sees).

    It sees the last letters and the position modulo the period.
    """
    seen: dict[tuple[tuple[int, ...], int], int] = {((), 0): 0}
    found, waiting = {(0, (), 0)}, [(0, (), 0)]
    while waiting:
        state, letters, residue = waiting.pop()
        before = seen[letters, residue]
        for letter, target in enumerate(rows[state]):
            longer = (*letters, letter)[-window:] if window else ()
            after = (target, longer, (residue + 1) % period)
            number = seen.setdefault(after[1:], len(seen))
            yield (state, before), (before, (letter,), number), (target, number)
            if after not in found:
                found.add(after)
                waiting.append(after)


def stable_maps(rows: Rows) -> frozenset[Map]:
    """The maps of words of a length from which on, by multiples, they are the same."""
    letters = frozenset(zip(*rows, strict=True))
    by_length = [letters]
    while by_length[-1] not in by_length[:-1]:
        by_length.append(frozenset(then(x, y) for x in by_length[-1] for y in letters))
    first = by_length.index(by_length[-1])
    period = len(by_length) - 1 - first
    length = -(-(first + 1) // period) * period  # a multiple, at least first + 1
    return by_length[first + (length - 1 - first) % period]


def then(first: Map, second: Map) -> Map:
    return tuple(second[state] for state in first)


def components(nodes: set[Node], edges: Iterable[Edge]) -> list[set[Node]]:
    """Nodes that reach each other."""
    after: dict[Node, set[Node]] = {node: set() for node in nodes}
    for source, _, target in edges:
        after[source].add(target)
    reached = {node: _reached(node, after) for node in nodes}
    parts, placed = [], set[Node]()
    for node in sorted(nodes):
        if node not in placed:
            part = {other for other in reached[node] if node in reached[other]}
            parts.append(part | {node})
            placed |= parts[-1]
    return parts


def _reached(node: Node, after: dict[Node, set[Node]]) -> set[Node]:
    reached, waiting = set[Node](), [node]
    while waiting:
        for target in after[waiting.pop()] - reached:
            reached.add(target)
            waiting.append(target)
    return reached


def classes(part: set[Node], edges: Iterable[Edge]) -> dict[Node, int]:
    """Refined potentials: nodes with one number are never separated."""
    inside = [one for one in edges if one[0] in part and one[2] in part]
    current = {node: node[1] for node in part}  # the padding is seen
    while True:
        rules: dict[Node, Equation] = {}
        first: dict[tuple[object, int], tuple[Node, Node]] = {}
        for source, letter, target in inside:
            begin, end = first.setdefault((letter, current[source]), (source, target))
            _add(rules, combined((target, 1), (source, -1), (end, -1), (begin, 1)))
        numbers: dict[Node, int] = {}
        chosen: list[Node] = []
        for node in sorted(part):
            for number, other in enumerate(chosen):
                equal = not _reduced(rules, combined((node, 1), (other, -1)))
                if current[node] == current[other] and equal:
                    numbers[node] = number
                    break
            else:
                numbers[node] = len(chosen)
                chosen.append(node)
        if len(chosen) == len(set(current.values())):
            return numbers
        current = numbers


def combined(*terms: tuple[Node, int]) -> Equation:
    total: Equation = {}
    for node, factor in terms:
        total[node] = (total.get(node, 0) + factor) % PRIME
    return {node: factor for node, factor in total.items() if factor}


def _reduced(rules: dict[Node, Equation], equation: Equation) -> Equation:
    while equation and (lead := min(equation)) in rules:
        factor = equation[lead]
        moved = [(node, -factor * value) for node, value in rules[lead].items()]
        equation = combined(*equation.items(), *moved)
    return equation


def _add(rules: dict[Node, Equation], equation: Equation) -> None:
    rest = _reduced(rules, equation)
    if rest:
        lead = min(rest)
        inverse = pow(rest[lead], PRIME - 2, PRIME)
        rules[lead] = {node: value * inverse % PRIME for node, value in rest.items()}
