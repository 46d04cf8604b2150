r"""The limit transformer: a transformer without a maximal length.

Shapes and letters (``d`` is the width of the residual stream):

================  =====================  ===============================================
part              shape                  in the papers
================  =====================  ===============================================
``embedding``     symbols (+1) x d       :math:`E`; a last row for ``$`` when `bos`
``positions``     Delta x d              :math:`p_i`, row ``r`` for ``i % Delta == r``
``bilinear``      d x d                  :math:`K^\top Q`; ``key @ bilinear @ query``
``value``         d x d                  :math:`V`
``lags``          tau + 1                :math:`\varphi[k] = \varphi(i - k, i)`
``inner, bias``   units x d, units       :math:`A, b`
``outer``         d x units              :math:`B`
``readout``       outputs x d            :math:`U`
================  =====================  ===============================================

How a machine runs stands next door: `lengthwise.limit.reference` is the definition in
one page, `lengthwise.limit.evaluate` the fast program.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.arrays import ArrayValue, Matrix, Vector, frozen, require_shape
from lengthwise.words import BOS, Alphabet, Word

Kind: TypeAlias = Literal["softmax", "finite", "hardmax", "infinite"]


@dataclass(frozen=True, slots=True)
class Attention:
    r"""How logits become weights.

    Attributes:
        kind: ``softmax``, weights :math:`\exp(\log|x| \cdot a_{ij})`; ``finite``, the
            same with terms of at most :math:`2^{-p}` dropped after the shift;
            ``hardmax``, equal weights on the largest logits; ``infinite``, weights
            :math:`\exp(a_{ij})` with only the lag part multiplied, by :math:`\log i`.
        bits: The precision :math:`p` of ``finite``; ``None`` for the others.

    Examples:
        >>> Attention("finite", 8)
        Attention(kind='finite', bits=8)
    """

    kind: Kind = "softmax"
    bits: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise SpecError(
                f"attention kind {self.kind!r}; allowed are {', '.join(get_args(Kind))}"
            )
        if (self.bits is not None) != (self.kind == "finite"):
            raise SpecError("bits belong to finite attention, and only to it")
        if self.bits is not None and self.bits < 1:
            raise SpecError(f"{self.bits} bits of precision; at least 1 is needed")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Head(ArrayValue):
    """One attention head."""

    bilinear: Matrix
    value: Matrix
    lags: Vector = field(default_factory=lambda: np.zeros(1))

    def __post_init__(self) -> None:
        for name, dimensions in (("bilinear", 2), ("value", 2), ("lags", 1)):
            _freeze(self, name, dimensions)
        if not len(self.lags):
            raise SpecError("lags is empty; entry 0 is the bias at distance 0")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MLP(ArrayValue):
    """``outer @ unit(inner @ y + bias)``; a unit is ReLU or, where marked, Heaviside.

    The Heaviside unit is 1 at 0.
    """

    inner: Matrix
    bias: Vector
    outer: Matrix
    heaviside: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        for name, dimensions in (("inner", 2), ("bias", 1), ("outer", 2)):
            _freeze(self, name, dimensions)
        units, width = self.inner.shape
        marks = tuple(map(bool, self.heaviside)) or (False,) * units
        object.__setattr__(self, "heaviside", marks)
        require_shape("bias", self.bias, (units,), f"inner of {units} units")
        require_shape("outer", self.outer, (width, units), f"inner of {units} units")
        if len(marks) != units:
            raise SpecError(f"heaviside has {len(marks)} marks for {units} units")

    @classmethod
    def none(cls, width: int) -> "MLP":
        """The MLP without units, which adds nothing."""
        return cls(
            inner=np.zeros((0, width)), bias=np.zeros(0), outer=np.zeros((width, 0))
        )

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return len(self.bias)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Heads, whose sum is added to the stream, then an MLP, which is added too."""

    heads: tuple[Head, ...] = ()
    mlp: MLP

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", tuple(self.heads))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LimitTransformer(ArrayValue):
    """A transformer without a maximal length.

    Attributes:
        alphabet: Input symbols.
        embedding: One row per symbol, in alphabet order, and a last one for ``$`` when
            `bos`.
        positions: Row ``r`` is added at the positions ``i`` with ``i % delta == r``.
            Default: one row of zeros.
        layers: Applied in order.
        readout: One row per output.
        attention: How logits become weights, unless an evaluator is told otherwise.
        bos: Whether the machine reads ``$`` in front of every word; ``$`` is then
            position 1 and counts in the length.
        outputs: Names of the outputs. Default: ``out0``, ``out1``, …
        dimensions: Names of the coordinates of the stream. Default: ``x0``, ``x1``, …

    Raises:
        SpecError: Two parts disagree about a size.

    Examples:
        The share of ``a`` among all symbols so far.

        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(
        ...         Layer(
        ...             heads=(Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1)),),
        ...             mlp=MLP.none(2),
        ...         ),
        ...     ),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> share.width, share.delta, share.tau
        (2, 1, 0)
    """

    alphabet: Alphabet
    embedding: Matrix
    positions: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    layers: tuple[Layer, ...]
    readout: Matrix
    attention: Attention = Attention()
    bos: bool = False
    outputs: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(self.layers))
        _freeze(self, "embedding", 2)
        _freeze(self, "readout", 2)
        d = self.width
        rows = len(self.alphabet) + self.bos
        mark = " and the mark $" if self.bos else ""
        why = f"an alphabet of {len(self.alphabet)} symbols{mark}"
        require_shape("embedding", self.embedding, (rows, d), why)
        if np.size(self.positions) == 0:
            object.__setattr__(self, "positions", np.zeros((1, d)))
        _freeze(self, "positions", 2)
        wide = f"the embedding of width {d}"
        require_shape("positions", self.positions, (len(self.positions), d), wide)
        require_shape("readout", self.readout, (len(self.readout), d), wide)
        for place, layer in enumerate(self.layers):
            name = f"layers[{place}].mlp"
            require_shape(f"{name}.inner", layer.mlp.inner, (layer.mlp.units, d), wide)
            for number, head in enumerate(layer.heads):
                name = f"layers[{place}].heads[{number}]"
                require_shape(f"{name}.bilinear", head.bilinear, (d, d), wide)
                require_shape(f"{name}.value", head.value, (d, d), wide)
        _name(self, "outputs", "out", len(self.readout))
        _name(self, "dimensions", "x", d)

    @property
    def width(self) -> int:
        """The width ``d`` of the residual stream."""
        return int(self.embedding.shape[1])

    @property
    def delta(self) -> int:
        r"""The smallest period :math:`\Delta` of the positions."""
        rows = self.positions
        return next(
            k
            for k in range(1, len(rows) + 1)
            if len(rows) % k == 0 and (rows == np.roll(rows, k, axis=0)).all()
        )

    @property
    def tau(self) -> int:
        r"""The largest lag :math:`\tau` with a bias in some head, or 0."""
        used = [np.flatnonzero(h.lags) for layer in self.layers for h in layer.heads]
        return max((int(k[-1]) for k in used if len(k)), default=0)

    def read(self, word: Iterable[str]) -> Word:
        """What the machine reads for `word`: the word, with ``$`` in front when `bos`.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        symbols = tuple(word)
        self.alphabet.encode(symbols)
        return (BOS, *symbols) if self.bos else symbols

    def embed(self, word: Iterable[str]) -> Matrix:
        """The stream before the first layer: one row per symbol that is read."""
        tokens = [len(self.alphabet)] * self.bos + list(self.alphabet.encode(word))
        places = np.arange(1, len(tokens) + 1) % len(self.positions)
        index = np.array(tokens, dtype=np.intp)
        return np.asarray(self.embedding[index] + self.positions[places])


def _freeze(value: object, name: str, dimensions: int) -> None:
    object.__setattr__(value, name, frozen(name, getattr(value, name), dimensions))


def _name(machine: LimitTransformer, what: str, stem: str, count: int) -> None:
    names = tuple(getattr(machine, what)) or tuple(f"{stem}{k}" for k in range(count))
    if len(names) != count or len(set(names)) != count:
        raise SpecError(
            f"{what} has {len(set(names))} different names for {count} places"
        )
    object.__setattr__(machine, what, names)
