"""Tables of counts are the statistics, in the same order, in blocks."""

import itertools

import numpy as np
import pytest

from lengthwise.theory.count_tables import composition_table, count_tables
from lengthwise.words import Alphabet, all_statistics, compositions


@pytest.mark.parametrize("parts", [1, 2, 3, 4])
def test_the_table_lists_all_compositions(parts):
    for total in range(7):
        assert composition_table(total, parts).tolist() == [
            list(row) for row in compositions(total, parts)
        ]


@pytest.mark.parametrize("block", [1, 7, 1000])
def test_blocks_hold_the_counts_of_all_statistics(block):
    for symbols, length, delta in itertools.product([1, 2, 3], range(5), [1, 2, 3]):
        found = np.concatenate(
            list(count_tables(symbols, length, delta=delta, block=block))
        )
        alphabet = Alphabet("abc"[:symbols])
        expected = [
            s.counts
            for s in all_statistics(alphabet, length + 1, delta=delta, tau=0)
            if s.suffix == ("a",)
        ]
        assert [tuple(map(tuple, table)) for table in found.tolist()] == expected
