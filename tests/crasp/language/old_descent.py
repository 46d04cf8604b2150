"""A second parser of the older dialect, and our expressions in the same form.

It is a plain descent, one method a level, and shares nothing with ours.
"""

import re

from lengthwise.crasp.language import syntax as s

COUNTS = {"c", "d"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


class Descent:
    """The older grammar: each method reads one level and returns (sort, tree)."""

    def __init__(self, text):
        self.rest = re.findall(r'"."|\w+|&&|\|\||[=!<>]=|\S', text)[::-1]

    def peek(self):
        return self.rest[-1] if self.rest else ""

    def take(self, *words):
        if self.peek() in words:
            return self.rest.pop()
        return None

    def need(self, sort, found):
        if found[0] != sort:
            raise ValueError(sort)
        return found[1]

    def everything(self):
        found = self.conditional()
        if self.rest:
            raise ValueError(self.rest)
        return found

    def conditional(self):
        found = self.either()
        while found[0] == "count" and self.take("if"):
            test = self.need("bool", self.either())
            if not self.take("else"):
                raise ValueError("else")
            other = self.need("count", self.either())
            found = "count", ("if", found[1], test, other)
        return found

    def either(self):
        return self.chain("||", self.both)

    def both(self):
        return self.chain("&&", self.denial)

    def chain(self, sign, below):
        found = below()
        parts = [found[1]]
        while found[0] == "bool" and self.take(sign):
            parts.append(self.need("bool", below()))
        return found if len(parts) == 1 else ("bool", (sign, *parts))

    def denial(self):
        if self.take("!"):
            return "bool", ("!", self.need("bool", self.either()))
        return self.comparison()

    def comparison(self):
        found = self.difference()
        sign = self.take(*COMPARISONS) if found[0] == "count" else None
        if sign is None:
            return found
        return "bool", (sign, found[1], self.need("count", self.difference()))

    def difference(self):
        found = self.total()
        while found[0] == "count" and self.take("-"):
            right = self.need("count", self.total())
            found = "count", ("sum", *signed(found[1], 1), *signed(right, -1))
        return found

    def total(self):
        found = self.product()
        while found[0] == "count" and self.take("+"):
            right = self.need("count", self.product())
            found = "count", ("sum", *signed(found[1], 1), *signed(right, 1))
        return found

    def product(self):
        if self.peek().isdigit() and len(self.rest) > 1 and self.rest[-2] == "*":
            number = int(self.rest.pop())
            self.rest.pop()
            return "count", ("*", number, self.need("count", self.difference()))
        if self.take("#"):
            return "count", ("#", self.need("bool", self.either()))
        if self.take("("):
            found = self.conditional()
            if not self.take(")"):
                raise ValueError(")")
            return found
        if not self.rest or not re.fullmatch(r'\w+|"."', self.peek()):
            raise ValueError(self.peek())
        word = self.rest.pop()
        if word in {"if", "else"}:
            raise ValueError(word)
        if word.isdigit():
            return "count", int(word)
        return ("count" if word in COUNTS else "bool"), word


def signed(tree, sign):
    """The terms of a sum, each with its sign."""
    if isinstance(tree, tuple) and tree[0] == "sum":
        return [(sign * own, term) for own, term in tree[1:]]
    return [(sign, tree)]


def tree_of(expr):  # noqa: C901 - one case a node
    """An expression of ours in the same form."""
    match expr:
        case s.Symbol(symbol):
            return f'"{symbol}"'
        case s.BoolName(name) | s.CountName(name):
            return name
        case s.Number(value):
            return value
        case s.Not(inside):
            return ("!", tree_of(inside))
        case s.And(parts) | s.Or(parts):
            sign = "&&" if isinstance(expr, s.And) else "||"
            return (sign, *map(tree_of, parts))
        case s.Compare(left, op, right):
            return (op, tree_of(left), tree_of(right))
        case s.Sum(terms):
            return (
                "sum",
                *(pair for sign, term in terms for pair in signed(tree_of(term), sign)),
            )
        case s.Times(number, inside):
            return ("*", number, tree_of(inside))
        case s.Count(inside, None):
            return ("#", tree_of(inside))
        case s.Conditional(then, test, other):
            return ("if", tree_of(then), tree_of(test), tree_of(other))
    raise AssertionError(expr)
