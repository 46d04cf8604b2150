"""Programs that are identical up to names, sugar and the order of operands."""

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Form,
    Node,
    renumbered,
)
from lengthwise.crasp.core.program_facts import used_places
from lengthwise.crasp.language.program import Program


def same_text(first: Program, second: Program) -> bool:
    r"""Whether two programs compute their output by the same operations.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> one = parse('x = # "a"\naccept "b" && x > 1')
        >>> same_text(one, parse('accept # "a" >= 2 && "b"'))
        True
        >>> same_text(one, parse('accept # "a" >= 3 && "b"'))
        False
    """
    numbers: dict[Node, int] = {}
    return _outputs(first, numbers) == _outputs(second, numbers)


def _outputs(program: Program, numbers: dict[Node, int]) -> object:
    """The output, with each node as its index in a table of all nodes."""
    plain = core(program)
    places: dict[int, int] = {}
    for place in used_places(plain):
        node = _ordered(renumbered(plain.nodes[place], places))
        places[place] = numbers.setdefault(node, len(numbers))
    if plain.accept is not None:
        return places[plain.accept]
    return {symbol: places[place] for symbol, place in plain.next}


def _ordered(node: Node) -> Node:
    match node:
        case And(parts):
            return And(tuple(sorted(parts)))
        case AtLeastZero(form):
            return AtLeastZero(_sorted(form))
        case Choice(test, then, otherwise):
            return Choice(test, _sorted(then), _sorted(otherwise))
        case _:
            return node


def _sorted(form: Form) -> Form:
    return Form(form.constant, tuple(sorted(form.terms)))
