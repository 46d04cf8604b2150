"""``lengthwise simulate``: a short input that simulates a long one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from cyclopts import Parameter

from lengthwise.bibliography import united
from lengthwise.cli.machine_argument import machine_and_task
from lengthwise.cli.number_options import Whole, WholeNumber
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.word_options import words_from
from lengthwise.errors import SpecError
from lengthwise.limit.machine import Attention, LimitTransformer
from lengthwise.theory.pair import Pair
from lengthwise.theory.simulation.given_counts import Counts, counts_text
from lengthwise.theory.simulation.resolution import ResolutionName
from lengthwise.theory.simulation.simulate import MethodName
from lengthwise.theory.simulation.simulate import simulate as simulated
from lengthwise.theory.simulation.simulation import Fidelity, Simulation
from lengthwise.words import Statistics, Word

WordsFile = Annotated[str | None, Parameter(name="--words", allow_leading_hyphen=True)]
LONGEST = 200
"""The longest words that are printed."""


def simulate(
    *,
    f: str,
    g: str,
    eps: float,
    word: str | None = None,
    words: WordsFile = None,
    counts: str | None = None,
    suffix: str = "",
    method: MethodName = "auto",
    resolution: ResolutionName = "explicit",
    bits: Whole = None,
    length: Whole = None,
    block_length: float | None = None,
    draws: WholeNumber = 16,
    alpha: str | None = None,
    seed: WholeNumber = 0,
    store: str | None = None,
    json: bool = False,
) -> None:
    """Construct a short input on which two machines behave nearly as on a long one.

    Args:
        f: A machine: a file, a construction such as simple:omega=4,pieces=64, or the
            key of a trained net.
        g: Another machine over the same alphabet.
        eps: Allowed error of an output.
        word: The long input: symbols separated by blanks, or written together.
        words: A file with one input per line; - is standard input.
        counts: Counts of the symbols before the suffix, such as a=3,b=1000000000; with
            positions also per residue class, as in a@0=3; others are spread evenly.
        suffix: The end of the input, with --counts.
        method: counts or coupling (one layer), blocks or rotor (two layers).
        resolution: Resolution of the method counts: explicit, or as published.
        bits: Run both machines with finite attention of this precision.
        length: Approximate length of the short input; not for the method counts.
        block_length: Mean length of the pieces in the method blocks.
        draws: Number of random attempts of the method blocks.
        alpha: Parameters of the Dirichlet distribution for the method coupling, one
            per symbol, such as 1,0.5.
        seed: Random seed of the methods coupling and blocks.
        store: URL of the store where keys are looked up.
        json: Print JSON.
    """
    one, other = (_machine(text, bits, store) for text in (f, g))
    law = None if alpha is None else _numbers(alpha)
    simulations = [
        simulated(
            x,
            one,
            other,
            eps=eps,
            method=method,
            resolution=resolution,
            length=length,
            block_length=block_length,
            draws=draws,
            alpha=law,
            seed=seed,
        )
        for x in _inputs(one, other, word, words, counts, suffix)
    ]
    if json:
        sources = united(*(each.sources for each in simulations))
        print_json(
            {"simulations": [_data(each) for each in simulations]}, sources=sources
        )
    else:
        print_text("\n\n".join(f"{each}\n{_words(each)}" for each in simulations))


def _machine(text: str, bits: int | None, store: str | None) -> LimitTransformer:
    unrounded, _ = machine_and_task(text, store)
    return (
        unrounded
        if bits is None
        else replace(unrounded, attention=Attention("finite", bits))
    )


def _inputs(
    f: LimitTransformer,
    g: LimitTransformer,
    word: str | None,
    words: str | None,
    counts: str | None,
    suffix: str,
) -> Iterator[Word | Statistics]:
    if sum(source is not None for source in (word, words, counts)) != 1:
        raise SpecError("give the long input with one of --word, --words and --counts")
    pair = Pair(f, g)
    alphabet = pair.alphabet
    if counts is None:
        if suffix:
            raise SpecError("--suffix belongs to --counts; omit it")
        for text in words_from(() if word is None else (word,), words):
            yield alphabet.word(text)
        return
    yield Counts.read(counts, alphabet).statistics(
        alphabet.word(suffix),
        alphabet,
        delta=pair.delta,
        tau=pair.tau,
    )


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise SpecError(
            f"--alpha {text!r}; give one number per symbol, such as 1,0.5"
        ) from None


def _words(simulation: Simulation) -> str:
    """The short word, in the input format of this command."""
    z = simulation.z
    if isinstance(z, Statistics):
        return f"z: --counts {counts_text(z)} --suffix {' '.join(z.suffix)!r}"
    if len(z) > LONGEST:
        return f"z: {len(z):,} symbols; --json prints them"
    return f"z: {' '.join(z)}"


def _data(simulation: Simulation) -> dict[str, Any]:
    return {
        "x": _word(simulation.x),
        "z": _word(simulation.z),
        "f": _side(simulation.f),
        "g": _side(simulation.g),
        "eps": simulation.eps,
        "bound": simulation.bound,
        "kept": simulation.kept,
        "method": simulation.method,
        "resolution": simulation.resolution,
        "case": simulation.case,
        "padding": simulation.padding,
        "basis": simulation.basis,
        "void": list(simulation.void),
    }


def _word(word: Word | Statistics) -> dict[str, Any]:
    if isinstance(word, Statistics):
        counts = dict(zip(word.alphabet, map(list, word.counts), strict=True))
        return {"length": word.length, "counts": counts, "suffix": list(word.suffix)}
    return {"length": len(word), "word": list(word)}


def _side(side: Fidelity) -> dict[str, Any]:
    return {
        "on_x": list(side.at_x),
        "on_z": list(side.at_z),
        "error": side.error,
        "promised": side.promised,
        "void": side.void,
        "range": side.span,
        "distance": side.distance,
        "promised_distance": side.promised_distance,
    }
