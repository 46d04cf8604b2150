"""The fast evaluator: machines of any depth on words, one or many.

Words of equal length run together. `lengthwise.limit.running._head_outputs` lists the
cost of each head. The results equal those of `lengthwise.limit.running.definition` up
to rounding.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import WordError
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import Attention, LimitTransformer
from lengthwise.limit.running._head_outputs import CELLS, average
from lengthwise.limit.running.definition import feed


def streams(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> tuple[Matrix, ...]:
    """Returns the residual stream before the first layer and after each layer.

    There is a row per symbol read, so the first one is for ``$`` if the machine has
    `bos`.

    Examples:
        The second coordinate becomes the share of ``a`` so far.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> streams(share, "ab")
        (array([[1., 0.],
                [0., 0.]]), array([[1. , 1. ],
                [0. , 0.5]]))
    """
    tokens = np.array([_tokens(machine, word)], dtype=np.intp)
    batched = _streams(machine, tokens, attention=attention, last=False)
    return tuple(stream[0] for stream in batched)


def outputs(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> Matrix:
    """Returns the outputs at every symbol read, one row each; the last row is f(x).

    Examples:
        The share of ``a`` among all symbols so far.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> outputs(share, "abab").T.round(3)
        array([[1.   , 0.5  , 0.667, 0.5  ]])
    """
    return batch(machine, (tuple(word),), attention=attention)[0]


def batch(
    machine: LimitTransformer,
    words: Sequence[Iterable[str]],
    *,
    attention: Attention | None = None,
) -> tuple[Matrix, ...]:
    """Returns the outputs at every symbol read, one matrix per word.

    Examples:
        The share of ``a`` among all symbols so far.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> [outputs.shape for outputs in batch(share, ["a", "abab"])]
        [(1, 1), (4, 1)]
    """
    by_place: dict[int, Matrix] = {}
    for places, tokens in _groups(machine, words):
        y = _streams(machine, tokens, attention=attention, last=False)[-1]
        by_place.update(zip(places, y @ machine.readout.T, strict=True))
    return tuple(by_place[place] for place in range(len(words)))


def last(
    machine: LimitTransformer,
    words: Sequence[Iterable[str]],
    *,
    attention: Attention | None = None,
) -> Float[np.ndarray, "batch outputs"]:
    """Returns the outputs at the last symbol, f(x), one row per word.

    The last layer runs only at the last position.

    Raises:
        WordError: A word is empty, and the machine reads no ``$``.

    Examples:
        The share of ``a`` among all symbols.

        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> last(share, ["a", "bbab"])
        array([[1.  ],
               [0.25]])
    """
    values = np.empty((len(words), len(machine.readout)))
    for places, tokens in _groups(machine, words):
        if not tokens.size:
            raise WordError("the empty word, but the machine reads no $; give a symbol")
        y = _streams(machine, tokens, attention=attention, last=True)[-1]
        values[places] = y[:, -1] @ machine.readout.T
    return values


def _tokens(machine: LimitTransformer, word: Iterable[str]) -> list[int]:
    return [len(machine.alphabet)] * machine.bos + [*machine.alphabet.encode(word)]


def _groups(
    machine: LimitTransformer, words: Sequence[Iterable[str]]
) -> Iterator[tuple[list[int], Int[np.ndarray, "batch length"]]]:
    """Yields words of equal length with their indices, in groups that fit a block."""
    tokens = [_tokens(machine, word) for word in words]
    groups: dict[int, list[int]] = {}
    for place, row in enumerate(tokens):
        groups.setdefault(len(row), []).append(place)
    wide = max([machine.width, *(layer.mlp.units for layer in machine.layers)])
    for length, places in groups.items():
        step = max(1, CELLS // max(1, length * max(wide, length)))
        for start in range(0, len(places), step):
            block = places[start : start + step]
            yield block, np.array([tokens[k] for k in block], dtype=np.intp)


def _streams(
    machine: LimitTransformer,
    tokens: Int[np.ndarray, "batch length"],
    *,
    attention: Attention | None,
    last: bool,
) -> list[Float[np.ndarray, "batch _ width"]]:
    kind = machine.attention if attention is None else attention
    length = tokens.shape[1]
    residues = np.arange(1, length + 1) % machine.delta
    y = machine.embedding[tokens] + machine.positions[residues]
    _, kinds = np.unique(tokens * machine.delta + residues, return_inverse=True)
    stages = [y]
    if not length:
        return stages * (len(machine.layers) + 1)
    for number, layer in enumerate(machine.layers, start=1):
        first = length - 1 if last and number == len(machine.layers) else 0
        before = stages[-1]
        y = before[:, first:].copy()
        for head in layer.heads:
            y += average(
                head,
                before,
                kinds.reshape(tokens.shape) if number == 1 else None,
                attention=kind,
                first=first,
            )
        y += feed(layer.mlp, y.reshape(-1, machine.width)).reshape(y.shape)
        stages.append(y)
    return stages
