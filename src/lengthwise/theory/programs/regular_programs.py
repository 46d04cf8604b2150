"""Decides, if possible, whether a program is correct for a regular language.

A program whose comparisons each have at most one count without a guard is a finite
automaton: beyond some value a count no longer changes any comparison, a count with a
guard looks at finitely many positions, and periodic predicates depend only on the
residue of the position. So all pairs of a program state and a state of the language's
automaton are visited. Comparisons of two counts have infinitely many states; these are
not decided.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TypeAlias, assert_never

from lengthwise.automata.dfa import DFA
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Linear,
    Not,
)
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth
from lengthwise.words import Word

MOST_PAIRS = 50_000
"""The limit on visited pairs of states."""

Memory: TypeAlias = tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The residue of the position, each count up to its cap, the last values of lines."""


@dataclass(frozen=True)
class _Stepper:
    """A program that reads one symbol at a time and keeps a finite state."""

    core: Core

    @cached_property
    def caps(self) -> dict[int, int]:
        """For each count without a guard, the value at which it is capped."""
        caps = {
            place: 0
            for place, node in enumerate(self.core.nodes)
            if isinstance(node, Count) and node.lags is None
        }
        for node in self.core.nodes:
            if isinstance(node, AtLeastZero):
                for place, _ in node.form.terms:
                    if place in caps:
                        caps[place] = max(caps[place], self._enough(node.form))
        return caps

    def _enough(self, form: Form) -> int:
        """A value of its one unbounded count beyond which the sign is constant."""
        return (
            1
            + abs(form.constant)
            + sum(
                abs(k) * len(node.lags)
                for place, k in form.terms
                if isinstance(node := self.core.nodes[place], Count) and node.lags
            )
        )

    @cached_property
    def lags(self) -> dict[int, int]:
        """For each line that a guard looks back at, the distance."""
        farthest: dict[int, int] = {}
        for node in self.core.nodes:
            if isinstance(node, Count) and node.lags is not None:
                before = farthest.get(node.where, 0)
                farthest[node.where] = max(before, node.lags[-1])
        return farthest

    @cached_property
    def period(self) -> int:
        nodes = self.core.nodes
        return lcm(*(node.period for node in nodes if isinstance(node, Modulus)))

    @property
    def start(self) -> Memory:
        past = tuple((0,) * lag for lag in self.lags.values())
        return 0, (0,) * len(self.caps), past

    def step(self, memory: Memory, symbol: str) -> tuple[Memory, bool]:
        """The state after a symbol, and whether the word so far is accepted.

        The state holds the newest value of a line first.
        """
        residue = (memory[0] + 1) % self.period
        counted = dict(zip(self.caps, memory[1], strict=True))
        past = dict(zip(self.lags, memory[2], strict=True))
        values: list[int] = []
        for place, node in enumerate(self.core.nodes):
            if isinstance(node, Symbol):
                value = int(node.symbol == symbol)
            elif isinstance(node, Modulus):
                value = int(residue % node.period == node.remainder)
            elif isinstance(node, Count) and node.lags is None:
                value = min(counted[place] + values[node.where], self.caps[place])
                counted[place] = value
            elif isinstance(node, Count):
                recent = (values[node.where], *past[node.where])
                value = sum(recent[lag] for lag in node.lags or ())
            else:
                value = _value(node, values)
            values.append(value)
        seen = tuple(
            (values[line], *past[line])[:lag] for line, lag in self.lags.items()
        )
        assert self.core.accept is not None
        accepted = bool(values[self.core.accept])
        return (residue, tuple(counted.values()), seen), accepted


def _value(
    node: Truth | Not | And | AtLeastZero | Choice | Linear, values: list[int]
) -> int:
    """The value of a node that depends only on other nodes."""
    match node:
        case Truth(holds):
            return int(holds)
        case Not(of):
            return 1 - values[of]
        case And(parts):
            return int(all(values[part] for part in parts))
        case AtLeastZero(form):
            return int(_total(form, values) >= 0)
        case Choice(test, then, otherwise):
            return _total(then if values[test] else otherwise, values)
        case Linear(form):
            return _total(form, values)
        case _:
            assert_never(node)


def _total(form: Form, values: list[int]) -> int:
    return form.constant + sum(k * values[place] for place, k in form.terms)


def first_difference(program: Program, dfa: DFA) -> Word | CannotSay | None:
    r"""Returns a shortest word that exactly one of the two accepts.

    ``None``: they accept the same non-empty words; all reachable states were compared.

    Args:
        program: An acceptor.
        dfa: An automaton over the same alphabet.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.parser import parse
        >>> never_a = parse('alphabet "a" "b"\naccept never "a"')
        >>> first_difference(never_a, regex("b*", alphabet="ab").dfa) is None
        True
        >>> first_difference(never_a, regex("b*|bba", alphabet="ab").dfa)
        ('b', 'b', 'a')
        >>> equal = parse('alphabet "a" "b"\naccept # "a" <= # "b"')
        >>> print(first_difference(equal, regex("b*", alphabet="ab").dfa))
        cannot say: the program compares counts that have no bound
    """
    plain = core(program)
    if not all(_is_bounded(node, plain) for node in plain.nodes):
        return CannotSay("the program compares counts that have no bound")
    stepper = _Stepper(plain)
    waiting: deque[tuple[Memory, int, Word]] = deque([(stepper.start, dfa.start, ())])
    seen = {(stepper.start, dfa.start)}
    while waiting:
        memory, state, word = waiting.popleft()
        for symbol in dfa.alphabet:
            after, accepted = stepper.step(memory, symbol)
            target = dfa.step(state, symbol)
            if accepted != (target in dfa.accepting):
                return (*word, symbol)
            if (after, target) not in seen:
                seen.add((after, target))
                waiting.append((after, target, (*word, symbol)))
        if len(seen) > MOST_PAIRS:
            return CannotSay(f"more than {MOST_PAIRS} pairs of states")
    return None


def _is_bounded(node: object, plain: Core) -> bool:
    """Whether a node has finitely many states."""
    if isinstance(node, Choice):
        return not (node.then.terms or node.otherwise.terms)
    if not isinstance(node, AtLeastZero):
        return True
    terms = [plain.nodes[place] for place, _ in node.form.terms]
    unbounded = [term for term in terms if isinstance(term, Count) and not term.lags]
    return len(unbounded) <= 1 and not any(isinstance(t, Choice) for t in terms)
