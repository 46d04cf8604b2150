r"""Alice and Bob for a limit transformer, such as a compiled program.

In each layer, heads average coordinates of the residual stream over the past. If these
are 0 or 1 at every symbol of the first half, and a head has no content logits, the
first half affects the second only through the number of ones in each coordinate and
through its last :math:`\tau` positions. Compiled programs are of this kind. For heads
with content logits, the symbols of each class are counted
(`lengthwise.theory.communication.machine_classes`). If a head reads a coordinate with
real values, a sum over :math:`N` symbols does not fit into :math:`O(\log N)` bits, and
the protocol is not defined: such machines are rejected.

Attention weights depend on the length :math:`|x|` of the whole input, which both
parties know.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError
from lengthwise.limit.machine import Head, LimitTransformer
from lengthwise.limit.running import evaluator
from lengthwise.limit.running.definition import feed, terms
from lengthwise.theory.communication.alice_and_bob import Message
from lengthwise.theory.communication.machine_classes import (
    class_means,
    is_by_content,
    reach_of,
)
from lengthwise.theory.communication.machine_layout import (
    columns_of,
    machine_layout,
)
from lengthwise.theory.communication.message_layout import Summary

Stream: TypeAlias = Float[np.ndarray, "positions width"]


def machine_alice(
    machine: LimitTransformer, first_half: str | Iterable[str], length: int
) -> Message:
    """Returns the message about the first half of an input.

    Args:
        machine: The machine.
        first_half: The symbols that Alice sees.
        length: The length of the whole input.

    Raises:
        SpecError: A head averages real numbers, or its keys are real numbers; or the
            half is shorter than the largest lag.
        WordError: A symbol is not in the alphabet.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> machine_alice(compile_program(load("dyck1")), "(()(", 8).bits
        '011001000'
    """
    parts = machine_layout(machine)
    word = machine.alphabet.word(first_half)
    _require_longer(machine, len(word))
    filler = (machine.alphabet.symbols[0],) * (length - len(word))
    # Later symbols affect earlier positions only through the length.
    below = replace(machine, layers=machine.layers[: parts.last])
    stages = evaluator.streams(below, (*word, *filler))
    rows = slice(int(machine.bos), len(word) + machine.bos)
    columns = [stages[layer][rows, column] for layer, column in parts.places]
    if not all(np.isin(column, (0.0, 1.0)).all() for column in columns):
        raise SpecError(
            "a head averages real numbers, whose sum does not fit into O(log N) bits; "
            "give a machine whose averaged coordinates are 0 or 1"
        )
    counts = [int(column.sum()) for column in columns]
    reached = {k: lag for k, lag in parts.layout.windows if k < len(columns)}
    windows = [tuple((columns[k][-lag:] == 1.0).tolist()) for k, lag in reached.items()]
    for classes in parts.classes:
        numbers = classes.of(stages[classes.layer][rows])
        counts += np.bincount(numbers, minlength=len(classes)).tolist()
        if classes.reach:
            windows.append(classes.written(numbers[-classes.reach :].tolist()))
    summary = Summary(
        counts=tuple(counts),
        windows=tuple(windows),
        residue=len(word) % parts.layout.period,
    )
    return Message(parts.layout.encode(summary, len(word)), len(word))


def machine_bob(
    machine: LimitTransformer, message: Message, second_half: str | Iterable[str]
) -> tuple[Stream, ...]:
    """Returns the stream at each symbol of the second half, around each layer.

    Raises:
        SpecError: Keys or values are real numbers, or attention is ``infinite``.
        WordError: A symbol is not in the alphabet.
        FormatError: The message does not fit this machine.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> machine = compile_program(load("dyck1"))
        >>> stages = machine_bob(machine, machine_alice(machine, "(()(", 8), "))()")
        >>> (stages[-1] @ machine.readout.T)[:, 0]
        array([0., 1., 0., 1.])
    """
    parts = machine_layout(machine)
    word = machine.alphabet.word(second_half)
    summary = parts.layout.decode(message.bits, message.half)
    sent = parts.opened(summary)
    mark = evaluator.streams(machine, ()) if machine.bos else ()
    read = message.half + machine.bos
    y = _embedded(machine, word, summary.residue + machine.bos)
    stages = [y]
    for number, layer in enumerate(machine.layers):
        added = np.zeros_like(y)
        for head in layer.heads:
            if is_by_content(head):
                about = sent.classes[number]
                added += class_means(
                    head,
                    about.classes,
                    machine,
                    y,
                    before=about.counts,
                    past=about.past,
                    mark=mark[number] if mark else y[:0],
                    length=read + len(word),
                )
                continue
            columns = columns_of(head)
            before = [sent.counts.get((number, column), 0) for column in columns]
            if mark:
                before = list(before + mark[number][0, columns])
            held = [sent.windows.get((number, column), ()) for column in columns]
            past = _past(held, reach_of(head))
            weights = _weights(machine, head, read + len(word))
            mean = _mean(
                y[:, columns], np.array(before, dtype=float), past, weights, read
            )
            added += mean @ head.value[:, columns].T
        y = y + added
        y = y + feed(layer.mlp, y)
        stages.append(y)
    return tuple(stages)


def _require_longer(machine: LimitTransformer, half: int) -> None:
    if half <= machine.tau:
        raise SpecError(
            f"the first half has {half} symbols; this machine has lags up to "
            f"{machine.tau}: give a half of more symbols"
        )


def _embedded(machine: LimitTransformer, word: Sequence[str], before: int) -> Stream:
    """The stream before the first layer, after `before` positions."""
    tokens = np.array(machine.alphabet.encode(word), dtype=np.intp)
    places = np.arange(before + 1, before + 1 + len(word)) % len(machine.positions)
    return np.asarray(machine.embedding[tokens] + machine.positions[places])


def _past(
    windows: Sequence[tuple[bool, ...]], reach: int
) -> Float[np.ndarray, "reach used"]:
    """The last `reach` rows of the first half; zeros where nothing was sent."""
    rows = [((False,) * reach + row)[len(row) :] for row in windows]
    return np.array(rows, dtype=float).reshape(len(windows), reach).T


def _weights(
    machine: LimitTransformer, head: Head, length: int
) -> Float[np.ndarray, " kinds"]:
    """The weight of each position beyond the lags, then of each lag from 0 up."""
    lags = np.concatenate([[0.0], np.trim_zeros(head.lags, "b")])
    zeros = np.zeros(len(lags))
    return terms(zeros, lags, attention=machine.attention, length=length)


def _mean(
    own: Float[np.ndarray, "positions used"],
    before: Float[np.ndarray, " used"],
    past: Float[np.ndarray, "reach used"],
    weights: Float[np.ndarray, " kinds"],
    read: int,
) -> Float[np.ndarray, "positions used"]:
    """The input of a head at every position, before its value matrix."""
    size, reach = len(own), len(past)
    far, *near = weights.tolist()
    extended = np.concatenate([past, own])
    rows = [extended[reach - lag :][:size] for lag in range(len(near))]
    beyond = before + np.cumsum(own, axis=0)
    for row in rows:
        beyond = beyond - row
    index = np.arange(read + 1, read + 1 + size)[:, np.newaxis]
    total = far * beyond + sum(w * row for w, row in zip(near, rows, strict=True))
    return np.asarray(total / (far * (index - len(near)) + sum(near)))
