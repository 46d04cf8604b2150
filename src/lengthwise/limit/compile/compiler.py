r"""Compiles C-RASP programs to limit transformers.

Every program of C-RASP[periodic, local] has a limit transformer with periodic positions
and local biases that accepts ``$w`` exactly when the program accepts ``w``
:cite:p:`huang2025formal`. This module constructs one, scheduled by depth: a Boolean is
a form with values 0 and 1, or lazily the sign of a form; a count :math:`C(i)` is a form
with value :math:`C(i)/i`, where :math:`i` counts ``$``. Then

- symbols, residues, negations, sums and constants cost nothing;
- ``# p`` is the average of p over the past;
- :math:`c \ge 0` is the sign of :math:`c/i + 1/(2i)`, which is never 0;
- ``p`` at lag d is the sign of :math:`h - \frac12 - \frac{d-1}{2i}`, where :math:`h` is
  the output of a head with bias 2 at that lag: with logits times :math:`\log|x|`, the
  other positions have negligible weight, and if there is no position d back, ``$``
  keeps the average small enough;
- a conjunction with at most one lazy part is one Heaviside unit.

Weights do not depend on the length of the input. Rounding to p bits changes nothing for
any p >= 1: averages have equal logits, and at a lag the small weights of other
positions are either kept, as above, or dropped.
"""

from dataclasses import dataclass

from lengthwise.crasp.core import nodes
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.node_names import node_names
from lengthwise.crasp.core.nodes import operands
from lengthwise.crasp.language.program import Program, require_program
from lengthwise.crasp.language.syntax import Modulus
from lengthwise.errors import TooLargeError
from lengthwise.limit.compile._circuit import Circuit, Form
from lengthwise.limit.compile._token_booleans import token_sets
from lengthwise.limit.constructions.one_layer_machines import require_size
from lengthwise.limit.machine import LimitTransformer
from lengthwise.printable import printable

SUFFICIENT_BITS = 1
"""The smallest precision at which rounded attention gives the same outputs."""

LARGEST = 2.0**31
"""Sums with larger coefficients are rejected: float64 could not decide their sign."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A lazy Boolean: it holds where `form` is at least 0, never at ``$``."""

    form: Form


@dataclass(frozen=True, slots=True)
class Compilation:
    """A compiled machine, with the form of each line of its program.

    Attributes:
        machine: The compiled transformer.
        lines: For each kept line, its form over the dimensions of the stream after the
            last layer: 0 or 1 for a Boolean, the sign for a `Sign`, the count divided
            by the position (with ``$``) for a count.
    """

    machine: LimitTransformer
    lines: dict[str, Form | Sign]


def compile_program(program: Program) -> LimitTransformer:
    """Returns the limit transformer that computes `program` at every length.

    Its outputs are 0 or 1 at every position: ``accept``, or one per symbol that the
    program can emit.

    Raises:
        SpecError: `program` is not a program.
        TooLargeError: Coefficients are too large for float64, or windows are so wide
            that the machine would not fit in memory.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.limit.running.definition import outputs
        >>> majority = compile_program(parse('accept # "a" >= # "b"'))
        >>> len(majority.layers), majority.width
        (1, 7)
        >>> outputs(majority, "aabbb")[:, 0]
        array([0., 1., 1., 1., 1., 0.])
    """
    return compilation(program, keep_lines=False).machine


def compilation(program: Program, *, keep_lines: bool = True) -> Compilation:
    """Returns the machine of `program` with the form of every line.

    Args:
        program: The program.
        keep_lines: Whether to keep lines that no output needs.
    """
    require_program(program)
    compiler = _Compiler(core(program))
    return compiler.run(keep_lines=keep_lines)


