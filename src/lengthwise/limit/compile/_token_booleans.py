"""Finds the Booleans of a program that depend only on the current symbol.

A limit transformer has these for free, as coordinates of the embedding.
"""

from lengthwise.crasp.core import nodes
from lengthwise.crasp.language.syntax import Symbol, Truth


def token_sets(program: nodes.Core) -> dict[int, frozenset[str]]:
    r"""Returns, for the index of each such node, the symbols at which it holds.

    Comparisons that hold always or never, because counts are nonnegative, are included,
    with all symbols or none.

    Examples:
        >>> from lengthwise.crasp.core.desugar import core
        >>> from lengthwise.crasp.language.parser import parse
        >>> program = core(parse('alphabet "a" "b"\naccept # "a" >= 0 && ! "a"'))
        >>> sets = token_sets(program)
        >>> sorted(sets[program.accept])
        ['b']
    """
    word = frozenset(program.alphabet)
    known: dict[int, frozenset[str]] = {}
    for place, node in enumerate(program.nodes):
        tokens = _token_set(node, word, known)
        if tokens is None and isinstance(node, nodes.AtLeastZero):
            tokens = _settled(node.form, program, word)
        if tokens is not None:
            known[place] = tokens
    return known


def _token_set(
    node: nodes.Node, word: frozenset[str], known: dict[int, frozenset[str]]
) -> frozenset[str] | None:
    match node:
        case Symbol(symbol):
            return word & {symbol}
        case Truth(value):
            return word if value else frozenset()
        case nodes.Not(of) if of in known:
            return word - known[of]
        case nodes.And(parts):
            inside = [known[part] for part in parts if part in known]
            common = word.intersection(*inside)
            return common if len(inside) == len(parts) or not common else None
    return None


def _settled(
    form: nodes.Form, program: nodes.Core, word: frozenset[str]
) -> frozenset[str] | None:
    terms = [program.nodes[place] for place, _ in form.terms]
    if all(isinstance(node, nodes.Count) for node in terms):
        if form.constant >= 0 and all(k > 0 for _, k in form.terms):
            return word
        if form.constant < 0 and all(k < 0 for _, k in form.terms):
            return frozenset()
    return None
