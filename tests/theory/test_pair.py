"""Two machines fit together or are refused, in the same words everywhere."""

import pytest

from lengthwise.analysis.enumerated.all_words import worst_word
from lengthwise.errors import SpecError
from lengthwise.limit.constructions.named_machines import k_gram, mod_p_task
from lengthwise.theory.minimax.shortest_path import minimax
from lengthwise.theory.pair import Pair, comparable, require_one_head
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.worst_case import worst_case
from lengthwise.words import Statistics

BITS, LETTERS = mod_p_task(p=2), k_gram(k=1, S=3)
READ = r"f reads \{0, 1\}, g reads \{0, 1, 2\}; both must have the same alphabet"


@pytest.mark.parametrize(
    "compare",
    [
        lambda f, g: worst_case(f, g, 3),
        lambda f, g: worst_word(f, g, 3),
        lambda f, g: bounds_for(f, g, 0.1),
        lambda f, g: simulate("010", f, g, eps=0.1),
        lambda f, g: minimax(N=3, f=f, g=g),
    ],
)
def test_machines_over_different_alphabets_are_refused_everywhere(compare):
    with pytest.raises(SpecError, match=READ):
        compare(BITS, LETTERS)


@pytest.mark.parametrize("compare", [worst_case, worst_word, bounds_for])
def test_outputs_must_be_as_many(compare):
    with pytest.raises(
        SpecError, match="f has 1 outputs, g has 2; the numbers must be"
    ):
        compare(BITS, k_gram(k=1, S=2), 1)


def test_what_two_machines_see_of_a_word():
    pair = Pair(mod_p_task(p=2), mod_p_task(p=3))
    assert pair.seen(tuple("0110101")) == Statistics.of(
        "0110101", pair.alphabet, delta=6, tau=0
    )
    assert pair.statistics_count(3) == 2**3
    assert list(comparable(*pair)) == [pair.f, pair.g]


def test_one_layer_with_one_head_is_asked_for():
    require_one_head(BITS)
    with pytest.raises(SpecError, match=r"a machine of 2 layers with \[2, 1\] heads;"):
        require_one_head(LETTERS)
