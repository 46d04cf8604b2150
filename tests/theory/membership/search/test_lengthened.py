import pytest

from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.regex import regex
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.lengthened import lengthened
from lengthwise.theory.membership.search.window_search import (
    WindowSearch,
    smallest,
)
from tests.theory.membership.language_list import PARITY


def words_of(expression, period, states=20_000):
    dfa = regex(expression).dfa
    return lengthened(
        dfa.transitions, dfa.start, period, states=states, budget=Budget()
    )


def test_only_words_that_two_states_share_become_longer():
    found = words_of("(a|b|c)*ab{4}", 1)
    assert found.longest == 5
    assert len(found.words) < 50 < 3**5
    for word in found.words:
        assert word[1:] in found.words
        assert word[:-1] in found.words


def test_what_is_seen_is_the_longest_word_of_the_set():
    found = words_of("(a|b)*ab", 1)
    for word in [(), (0,), (1, 0), (0, 1, 1, 0, 1)]:
        ends = [word[k:] for k in range(len(word) + 1)]
        assert found.seen(word) == next(end for end in ends if end in found.words)


@pytest.mark.parametrize(
    ("expression", "period"),
    [("(a|b|c)*ab{4}", 1), ("((a(ab)*b)(a|b))*", 8), ("((a(a(ab)*b)*b)*c)*ab", 1)],
)
def test_no_window_shorter_than_the_longest_word_suffices(expression, period):
    longest = words_of(expression, period).longest
    search = WindowSearch(merge_letters(regex(expression).dfa), "end")
    windows = range(longest + 1)
    assert smallest(search, windows, [period], 20_000).found.window == longest


def test_without_a_program_it_ends_at_the_limit():
    with pytest.raises(TooLargeError):
        lengthened(PARITY.transitions, 0, 2, states=200, budget=Budget())
