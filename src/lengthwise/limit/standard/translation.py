r"""Translates limit transformers to standard ones.

A limit transformer has periodic positions and lag biases. A standard transformer only
has one vector per position of its context, added to the embedding, which must encode
both. `translate` builds this table such that the outputs are the same for every offset
of the word in the context, and the regularizer
(`lengthwise.limit.standard.regularizer`) does not grow with the context
:cite:p:`huang2025formal`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.limit.standard._standard_transformer import StandardTransformer

LARGEST = 4096
"""The largest context: matrices have a row and a column per position."""


def translate(machine: LimitTransformer, context: int) -> StandardTransformer:
    r"""Returns the standard transformer with this context equivalent to `machine`.

    Each position of the context gets its own coordinate; a head's bias :math:`\varphi`
    becomes a banded matrix between these coordinates in :math:`K^\top Q`. If positions
    have a period :math:`\Delta > 1`, residues are determined relative to ``$``, for any
    offset: two additional layers in front compute, for each :math:`r`, whether ``$`` is
    :math:`r` positions back modulo :math:`\Delta`, and add the machine's own position
    vectors.

    Raises:
        SpecError: The context is empty or larger than `LARGEST`, the attention is
            ``infinite``, or the machine has a period but does not read ``$``.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> machine = simple_task(omega=2.0, pieces=8)
        >>> translate(machine, 16).context
        16
    """
    if context < 1:
        raise SpecError(f"a context of {context}; at least 1 is needed")
    if context > LARGEST:
        raise SpecError(
            f"a context of {context}; at most {LARGEST} positions are supported"
        )
    if machine.attention.kind == "infinite":
        raise SpecError(
            "infinite attention multiplies lags by log i, which a table of positions "
            "cannot do; translate a machine with softmax, finite or hardmax attention"
        )
    if machine.delta == 1:
        return _with_places(_with_constant_position(machine), context)
    if not machine.bos:
        raise SpecError(
            f"positions of period {machine.delta} can only be determined relative to "
            "$, which this machine does not read; translate a machine with bos"
        )
    places = _Residues(machine.width, machine.delta)
    return _with_places(_with_residues(machine, places), context, places)


def _with_constant_position(machine: LimitTransformer) -> LimitTransformer:
    """Moves a single position vector from the table into the embedding."""
    return replace(
        machine,
        embedding=machine.embedding + machine.positions[0],
        positions=np.zeros((1, machine.width)),
    )


@dataclass(frozen=True, slots=True)
class _Residues:
    """The coordinates after the first `width`, for residues relative to ``$``."""

    width: int
    delta: int

    def _block(self, number: int) -> list[int]:
        start = self.width + 2 + number * self.delta
        return list(range(start, start + self.delta))

    @property
    def mark(self) -> int:
        """1 at ``$``."""
        return self.width

    @property
    def inv(self) -> int:
        """1/i."""
        return self.width + 1

    @property
    def place(self) -> list[int]:
        """The residue of the position in the context, from the table."""
        return self._block(0)

    @property
    def copy(self) -> list[int]:
        """The same residue after a value matrix."""
        return self._block(1)

    @property
    def short(self) -> list[int]:
        """[i <= r]: there is no position r back."""
        return self._block(2)

    @property
    def hit(self) -> list[int]:
        """The weight of ``$`` among the positions r places back modulo Delta."""
        return self._block(3)

    @property
    def total(self) -> int:
        return self.width + 2 + 4 * self.delta


def _with_residues(machine: LimitTransformer, at: _Residues) -> LimitTransformer:
    more = at.total - machine.width
    embedding = _padded(machine.embedding, 0, more)
    embedding[-1, at.mark] = 1.0
    return replace(
        machine,
        embedding=embedding,
        positions=np.zeros((1, at.total)),
        layers=(
            _copying_layer(at),
            _finding_layer(at, machine.positions),
            *(_widened(layer, more) for layer in machine.layers),
        ),
        readout=_padded(machine.readout, 0, more),
        dimensions=(),
    )


def _copying_layer(at: _Residues) -> Layer:
    """Computes `copy`, `inv` and, from it, `short`."""
    nothing = np.zeros((at.total, at.total))
    own = Head(
        bilinear=nothing,
        value=_ones(at.total, zip(at.copy, at.place, strict=True)),
        # Strength 2 would leak too much of the other positions at length 2.
        lags=np.array([4.0]),
    )
    uniform = Head(bilinear=nothing, value=_ones(at.total, [(at.inv, at.mark)]))
    inner = np.zeros((at.delta, at.total))
    inner[:, at.inv] = 1.0
    # 1/(r + 1/2) lies between 1/(r+1) and 1/r; no 1/i reaches 2.
    border = 1.0 / (np.arange(at.delta) + 0.5)
    outer = np.zeros((at.total, at.delta))
    outer[at.short, range(at.delta)] = 1.0
    mlp = MLP(inner=inner, bias=-border, outer=outer, heaviside=(True,) * at.delta)
    return Layer(heads=(own, uniform), mlp=mlp)


def _finding_layer(at: _Residues, positions: Matrix) -> Layer:
    """Computes `hit` and adds the position vector of its residue."""
    heads = []
    for r in range(at.delta):
        pairs = [(at.copy[(k - r) % at.delta], at.copy[k]) for k in range(at.delta)]
        bilinear = 2.0 * _ones(at.total, pairs)
        heads.append(
            Head(bilinear=bilinear, value=_ones(at.total, [(at.hit[r], at.mark)]))
        )
    inner = np.zeros((at.delta, at.total))
    inner[range(at.delta), at.hit] = 1.0
    inner[range(at.delta), at.short] = -1.0
    inner[:, at.inv] = -0.5
    outer = np.zeros((at.total, at.delta))
    # $ is position 1, so r positions after it is position r + 1.
    outer[: at.width] = positions[(np.arange(at.delta) + 1) % len(positions)].T
    mlp = MLP(
        inner=inner,
        bias=np.zeros(at.delta),
        outer=outer,
        heaviside=(True,) * at.delta,
    )
    return Layer(heads=tuple(heads), mlp=mlp)


def _with_places(
    machine: LimitTransformer, context: int, residues: _Residues | None = None
) -> StandardTransformer:
    """Appends one coordinate per position of the context, which encodes the lags."""
    table = _padded(np.zeros((context, machine.width)), 0, context)
    table[:, machine.width :] = np.eye(context)
    if residues is not None:
        for place in range(1, context + 1):
            table[place - 1, residues.place[place % residues.delta]] = 1.0
    layers = []
    for layer in machine.layers:
        wide = _widened(layer, context)
        heads = tuple(_with_band(head, machine.width, context) for head in wide.heads)
        layers.append(replace(wide, heads=heads))
    return StandardTransformer(
        alphabet=machine.alphabet,
        embedding=_padded(machine.embedding, 0, context),
        positions=table,
        layers=tuple(layers),
        readout=_padded(machine.readout, 0, context),
        attention=machine.attention,
        bos=machine.bos,
    )


def _with_band(head: Head, width: int, context: int) -> Head:
    """Moves the lag biases into a banded matrix between positions."""
    bilinear = head.bilinear.copy()
    for lag, phi in enumerate(head.lags[:context]):
        keys = width + np.arange(context - lag)
        bilinear[keys, keys + lag] = phi
    return Head(bilinear=bilinear, value=head.value)


def _widened(layer: Layer, more: int) -> Layer:
    heads = tuple(
        replace(
            head,
            bilinear=_padded(head.bilinear, more, more),
            value=_padded(head.value, more, more),
        )
        for head in layer.heads
    )
    inner, outer = _padded(layer.mlp.inner, 0, more), _padded(layer.mlp.outer, more, 0)
    return Layer(heads=heads, mlp=replace(layer.mlp, inner=inner, outer=outer))


def _padded(matrix: Matrix, rows: int, columns: int) -> Matrix:
    return np.pad(matrix, ((0, rows), (0, columns)))


def _ones(size: int, entries: Iterable[tuple[int, int]]) -> Matrix:
    matrix = np.zeros((size, size))
    for row, column in entries:
        matrix[row, column] = 1.0
    return matrix
