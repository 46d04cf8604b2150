"""Targets of words in arrays, by prefix or word, from tables or one by one.

`Task.label` is the definition. A table of a language, or the array form of a label
function (`Task.batch_rule`), computes the same values faster.
"""

from typing import Any, TypeAlias, assert_never

import numpy as np
from jaxtyping import Float, Int

from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError
from lengthwise.tasks.labels.batch_labels import PADDING, batch_labels
from lengthwise.tasks.languages.counter_machines import (
    AbstractCounterLanguage,
    Configuration,
)
from lengthwise.tasks.outputs import (
    END,
    Accept,
    NextSet,
    NextToken,
    Real,
    State,
    Vector,
)
from lengthwise.tasks.task import Task
from lengthwise.training.batch import columns, shapes
from lengthwise.training.samplers._acceptors import Acceptor, acceptor, states_after
from lengthwise.words import Word

Targets: TypeAlias = Float[np.ndarray, "words prefixes columns"]

LANGUAGE_RULES = {
    "lengthwise.tasks.labels.word_labels:accepts": Accept,
    "lengthwise.tasks.labels.word_labels:state": State,
    "lengthwise.tasks.labels.word_labels:next_set": NextSet,
}
"""The label functions that a language's table can replace, with their outputs."""


def targets_of(
    task: Task,
    tokens: Int[np.ndarray, "words longest"],
    lengths: Int[np.ndarray, " words"],
) -> Targets:
    """Returns the targets of words, for the whole word or for every prefix.

    If every prefix is scored, entry ``[w, n]`` is for the prefix of length n; entries
    after the end of a word are arbitrary. `task` is not next-token prediction.

    Raises:
        InputError: A label has the wrong type or shape, or its function fails.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> targets_of(task("tomita1"), np.array([[1, 1]]), np.array([2])).tolist()
        [[[0.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]]]
    """
    if task.batch_rule is not None:
        return from_batch_rule(task, tokens, lengths)
    kind = LANGUAGE_RULES.get(task.rule)
    if kind is None or not isinstance(task.output, kind):
        return one_by_one(task, tokens, lengths)
    if not isinstance(task.language, DFA | AbstractCounterLanguage):
        return one_by_one(task, tokens, lengths)
    table = acceptor(task.language, tokens.shape[1])
    if table is not None:
        return _from_table(task, table, tokens, lengths)
    assert not isinstance(task.language, DFA)
    if isinstance(task.output, NextSet):
        return _next_sets(task.language, tokens, lengths)
    return one_by_one(task, tokens, lengths)


def _from_table(
    task: Task, table: Acceptor, tokens: np.ndarray, lengths: np.ndarray
) -> Targets:
    states = states_after(table, tokens)
    match task.output:
        case State():
            return states[:, :, None].astype(np.float32)
        case NextSet():
            return table.following[states]
        case _:
            last = states[np.arange(len(lengths)), lengths]
            return table.accepting[last][:, None, None].astype(np.float32)


def _next_sets(
    language: AbstractCounterLanguage, tokens: np.ndarray, lengths: np.ndarray
) -> Targets:
    """The next set of every prefix; each word is read once."""
    symbols = language.alphabet.symbols
    shape = (len(lengths), tokens.shape[1] + 1, len(symbols) + 1)
    targets = np.zeros(shape, dtype=np.float32)
    allowed: dict[Configuration, list[bool]] = {}
    for row, codes in enumerate(tokens.tolist()):
        counters: Configuration | None = language.start
        for n in range(int(lengths[row]) + 1):
            if counters is None:
                break
            if counters not in allowed:
                legal = language.legal(counters)
                bits = [symbol in legal for symbol in symbols]
                allowed[counters] = [*bits, language.ends(counters)]
            targets[row, n] = allowed[counters]
            if n < lengths[row]:
                counters = language.step(counters, symbols[codes[n]])
    return targets


def from_batch_rule(
    task: Task,
    tokens: Int[np.ndarray, "words longest"],
    lengths: Int[np.ndarray, " words"],
) -> Targets:
    """Returns the targets computed by the array form of a label function.

    If every prefix is scored, it is called once per prefix length.

    Raises:
        SpecError: The result has another shape, or the function fails.
    """
    every = shapes(task).every
    wide = tokens.shape[1]
    inside = np.arange(wide) < lengths[:, None]
    padded = np.where(inside, tokens, PADDING).astype(np.int64)
    targets = np.zeros(
        (len(lengths), wide + 1 if every else 1, columns(task)), np.float32
    )
    for n in range(wide + 1 if every else 0):
        rows = np.flatnonzero(lengths >= n)
        if len(rows):
            short = np.full(len(rows), n)
            labels = batch_labels(task, padded[rows, :n], short)
            targets[rows, n] = labels.reshape(len(rows), -1)
    if not every:
        targets[:, 0] = batch_labels(task, padded, lengths).reshape(len(lengths), -1)
    return targets


def one_by_one(
    task: Task,
    tokens: Int[np.ndarray, "words longest"],
    lengths: Int[np.ndarray, " words"],
) -> Targets:
    """Returns the targets computed by `Task.label`, one word at a time."""
    every = shapes(task).every
    prefixes = tokens.shape[1] + 1 if every else 1
    targets = np.zeros((len(lengths), prefixes, columns(task)), dtype=np.float32)
    symbols = task.alphabet.symbols
    for row, (codes, length) in enumerate(
        zip(tokens.tolist(), lengths.tolist(), strict=True)
    ):
        word = tuple(symbols[code] for code in codes[:length])
        if not every:
            targets[row, 0] = label_numbers(task, word)
        for n in range(length + 1 if every else 0):
            targets[row, n] = label_numbers(task, word[:n])
    return targets


def label_numbers(task: Task, word: Word) -> list[float]:
    """Returns the label of `word` as an array.

    Raises:
        WordError: The label has the wrong type or shape, or its function fails.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> label_numbers(task("tomita1"), ("1",))
        [0.0, 1.0, 1.0]
    """
    label: Any = task.label(word)
    match task.output:
        case Real() | Accept() | State():
            return [float(label)]
        case Vector():
            return [*map(float, label)]
        case NextSet():
            return [float(symbol in label) for symbol in (*task.alphabet, END)]
        case NextToken():
            raise SpecError(f"{task} is asked for by instance, not word by word")
        case _:
            assert_never(task.output)
