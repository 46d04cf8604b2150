"""Checks before training that the fast forms of a label agree with the label.

`Task.label` is the definition; a `batch_rule` or a `counts_rule` must give the same
values.
"""

import numpy as np

from lengthwise.errors import LengthwiseError, SpecError
from lengthwise.printable import shown_word
from lengthwise.tasks.labels.checked_labels import what_failed
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.task import Task
from lengthwise.training.batch import shapes
from lengthwise.training.samplers._by_law import law_words
from lengthwise.training.samplers._scoring import (
    from_batch_rule,
    label_numbers,
    one_by_one,
)
from lengthwise.training.samplers.host_sampler import generator, lengths_of
from lengthwise.words import Word

COMPARED = 64
"""The number of sampled words that are compared."""

RELATIVE = 1e-5
ABSOLUTE = 1e-6
"""The allowed difference between values: training is in float32."""


def check_labels(task: Task, most: int) -> None:
    """Compares the fast forms of a label function with the label on sampled words.

    Args:
        task: Any task; those of the catalogue are compared in the tests.
        most: The largest length of a word.

    Raises:
        SpecError: They differ, with the word; or a label is invalid.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> check_labels(task("simple"), 8)
    """
    own = task.origin is not None or not task.rule.startswith("lengthwise.")
    if not own or (task.batch_rule is None and task.counts_rule is None):
        return
    rng = generator((COMPARED, most))
    known = lengths_of(task, task.min_length, most)
    lengths = known[rng.integers(len(known), size=COMPARED)]
    tokens = law_words(task, rng, lengths, int(known[-1]))
    symbols = task.alphabet.symbols
    words = [
        tuple(symbols[code] for code in row[:length])
        for row, length in zip(tokens.tolist(), lengths.tolist(), strict=True)
    ]
    if task.batch_rule is not None:
        _check_batch_rule(task, tokens, lengths, words)
    if task.counts_rule is not None:
        for word in words:
            _check_counts_rule(task, task.counts_rule, word)


def _check_batch_rule(
    task: Task, tokens: np.ndarray, lengths: np.ndarray, words: list[Word]
) -> None:
    fast = from_batch_rule(task, tokens, lengths)
    slow = one_by_one(task, tokens, lengths)
    for row, word in enumerate(words):
        for n in range(len(word) + 1 if shapes(task).every else 1):
            prefix = word[:n] if shapes(task).every else word
            _require_equal(task, "batch_rule", prefix, fast[row, n], slow[row, n])


def _check_counts_rule(task: Task, path: str, word: Word) -> None:
    rule = resolve(path, task.origin)
    try:
        returned = np.asarray(rule(np, evidence_of(task, word), **dict(task.numbers)))
        fast = returned.astype(np.float32)
    except (LengthwiseError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise SpecError(
            f"{path} fails on the counts of {shown_word(word)}: "
            f"{what_failed(error, path.partition(':')[0])}"
        ) from error
    slow = np.array(label_numbers(task, word), dtype=np.float32)
    if fast.shape != slow.shape:
        raise SpecError(
            f"{path} returns an array of the shape {fast.shape} for one word; it must "
            f"be {slow.shape}"
        )
    _require_equal(task, "counts_rule", word, fast, slow)


def evidence_of(task: Task, word: Word) -> np.ndarray:
    """Returns the evidence of a word; see `lengthwise.tasks.averages.count_labels`.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> evidence_of(task("simple"), ("0", "0", "2")).tolist()
        [[2, 0, 1]]
        >>> evidence_of(task("kgram:k=1,S=2"), ("0", "1", "0")).tolist()
        [[0, 1]]
    """
    symbols = task.alphabet.symbols
    if task.order:
        last = word[-task.order :]
        starts = range(task.order, len(word))
        after = [word[t] for t in starts if word[t - task.order : t] == last]
        return np.array([[after.count(symbol) for symbol in symbols]])
    period = task.period
    classes = [word[(row - 1) % period :: period] for row in range(period)]
    return np.array([[part.count(symbol) for symbol in symbols] for part in classes])


def _require_equal(
    task: Task, kind: str, word: Word, fast: np.ndarray, slow: np.ndarray
) -> None:
    if not np.allclose(fast, slow, rtol=RELATIVE, atol=ABSOLUTE):
        raise SpecError(
            f"{task}: its {kind} gives {fast.tolist()} for the word "
            f"{shown_word(word)}, its label function {slow.tolist()}; they must be "
            "equal"
        )
