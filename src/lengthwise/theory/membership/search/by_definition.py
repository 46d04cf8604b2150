r"""The decision directly from the definition: short, exact, slow.

The oracle for the fast search. All arithmetic is rational, on the equations
:math:`\pi(v) = \pi(u) + h(\ell)` themselves.
"""

from fractions import Fraction

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize

Equation = dict[object, Fraction]


def in_end(dfa: DFA) -> bool:
    """Whether the language is in C-RASP without positions, accepted after the end.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> in_end(regex("(ab|bbaa)*").dfa), in_end(regex("(ab|aabb)*").dfa)
        (True, False)
    """
    minimal = minimize(dfa)
    return all(separable(minimal, states) for states in components(minimal.transitions))


def in_last(dfa: DFA) -> bool:
    """Whether the language is accepted at the last symbol, by right quotients.

    It is if and only if every right quotient by a symbol is `in_end`.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> ends_in_b = regex("(a|b)*b").dfa
        >>> in_last(ends_in_b), in_end(ends_in_b)
        (True, False)
    """
    return all(in_end(_before(dfa, symbol)) for symbol in dfa.alphabet)


def _before(dfa: DFA, symbol: str) -> DFA:
    """An automaton for the right quotient of the language by `symbol`."""
    ends = (dfa.step(state, symbol) for state in range(len(dfa)))
    accepting = frozenset(s for s, end in enumerate(ends) if end in dfa.accepting)
    return DFA(dfa.alphabet, dfa.transitions, dfa.start, accepting)


def separable(dfa: DFA, states: tuple[int, ...]) -> bool:
    """Whether refined potentials separate all states of a component."""
    edges = [
        (source, symbol, target)
        for source in states
        for symbol, target in zip(dfa.alphabet, dfa.transitions[source], strict=True)
        if target in states
    ]
    label: dict[tuple[int, str], object] = {
        (u, symbol): symbol for u, symbol, _ in edges
    }
    while True:
        equations = [
            _sum(
                {("state", v): 1}, {("state", u): -1}, {("label", label[u, symbol]): -1}
            )
            for u, symbol, v in edges
        ]
        solutions = _solutions([*equations, {("state", states[0]): Fraction(1)}])
        vector = {q: tuple(s.get(("state", q), 0) for s in solutions) for q in states}
        finer = {(u, symbol): (symbol, vector[u]) for u, symbol, _ in edges}
        if len(set(finer.values())) == len(set(label.values())):
            return len(set(vector.values())) == len(states)
        label = dict(finer)


def _sum(*parts: dict[tuple[str, object], int]) -> Equation:
    total: Equation = {}
    for part in parts:
        for name, number in part.items():
            total[name] = total.get(name, Fraction(0)) + number
    return total


def _solutions(equations: list[Equation]) -> list[Equation]:
    """A basis of the solutions of homogeneous equations, by Gaussian elimination."""
    solved: dict[object, Equation] = {}
    for equation in equations:
        rest = _substituted(equation, solved)
        pivot = next((name for name, number in rest.items() if number), None)
        if pivot is None:
            continue
        value = {n: -c / rest[pivot] for n, c in rest.items() if n != pivot and c}
        solved = {n: _substituted(e, {pivot: value}) for n, e in solved.items()}
        solved[pivot] = value
    free = {n for equation in equations for n in equation} - set(solved)
    return [
        {name: Fraction(1)}
        | {n: e[name] for n, e in solved.items() if e.get(name, Fraction(0))}
        for name in free
    ]


def _substituted(equation: Equation, solved: dict[object, Equation]) -> Equation:
    total: Equation = {}
    for name, number in equation.items():
        for other, factor in solved.get(name, {name: Fraction(1)}).items():
            total[other] = total.get(other, Fraction(0)) + number * factor
    return total
