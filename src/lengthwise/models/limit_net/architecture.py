r"""The sizes of a trainable limit transformer, as plain data.

What the logits are multiplied with is one of three `Scaling` choices
(:math:`i` is the position of the query, :math:`|x|` the length of the word):

===========  ===========================================  ==============================
scaling      exponent of the weight of key ``j``          exports as attention
===========  ===========================================  ==============================
``length``   :math:`\log|x|\,(a_{ij} + \varphi[i-j])`     ``softmax``
``query``    :math:`a_{ij} + \log(i)\,\varphi[i-j]`       ``infinite``
``none``     :math:`a_{ij} + \varphi[i-j]`                ``infinite`` if without lags
===========  ===========================================  ==============================
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from lengthwise.errors import SpecError

Scaling: TypeAlias = Literal["length", "query", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    r"""The sizes of a net; everything that is static when it is compiled.

    Attributes:
        symbols: Number of symbols.
        outputs: Length of the output vector.
        delta: Period :math:`\Delta` of the learned positions; 1 means none.
        heads: Number of heads of each layer.
        lags: For each layer the largest lag :math:`\tau` with a learned bias, or
            ``None`` where the layer has no lag bias.
        width: The width :math:`d` of the residual stream.
        units: Hidden ReLU units of each MLP.
        scaling: What multiplies the logits, see the table of this module.

    Raises:
        SpecError: A size is not positive, or two parts disagree about the depth.

    Examples:
        >>> Architecture(symbols=3).depth
        1
        >>> Architecture(symbols=4, heads=(3, 1), lags=(2, None)).tau
        2
    """

    symbols: int
    outputs: int = 1
    delta: int = 1
    heads: tuple[int, ...] = (1,)
    lags: tuple[int | None, ...] = ()
    width: int = 16
    units: int = 256
    scaling: Scaling = "length"

    @property
    def sources(self) -> tuple[str, ...]:
        """Where its initial weights and rates are from, as keys of the bibliography."""
        return ("yang2022tensor",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", tuple(self.heads))
        lags = tuple(self.lags) or (None,) * len(self.heads)
        object.__setattr__(self, "lags", lags)
        sizes = {
            name: getattr(self, name)
            for name in ("symbols", "outputs", "delta", "width", "units")
        } | {f"heads[{k}]": number for k, number in enumerate(self.heads)}
        for name, size in sizes.items():
            if size < 1:
                raise SpecError(f"{name} is {size}; it must be at least 1")
        if not self.heads or len(lags) != len(self.heads):
            raise SpecError(
                f"heads has {len(self.heads)} layers and lags has {len(lags)}; "
                "both need one entry a layer"
            )
        if any(lag is not None and lag < 0 for lag in lags):
            raise SpecError(f"lags are {lags}; each must be None or at least 0")
        if self.scaling not in get_args(Scaling):
            raise SpecError(
                f"scaling {self.scaling!r}; allowed are {', '.join(get_args(Scaling))}"
            )

    @property
    def depth(self) -> int:
        """The number of layers."""
        return len(self.heads)

    @property
    def tau(self) -> int:
        r"""The largest lag :math:`\tau` of layer 1, or 0 without a lag bias."""
        return self.lags[0] or 0

    @property
    def pairs(self) -> int:
        """The number of (symbol, residue class) pairs."""
        return self.symbols * self.delta
