r"""What a one-layer machine computes on a word of any length, from its statistics.

From the last position the prefix is seen only through the counts of (symbol, residue),
so one output costs :math:`O(|\Sigma| \Delta + \tau)` and a word of length
:math:`10^9` as much as one of length :math:`10^2`. The statistics are those of the
word without ``$``; for a machine with `bos` everything is shifted by one position
here, and ``$`` is one key more.
"""

import math

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.machine import Attention, LimitTransformer
from lengthwise.limit.running.last_position import views
from lengthwise.words import Statistics, Word

CELLS = 1 << 20
"""Numbers in the largest array of one block: some megabytes."""


def outputs(
    machine: LimitTransformer,
    statistics: Statistics,
    *,
    attention: Attention | None = None,
) -> Float[np.ndarray, " outputs"]:
    """The outputs at the last position of every word that has these statistics.

    Args:
        machine: At most one layer.
        statistics: Of the word without ``$``, for a multiple of the machine's period
            and at least its largest lag.
        attention: In place of the machine's own.

    Raises:
        SpecError: The statistics do not decide what this machine computes.
        WordError: The word is empty, and the machine reads no ``$``.

    Examples:
        The share of ``a`` in a word of a billion symbols.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> long = Statistics(
        ...     alphabet=share.alphabet,
        ...     delta=1,
        ...     tau=0,
        ...     counts=((250_000_000,), (749_999_999,)),
        ...     suffix=("b",),
        ... )
        >>> outputs(share, long)
        array([0.25])
    """
    _require_fit(machine, statistics)
    counts = np.array([statistics.counts], dtype=np.int64)
    rows = outputs_of_counts(machine, counts, statistics.suffix, attention=attention)
    return np.asarray(rows[0])


def outputs_of_counts(
    machine: LimitTransformer,
    counts: Int[np.ndarray, "batch symbols delta"],
    suffix: Word,
    *,
    attention: Attention | None = None,
) -> Float[np.ndarray, "batch outputs"]:
    """The outputs for many prefixes in front of the same suffix, one row each.

    Args:
        machine: At most one layer.
        counts: As in `Statistics`, one table a row; their lengths may differ.
        suffix: The symbols after the prefix, at least ``machine.tau + 1`` of them
            where a prefix is not empty.
        attention: In place of the machine's own.

    Raises:
        SpecError: No word has such counts, or they do not decide the output.
        WordError: A word is empty, and the machine reads no ``$``.

    Examples:
        The share of ``a`` in ``b``, ``ab`` and ``aab``.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> counts = np.array([[[0], [0]], [[1], [0]], [[2], [0]]])
        >>> outputs_of_counts(share, counts, ("b",)).round(3)
        array([[0.   ],
               [0.5  ],
               [0.667]])
    """
    kind = machine.attention if attention is None else attention
    _require_feasible(machine, counts, suffix)
    values = np.empty((len(counts), len(machine.readout)))
    units = max((layer.mlp.units for layer in machine.layers), default=0)
    step = max(
        1, CELLS // max(units, machine.width, math.prod(counts.shape[1:]) + len(suffix))
    )
    for view, rows in views(machine, counts, suffix):
        for start in range(0, len(rows), step):
            block = rows[start : start + step]
            values[block] = view.outputs(counts[block], kind)
    return values


def masses(
    machine: LimitTransformer,
    statistics: Statistics,
    *,
    attention: Attention | None = None,
) -> Float[np.ndarray, "heads tokens delta"]:
    """The attention of the last position, per head, token and residue class.

    The whole word counts, its suffix too; each head's masses sum to 1. A residue is
    that of the position that is read, modulo ``statistics.delta``. A machine with
    `bos` has a last row of tokens for ``$``.

    Raises:
        SpecError: The statistics do not decide what this machine computes.
        WordError: The word is empty, and the machine reads no ``$``.

    Examples:
        A head that looks one symbol back, harder in longer words.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> before = Head(
        ...     bilinear=np.zeros((1, 1)), value=np.eye(1), lags=np.array([0.0, 2.0])
        ... )
        >>> machine = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.array([[0.0], [1.0]]),
        ...     layers=(Layer(heads=(before,), mlp=MLP.none(1)),),
        ...     readout=np.eye(1),
        ... )
        >>> statistics = Statistics.of("abab", machine.alphabet, delta=1, tau=1)
        >>> masses(machine, statistics).round(3)
        array([[[0.895],
                [0.105]]])
    """
    _require_fit(machine, statistics)
    kind = machine.attention if attention is None else attention
    counts = np.array([statistics.counts], dtype=np.int64)
    _require_feasible(machine, counts, statistics.suffix)
    ((view, _),) = views(machine, counts, statistics.suffix)
    shares = np.zeros((len(view.heads), *view.keys.shape[:2]))
    for place, head in enumerate(view.heads):
        numerators = view.numerators(head, counts, kind)
        shares[place] = (numerators / numerators.sum()).reshape(shares.shape[1:])
    return shares


def _require_fit(machine: LimitTransformer, statistics: Statistics) -> None:
    if statistics.alphabet != machine.alphabet:
        raise SpecError(
            f"statistics over the alphabet {statistics.alphabet}, but the machine "
            f"reads {machine.alphabet}; take them over its alphabet"
        )
    if statistics.tau < machine.tau:
        raise SpecError(
            f"statistics for tau={statistics.tau}, but the machine has lags up to "
            f"{machine.tau}; take them for tau={machine.tau} or more"
        )


def _require_feasible(
    machine: LimitTransformer,
    counts: Int[np.ndarray, "batch symbols delta"],
    suffix: Word,
) -> None:
    """Raises unless all rows are counts of words whose output they decide."""
    if len(machine.layers) > 1:
        raise SpecError(
            f"a machine of {len(machine.layers)} layers; statistics decide the output "
            "of at most one layer; run lengthwise.limit.running.evaluator on the word"
        )
    _, symbols, delta = counts.shape
    if symbols != len(machine.alphabet):
        raise SpecError(
            f"counts of {symbols} symbols, but the machine reads {machine.alphabet}"
        )
    if delta % machine.delta:
        raise SpecError(
            f"statistics for delta={delta}, but the machine has period "
            f"{machine.delta}; take them for a multiple of {machine.delta}"
        )
    prefix = counts.sum(axis=(1, 2))
    if len(suffix) <= machine.tau and prefix.any():
        raise SpecError(
            f"a suffix of {len(suffix)} symbols behind a prefix, but the machine has "
            f"lags up to {machine.tau}; give the last {machine.tau + 1} symbols"
        )
    if not suffix and not machine.bos:
        raise WordError("the empty word, but the machine reads no $; give a symbol")
    residue = np.arange(delta)
    sizes = (prefix[:, np.newaxis] - residue) // delta + (residue > 0)
    wrong = (counts < 0).any(axis=(1, 2)) | (counts.sum(axis=1) != sizes).any(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise SpecError(
            f"no word has the counts of row {row}: the classes of a prefix of "
            f"{prefix[row]} have {sizes[row].tolist()} positions, the counts say "
            f"{counts[row].sum(axis=0).tolist()}"
        )
