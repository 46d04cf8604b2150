"""The components of a limit transformer: attention kind, head, MLP, layer."""

from dataclasses import dataclass, field
from numbers import Integral
from typing import Literal, TypeAlias, get_args

import numpy as np

from lengthwise.arguments import require_kind
from lengthwise.errors import SpecError
from lengthwise.limit.frozen_arrays import ArrayValue, Matrix, Vector, require_shape
from lengthwise.printable import brief

Kind: TypeAlias = Literal["softmax", "finite", "hardmax", "infinite"]


MOST_BITS = 1 << 20
"""Largest precision; a float64 exponent has only 11 bits."""


@dataclass(frozen=True, slots=True)
class Attention:
    r"""The kind of attention: how logits become weights.

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
        if not (isinstance(self.kind, str) and self.kind in get_args(Kind)):
            raise SpecError(
                f"attention kind {brief(self.kind)}; allowed are "
                f"{', '.join(get_args(Kind))}"
            )
        if (self.bits is not None) != (self.kind == "finite"):
            raise SpecError("bits belong only to finite attention")
        if self.bits is not None:
            require_kind("bits", self.bits, Integral, "it must be a whole number")
        if self.bits is not None and self.bits < 1:
            raise SpecError(f"{self.bits} bits of precision; at least 1 is needed")
        if self.bits is not None and self.bits > MOST_BITS:
            raise SpecError(
                f"a precision of more than {MOST_BITS} bits; without bits nothing is "
                "dropped"
            )

    def __str__(self) -> str:
        return self.kind if self.bits is None else f"{self.kind} ({self.bits} bits)"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Head(ArrayValue):
    """One attention head.

    Attributes:
        bilinear: ``key @ bilinear @ query`` is the content part of the logit.
        value: The head averages ``value @ key``.
        lags: Entry ``k`` is added to the logit of the key ``k`` positions back; keys
            further back get 0. Default: no bias.

    Examples:
        >>> Head(bilinear=np.zeros((2, 2)), value=np.eye(2))
        Head(bilinear=<2x2>, value=<2x2>, lags=<1>)
    """

    bilinear: Matrix
    value: Matrix
    lags: Vector = field(default_factory=lambda: np.zeros(1))

    def __post_init__(self) -> None:
        self._freeze(bilinear=2, value=2, lags=1)
        if not len(self.lags):
            raise SpecError("lags is empty; entry 0 is the bias at distance 0")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class MLP(ArrayValue):
    """``outer @ unit(inner @ y + bias)``, with ReLU or, if marked, Heaviside units.

    A Heaviside unit is 1 at 0.

    Attributes:
        inner: One row per unit.
        bias: One bias per unit.
        outer: One column per unit.
        heaviside: One flag per unit. Default: all are ReLU.

    Raises:
        SpecError: The parts disagree about the number of units or the width.

    Examples:
        >>> MLP.none(2)
        MLP(inner=<0x2>, bias=<0>, outer=<2x0>, heaviside=())
    """

    inner: Matrix
    bias: Vector
    outer: Matrix
    heaviside: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        self._freeze(inner=2, bias=1, outer=2)
        units, width = self.inner.shape
        require_kind("heaviside", self.heaviside, (tuple, list), "it must be a tuple")
        marks = tuple(map(bool, self.heaviside)) or (False,) * units
        object.__setattr__(self, "heaviside", marks)
        require_shape("bias", self.bias, (units,), f"inner of {units} units")
        require_shape("outer", self.outer, (width, units), f"inner of {units} units")
        if len(marks) != units:
            raise SpecError(f"heaviside has {len(marks)} marks for {units} units")

    @classmethod
    def none(cls, width: int) -> "MLP":
        """Returns the MLP without units, which adds nothing."""
        return cls(
            inner=np.zeros((0, width)), bias=np.zeros(0), outer=np.zeros((width, 0))
        )

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return len(self.bias)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Heads, then an MLP; both add their outputs to the stream.

    Examples:
        >>> print(Layer(mlp=MLP.none(2)))
        heads 0, units 0
    """

    heads: tuple[Head, ...] = ()
    mlp: MLP

    def __post_init__(self) -> None:
        require_kind("heads", self.heads, (tuple, list), "it must be a tuple of heads")
        object.__setattr__(self, "heads", tuple(self.heads))
        for head in self.heads:
            require_kind("a head", head, Head, "it must be a Head")
        require_kind("mlp", self.mlp, MLP, "it must be an MLP, as in MLP.none(width)")

    def __str__(self) -> str:
        steps = f" ({sum(self.mlp.heaviside)} Heaviside)" * any(self.mlp.heaviside)
        return f"heads {len(self.heads)}, units {self.mlp.units}{steps}"
