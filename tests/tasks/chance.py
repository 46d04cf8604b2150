"""Tests of laws: exact samplers against exact probabilities."""

from collections import Counter
from random import Random

from scipy.special import gammaincc

FALSE_ALARM = 1e-6


def assert_law(draw, probabilities, *, draws=3000, seed=0):
    """`draw(rng)` has these probabilities: chi-square at a false alarm of 1e-6."""
    rng = Random(seed)
    found = Counter(draw(rng) for _ in range(draws))
    assert found.keys() <= {x for x, p in probabilities.items() if p > 0}
    expected = {x: draws * p for x, p in probabilities.items() if p > 0}
    assert abs(sum(probabilities.values()) - 1) < 1e-12
    assert min(expected.values()) >= 5, "too few draws for a chi-square test"
    if len(expected) > 1:
        statistic = sum((found[x] - e) ** 2 / e for x, e in expected.items())
        assert gammaincc((len(expected) - 1) / 2, statistic / 2) > FALSE_ALARM


def uniform(outcomes):
    outcomes = list(outcomes)
    assert len(set(outcomes)) == len(outcomes)
    return dict.fromkeys(outcomes, 1 / len(outcomes))
