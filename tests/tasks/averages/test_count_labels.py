"""Labels from counts are the Python labels, on every short word."""

import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.labels.rules import resolve


def evidence(one, word):
    """What the trainer counts of a word."""
    symbols = one.alphabet.symbols
    if one.name == "kgram":
        k = dict(one.numbers)["k"]
        starts = [t for t in range(k, len(word)) if word[t - k : t] == word[-k:]]
        return np.array([[sum(word[t] == s for t in starts) for s in symbols]])
    places = [list(word[(r - 1) % one.period :: one.period]) for r in range(one.period)]
    return np.array([[part.count(s) for s in symbols] for part in places])


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("simple:omega=3.7", {"omega": 3.7}),
        ("modp:p=3,k=0", {"k": 0}),
        ("modp:p=3,k=2", {"k": 2}),
        ("kgram:k=1,S=3", {}),
        ("kgram:k=2,S=2", {}),
    ],
)
def test_counts_and_words_have_the_same_labels(text, numbers):
    one = task(text)
    rule = resolve(one.counts_rule)
    for length in one.lengths(1, 5):
        for word in one.alphabet.words(length):
            found = rule(np, evidence(one, word), **numbers)
            assert found.ravel() == pytest.approx(one.label(word), abs=2e-6)
    last = rule(jnp, jnp.asarray(evidence(one, word)), **numbers)
    assert np.asarray(last).ravel() == pytest.approx(one.label(word), abs=2e-6)
