r"""A trainable limit transformer as a model: its sizes as plain data, and its methods.

The logits are multiplied by one of three `Scaling` choices (:math:`i` is the position
of the query, :math:`|x|` the length of the word):

===========  ===========================================  ==============================
scaling      exponent of the weight of key ``j``          exports as attention
===========  ===========================================  ==============================
``length``   :math:`\log|x|\,(a_{ij} + \varphi[i-j])`     ``softmax``
``query``    :math:`a_{ij} + \log(i)\,\varphi[i-j]`       ``infinite``
``none``     :math:`a_{ij} + \varphi[i-j]`                ``infinite`` if without lags
===========  ===========================================  ==============================
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, assert_never, get_args

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.models.cost import Cost, Shape
from lengthwise.models.forms import Form, forms_by_counts
from lengthwise.models.inputs import Inputs, Summary, Words
from lengthwise.models.limit_net._costs import cost
from lengthwise.models.limit_net.blank_form import blank_outputs
from lengthwise.models.limit_net.export import to_limit
from lengthwise.models.limit_net.initial import initial, rates
from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.prefix_form import prefix_outputs
from lengthwise.models.limit_net.sequence_form import (
    Scaling,
    sequence_output,
    sequence_outputs,
)
from lengthwise.models.limit_net.statistics_form import statistics_outputs
from lengthwise.models.limit_net.streaming import streamed_outputs
from lengthwise.models.model import Streaming, Widths
from lengthwise.models.positions import ByCounts, LagBias, NoPositions, Periodic
from lengthwise.words import Alphabet


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitNet:
    r"""The sizes of a limit net: everything that is static at compile time.

    Attributes:
        symbols: Number of symbols.
        outputs: Length of the output vector.
        delta: Period :math:`\Delta` of the learned positions; 1 means none.
        heads: Number of heads of each layer.
        lags: For each layer the largest lag :math:`\tau` with a learned bias, or
            ``None`` where the layer has no lag bias.
        width: The width :math:`d` of the residual stream.
        units: Hidden ReLU units of each MLP.
        scaling: Factor of the attention logits: the logarithm of the input ``length``,
            the logarithm of the position of the ``query`` (lag biases only), or 1
            (``none``).

    Raises:
        SpecError: A size is not positive, or two parts disagree about the depth.

    Examples:
        >>> LimitNet(symbols=3).depth
        1
        >>> LimitNet(symbols=4, heads=(3, 1), lags=(2, None)).tau
        2
    """

    kind: ClassVar[str] = "limit_net"
    widths: ClassVar[Widths] = Widths(cpu=8, gpu=64)

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
        """Sources of initialization and learning rates, as keys of the bibliography."""
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
                "both need one entry per layer"
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
    def input_positions(self) -> Periodic | NoPositions:
        """The position scheme whose vectors are added to the embeddings."""
        return Periodic(self.delta) if self.delta > 1 else NoPositions()

    @property
    def layer_positions(self) -> tuple[LagBias | NoPositions, ...]:
        """The position scheme whose biases are added to the logits, for each layer."""
        return tuple(
            NoPositions() if tau is None else LagBias(tau) for tau in self.lags
        )

    @property
    def by_counts(self) -> ByCounts:
        """The statistics that determine layer 1."""
        return self.input_positions.by_counts.joined(self.layer_positions[0].by_counts)

    @property
    def tau(self) -> int:
        r"""The largest lag :math:`\tau` of layer 1, or 0 without a lag bias."""
        return self.by_counts.tau

    @property
    def pairs(self) -> int:
        """The number of (symbol, residue class) pairs."""
        return self.symbols * self.delta

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which the model can run, the fastest first."""
        return forms_by_counts(self.by_counts, depth=self.depth)

    @property
    def packs(self) -> bool:
        """``False``: every row is one word."""
        return False

    @property
    def longest(self) -> int | None:
        """``None``: inputs of any length."""
        return None

    @property
    def streaming(self) -> Streaming | None:
        """The reader of long words for at most two layers; otherwise ``None``."""
        return partial(streamed_outputs, self) if self.depth <= 2 else None

    def init(self, key: Key[Array, ""]) -> Net:
        """Returns random weights, see `lengthwise.models.limit_net.initial`."""
        return initial(self, key=key)

    def run(
        self,
        weights: Net,
        inputs: Inputs,
        *,
        every: bool = False,
        blanks: bool = False,
        form: Form = "sequence",
        key: Key[Array, ""] | None = None,
    ) -> Float[Array, "words slots outputs"]:
        """Returns the outputs for a batch of words.

        Examples:
            >>> net = LimitNet(symbols=2)
            >>> words = Words(jnp.array([[0, 1, 1, 0]]), jnp.array([3]))
            >>> make = lambda: net.run(net.init(jax.random.key(0)), words, every=True)
            >>> jax.eval_shape(make).shape
            (1, 4, 1)
        """
        del key  # nothing here is random
        match inputs:
            case Summary():
                return statistics_outputs(weights, inputs)[:, None]
            case Words(begins=None):
                tokens, lengths = map(jnp.asarray, inputs[:2])
            case Words():
                raise SpecError("a limit net reads one word per row")
            case _:
                assert_never(inputs)
        if blanks:
            return jax.vmap(blank_outputs, (None, 0, 0))(weights, tokens, lengths)
        if every:
            return jax.vmap(sequence_outputs, (None, 0, 0))(weights, tokens, lengths)
        if form == "prefix":
            return prefix_outputs(weights, tokens, lengths)[:, None]
        run = jax.vmap(sequence_output, (None, 0, 0))
        return run(weights, tokens, lengths)[:, None]

    def rates(
        self, weights: Net, *, rate: Array | float, hidden_rate: Array | float
    ) -> Net:
        """Returns learning rates, see `lengthwise.models.limit_net.initial`."""
        return rates(weights, rate=rate, hidden_rate=hidden_rate)

    def decays(self, weights: Net) -> Net:
        """Returns 1 for every array except the biases of hidden units."""
        last = jax.tree_util.keystr
        return jax.tree_util.tree_map_with_path(
            lambda path, _: float(last(path[-1:]) != ".bias"), weights
        )

    def position_penalty(self, _weights: Net) -> Float[Array, ""]:
        """Returns 0: its positions are periodic and local by construction."""
        return jnp.float32(0.0)

    def cost(self, shape: Shape) -> Cost:
        """Returns an estimate of the cost of a run on words of this shape."""
        return cost(self, shape)

    def limit(self, weights: Net, alphabet: Alphabet) -> LimitTransformer | CannotSay:
        """Returns the limit transformer that computes the same, if there is one."""
        return to_limit(weights, alphabet)
