"""Compares the answers that trained models generate with the correct ones."""

from collections.abc import Mapping, Sequence

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.models import Words, restore
from lengthwise.tasks.outputs import END, NextToken
from lengthwise.training.evaluating._word_batches import WORD_BATCH, drawn_batch
from lengthwise.training.evaluating.generation import generate_all
from lengthwise.training.evaluating.score import Score, rate_score
from lengthwise.training.recipe import Recipe


def generated_errors(
    recipe: Recipe,
    weights: Mapping[str, np.ndarray],
    lengths: Sequence[int],
    *,
    words: int,
    seed: int = 0,
) -> dict[int, Score]:
    """Returns the fraction of questions by length not answered exactly right.

    A model reads only the question and generates greedily, symbol by symbol, until
    ``<eos>``. The questions are those of an evaluation with this seed.

    Args:
        recipe: How the model was trained.
        weights: Its weights by name.
        lengths: Test lengths.
        words: Number of questions per length, in whole batches of 64.
        seed: Determines the questions.

    Raises:
        SpecError: The task has no answers to generate.
    """
    task = recipe.subject
    if not isinstance(task.output, NextToken):
        raise SpecError(
            f"{task} has the format {task.format}; only answers of next-token tasks "
            "are generated"
        )
    net = restore(recipe.model, weights)
    end = task.alphabet.symbols.index(END)
    scores = {}
    for length in sorted(set(lengths)):
        batches = -(-words // WORD_BATCH)
        wrong = 0
        for number in range(batches):
            drawn = drawn_batch(
                task, seed=seed, length=length, number=number, widest=max(lengths)
            )
            assert isinstance(drawn.inputs, Words)
            right, read = map(np.asarray, drawn.inputs[:2])
            asked = np.asarray(drawn.scored).argmax(1) + 1
            place = np.arange(right.shape[1])
            prompts = np.where(place < asked[:, None], right, 0)
            questions = Words(prompts, asked.astype(np.int32))
            written, ends = generate_all(recipe.model, net, questions, end)
            same = (written == right).all(1) & (ends == read)
            wrong += int(np.count_nonzero(~same))
        scores[length] = rate_score(wrong, batches * WORD_BATCH)
    return scores
