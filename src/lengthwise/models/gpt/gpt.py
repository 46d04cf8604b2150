r"""A GPT-2 style decoder as a model: its sizes as plain data, and its methods.

The logits are multiplied by one of three factors (:math:`i` is the number of keys that
a query sees, :math:`|x|` the length of the word):

===========  ====================  ====================================================
scaling      factor of the logits  is
===========  ====================  ====================================================
``none``     1                     GPT-2
``query``    :math:`\log i`        scalable softmax :cite:p:`nakanishi2025scalable`,
                                   its learned factor absorbed into the queries
``length``   :math:`\log |x|`      the transformers of the theory; outputs at the last
                                   position only, since elsewhere it would leak the
                                   length
===========  ====================  ====================================================
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Key

from lengthwise.arguments import require_choice, require_text, whole_number
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.models.cost import Cost, Shape
from lengthwise.models.forms import Form
from lengthwise.models.gpt.blank_queries import blank_outputs
from lengthwise.models.gpt.decoder import Decoder, initial_decoder
from lengthwise.models.gpt.decoder_cost import decoder_cost
from lengthwise.models.gpt.decoder_limit import decoder_limit
from lengthwise.models.gpt.forward import outputs
from lengthwise.models.gpt.position_penalty import position_penalty
from lengthwise.models.inputs import Inputs, Words
from lengthwise.models.model import Streaming, Widths
from lengthwise.models.named_arrays import names
from lengthwise.models.positions import (
    Abacus,
    ByCounts,
    Positions,
    scheme_named,
    scheme_text,
)
from lengthwise.words import Alphabet

Activation: TypeAlias = Literal["gelu", "relu"]
LogitScaling: TypeAlias = Literal["none", "query", "length"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gpt:
    r"""The sizes of a decoder: everything that is static at compile time.

    Attributes:
        symbols: Number of symbols.
        outputs: Number of outputs at a position.
        layers: Number of layers.
        heads: Number of heads of each layer.
        width: The width :math:`d` of the residual stream; MLPs have :math:`4d` units.
        positions: The position scheme with its parameters, as in ``rope:share=0.5``.
        dropout: The dropout rate in training, for embeddings, attention weights and the
            outputs of each layer.
        norm: Whether there are layer norms.
        activation: Activation function of the hidden units.
        scaling: What multiplies the attention logits.
        bits: The precision :math:`p` to which attention is rounded; ``None``: no
            rounding.
        tied: Whether the readout is tied to the embedding, where there are as many
            outputs as symbols. Otherwise the readout has its own weights.

    Raises:
        UnknownNameError: No position scheme has this name.
        SpecError: A size is out of range, or two do not fit together.

    Examples:
        >>> Gpt(symbols=3, positions="rope:share=0.50,base=10000").positions
        'rope:share=0.5'
        >>> Gpt(symbols=3, width=30, heads=4)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: width is 30 and heads is 4; the width must be a
        multiple of the number of heads
    """

    kind: ClassVar[str] = "gpt"
    widths: ClassVar[Widths] = Widths(cpu=1, gpu=2)

    symbols: int
    outputs: int = 1
    layers: int = 2
    heads: int = 1
    width: int = 64
    positions: str = "none"
    dropout: float = 0.0
    norm: bool = True
    activation: Activation = "gelu"
    scaling: LogitScaling = "none"
    bits: int | None = None
    tied: bool = True

    def __post_init__(self) -> None:
        for name in ("symbols", "outputs", "layers", "heads", "width"):
            whole_number(name, getattr(self, name), 1)
        if self.bits is not None:
            whole_number("bits", self.bits, 1)
        if self.width % self.heads:
            raise SpecError(
                f"width is {self.width} and heads is {self.heads}; the width must be a "
                "multiple of the number of heads"
            )
        if not 0 <= self.dropout < 1:
            raise SpecError(f"dropout is {self.dropout}; it must be from 0 to below 1")
        require_choice("activation", self.activation, get_args(Activation))
        require_choice("scaling", self.scaling, get_args(LogitScaling))
        require_text("positions", self.positions, "rope:share=0.5")
        scheme = scheme_named(self.positions)
        scheme.rotation(1, self.size)  # raises if heads of this size cannot rotate
        object.__setattr__(self, "positions", scheme_text(scheme))

    @property
    def scheme(self) -> Positions:
        """The position scheme."""
        return scheme_named(self.positions)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the architecture, as keys of the bibliography."""
        return ("radford2019language", self.scheme.source)

    @property
    def depth(self) -> int:
        """The number of layers."""
        return self.layers

    @property
    def size(self) -> int:
        """The dimension of one head."""
        return self.width // self.heads

    @property
    def is_tied(self) -> bool:
        """Whether the readout is tied to the embedding."""
        return self.tied and self.outputs == self.symbols

    @property
    def longest(self) -> int | None:
        """The longest input that the model can read; ``None``: any length."""
        return self.scheme.longest

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that determine layer 1; ``None`` where the order matters."""
        return self.scheme.by_counts

    @property
    def forms(self) -> tuple[Form, ...]:
        """Only ``sequence``."""
        return ("sequence",)

    @property
    def packs(self) -> bool:
        """Whether rows may pack several words: not if logits depend on the length."""
        return self.scaling != "length"

    @property
    def streaming(self) -> Streaming | None:
        """``None``: the model needs the whole word in memory."""
        return None

    def init(self, key: Key[Array, ""]) -> Decoder:
        """Returns random weights, see `lengthwise.models.gpt.decoder`.

        Raises:
            SpecError: Absolute positions without the size of their table.
        """
        return initial_decoder(self, key)

    def run(
        self,
        weights: Decoder,
        inputs: Inputs,
        *,
        every: bool = False,
        blanks: bool = False,
        form: Form = "sequence",
        key: Key[Array, ""] | None = None,
    ) -> Float[Array, "words slots outputs"]:
        """Returns the outputs for a batch of words.

        Raises:
            SpecError: All positions are requested although logits are scaled by the
                length, blanks are requested although positions number digits, or an
                input is longer than the position scheme allows.

        Examples:
            >>> gpt = Gpt(symbols=2, outputs=5)
            >>> words = Words(jnp.array([[0, 1, 1, 0]]), jnp.array([3]))
            >>> make = lambda: gpt.run(gpt.init(jax.random.key(0)), words, every=True)
            >>> jax.eval_shape(make).shape
            (1, 4, 5)
        """
        if not isinstance(inputs, Words) or form != "sequence":
            raise SpecError(f"a decoder reads symbols; it has no form {form!r}")
        self._check(inputs, every=every or blanks, blanks=blanks)
        tokens, lengths = jnp.asarray(inputs.tokens), jnp.asarray(inputs.lengths)
        begins = None if inputs.begins is None else jnp.asarray(inputs.begins)
        if blanks:
            return blank_outputs(self, weights, tokens, lengths, begins, key=key)
        return outputs(self, weights, tokens, lengths, begins, every=every, key=key)

    def _check(self, words: Words, *, every: bool, blanks: bool) -> None:
        if blanks and isinstance(self.scheme, Abacus):
            raise SpecError(
                "abacus numbers the digits of an input, and the blank after a symbol "
                "has no number; use other positions"
            )
        if self.scaling == "length" and (every or words.begins is not None):
            raise SpecError(
                "scaling 'length' tells every position how long the input is; only "
                "the last position of one input per row has an output: use scaling "
                "'query' or 'none'"
            )
        longest, lengths = self.longest, words.lengths
        is_known = words.begins is None and isinstance(lengths, np.ndarray)
        if is_known and longest is not None and np.max(lengths) > longest:
            raise SpecError(
                f"an input has {np.max(lengths)} symbols but positions "
                f"{self.positions} reach only {longest}; use more places"
            )

    def rates(
        self, weights: Decoder, *, rate: Array | float, hidden_rate: Array | float
    ) -> Decoder:
        """Returns the same learning rate for all arrays, as for GPT-2."""
        del hidden_rate
        return jax.tree.map(lambda _: jnp.asarray(rate), weights)

    def decays(self, weights: Decoder) -> Decoder:
        """Returns 1 for embeddings, position vectors and matrices, 0 for the rest."""
        marks = [float(_decays(name)) for name in names(weights)]
        return jax.tree.unflatten(jax.tree.structure(weights), marks)

    def position_penalty(self, weights: Decoder) -> Float[Array, ""]:
        """Returns the regularizer of Huang et al. on a table of absolute positions."""
        return position_penalty(self, weights)

    def cost(self, shape: Shape) -> Cost:
        """Returns an estimate of the cost of a run on words of this shape."""
        return decoder_cost(self, shape)

    def limit(
        self, weights: Decoder, alphabet: Alphabet
    ) -> LimitTransformer | CannotSay:
        """Returns the limit transformer that computes the same, if there is one."""
        return decoder_limit(self, weights, alphabet)


def _decays(name: str) -> bool:
    """Whether weight decay applies to this array; position biases count as biases."""
    return name.endswith("matrix") or name in ("embedding", "positions", "readout")
