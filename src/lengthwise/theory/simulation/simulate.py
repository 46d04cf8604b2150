"""The entry point of all constructions of a short word for a long one."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never, get_args

from lengthwise.arguments import (
    real_number,
    require_choice,
    require_kind,
    whole_number,
)
from lengthwise.errors import SpecError, TooLargeError, WordError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.pair import Pair
from lengthwise.theory.simulation._coupling import coupling
from lengthwise.theory.simulation._one_layer_words import one_layer
from lengthwise.theory.simulation._two_layer_words import two_layer
from lengthwise.theory.simulation.resolution import ResolutionName
from lengthwise.theory.simulation.simulation import Simulation, word_length
from lengthwise.words import Statistics, Word

LONGEST = 1 << 62
"""Length limit: the evaluators use 64-bit counts."""

MOST_DRAWS = 100_000
"""The largest allowed number of draws of ``blocks``."""

MethodName: TypeAlias = Literal["auto", "counts", "coupling", "blocks", "rotor"]


def simulate(
    x: Iterable[str] | Statistics,
    f: LimitTransformer,
    g: LimitTransformer,
    *,
    eps: float,
    method: MethodName = "auto",
    resolution: ResolutionName = "explicit",
    length: int | None = None,
    block_length: float | None = None,
    draws: int = 16,
    alpha: tuple[float, ...] | None = None,
    seed: int = 0,
) -> Simulation:
    """Returns a short word z that simulates the long word x, with its errors.

    ========  ======  ===============================================================
    method    layers  how z is made
    ========  ======  ===============================================================
    counts    1       Theorem 4.1 on counts; with positions, on counts per residue
    coupling  1       drawn from the posterior of x (average case, Theorem 4.2)
    blocks    2       random contiguous pieces of x (Lemma 5.3)
    rotor     2       a deterministic walk through the windows of x
    auto              ``counts`` or ``rotor``
    ========  ======  ===============================================================

    Args:
        x: A word, as text or a sequence of symbols, or for one layer its statistics.
        f: A machine, such as the target.
        g: A machine over the same alphabet, such as the learned one.
        eps: The allowed error of an output.
        method: The construction of z.
        resolution: Resolution of ``counts``: ``explicit`` (error at most `eps`, proved
            for machines without positions), ``workshop`` or ``full`` as published.
        length: Approximate length of z, for ``coupling``, ``blocks`` and ``rotor``.
        block_length: Mean length of the pieces of ``blocks``.
        draws: The largest number of draws of ``blocks``.
        alpha: Dirichlet parameters of ``coupling``, one per symbol.
        seed: Random seed of the random methods.

    Raises:
        SpecError: The method does not cover such machines, or a parameter is out of
            range.
        WordError: The word is empty or leaves the alphabet.
        TooLargeError: The word or the requested one is longer than ``2**62``.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> f, g = mod_p_task(p=2), mod_p_task(p=2, k=1)
        >>> short = simulate("0110" * 10_000, f, g, eps=0.5)
        >>> short.z_length, round(short.f.error, 4), round(short.g.error, 4)
        (3242, 0.0003, 0.0003)
    """
    pair = Pair(f, g)
    if f.bos or g.bos:
        raise SpecError(
            "no theorem simulates a machine that reads $, as compiled programs do, on "
            "a short input: its comparisons jump; lengthwise audit checks all its "
            "decisions on short inputs"
        )
    word = _checked_input(x, pair)
    eps = real_number("eps", eps, above=0)
    draws = whole_number("draws", draws, 1, MOST_DRAWS)
    seed = whole_number("seed", seed, 0)
    require_choice("the method", method, get_args(MethodName))
    require_choice("the resolution", resolution, get_args(ResolutionName))
    length, block_length = _lengths(length, block_length)
    law = _law(alpha, f)
    if method == "auto":
        method = "rotor" if len(f.layers) == len(g.layers) == 2 else "counts"
    match method:
        case "counts":
            if length is not None:
                raise SpecError("counts finds the length of z itself; leave length out")
            simulation = one_layer(
                _joint_statistics(word, pair), f, g, eps=eps, name=resolution
            )
        case "coupling":
            simulation = coupling(
                _joint_statistics(word, pair),
                f,
                g,
                eps=eps,
                alpha=law,
                length=length,
                seed=seed,
            )
        case "blocks" | "rotor":
            if isinstance(word, Statistics):
                raise SpecError(
                    "two layers see the order of symbols, which statistics do not "
                    "hold; give the word"
                )
            return two_layer(
                word,
                f,
                g,
                eps=eps,
                method=method,
                length=length,
                block_length=block_length,
                draws=draws,
                seed=seed,
            )
        case _:
            assert_never(method)
    if isinstance(word, Statistics):
        return simulation
    assert isinstance(simulation.z, Statistics)
    z = word if simulation.z is simulation.x else simulation.z.word()
    return replace(simulation, x=word, z=z)


def _checked_input(x: Iterable[str] | Statistics, pair: Pair) -> Word | Statistics:
    """The word or its statistics, after checking that both machines can read it."""
    word = x if isinstance(x, Statistics) else pair.alphabet.word(x)
    if not word_length(word):
        raise WordError("x is empty; give at least one symbol")
    if word_length(word) > LONGEST:
        raise TooLargeError(
            "x has more than 2**62 symbols; at most 2**62 can be counted",
            size=word_length(word),
            limit=LONGEST,
        )
    return word


def _lengths(
    length: int | None, block_length: float | None
) -> tuple[int | None, float | None]:
    """The length of z and of its pieces, if given."""
    if length is not None:
        length = whole_number("the length", length, 1)
        if length > LONGEST:
            raise TooLargeError(
                "z shall be longer than 2**62 symbols; at most 2**62 can be counted",
                size=length,
                limit=LONGEST,
            )
    if block_length is not None:
        block_length = real_number("the block length", block_length, least=1)
    return length, block_length


def _law(
    alpha: tuple[float, ...] | None, machine: LimitTransformer
) -> tuple[float, ...]:
    """The Dirichlet parameters of ``coupling``. Default: all one."""
    if alpha is None:
        return (1.0,) * len(machine.alphabet)
    advice = "it must be one number for each symbol, as in (1.0, 0.5)"
    require_kind("alpha", alpha, (tuple, list), advice)
    return tuple(real_number("a number of alpha", one) for one in alpha)


def _joint_statistics(x: Word | Statistics, pair: Pair) -> Statistics:
    """The statistics of x that determine two one-layer machines."""
    return x if isinstance(x, Statistics) else pair.seen(x)
