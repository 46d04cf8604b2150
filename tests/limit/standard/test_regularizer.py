import numpy as np
import pytest

from lengthwise.limit.standard.regularizer import trained_penalty


def naive_penalty(table, query, key):
    total = 0.0
    for j in range(len(table)):
        for i in range(j, len(table)):
            total += float((table[i] @ query) @ (table[j] @ key)) ** 2
    return total / len(table)


def test_the_trained_term_equals_its_double_loop():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(7, 5))
    query, key = rng.normal(size=(2, 5, 3))
    assert trained_penalty(table, query, key) == pytest.approx(
        naive_penalty(table, query, key)
    )
