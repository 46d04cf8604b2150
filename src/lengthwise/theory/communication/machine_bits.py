"""The messages of Alice and Bob for a limit transformer at several lengths."""

from collections.abc import Iterable
from random import Random

import numpy as np

from lengthwise.errors import TooLargeError
from lengthwise.limit.machine import LimitTransformer, require_machine
from lengthwise.limit.running import evaluator
from lengthwise.theory.communication.alice_and_bob import Message
from lengthwise.theory.communication.machine_halves import (
    machine_alice,
    machine_bob,
)
from lengthwise.theory.communication.machine_layout import machine_layout
from lengthwise.theory.communication.protocol_bits import (
    LENGTHS,
    Protocol,
    ProtocolRow,
    checked_halves,
)
from lengthwise.words import Word

TOLERANCE = 1e-12
"""The relative tolerance on activations above 1: floating-point sums in another order
differ in their last bits."""

MOST_NUMBERS = 1 << 26
"""Activations of one input at all layers."""


def machine_protocol(
    machine: LimitTransformer, lengths: Iterable[int] = LENGTHS, *, seed: int = 0
) -> Protocol:
    """Runs Alice and Bob on an input of each length and checks Bob's activations.

    Args:
        machine: A machine whose heads read finitely many values, such as a compiled
            program.
        lengths: The numbers of symbols in each half.
        seed: The seed of the inputs, which are uniform over the alphabet.

    Raises:
        SpecError: It is not a machine, a length is not a positive integer, or the
            protocol is not defined for the machine.
        TooLargeError: The machine is too large for these lengths.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> machine_protocol(compile_program(load("dyck1")), [8, 64, 512])
        <Protocol Messages of 3·ceil(log2(N+1)) bits suffice. Bob's activations are,
        within 1e-12, those of the whole input at every length.>
    """
    require_machine("the machine", machine)
    halves = checked_halves(lengths)
    numbers = 2 * halves[-1] * machine.width * (len(machine.layers) + 1)
    if numbers > MOST_NUMBERS:
        raise TooLargeError(
            f"a machine of width {machine.width} with {len(machine.layers)} layers has "
            f"{numbers} activations at N = {halves[-1]}; at most {MOST_NUMBERS} are "
            "computed: give shorter lengths",
            size=numbers,
            limit=MOST_NUMBERS,
        )
    layout = machine_layout(machine).layout
    rng = Random(seed)
    rows = []
    for half in halves:
        word = tuple(rng.choices(machine.alphabet.symbols, k=2 * half))
        message = machine_alice(machine, word[:half], len(word))
        equal = activations_agree(machine, message, word)
        rows.append(ProtocolRow(half, len(message), equal))
    return Protocol(layout, tuple(rows), TOLERANCE)


def activations_agree(machine: LimitTransformer, message: Message, word: Word) -> bool:
    """Whether Bob's activations equal those of the machine on the whole of `word`."""
    theirs = machine_bob(machine, message, word[message.half :])
    first = message.half + machine.bos
    return all(
        np.allclose(one, other[first:], rtol=TOLERANCE, atol=TOLERANCE)
        for one, other in zip(theirs, evaluator.streams(machine, word), strict=True)
    )
