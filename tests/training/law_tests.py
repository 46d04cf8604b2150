"""Exact probabilities of words under the data laws, and a test of drawn frequencies."""

from collections import Counter
from fractions import Fraction
from itertools import product

from scipy.stats import chi2

FALSE_ALARM = 1e-6


def probability(problem, word):
    """The probability of a word, by the rule of the urn; contexts by definition."""
    found = Fraction(1)
    for t, symbol in enumerate(word):
        counts = Counter()
        if t >= problem.order:
            for u in range(problem.order, t):
                same_class = (u - t) % problem.period == 0
                same_past = word[u - problem.order : u] == word[t - problem.order : t]
                counts[word[u]] += same_class and same_past
        found *= Fraction(1 + counts[symbol], len(problem.alphabet) + counts.total())
    return found


def law(problem, length, see=lambda word: word):
    """The law of what is seen of a word of this length."""
    found = Counter()
    for word in product(range(len(problem.alphabet)), repeat=length):
        found[see(word)] += probability(problem, word)
    assert found.total() == 1
    return found


def assert_drawn_from(drawn, exact):
    """Pearson's test of frequencies; every expected count must be large enough."""
    seen = Counter(drawn)
    assert set(seen) <= set(exact)
    expected = {key: float(p) * len(drawn) for key, p in exact.items()}
    assert min(expected.values()) >= 20
    distance = sum((seen[key] - e) ** 2 / e for key, e in expected.items())
    if len(expected) > 1:
        assert distance < chi2.isf(FALSE_ALARM, len(expected) - 1)
