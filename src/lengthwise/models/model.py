r"""The protocol of models: everything that the trainer needs of one.

A model is a frozen value that holds sizes, not weights. Its weights are a tree of
arrays whose structure only the model knows. All other code stores them by name
(`lengthwise.models.named_arrays`), stacks them, or updates them leaf by leaf.
"""

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

from jaxtyping import Array, Float, Int, Key

from lengthwise.cannot_say import CannotSay
from lengthwise.limit.machine import LimitTransformer
from lengthwise.models.cost import Cost, Shape
from lengthwise.models.forms import Form
from lengthwise.models.inputs import Inputs
from lengthwise.models.positions import ByCounts
from lengthwise.words import Alphabet

Weights: TypeAlias = Any
"""A tree of float32 arrays whose structure is defined by the model."""


class Source(NamedTuple):
    """A word that is generated block by block while it is read, as often as needed.

    Attributes:
        begin: The state of the source before the first symbol.
        read: Maps a state to the next one and the symbols of one more block.
        blocks: Number of blocks in the word.
        length: Number of symbols; the rest of the last block is ignored.
    """

    begin: Any
    read: Callable[[Any], tuple[Any, Int[Array, " block"]]]
    blocks: Int[Array, ""]
    length: Int[Array, ""]


class Streaming(Protocol):
    """Reads a word of any length in constant memory."""

    def __call__(
        self, weights: Weights, source: Source, /
    ) -> tuple[Float[Array, "nets outputs"], Any]:
        """Returns the outputs at the last position, and the last state of `source`.

        Args:
            weights: The weights of several models of this kind, stacked.
            source: The word, the same for all of them.
        """


class Widths(NamedTuple):
    """The minimal number of models run side by side, filled up with dummies.

    Attributes:
        cpu: On a CPU, where it is the exact number, because bits depend on it.
        gpu: On a GPU, where the number is a multiple of this.
    """

    cpu: int
    gpu: int


class Model(Hashable, Protocol):
    """A model: its sizes, and how it runs.

    Attributes:
        kind: The name of the kind in JSON.
        widths: How many models run side by side.
    """

    kind: ClassVar[str]
    widths: ClassVar[Widths]

    @property
    def symbols(self) -> int:
        """The number of symbols that it reads, special symbols included."""

    @property
    def outputs(self) -> int:
        """The number of outputs at a position."""

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that determine layer 1; ``None`` where the order matters."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which it can run, the fastest first, ``sequence`` last.

        All except ``sequence`` give only the outputs at the last position.
        """

    @property
    def packs(self) -> bool:
        """Whether rows may pack several words, each of which sees only itself."""

    @property
    def longest(self) -> int | None:
        """The longest input, special symbols included; ``None``: any length."""

    @property
    def streaming(self) -> Streaming | None:
        """How it reads words too long for memory; ``None`` if it cannot."""

    def init(self, key: Key[Array, ""]) -> Weights:
        """Returns random weights; the same key gives the same weights."""

    def run(
        self,
        weights: Weights,
        inputs: Inputs,
        *,
        every: bool = False,
        blanks: bool = False,
        form: Form = "sequence",
        key: Key[Array, ""] | None = None,
    ) -> Float[Array, "words slots outputs"]:
        """Returns the outputs for a batch of words.

        Args:
            weights: The weights.
            inputs: Words, or their statistics in the form ``statistics``. Packed rows
                (`Words.begins`) only if the model `packs`.
            every: Whether the slots are all positions (values at the padding are
                arbitrary); otherwise the last position is the only slot.
            blanks: Whether the slots are blanks after all positions: queries with the
                last symbol and the position of the next one. No query sees a blank, not
                even the blank itself.
            form: One of `forms`.
            key: Random key of a training step, for dropout, position offsets and other
                random numberings of positions. ``None`` to evaluate: nothing is random,
                and positions are numbered from the first.
        """

    def rates(
        self, weights: Weights, *, rate: Array | float, hidden_rate: Array | float
    ) -> Weights:
        """Returns the learning rate of each array, in a tree like `weights`.

        Args:
            weights: The weights.
            rate: The learning rate of the recipe.
            hidden_rate: The learning rate of hidden matrices, for models that scale it
                with the width.
        """

    def decays(self, weights: Weights) -> Weights:
        """Returns which arrays have weight decay, as 0 or 1 in a tree like `weights`.

        Biases and the scales of layer norms do not decay.
        """

    def position_penalty(self, weights: Weights) -> Float[Array, ""]:
        """Returns the regularizer of Huang et al. on the products of position vectors.

        It is 0 for models without a table of absolute positions.
        """

    def cost(self, shape: Shape) -> Cost:
        """Returns an estimate of the cost of a run on words of this shape."""

    def limit(
        self, weights: Weights, alphabet: Alphabet
    ) -> LimitTransformer | CannotSay:
        """Returns the limit transformer that computes the same, if there is one.

        Raises:
            SpecError: The alphabet has a different number of symbols.
        """
