r"""Evaluates a one-layer machine on a word of any length, from its statistics.

The last position sees the prefix only through the counts of (symbol, residue), so an
output costs :math:`O(|\Sigma| \Delta + \tau)`, no more for a word of length
:math:`10^9` than for one of length :math:`10^2`. The statistics are those of the word
without ``$``; for a machine with `bos`, everything is shifted by one position here, and
``$`` is an additional key.
"""

import math

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.machine import Attention, LimitTransformer
from lengthwise.limit.running.last_position import views
from lengthwise.words import Statistics, Word

CELLS = 1 << 20
"""Size limit of a block's largest array: some megabytes."""


def outputs(
    machine: LimitTransformer,
    statistics: Statistics,
    *,
    attention: Attention | None = None,
) -> Float[np.ndarray, " outputs"]:
    """Returns the outputs at the last position of every word with these statistics.

    Args:
        machine: A machine with at most one layer.
        statistics: Statistics of the word without ``$``, for a multiple of the
            machine's period and at least its largest lag.
        attention: Replaces the machine's own attention kind.

    Raises:
        SpecError: The statistics do not determine the output of this machine.
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
    """Returns the outputs for many prefixes with the same suffix, one row each.

    Args:
        machine: A machine with at most one layer.
        counts: As in `Statistics`, one table per row; lengths may differ.
        suffix: The symbols after the prefix, at least ``machine.tau + 1`` of them
            unless the prefix is empty.
        attention: Replaces the machine's own attention kind.

    Raises:
        SpecError: No word has such counts, or they do not determine the output.
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
    """Returns the attention of the last position, per head, token and residue class.

    The masses are over the whole word, including its suffix, and sum to 1 for each
    head. Residues are those of input positions modulo ``statistics.delta``. A machine
    with `bos` has a last token row for ``$``.

    Raises:
        SpecError: The statistics do not determine the output of this machine.
        WordError: The word is empty, and the machine reads no ``$``.

    Examples:
        A head that looks one symbol back, more sharply in longer words.

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
    """Raises unless all rows are counts of words and determine the output."""
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
