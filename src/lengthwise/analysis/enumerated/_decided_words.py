"""The outputs of a machine on all words of a length, with the labels."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from lengthwise.analysis.enumerated.states_by_counts import Place, StatesByCounts
from lengthwise.limit.complexity.sign_inputs import sign_inputs
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.words import Alphabet, Word


@dataclass(frozen=True, slots=True)
class Case:
    """A word, or all words with equal statistics and label.

    Attributes:
        place: The index of the word or statistics; the same for both labels.
        output: The output of the machine.
        label: Whether the words are in the language.
        sign: The smallest distance from 0 of a number whose sign is taken.
        word: Returns one of the words.
    """

    place: int
    output: float
    label: bool
    sign: float | None
    word: Callable[[], Word]


def cases_of_words(
    machine: LimitTransformer,
    accepts: Callable[[Word], bool],
    length: int,
    alphabet: Alphabet,
    marked: Callable[[Word], Word],
) -> Iterator[Case]:
    """Yields every word of `length`.

    Args:
        machine: A machine with one output.
        accepts: Whether a word is in the language.
        length: The length of the words, without markers.
        alphabet: Their symbols.
        marked: Returns what the machine reads for a word.
    """
    words = list(alphabet.words(length))
    read = [marked(word) for word in words]
    outputs = last(machine, read)[:, 0].tolist()
    signs = _signs(machine, lambda seen: last(seen, read))
    for place, word in enumerate(words):
        sign = None if signs is None else signs[place]
        yield Case(place, outputs[place], accepts(word), sign, partial(_itself, word))


def cases_of_statistics(
    machine: LimitTransformer, reached: StatesByCounts, length: int
) -> Iterator[Case]:
    """Yields all statistics of words of `length`, with each occurring label.

    Args:
        machine: A machine with at most one layer.
        reached: The states that the language's automaton can reach.
        length: The length of the words.
    """
    end = min(machine.tau + 1, length)
    level = reached.at(length - end)
    counts = np.array(list(level), dtype=np.int64)
    place = 0
    for suffix in machine.alphabet.words(end):
        outputs = outputs_of_counts(machine, counts, suffix)[:, 0].tolist()
        signs = _signs(machine, partial(_of_counts, counts, suffix))
        for row, (table, states) in enumerate(level.items()):
            sign = None if signs is None else signs[row]
            by_label = {reached.accepts(state, suffix): state for state in states}
            for label, state in by_label.items():
                word = partial(_joined, reached, table, state, suffix)
                yield Case(place, outputs[row], label, sign, word)
            place += 1


def _itself(word: Word) -> Word:
    return word


def _joined(
    reached: StatesByCounts, place: Place, state: Hashable, suffix: Word
) -> Word:
    return (*reached.word(place, state), *suffix)


def _of_counts(
    counts: np.ndarray, suffix: Word, machine: LimitTransformer
) -> np.ndarray:
    return outputs_of_counts(machine, counts, suffix)


def _signs(
    machine: LimitTransformer, outputs: Callable[[LimitTransformer], np.ndarray]
) -> list[float] | None:
    seen = sign_inputs(machine)
    if seen is None:
        return None
    linear, bias = seen
    smallest: list[float] = np.abs(outputs(linear) + bias).min(axis=1).tolist()
    return smallest
