r"""Builds a limit transformer from named features, placed layer by layer.

A *feature* is one coordinate of the residual stream with a value at every position. A
*form* is a linear combination of features. Features come from the bottom (symbols and
residues), from heads (the average of a form over the past, or its value at a lag) or
from units of an MLP. Each is placed in the first layer where all its inputs are ready:
heads of layer ``l`` read the stream after layer ``l - 1``, and the MLP of layer ``l``
also reads the heads of layer ``l``. All averages in a layer share one head, and so do
all values at the same lag.

Every feature except ``$`` and ``1/i`` is 0 at the marker ``$`` in front of the word.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import lcm

import numpy as np

from lengthwise.errors import TooLargeError
from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

LARGEST = 10_000_000
"""Size limit of the position table, in entries."""


@dataclass(frozen=True, slots=True)
class Form:
    """A constant plus a linear combination of features, given by their indices.

    Only units can read the constant, where it becomes a bias.
    """

    terms: Mapping[int, float]
    constant: float = 0.0

    def plus(self, other: "Form", factor: float = 1.0) -> "Form":
        """``self + factor * other``."""
        terms = dict(self.terms)
        for feature, weight in other.terms.items():
            terms[feature] = terms.get(feature, 0.0) + factor * weight
        return Form(
            {feature: weight for feature, weight in terms.items() if weight},
            self.constant + factor * other.constant,
        )


@dataclass(frozen=True, slots=True)
class _Feature:
    name: str
    layer: int
    by_head: bool
    bound: float


@dataclass(frozen=True, slots=True)
class _Unit:
    reads: Form
    writes: int
    weight: float
    heaviside: bool


@dataclass(slots=True)
class _Level:
    """The contents of a layer: averages, values at lags, units."""

    average: list[tuple[int, Form]] = field(default_factory=list)
    lagged: dict[int, list[tuple[int, Form]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    units: list[_Unit] = field(default_factory=list)


class Circuit:
    """The features placed so far; `machine` turns them into a transformer."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self._features: list[_Feature] = []
        self._known: dict[object, Form] = {}
        self._levels: dict[int, _Level] = defaultdict(_Level)
        self._symbols: dict[int, frozenset[str]] = {}
        self._moduli: dict[int, tuple[int, int]] = {}
        self._copies: Counter[str] = Counter()
        self._heads = self._units = 0
        self.mark = self._new("$", 0)

    def _new(
        self, name: str, layer: int, *, head: bool = False, bound: float = 1.0
    ) -> Form:
        fresh = name
        while fresh in self._copies:
            self._copies[name] += 1
            fresh = f"{name} ({self._copies[name]})"
        self._copies[fresh] = 1
        self._features.append(_Feature(fresh, layer, head, bound))
        return Form({len(self._features) - 1: 1.0})

    def symbols(self, chosen: Iterable[str]) -> Form:
        """A form that is 1 where the symbol is one of `chosen`."""
        wanted = frozenset(chosen)
        if not wanted:
            return Form({})
        if wanted not in self._known:
            order = [symbol for symbol in self.alphabet if symbol in wanted]
            name = "word" if len(wanted) == len(self.alphabet) else "|".join(order)
            self._known[wanted] = self._new(name, 0)
            self._symbols[self._number(self._known[wanted])] = wanted
        return self._known[wanted]

    def modulus(self, period: int, remainder: int) -> Form:
        """A form that is 1 at positions of the word (from 1) with this remainder."""
        key = ("mod", period, remainder)
        if key not in self._known:
            form = self._new(f"i mod {period} == {remainder}", 0)
            self._known[key] = form
            self._moduli[self._number(form)] = (period, remainder)
        return self._known[key]

    @property
    def inverse(self) -> Form:
        """The form 1/i, where i counts ``$``."""
        return self.average(self.mark, "1/i")

    def average(self, form: Form, name: str) -> Form:
        """The average of `form` over all positions so far, ``$`` included."""
        key = ("average", _key(form))
        if key not in self._known:
            layer = 1 + self._deepest(form)
            self._known[key] = self._new(name, layer, head=True)
            self._heads += not self._levels[layer].average
            self._levels[layer].average.append((self._number(self._known[key]), form))
        return self._known[key]

    def lagged(self, form: Form, lag: int, name: str) -> Form:
        """Approximately the value of `form` at `lag` positions back; see `lag_test`."""
        key = ("lag", lag, _key(form))
        if key not in self._known:
            layer = 1 + self._deepest(form)
            self._known[key] = self._new(name, layer, head=True)
            place = self._number(self._known[key])
            self._heads += lag not in self._levels[layer].lagged
            self._levels[layer].lagged[lag].append((place, form))
        return self._known[key]

    def step(self, form: Form, name: str) -> Form:
        """1 where `form` is 0 or more, by a Heaviside unit."""
        return self._unit_feature(name, [(form, 1.0)], heaviside=True, bound=1.0)

    def rectified(
        self, parts: list[tuple[Form, float]], name: str, bound: float
    ) -> Form:
        """The sum of weight times max(form, 0) over `parts`, by ReLU units."""
        return self._unit_feature(name, parts, heaviside=False, bound=bound)

    def _unit_feature(
        self,
        name: str,
        parts: list[tuple[Form, float]],
        *,
        heaviside: bool,
        bound: float,
    ) -> Form:
        key = (heaviside, tuple((_key(form), weight) for form, weight in parts))
        if key not in self._known:
            layer = max(self.ready(form) for form, _ in parts)
            self._known[key] = self._new(name, layer, bound=bound)
            number = self._number(self._known[key])
            self._units += len(parts)
            self._levels[layer].units += [
                _Unit(form, number, weight, heaviside) for form, weight in parts
            ]
        return self._known[key]

    def ready(self, form: Form) -> int:
        """The first layer whose MLP can read `form`."""
        features = [self._features[k] for k in form.terms]
        return max([1, *(f.layer if f.by_head else f.layer + 1 for f in features)])

    def magnitude(self, form: Form) -> float:
        """A bound on the absolute value of `form`."""
        return abs(form.constant) + sum(
            abs(weight) * self._features[k].bound for k, weight in form.terms.items()
        )

    def _deepest(self, form: Form) -> int:
        return max((self._features[k].layer for k in form.terms), default=0)

    @property
    def numbers(self) -> int:
        """The number of matrix entries of all heads and units placed so far."""
        width = len(self._features)
        return 2 * width * (self._heads * width + self._units)

    @staticmethod
    def _number(form: Form) -> int:
        (number,) = form.terms
        return number

    def machine(self, outputs: Mapping[str, Form]) -> LimitTransformer:
        """The transformer of all features, with one output per form."""
        width = len(self._features)
        delta = lcm(*(period for period, _ in self._moduli.values()))
        if delta * width > LARGEST:
            raise TooLargeError(
                f"the periods of this program have the least common multiple {delta}; "
                f"with a width of {width} this requires a table of more than {LARGEST} "
                "numbers; use smaller periods, or periods that divide each other",
                size=delta * width,
                limit=LARGEST,
            )
        embedding = np.zeros((len(self.alphabet) + 1, width))
        embedding[-1, self._number(self.mark)] = 1.0
        for number, chosen in self._symbols.items():
            embedding[[self.alphabet.index(s) for s in chosen], number] = 1.0
        positions = np.zeros((delta, width))
        # Position i of the input with `$` is position i - 1 of the word.
        of_word = np.arange(delta) - 1
        for number, (period, remainder) in self._moduli.items():
            positions[of_word % period == remainder, number] = 1.0
            embedding[-1, number] -= float(remainder == 0)
        layers = [self._layer(k) for k in range(1, 1 + max([1, *self._levels]))]
        return LimitTransformer(
            alphabet=self.alphabet,
            embedding=embedding,
            positions=positions,
            layers=tuple(layers),
            readout=np.array([self._row(form) for form in outputs.values()]),
            bos=True,
            outputs=tuple(outputs),
            dimensions=tuple(feature.name for feature in self._features),
        )

    def _row(self, form: Form) -> np.ndarray:
        row = np.zeros(len(self._features))
        for number, weight in form.terms.items():
            row[number] = weight
        return row

    def _layer(self, number: int) -> Layer:
        level = self._levels.get(number, _Level())
        heads = [self._head(level.average, None)] if level.average else []
        heads += [self._head(rows, lag) for lag, rows in sorted(level.lagged.items())]
        return Layer(heads=tuple(heads), mlp=self._mlp(level.units))

    def _head(self, rows: list[tuple[int, Form]], lag: int | None) -> Head:
        width = len(self._features)
        value = np.zeros((width, width))
        for number, form in rows:
            value[number] = self._row(form)
        lags = np.zeros(1 if lag is None else lag + 1)
        if lag is not None:
            lags[lag] = 2.0
        return Head(bilinear=np.zeros((width, width)), value=value, lags=lags)

    def _mlp(self, units: list[_Unit]) -> MLP:
        width = len(self._features)
        if not units:
            return MLP.none(width)
        outer = np.zeros((width, len(units)))
        for k, unit in enumerate(units):
            outer[unit.writes, k] = unit.weight
        return MLP(
            inner=np.array([self._row(unit.reads) for unit in units]),
            bias=np.array([unit.reads.constant for unit in units]),
            outer=outer,
            heaviside=tuple(unit.heaviside for unit in units),
        )


def _key(form: Form) -> tuple[float, frozenset[tuple[int, float]]]:
    return form.constant, frozenset(form.terms.items())
