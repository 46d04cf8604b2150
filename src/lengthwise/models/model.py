r"""What every kind of model can do; the trainer asks nothing else.

A model is a frozen value: sizes, and no weights. Its weights are a tree of arrays that
only the model itself looks into. Everyone else stores them by name
(`lengthwise.models.named_arrays`), stacks them, or adds to them leaf by leaf.
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
"""A tree of float32 arrays; its model knows which."""


class Source(NamedTuple):
    """A word that is drawn while it is read, block by block, as often as one likes.

    Attributes:
        begin: The state of the source before the first symbol.
        read: Returns the state after one more block, and the symbols of the block.
        blocks: How many blocks the word has.
        length: How many symbols; those after it in the last block are not read.
    """

    begin: Any
    read: Callable[[Any], tuple[Any, Int[Array, " block"]]]
    blocks: Int[Array, ""]
    length: Int[Array, ""]


class Streaming(Protocol):
    """Reads a word of any length in a fixed amount of memory."""

    def __call__(
        self, weights: Weights, source: Source, /
    ) -> tuple[Float[Array, "nets outputs"], Any]:
        """Returns the outputs at the last position, and the last state of `source`.

        Args:
            weights: Those of several models of this kind, stacked.
            source: The word, the same for all of them.
        """


class Widths(NamedTuple):
    """How many models of a kind run side by side at least, filled up with dummies.

    Attributes:
        cpu: On a CPU, where it is always this many: bits depend on it.
        gpu: On a GPU, where it is a multiple of this.
    """

    cpu: int
    gpu: int


class Model(Hashable, Protocol):
    """The sizes of a model, and how it runs.

    Attributes:
        kind: The name of the kind in JSON.
        widths: How many run side by side.
    """

    kind: ClassVar[str]
    widths: ClassVar[Widths]

    @property
    def symbols(self) -> int:
        """The number of symbols that it reads, marks included."""

    @property
    def outputs(self) -> int:
        """The number of outputs at a position."""

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that decide layer 1; ``None`` where the order matters."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which it can run, the fastest first, ``sequence`` last.

        All but ``sequence`` give the outputs at the last position only.
        """

    @property
    def packs(self) -> bool:
        """Whether it can read rows of several words, each of which sees itself only."""

    @property
    def longest(self) -> int | None:
        """The longest input that it can read, marks included; ``None``: any length."""

    @property
    def streaming(self) -> Streaming | None:
        """How it reads words too long to be kept; ``None`` if it cannot."""

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
            inputs: Words, or in the form ``statistics`` their statistics. Rows of
                several words (`Words.begins`) only where it `packs`.
            every: Whether slots are all positions, with anything at the padding;
                otherwise the last position is the only slot.
            blanks: Whether slots are the blanks behind all positions: queries that have
                the last symbol and the place of the next position, and that no query
                sees, not even they themselves.
            form: How it runs; one of `forms`.
            key: Decides what is random while a model is trained: dropout, offsets and
                other random numberings of positions. ``None`` to evaluate: nothing is
                random, and positions are numbered from the first.
        """

    def rates(
        self, weights: Weights, *, rate: Array | float, hidden_rate: Array | float
    ) -> Weights:
        """Returns the learning rate of each array, in a tree like `weights`.

        Args:
            weights: The weights.
            rate: The learning rate of a recipe.
            hidden_rate: That of its matrices, where the width decides.
        """

    def decays(self, weights: Weights) -> Weights:
        """Returns which arrays decay, as 0 or 1 in a tree like `weights`.

        Biases and the scales of layer norms do not decay.
        """

    def position_penalty(self, weights: Weights) -> Float[Array, ""]:
        """Returns the regularizer of Huang et al. on the products of position vectors.

        It is 0 for models without a table of absolute positions.
        """

    def cost(self, shape: Shape) -> Cost:
        """Returns about how much a run on words of this shape takes."""

    def limit(
        self, weights: Weights, alphabet: Alphabet
    ) -> LimitTransformer | CannotSay:
        """Returns the limit transformer that computes the same, if there is one.

        Raises:
            SpecError: The alphabet has another number of symbols.
        """
