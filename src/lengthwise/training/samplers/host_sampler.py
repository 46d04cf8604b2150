"""The host sampler: batches of any task, drawn in NumPy.

It is correct for every task and the oracle for the faster samplers. Its draws depend
only on the key and the arguments: not on global state, the order of calls, or padding.
"""

from functools import lru_cache
from random import Random

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.files import digest
from lengthwise.models import Words
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.questions.answer_lengths import longest_instance
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch, closes, shapes
from lengthwise.training.samplers._by_law import law_words
from lengthwise.training.samplers._scoring import targets_of


def host_batch(
    task: Task,
    rng_key: tuple[int, ...],
    batch: int,
    least: int,
    most: int,
    padded: int,
    *,
    paired: bool = False,
) -> Batch:
    """Returns a batch of words of mixed lengths.

    Lengths are uniform among those of `task` from `least` to `most`; words of a given
    length follow the task's distribution.

    Args:
        task: Any task.
        rng_key: Numbers that identify the batch, such as a purpose, a seed and a step.
        batch: The number of words.
        least: The smallest length.
        most: The largest length.
        padded: The width of the arrays in positions; at least `longest`.
        paired: Whether words 2k and 2k + 1 have the i-th smallest and the i-th largest
            length, so that two fill a row; `batch` must then be even.

    Raises:
        SpecError: There is no input of these lengths, an input does not fit, or a label
            is invalid.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> drawn = host_batch(task("tomita4"), (1, 2), 5, 1, 6, 8)
        >>> drawn.inputs.tokens.shape, drawn.targets.shape
        ((5, 8), (5, 8, 3))
        >>> read = drawn.inputs.lengths
        >>> bool((drawn.scored.sum(1) == read).all())  # the empty prefix too
        True
    """
    rng = generator(rng_key)
    known = lengths_of(task, least, most)
    if paired:
        number = rng.integers(len(known), size=batch // 2)
        lengths = known[np.stack([number, len(known) - 1 - number], 1).reshape(batch)]
    else:
        lengths = known[rng.integers(len(known), size=batch)]
    if isinstance(task.output, NextToken):
        return _instances(task, task.output, rng, lengths, padded)
    shape = shapes(task)
    front, back = int(shape.begins), int(closes(task))
    longest = int(known[-1])
    if longest + front + back > padded:
        raise _too_long(task, longest + front + back, padded)
    words = law_words(task, rng, lengths, longest)
    right = targets_of(task, words, lengths)
    tokens = np.zeros((batch, padded), dtype=np.int32)
    tokens[:, front : front + longest] = words
    if front:
        tokens[:, 0] = len(task.alphabet)
    if back:
        tokens[np.arange(batch), lengths + front] = shape.symbols - 1
    read = (lengths + front + back).astype(np.int32)
    inputs = Words(tokens, read)
    if not shape.every:
        return Batch(inputs, right, np.ones((batch, 1), dtype=bool))
    scored = np.arange(padded) <= lengths[:, None]
    targets = np.zeros((batch, padded, right.shape[-1]), dtype=np.float32)
    targets[:, : longest + 1] = right
    targets *= scored[:, :, None]
    return Batch(inputs, targets, scored)


def _instances(
    task: Task,
    output: NextToken,
    rng: np.random.Generator,
    lengths: np.ndarray,
    padded: int,
) -> Batch:
    """Whole instances; each symbol of an answer is the target of the one before."""
    source = Random(int(rng.integers(2**63)))
    index = {symbol: place for place, symbol in enumerate(task.alphabet)}
    tokens = np.zeros((len(lengths), padded), dtype=np.int32)
    read = np.zeros(len(lengths), dtype=np.int32)
    targets = np.zeros((len(lengths), padded, 1), dtype=np.float32)
    scored = np.zeros((len(lengths), padded), dtype=bool)
    for row, length in enumerate(lengths.tolist()):
        word = task.draw(source, length)
        end = len(word)
        if end > padded:
            raise _too_long(task, end, padded)
        start = end - len(output.split(word)[1])
        tokens[row, :end] = [index[symbol] for symbol in word]
        read[row] = end
        targets[row, start - 1 : end - 1, 0] = tokens[row, start:end]
        scored[row, start - 1 : end - 1] = True
    return Batch(Words(tokens, read), targets, scored)


def longest(task: Task, most: int) -> int:
    """Returns the maximum number of positions of an input of length at most `most`.

    For a user-defined answer function this is an estimate; see
    `lengthwise.tasks.questions.answer_lengths.longest_instance`.

    Raises:
        SpecError: There is no such input.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> longest(task("simple"), 64), longest(task("tomita4"), 64)
        (64, 65)
        >>> longest(task("sort"), 64), longest(task("addition"), 64)
        (131, 128)
    """
    length = int(lengths_of(task, 0, most)[-1])
    if isinstance(task.output, NextToken):
        return longest_instance(task, length)
    return length + shapes(task).begins + closes(task)


def generator(key: tuple[int, ...]) -> np.random.Generator:
    """Returns the random generator of `key`; different keys give independent streams.

    Examples:
        >>> one, same, other = (
        ...     generator(key).bytes(8) for key in [(1, 2), (1, 2), (1,)]
        ... )
        >>> one == same, one == other
        (True, False)
    """
    text = ",".join(str(int(number)) for number in key)
    return np.random.Generator(np.random.Philox(key=int(digest(text)[:32], 16)))


@lru_cache(maxsize=256)
def lengths_of(task: Task, least: int, most: int) -> np.ndarray:
    """Returns the lengths of inputs of `task`.

    Raises:
        SpecError: There is none.
    """
    lengths = task.lengths(least, most)
    if not lengths:
        raise SpecError(f"{task} has no input of a length from {least} to {most}")
    return np.array(lengths)


def _too_long(task: Task, positions: int, padded: int) -> SpecError:
    return SpecError(
        f"an input of {task} takes {positions} positions; the arrays have {padded}"
    )
