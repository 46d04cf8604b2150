r"""The checker's own computation of a model at the last symbol of a word.

It is written independently of the search, so that they share no mistakes.
"""

import itertools
import math
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.knowledge.functions_of_counts import MeanOfClass, SineOfLead

Box: TypeAlias = list[tuple[float, float]]
"""The smallest and the largest value of each coordinate."""


def period(certificate: Certificate) -> int:
    """The number of residue classes."""
    return certificate.task.period


class WordsTo:
    """The words with a given last symbol and residue, and the model on them."""

    def __init__(
        self, c: Certificate, machine: LimitTransformer, symbol: str, residue: int
    ) -> None:
        self.c, self.symbol, self.residue = c, symbol, residue
        label = count_label(c.task)
        self.p, self.simple = period(c), isinstance(label, SineOfLead)
        self.attention = machine.attention
        self.place = label.residue if isinstance(label, MeanOfClass) else 1
        self.omega = label.omega if isinstance(label, SineOfLead) else 0.0
        layer, symbols = machine.layers[0], c.task.alphabet.symbols
        head, mlp, readout = layer.heads[0], layer.mlp, machine.readout[0]
        keys = [
            machine.embedding[s] + machine.positions[r % machine.delta]
            for s, r in itertools.product(range(len(symbols)), range(self.p))
        ]
        self.longer = np.array([1.0 * (1 <= j <= residue) for j in range(self.p)])
        self.own = symbols.index(symbol) * self.p + residue
        query = keys[self.own]
        after = [query + head.value @ key for key in keys]
        self.logits = np.array([key @ (head.bilinear @ query) for key in keys])
        self.hidden = np.array([mlp.inner @ y + mlp.bias for y in after])
        self.direct = np.array([readout @ y for y in after])
        self.out = readout @ mlp.outer
        size = max(abs(key) @ (abs(head.bilinear) @ abs(query)) for key in keys)
        self.unsure = 2.0**-49 * (64 + machine.width) * float(size)
        broad = [abs(query) + abs(head.value) @ abs(key) for key in keys]
        inputs = [abs(mlp.inner) @ y + abs(mlp.bias) for y in broad]
        terms = max(
            abs(readout) @ (y + abs(mlp.outer) @ z)
            for y, z in zip(broad, inputs, strict=True)
        )
        depth = 64 + mlp.units + 2 * machine.width + len(keys)
        self.slack = 2.0**-49 * depth * (1 + float(terms)) * (1 + float(size))

    def value(self, masses: np.ndarray) -> float:
        """The output for these attention masses."""
        units = np.maximum(masses @ self.hidden, 0.0)
        return float(masses @ self.direct + units @ self.out)

    def label(self, x: float) -> float:
        """The label at this value of its coordinate."""
        return math.sin(self.omega * (1 - 2 * x)) if self.simple else x

    def errors(self, tables: np.ndarray, length: int) -> np.ndarray:
        """The errors on words of this length, one per table of counts."""
        kind, present = self.attention.kind, tables > 0
        top = np.where(present, self.logits, -np.inf).max(axis=1, keepdims=True)
        gaps = np.where(present, top - self.logits, 0.0)
        scale = np.where(present, abs(self.logits), 1.0).max(axis=1, keepdims=True)
        weights = np.exp(-gaps * (1 if kind == "infinite" else math.log(length)))
        if kind == "hardmax":
            weights = 1.0 * (gaps <= 1e-9 * np.maximum(scale, 1.0))
        elif self.attention.bits is not None:
            weights *= math.log2(length) * gaps < self.attention.bits - 1e-9
        sums = tables * weights
        masses = sums / sums.sum(axis=1, keepdims=True)
        outputs = masses @ self.direct + np.maximum(masses @ self.hidden, 0) @ self.out
        if not self.simple:
            place = self.place
            sizes = tables[:, place] + tables[:, self.p + place]
            return abs(outputs - tables[:, self.p + place] / sizes)
        both = tables[:, 0] + tables[:, 1]
        turns = self.omega * (tables[:, 0] - tables[:, 1]) / np.maximum(both, 1)
        return abs(outputs - np.sin(turns))

    def levels(self) -> Iterator[tuple[int, Box, np.ndarray | None]]:
        """Yields, for each set of words, its level, its box and the weights of keys.

        With hard attention, the sets differ in the highest logit that occurs.
        """
        kind, c, p = self.attention.kind, self.c, self.p
        extra = (0.0, self.longer.max() / (c.shortest // p))
        if kind == "infinite":
            box = [(c.share, 1.0), (0.0, 1.0)] if self.simple else [(0.0, 1.0)] * p
            weights = np.exp(self.logits - self.logits.max())
            yield 0, box if self.simple else [*box, extra], weights
        elif kind == "softmax":
            least = 0.0 if c.longest is None else 1 / math.log(c.longest)
            box = [(0.0, 1.0)] * 2 if self.simple else [*[(0.0, 1.0)] * p, extra]
            yield 0, [*box, (least, 1 / math.log(c.shortest))], None
        else:
            absent: set[int] = set()
            for number in itertools.count():
                left = [i for i in range(len(self.logits)) if i not in absent]
                scale = max(1.0, *(abs(self.logits[i]) for i in left))
                top = max(self.logits[i] for i in left)
                level = {i for i in left if top - self.logits[i] <= 1e-9 * scale}
                weights = np.array(
                    [1.0 * (i in level) for i in range(len(self.logits))]
                )
                box = [
                    (float(j in absent), float(p + j not in absent)) for j in range(p)
                ]
                if self.simple:
                    share = (c.share, c.share if level == {2} else 1.0)
                    if level <= {0, 1} or 2 in absent:
                        share = (1.0, 1.0)
                    if not {0, 1} <= absent:
                        yield number, [share, box[0]], weights
                elif all(a <= b for a, b in box):
                    yield number, [*box, extra], weights
                absent |= level
                if self.own in level:
                    return

    def counts(self, x: tuple[float, ...]) -> np.ndarray:
        """The count of each key at these coordinates, up to a common factor."""
        if not self.simple:
            ones = np.array(x[: self.p])
            sizes = 1 + self.longer * x[self.p]
            return np.concatenate([sizes * (1 - ones), sizes * ones])
        part, share = x[:2]
        if self.attention.kind == "softmax":
            return np.array([1 - share, share, part])
        return np.array([part * (1 - share), part * share, 1 - part])

    def weights(self, y: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        """The range of the weight of each key for lengths with 1/log n in `y`."""
        rates, offsets = self.logits.copy(), np.zeros(len(self.logits))
        if self.simple and self.c.share:
            odds = (1 - self.c.share) / self.c.share
            offsets[2] = math.log(odds) if odds else -math.inf
        elif self.simple:
            rates[2] += 1.0  # At most n twos per zero or one.
        logs = (1 / y[1], 1 / y[0] if y[0] else math.inf)
        both = np.zeros((2, len(rates)))
        for i, j in itertools.permutations(range(len(rates)), 2):
            gap, more = rates[i] - rates[j], offsets[i] - offsets[j]
            ends = [
                [(g * t if g else 0.0) + more for t in logs]
                for g in (gap - self.unsure, gap + self.unsure)
            ]
            both[0, i] = min(both[0, i], *ends[0])
            both[1, i] = min(both[1, i], max(ends[1]))
        return np.exp(both[0]), np.exp(both[1])

    def bound(self, box: Box, weights: np.ndarray | None) -> float:
        """An upper bound on the error over `box`."""
        least, most = (
            (weights, weights) if weights is not None else self.weights(box[-1])
        )
        spans = box if weights is not None else box[:-1]
        low, high = box[self.place]
        labels = {x: self.label(x) for x in (low, high)}
        corners = list(itertools.product(*({a: 0, b: 0} for a, b in spans)))
        counts = np.array([self.counts(x) for x in corners])
        middle, floor = counts @ ((least + most) / 2), (counts @ least).min()
        at = np.array([labels[x[self.place]] for x in corners])
        keys = np.flatnonzero(most > 0)
        single = np.concatenate([np.eye(len(most))[keys]] * 2)
        either = np.repeat([labels[low], labels[high]], len(keys))
        tightest = self._linear(single, either, 0 * most)
        if floor > 0:
            masses = counts * ((least + most) / 2) / middle[:, np.newaxis]
            off = counts.max(axis=0) * (most - least) / 2 / floor
            steps: dict[tuple[float, ...], list[float]] = {}
            for x, total in zip(corners, middle.tolist(), strict=True):
                rest = x[: self.place] + x[self.place + 1 :]
                steps.setdefault(rest, []).append(total)
            step = max(max(ends) - min(ends) for ends in steps.values())
            chord = abs(labels[high] - labels[low]) * step / 4 / floor
            tightest = min(tightest, self._linear(masses, at, off) + chord)
        if not self.simple:
            return tightest
        width = high - low
        size = min(1.0, abs(self.label((low + high) / 2)) + abs(self.omega) * width)
        return tightest + self.omega**2 * size * width**2 / 2

    def _linear(self, masses: np.ndarray, labels: np.ndarray, off: np.ndarray) -> float:
        """A bound over averages of these masses, with the label linear between them.

        The weights of keys are known up to `off`, so an average over keys moves by at
        most `off` times the distance of the values from it.
        """
        inputs = masses @ self.hidden
        low, high = inputs.min(axis=0), inputs.max(axis=0)
        span = np.maximum(abs(self.hidden - low), abs(self.hidden - high))
        low, high = low - off @ span, high + off @ span
        slope = np.where(low >= 0, 1.0, 0.0)
        bends = (low < 0) & (high > 0)
        slope[bends] = high[bends] / (high[bends] - low[bends])
        above = np.where(bends, -slope * low, 0.0) * self.out
        values = self.direct + self.hidden @ (slope * self.out)
        outputs = masses @ values
        moved = off @ np.maximum(
            abs(values - outputs.min()), abs(values - outputs.max())
        )
        over = (outputs - labels).max() + above[above > 0].sum()
        under = (labels - outputs).max() - above[above < 0].sum()
        return float(max(over, under) + moved)
