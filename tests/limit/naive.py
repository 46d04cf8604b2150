"""The oracle of the compiler: one operation a layer, nothing shared, nothing lazy."""

from math import lcm

import numpy as np

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import And, AtLeastZero, Choice, Count, Linear, Not
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth
from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer


class Naive:
    def __init__(self, program):
        self.program = program
        self.tokens = len(program.alphabet) + 1
        periods = [n.period for n in program.nodes if isinstance(n, Modulus)]
        self.delta = lcm(*periods)
        self.mark = self.tokens - 1
        self.inv = self.tokens + self.delta
        lags = [n.lags or () for n in program.nodes if isinstance(n, Count)]
        self.width = self.inv + 1 + len(program.nodes) + 2 * sum(map(len, lags))
        self.free = self.inv + 1
        self.layers = []
        self.bound = {}
        self.at = {}
        self.attend([(self.row({self.mark: 1}), self.inv, None)])

    def row(self, entries):
        row = np.zeros(self.width)
        for place, weight in entries.items():
            row[place] += weight
        return row

    def dimension(self):
        self.free += 1
        return self.free - 1

    def attend(self, made):
        heads = []
        for reads, writes, lag in made:
            value = np.zeros((self.width, self.width))
            value[writes] = reads
            lags = np.zeros(1 if lag is None else lag + 1)
            if lag is not None:
                lags[lag] = 2.0
            nothing = np.zeros((self.width, self.width))
            heads.append(Head(bilinear=nothing, value=value, lags=lags))
        self.layers.append(Layer(heads=tuple(heads), mlp=MLP.none(self.width)))

    def feed(self, units, *, heaviside):
        outer = np.zeros((self.width, len(units)))
        for k, (_, _, writes, weight) in enumerate(units):
            outer[writes, k] = weight
        mlp = MLP(
            inner=np.array([reads for reads, *_ in units]),
            bias=np.array([float(bias) for _, bias, *_ in units]),
            outer=outer,
            heaviside=(heaviside,) * len(units),
        )
        self.layers.append(Layer(mlp=mlp))

    def form(self, form):
        total = form.constant * self.row({self.inv: 1, self.mark: -1})
        return total + sum(k * self.row({self.at[p]: 1}) for p, k in form.terms)

    def size(self, form):
        return abs(form.constant) + sum(abs(k) * self.bound[p] for p, k in form.terms)

    def step(self, reads, bias, writes):
        self.feed([(reads, bias, writes, 1.0)], heaviside=True)

    def linear(self, reads, writes):
        signs = [(reads, 0, writes, 1.0), (-reads, 0, writes, -1.0)]
        self.feed(signs, heaviside=False)

    def place(self, place, node):  # noqa: C901 - one short case for each kind of node
        here = self.at[place] = self.dimension()
        self.bound[place] = 1
        match node:
            case Symbol(symbol):
                known = symbol in self.program.alphabet
                token = self.program.alphabet.index(symbol) if known else self.mark
                self.linear(self.row({token: float(known)}), here)
            case Truth(value):
                self.step(self.row({self.mark: -1}), 0.5 if value else -0.5, here)
            case Modulus(period, remainder):
                slots = [r for r in range(self.delta) if (r - 1) % period == remainder]
                reads = self.row({self.tokens + r: 1 for r in slots})
                self.step(reads + self.row({self.mark: -1}), -0.5, here)
            case Not(of):
                self.step(self.row({self.at[of]: -1, self.mark: -1}), 0.5, here)
            case And(parts):
                reads = self.row({self.at[p]: 1 for p in parts})
                self.step(reads, 0.5 - len(parts), here)
            case AtLeastZero(form):
                guard = self.row({self.inv: 0.5, self.mark: -self.size(form) - 2})
                self.step(self.form(form) + guard, 0, here)
            case Count(where, None):
                self.attend([(self.row({self.at[where]: 1}), here, None)])
            case Count(where, lags):
                self.bound[place] = len(lags)
                self.local(where, lags, here)
            case Choice(test, then, otherwise):
                self.choose(self.at[test], then, otherwise, here)
                self.bound[place] = max(self.size(then), self.size(otherwise))
            case Linear(form):
                self.linear(self.form(form), here)

    def local(self, where, lags, here):
        seen = [self.dimension() for _ in lags]
        bits = [self.dimension() for _ in lags]
        operand = self.row({self.at[where]: 1})
        self.attend([(operand, s, lag) for s, lag in zip(seen, lags, strict=True)])
        units = []
        for s, bit, lag in zip(seen, bits, lags, strict=True):
            reads = self.row({s: 1, self.inv: -(lag - 1) / 2 if lag else 0.0})
            units.append((reads, -0.5, bit, 1.0))
        self.feed(units, heaviside=True)
        parts = [(self.row({self.inv: 1, bit: 1}), -1, here, 1.0) for bit in bits]
        self.feed(parts, heaviside=False)

    def choose(self, test, then, otherwise, here):
        p = self.row({test: 1})
        c, d = self.form(then), self.form(otherwise)
        k, m = self.size(then), self.size(otherwise)
        units = [
            (c + k * p, -k, here, 1.0),
            (-c + k * p, -k, here, -1.0),
            (d - m * p, 0, here, 1.0),
            (-d - m * p, 0, here, -1.0),
        ]
        self.feed(units, heaviside=False)

    def machine(self):
        for place, node in enumerate(self.program.nodes):
            self.place(place, node)
        outputs = dict(self.program.next)
        if self.program.accept is not None:
            outputs = {"accept": self.program.accept}
        positions = np.zeros((self.delta, self.width))
        positions[:, self.tokens : self.inv] = np.eye(self.delta)
        return LimitTransformer(
            alphabet=self.program.alphabet,
            embedding=np.eye(self.tokens, self.width),
            positions=positions,
            layers=tuple(self.layers),
            readout=np.array([self.row({self.at[p]: 1}) for p in outputs.values()]),
            bos=True,
            outputs=tuple(outputs),
        )


def naive_compile(program):
    return Naive(core(program)).machine()
