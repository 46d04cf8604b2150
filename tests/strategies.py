"""Random words and machines for property tests; tested in test_strategies."""

from hypothesis import strategies as st

from lengthwise.words import Alphabet

ALPHABETS = [Alphabet("a"), Alphabet("ab"), Alphabet("abc")]


def alphabets():
    return st.sampled_from(ALPHABETS)


def words(alphabet, *, min_size=1, max_size=8):
    return st.lists(
        st.sampled_from(alphabet.symbols), min_size=min_size, max_size=max_size
    ).map(tuple)
