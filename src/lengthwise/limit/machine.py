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

Heads, MLPs and layers are defined in `lengthwise.limit.layers` and can also be imported
from here. To run a machine, see `lengthwise.limit.running.definition` for the
definition on one page, `lengthwise.limit.running.evaluator` for the fast evaluator, and
`lengthwise.limit.running.on_statistics` for words of any length.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lengthwise.arguments import require_kind
from lengthwise.errors import SpecError
from lengthwise.limit.frozen_arrays import ArrayValue, Matrix, require_shape
from lengthwise.limit.layers import MLP, Attention, Head, Kind, Layer
from lengthwise.printable import printable
from lengthwise.views import html_facts, short, symbols_text
from lengthwise.words import BOS, Alphabet, Word

if TYPE_CHECKING:
    import lengthwise.limit.complexity.machine_complexity
    import lengthwise.limit.running.machine_run

__all__ = ["MLP", "Attention", "Head", "Kind", "Layer", "LimitTransformer"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class LimitTransformer(ArrayValue):
    """A transformer without a maximal length.

    Attributes:
        alphabet: Input symbols.
        embedding: One row per symbol, in alphabet order, and a last one for ``$`` if
            `bos`.
        positions: Row ``r`` is added at the positions ``i`` with ``i % delta == r``.
            Default: one row of zeros.
        layers: Applied in order.
        readout: One row per output.
        attention: The kind of attention, unless overridden in an evaluator.
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
        >>> share("abab").outputs
        {'out0': 0.5}
        >>> share
        <LimitTransformer {a, b}: width 2, delta 1, tau 0, layers 1, outputs 1, softmax>
        >>> print(share)
        limit transformer over {a, b}, softmax
          width 2, period 1, largest lag 0
          layer 1: heads 1, units 0
          outputs: out0
    """

    alphabet: Alphabet
    embedding: Matrix
    positions: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    layers: tuple[Layer, ...]
    readout: Matrix
    attention: Attention = field(default_factory=Attention)
    bos: bool = False
    outputs: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._check_kinds()
        object.__setattr__(self, "layers", tuple(self.layers))
        self._freeze(embedding=2, readout=2)
        d = self.width
        rows = len(self.alphabet) + self.bos
        mark = " and the marker $" if self.bos else ""
        why = f"an alphabet of {len(self.alphabet)} symbols{mark}"
        require_shape("embedding", self.embedding, (rows, d), why)
        if np.size(self.positions) == 0:
            object.__setattr__(self, "positions", np.zeros((1, d)))
        self._freeze(positions=2)
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

    def _check_kinds(self) -> None:
        fits: dict[str, tuple[type | tuple[type, ...], str]] = {
            "alphabet": (Alphabet, 'an Alphabet, as in Alphabet("ab")'),
            "layers": ((tuple, list), "a tuple of layers"),
            "attention": (Attention, 'an Attention, as in Attention("hardmax")'),
            "bos": (bool, "True or False"),
            "outputs": ((tuple, list), "a tuple of names"),
            "dimensions": ((tuple, list), "a tuple of names"),
        }
        for part, (kinds, wanted) in fits.items():
            require_kind(part, getattr(self, part), kinds, f"it must be {wanted}")
        for layer in self.layers:
            require_kind("a layer", layer, Layer, "it must be a Layer")

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

    def __repr__(self) -> str:
        return short(
            self,
            f"{symbols_text(self.alphabet)}: width {self.width}, delta {self.delta}, "
            f"tau {self.tau}, layers {len(self.layers)}, outputs {len(self.readout)}, "
            f"{self.attention}{', reads $' * self.bos}",
        )

    def _repr_html_(self) -> str:
        layers = enumerate(self.layers, start=1)
        facts = [
            ("alphabet", symbols_text(self.alphabet) + ", reads $" * self.bos),
            ("attention", self.attention),
            ("width", self.width),
            ("period", self.delta),
            ("largest lag", self.tau),
            *((f"layer {k}", layer) for k, layer in layers),
            ("outputs", symbols_text(self.outputs)),
        ]
        return html_facts("Limit transformer", facts)

    def __str__(self) -> str:
        lines = [
            f"over {symbols_text(self.alphabet)}, {self.attention}"
            + ", reads $" * self.bos,
            f"width {self.width}, period {self.delta}, largest lag {self.tau}",
            *(f"layer {k}: {layer}" for k, layer in enumerate(self.layers, start=1)),
            f"outputs: {', '.join(map(printable, self.outputs))}",
        ]
        return "limit transformer " + "\n  ".join(lines)

    @property
    def complexity(self) -> "lengthwise.limit.complexity.machine_complexity.Complexity":
        """The constants of this machine that length bounds depend on."""
        from lengthwise.limit.complexity.machine_complexity import complexity

        return complexity(self)

    def __call__(
        self, word: str | Iterable[str]
    ) -> "lengthwise.limit.running.machine_run.MachineRun":
        """Runs the machine on `word`: returns its outputs at every symbol.

        ``machine(word).outputs`` are those at the last symbol, by name, and
        ``machine(word).accepted`` is the decision of a compiled acceptor.

        Args:
            word: Text, as in `lengthwise.words.Alphabet.word`: symbols separated by
                blanks, or joined if each is one character. Or a sequence of symbols.

        Raises:
            WordError: It is not a word, a symbol is not in the alphabet, or the word is
                empty and the machine reads no ``$``.
        """
        from lengthwise.limit.running.machine_run import run

        return run(self, word)

    def read(self, word: str | Iterable[str]) -> Word:
        """Returns the input for `word`: the word, with ``$`` in front if `bos`.

        Raises:
            WordError: It is not a word, or a symbol is not in the alphabet.
        """
        symbols = self.alphabet.word(word)
        return (BOS, *symbols) if self.bos else symbols

    def embed(self, word: Iterable[str]) -> Matrix:
        """Returns the stream before the first layer, with one row per symbol read."""
        tokens = [len(self.alphabet)] * self.bos + list(self.alphabet.encode(word))
        places = np.arange(1, len(tokens) + 1) % len(self.positions)
        index = np.array(tokens, dtype=np.intp)
        return np.asarray(self.embedding[index] + self.positions[places])


def _name(machine: LimitTransformer, what: str, stem: str, count: int) -> None:
    names = tuple(getattr(machine, what)) or tuple(f"{stem}{k}" for k in range(count))
    for name in names:
        require_kind(f"a name of {what}", name, str, "it must be a text")
    if len(names) != count or len(set(names)) != count:
        raise SpecError(
            f"{what} has {len(set(names))} different names for {count} places"
        )
    object.__setattr__(machine, what, names)


def require_machine(what: str, value: object) -> None:
    """Checks that a value is a machine.

    Args:
        what: Its name for the message: ``f`` or ``g``.
        value: The value.

    Raises:
        SpecError: It is not a machine; the message says how to get one.

    Examples:
        >>> require_machine("f", "simple:omega=4")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: f is 'simple:omega=4'; it must be a machine:
        lw.machine makes one of a name or a file, lw.compile of a program
    """
    advice = "lw.machine makes one of a name or a file, lw.compile of a program"
    require_kind(what, value, LimitTransformer, f"it must be a machine: {advice}")