class _Compiler:
    def __init__(self, program: nodes.Core) -> None:
        self.program = program
        self.circuit = Circuit(program.alphabet)
        self.word = frozenset(program.alphabet)
        outputs = [(f"next {symbol}", place) for symbol, place in program.next]
        if program.accept is not None:
            outputs = [("accept", program.accept)]
        named = (*outputs, *reversed(program.lines))
        preferred = {self._plain(place): name for name, place in named}
        self.names = node_names(program, preferred)
        self.tokens = token_sets(program)
        self.booleans: dict[int, Form | Sign] = {}
        self.counts: dict[int, Form] = {}

    def run(self, *, keep_lines: bool) -> Compilation:
        outputs = dict(self.program.next)
        if self.program.accept is not None:
            outputs = {"accept": self.program.accept}
        kept_lines = dict(self.program.lines) if keep_lines else {}
        needed = self._needed({*outputs.values(), *kept_lines.values()})
        for place in needed:
            self._place(place, self.program.nodes[place])
        forms = {name: self._exact(place) for name, place in outputs.items()}
        lines = {
            name: self.counts[p] if p in self.counts else self._value(p)
            for name, p in kept_lines.items()
        }
        self._require_room(max(needed, key=lambda p: len(self._lags(p) or ())))
        return Compilation(self.circuit.machine(forms), lines)

    def _plain(self, place: int) -> int:
        """The index of the count that a line merely names, or else `place`."""
        match self.program.nodes[place]:
            case nodes.Linear(nodes.Form(0, ((of, 1),))):
                return of
        return place

    def _needed(self, wanted: set[int]) -> list[int]:
        needed = set(wanted)
        for place in range(len(self.program.nodes) - 1, -1, -1):
            if place in needed:
                needed.update(operands(self.program.nodes[place]))
        return sorted(needed)

    def _name(self, place: int) -> str:
        if place in self.tokens:
            return "|".join(sorted(self.tokens[place]))
        return self.names[place]

    def _place(self, place: int, node: nodes.Node) -> None:
        if place in self.tokens:
            return
        match node:
            case Modulus(period, remainder):
                self.booleans[place] = self.circuit.modulus(period, remainder)
            case nodes.Not(of):
                word = self.circuit.symbols(self.word)
                self.booleans[place] = word.plus(self._exact(of), -1.0)
            case nodes.And(parts):
                rest = tuple(p for p in parts if self.tokens.get(p) != self.word)
                joined = len(rest) > 1
                self.booleans[place] = (
                    self._conjunction(place, rest) if joined else self._value(rest[0])
                )
            case nodes.AtLeastZero(form):
                self.booleans[place] = self._comparison(form)
            case nodes.Count(where, None):
                held = self._exact(where)
                self.counts[place] = self.circuit.average(held, self.names[place])
            case nodes.Count():
                pass  # compiled where used: as bits in a comparison, or as a count
            case nodes.Choice(test, then, otherwise):
                self.counts[place] = self._choice(place, test, then, otherwise)
            case nodes.Linear(form):
                self.counts[place] = self._scaled(form)

    def _value(self, place: int) -> Form | Sign:
        if place in self.tokens:
            return self.circuit.symbols(self.tokens[place])
        return self.booleans[place]

    def _exact(self, place: int) -> Form:
        """The Boolean as a form with values 0 and 1; a lazy sign becomes a unit."""
        value = self._value(place)
        if isinstance(value, Sign):
            guard = self.circuit.magnitude(value.form) + 1.0
            form = value.form.plus(self.circuit.mark, -guard)
            value = self.circuit.step(form, self._name(place))
            self.booleans[place] = value
        return value

    def _conjunction(self, place: int, parts: tuple[int, ...]) -> Form:
        signs = {p: v for p in parts if isinstance(v := self._value(p), Sign)}
        # The one ready last stays lazy; the others can be units before it.
        last = max(signs, key=lambda p: self.circuit.ready(signs[p].form), default=None)
        exact = [self._exact(p) for p in parts if p != last]
        form, guard = Form({}, 0.5), 1.0
        if last is not None:
            form = signs[last].form
            guard = self.circuit.magnitude(form) + 1.0
        for part in exact:
            form = form.plus(Form(part.terms, part.constant - 1.0), guard)
        return self.circuit.step(form, self._name(place))

    def _comparison(self, form: nodes.Form) -> Form | Sign:
        local = [self._lags(place) for place, _ in form.terms]
        if not all(local):
            total = self._scaled(form).plus(self.circuit.inverse, 0.5)
            return Sign(self._checked(total))
        if len(form.terms) == 1 and len(local[0] or ()) == 1:
            (place, k), constant = form.terms[0], form.constant
            if (k, constant) in {(1, -1), (-1, 0)}:
                (bit,) = self._bits(place)
                if isinstance(bit, Sign):
                    return Sign(Form({}).plus(bit.form, float(k)))
        total = Form({}, form.constant + 0.5)
        for place, k in form.terms:
            for bit in self._bits(place):
                total = total.plus(self._unit(bit, place), float(k))
        return Sign(self._checked(total))

    def _lags(self, place: int) -> tuple[int, ...] | None:
        node = self.program.nodes[place]
        return node.lags if isinstance(node, nodes.Count) else None

    def _bits(self, place: int) -> list[Form | Sign]:
        """For each lag of a local count, whether its operand held there."""
        node = self.program.nodes[place]
        assert isinstance(node, nodes.Count)
        assert node.lags is not None
        operand = self._exact(node.where)
        bits: list[Form | Sign] = []
        for lag in node.lags:
            if lag == 0:
                bits.append(operand)
                continue
            name = f"{self._name(node.where)} at -{lag}"
            earlier = self.circuit.lagged(operand, lag, name)
            self._require_room(place)
            border = Form({}, -0.5).plus(self.circuit.inverse, -(lag - 1) / 2)
            bits.append(Sign(earlier.plus(border)))
        return bits

    def _require_room(self, place: int) -> None:
        node, advice = self.program.nodes[place], ""
        if isinstance(node, nodes.Count) and node.lags is not None:
            what = printable(self._name(node.where), longest=40)
            window = f"{len(node.lags)} positions, up to {node.lags[-1]} back"
            advice = f"; # {what} has a window of {window}: use a smaller one"
        require_size(self.circuit.numbers, advice)

    def _unit(self, bit: Form | Sign, place: int) -> Form:
        if not isinstance(bit, Sign):
            return bit
        return self.circuit.step(bit.form, f"bit of {self._name(place)}")

    def _local_count(self, place: int) -> Form:
        if place not in self.counts:
            below = self.circuit.inverse.plus(Form({}, -1.0))
            bits = [self._unit(bit, place) for bit in self._bits(place)]
            parts = [(below.plus(bit), 1.0) for bit in bits]
            count = self.circuit.rectified(parts, self._name(place), float(len(parts)))
            self.counts[place] = count
        return self.counts[place]

    def _scaled(self, form: nodes.Form) -> Form:
        """The form divided by the position, 0 at ``$``."""
        total = Form({})
        if form.constant:
            one = self.circuit.inverse.plus(self.circuit.mark, -1.0)
            total = total.plus(one, float(form.constant))
        for place, k in form.terms:
            local = self._lags(place) is not None
            value = self._local_count(place) if local else self.counts[place]
            total = total.plus(value, float(k))
        return self._checked(total)

    def _choice(
        self, place: int, test: int, then: nodes.Form, otherwise: nodes.Form
    ) -> Form:
        """``otherwise`` plus, where the test holds, the difference."""
        difference = self._scaled(then.plus(otherwise, -1))
        bound = self.circuit.magnitude(difference)
        gate = Form({}, -bound).plus(self._exact(test), bound)
        parts = [(gate.plus(difference), 1.0), (gate.plus(difference, -1.0), -1.0)]
        chosen = self.circuit.rectified(parts, self._name(place), bound)
        return chosen.plus(self._scaled(otherwise))

    def _checked(self, form: Form) -> Form:
        size = self.circuit.magnitude(form)
        if size > LARGEST:
            raise TooLargeError(
                f"a sum of size {size:.3g} cannot be compared exactly in float64; "
                f"keep coefficients and constants below {LARGEST:.3g} in all",
                size=int(size),
                limit=int(LARGEST),
            )
        return form
