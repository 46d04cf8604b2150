"""Writes the decision of a window as a short expression."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from lengthwise.crasp.language.builder import (
    FALSE,
    TRUE,
    Builder,
    all_of,
    any_of,
    compare,
)
from lengthwise.crasp.language.program import subexpressions
from lengthwise.crasp.language.syntax import BoolExpr, Count, Not, Truth
from lengthwise.theory.membership.programs._condition import Value
from lengthwise.theory.membership.programs._letter_sets import LetterSets
from lengthwise.theory.membership.programs._window_values import (
    Ask,
    Node,
    nodes_of,
    table,
)

MOST_CASES = 1_500
"""Up to this number of cases, several orders of the distances are tried."""

ALL_ORDERS = 4
"""Up to this number of distances, every order is tried."""

Cases: TypeAlias = Mapping[tuple[Value, ...], bool]
"""The decision by the letters at some distances."""


class WindowWriter:
    """Writes decisions as expressions.

    Args:
        letters: Writes sets of letters.
        build: Receives lines.
        named: Tests of earlier letters that have their own lines.
    """

    def __init__(
        self, letters: LetterSets, build: Builder, named: Iterable[BoolExpr] = ()
    ) -> None:
        self._letters, self._build = letters, build
        self._named = {
            test: build.line(f"test{k}", test) for k, test in enumerate(named, start=1)
        }
        self.tests: dict[BoolExpr, None] = {}

    def said(self, root: Node | None) -> BoolExpr:
        """A short expression for a decision."""
        nodes = nodes_of(root)
        distances = sorted({node.distance for node in nodes})
        cases = table(root, distances, len(self._letters), MOST_CASES)
        if not distances or cases is None:
            return self._newest_first(root, nodes)
        return min(
            (
                self._by_cases(
                    {tuple(case[k] for k in order): yes for case, yes in cases.items()},
                    [distances[k] for k in order],
                )
                for order in _orders(len(distances))
            ),
            key=lambda expr: len(subexpressions(expr)),
        )

    def _newest_first(self, root: Node | None, nodes: Sequence[Ask]) -> BoolExpr:
        """Tests in order, with a separate line for each that has two parents."""
        parents: dict[Ask, int] = {}
        for node in nodes:
            for child in {one for one in node.after if isinstance(one, Ask)}:
                parents[child] = parents.get(child, 0) + 1
        known: dict[Ask, BoolExpr] = {}

        def expression(node: Node | None) -> BoolExpr:
            return known[node] if isinstance(node, Ask) else Truth(value=bool(node))

        for node in reversed(nodes):
            values = [*range(len(node.after)), None]
            said = self._choice(
                node.distance,
                {
                    value: expression(one)
                    for value in values
                    if (one := node.follow(value)) is not None
                },
            )
            if parents.get(node, 0) > 1 and any(
                isinstance(one, Ask) for one in node.after
            ):
                name = f"part{len(self._build.lines) + 1}"
                said = self._build.line(name, said)
            known[node] = said
        return expression(root)

    def _by_cases(self, cases: Cases, distances: Sequence[int]) -> BoolExpr:
        """Tests in the order of the distances."""
        if len(set(cases.values())) == 1:
            return Truth(value=next(iter(cases.values())))
        parts: dict[Value, dict[tuple[Value, ...], bool]] = {}
        for case, yes in cases.items():
            parts.setdefault(case[0], {})[case[1:]] = yes
        said = {v: self._by_cases(part, distances[1:]) for v, part in parts.items()}
        ways = [self._choice(distances[0], said)]
        absent = parts.pop(None, {})
        for value, part in parts.items() if absent else ():
            # If there is no letter, the expression for another letter may be used.
            if all(part.get(case, yes) == yes for case, yes in absent.items()):
                both = self._by_cases(part | absent, distances[1:])
                ways.append(
                    self._choice(distances[0], said | {value: both, None: both})
                )
        return min(ways, key=lambda expr: len(subexpressions(expr)))

    def _choice(self, distance: int, said: Mapping[Value, BoolExpr]) -> BoolExpr:
        """Chooses between expressions by the letter at a distance."""
        groups: dict[BoolExpr, list[Value]] = {}
        for value, expr in said.items():
            groups.setdefault(expr, []).append(value)
        if len(groups) == 1:
            return next(iter(groups))
        occurring = list(said)
        true = groups.pop(TRUE, None)
        parts = [] if true is None else [self._among(distance, true, occurring)]
        if true is not None and len(groups) == 1:
            return any_of(*parts, *groups)  # "yes, or else": no second test
        for expr, values in groups.items():
            if expr != FALSE:
                parts.append(all_of(self._among(distance, values, occurring), expr))
        return any_of(*parts)

    def _among(
        self, distance: int, values: Sequence[Value], occurring: Sequence[Value]
    ) -> BoolExpr:
        """An expression that holds if the letter at a distance is one of `values`."""
        these = {value for value in values if value is not None}
        others = {value for value in occurring if value is not None} - these
        if None in values:
            return Not(self._test(distance, others))
        if None not in occurring and len(others) < len(these):
            return Not(self._test(distance, others))
        return self._test(distance, these)

    def _test(self, distance: int, letters: set[int]) -> BoolExpr:
        here = self._letters.one_of(letters)
        if distance == 0:
            return here
        test = compare(Count(here, (distance,)), ">=", 1)
        self.tests[test] = None
        return self._named.get(test, test)


def _orders(number: int) -> list[tuple[int, ...]]:
    """Yields the orders of the distances to try."""
    if number <= ALL_ORDERS:
        return list(permutations(range(number)))
    return [tuple(range(number)), tuple(range(number))[::-1]]
