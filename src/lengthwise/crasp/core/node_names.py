"""Names for the nodes of a core, shown in traces and compiled machines."""

from collections.abc import Mapping
from typing import assert_never

from lengthwise.crasp.core import nodes
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth

LONGEST = 40
"""Length limit of a name; a longer expression is cut, and its index is added."""

KEPT = 24
"""Characters of a longer expression that are kept."""


def node_names(program: nodes.Core, given: Mapping[int, str]) -> dict[int, str]:
    """Returns the expression of each node, in terms of the `given` names.

    Examples:
        >>> from lengthwise.crasp.core.desugar import core
        >>> from lengthwise.crasp.language.parser import parse
        >>> program = core(parse('accept # "a" >= # "b" && !"c"'))
        >>> list(node_names(program, {}).values())[-1]
        '#a >= #b && !c'
    """
    names: dict[int, str] = {}
    for place, node in enumerate(program.nodes):
        name = given.get(place) or _expression(node, names)
        cut = f"{name[:KEPT].rstrip()}… [{place}]"
        names[place] = name if len(name) <= LONGEST else cut
    return names


def _expression(node: nodes.Node, names: Mapping[int, str]) -> str:
    match node:
        case Symbol(name):
            return name
        case Modulus(period, remainder):
            return f"i mod {period} == {remainder}"
        case Truth(value):
            return "true" if value else "false"
        case nodes.Not(of):
            return f"!{_part(names[of])}"
        case nodes.And(parts):
            return " && ".join(_part(names[part], "&&") for part in parts)
        case nodes.AtLeastZero(form):
            return _comparison(form, names)
        case nodes.Count(where, lags):
            window = "" if lags is None else f"[-{','.join(map(str, lags))}] "
            return f"#{window}{_part(names[where])}"
        case nodes.Choice(test, then, otherwise):
            return f"{_sum(then, names)} if {names[test]} else {_sum(otherwise, names)}"
        case nodes.Linear(form):
            return _sum(form, names)
        case _:
            assert_never(node)


def _part(name: str, around: str = "") -> str:
    """A name as an operand, in parentheses if necessary."""
    loose = " " in name and (around != "&&" or " || " in name or " if " in name)
    return f"({name})" if loose else name


def _term(name: str) -> str:
    return f"({name})" if " if " in name else name


def _comparison(form: nodes.Form, names: Mapping[int, str]) -> str:
    """``form >= 0`` without negative terms on either side."""
    left = tuple((place, k) for place, k in form.terms if k > 0)
    right = tuple((place, -k) for place, k in form.terms if k < 0)
    more, less = max(form.constant, 0), max(-form.constant, 0)
    sides = nodes.Form(more, left), nodes.Form(less, right)
    return " >= ".join(_sum(side, names) for side in sides)


def _sum(form: nodes.Form, names: Mapping[int, str]) -> str:
    parts = [
        (k, _term(names[place]) if abs(k) == 1 else f"{abs(k)}*{_term(names[place])}")
        for place, k in form.terms
    ]
    if form.constant or not parts:
        parts.append((form.constant, str(abs(form.constant))))
    (k, text), *rest = parts
    signed = [f" {'-' if k < 0 else '+'} {part}" for k, part in rest]
    return "".join(["-" if k < 0 else "", text, *signed])
