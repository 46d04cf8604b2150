"""The definition, pinned by numbers worked out by hand.

In most machines here the logit of a key depends on its own symbol only, and the output
is the attention that goes to the symbol ``a``.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.limit.running import definition
from lengthwise.words import Alphabet
from tests import strategies as our
from tests.conftest import EXPENSIVE
from tests.limit.weigher import border_cases, weigher


def attention_to_a(machine, word):
    return definition.outputs(machine, word)[:, 0]


def test_weights_are_the_length_to_the_power_of_the_logit():
    # |x| = 3: an a weighs 3 and a b weighs 1, at every position of the word.
    assert attention_to_a(weigher(1.0), "bab") == pytest.approx([0, 3 / 4, 3 / 5])
    assert attention_to_a(weigher(2.0), "aab") == pytest.approx([1, 1, 18 / 19])
    assert attention_to_a(weigher(-1.0), "aab") == pytest.approx([1, 1, 2 / 5])


def test_a_position_sees_itself_and_nothing_behind_it():
    assert attention_to_a(weigher(0.0), "ab") == pytest.approx([1, 1 / 2])
    assert attention_to_a(weigher(0.0), "ba") == pytest.approx([0, 1 / 2])


def test_the_mark_is_a_key_and_counts_in_the_length():
    # `$ab` has |x| = 3: the weights are 1, 3, 1.
    found = attention_to_a(weigher(1.0, bos=True), "ab")
    assert found == pytest.approx([0, 3 / 4, 3 / 5])
    assert attention_to_a(weigher(1.0, bos=True), "") == pytest.approx([0])


@pytest.mark.parametrize(
    ("lags", "expected"),
    [
        ((1.0,), [1, 1 / 4, 1 / 5]),  # the b at distance 0 weighs 3
        ((0.0, 1.0), [1, 3 / 4, 1 / 5]),  # distance 1: a at the second, b at the third
        ((0.0, 0.0, 1.0), [1, 1 / 2, 3 / 5]),  # distance 2: a at the third
        ((0.0, 0.0, 0.0, 1.0), [1, 1 / 2, 1 / 3]),  # distance 3: nothing
    ],
)
def test_entry_k_of_the_lags_belongs_to_distance_k(lags, expected):
    assert attention_to_a(weigher(0.0, lags=lags), "abb") == pytest.approx(expected)


def test_infinite_precision_scales_the_lags_alone_by_the_log_of_the_query_index():
    machine = weigher(np.log(5.0), lags=(0.0, 1.0), attention=Attention("infinite"))
    # At i: an a weighs 5, and the key before the query i times as much as otherwise.
    expected = [1, 10 / 11, 5 / (5 + 3 + 1), 5 / (5 + 1 + 4 + 1)]
    assert attention_to_a(machine, "abbb") == pytest.approx(expected)
    marked = weigher(
        np.log(5.0), lags=(0.0, 1.0), attention=Attention("infinite"), bos=True
    )
    assert attention_to_a(marked, "ab") == pytest.approx([0, 5 / 7, 15 / (1 + 15 + 1)])


def test_hardmax_is_uniform_on_the_largest_logits():
    machine = weigher(-1.0, lags=(0.0, -1.0), attention=Attention("hardmax"))
    # aab: the logits from the last position are -1, -2, 0; from the second -2, -1.
    assert attention_to_a(machine, "aab") == pytest.approx([1, 1, 0])
    # Both b are at logit 0, or one at 0 and one at -1.
    assert definition.outputs(machine, "bab")[-1] == pytest.approx(0)
    tie = weigher(0.0, lags=(0.0, -1.0), attention=Attention("hardmax"))
    assert attention_to_a(tie, "abb") == pytest.approx([1, 0, 1 / 2])


def test_hardmax_takes_logits_as_equal_that_differ_by_rounding_only():
    hard = Attention("hardmax")
    content = np.array([0.1 + 0.2, 0.3, 0.3 - 1e-6])
    found = definition.terms(content, np.zeros(3), attention=hard, length=3)
    assert found.tolist() == [1, 1, 0]
    large = 1e8 * content
    assert definition.terms(large, np.zeros(3), attention=hard, length=3).tolist() == [
        1,
        1,
        0,
    ]


@pytest.mark.parametrize(("bits", "expected"), [(1, 1), (2, 1), (3, 4 / 7), (9, 4 / 7)])
def test_finite_precision_drops_terms_of_at_most_2_to_the_minus_p(bits, expected):
    # |x| = 4: three b weigh 1/4 each beside the a, which is exactly 2^-2.
    machine = weigher(1.0, attention=Attention("finite", bits))
    assert attention_to_a(machine, "abbb")[-1] == pytest.approx(expected)


def test_terms_on_the_rounding_border_are_dropped_by_their_exponent():
    misjudged = 0
    for length, gap, bits in border_cases():
        content = np.array([0.0, -gap])
        for precision, kept in ((bits, False), (bits + 1, True)):
            finite = Attention("finite", precision)
            found = definition.terms(
                content, np.zeros(2), attention=finite, length=length
            )
            assert (found[1] > 0) == kept
        misjudged += np.exp(-np.log(length) * gap) > 2.0**-bits
    assert misjudged > 100  # so many would be kept by a comparison after exp


def test_positions_belong_to_their_residue_class():
    machine = LimitTransformer(
        alphabet=Alphabet("ab"),
        embedding=np.zeros((3, 1)),
        positions=np.array([[10.0], [20.0], [30.0]]),
        layers=(Layer(mlp=MLP.none(1)),),
        readout=np.eye(1),
        bos=True,
    )
    assert definition.outputs(machine, "abab")[:, 0].tolist() == [20, 30, 10, 20, 30]


def test_an_mlp_adds_to_the_stream_what_its_units_say():
    mlp = MLP(
        inner=np.array([[1.0], [1.0], [-1.0]]),
        bias=np.array([-2.0, -2.0, 0.0]),
        outer=np.array([[10.0, 100.0, 1000.0]]),
        heaviside=(False, True, True),
    )
    found = definition.feed(mlp, np.array([[0.0], [1.0], [2.0], [5.0]]))
    assert found[:, 0].tolist() == [1000, 0, 100, 130]


def test_heads_are_summed_and_layers_follow_each_other():
    # Layer 1 puts the shares of a and of b so far beside the symbol; layer 2 averages.
    embedding = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
    share_of_a, share_of_b, mean = np.zeros((3, 4, 4))
    share_of_a[2, 0] = share_of_b[2, 1] = mean[3, 2] = 1.0
    share_of_b *= 10
    none = np.zeros((4, 4))
    step = MLP(
        inner=np.array([[0.0, 0.0, 1.0, 0.0]]),
        bias=np.array([-5.5]),
        outer=np.array([[0.0], [0.0], [-2.0], [0.0]]),
    )
    machine = LimitTransformer(
        alphabet=Alphabet("ab"),
        embedding=embedding,
        layers=(
            Layer(
                heads=tuple(
                    Head(bilinear=none, value=v) for v in (share_of_a, share_of_b)
                ),
                mlp=step,
            ),
            Layer(heads=(Head(bilinear=none, value=mean),), mlp=MLP.none(4)),
        ),
        readout=np.array([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]),
    )
    # Shares a + 10 b: 10, 5.5, 7; the unit is 4.5, 0, 1.5, and is taken off twice.
    found = definition.outputs(machine, "bab")
    assert found[:, 0] == pytest.approx([1, 5.5, 4])
    assert found[:, 1] == pytest.approx([1, 3.25, 3.5])
    before, first, second = definition.streams(machine, "bab")
    assert before.tolist() == machine.embed("bab").tolist()
    assert first[:, 3].tolist() == [0, 0, 0]
    assert second[:, :3] == pytest.approx(first[:, :3])


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=60), st.booleans())
def test_averages_of_zeros_and_ones_are_exact_quotients(word, bos):
    found = attention_to_a(weigher(0.0, bos=bos), word)
    for i, share in enumerate(found[bos:], start=1):
        assert share == float(Fraction(word[:i].count("a"), i + bos))


@EXPENSIVE
@given(our.machines(), st.data())
def test_the_attention_that_is_asked_for_replaces_that_of_the_machine(machine, data):
    word = data.draw(our.words(machine.alphabet, max_size=5))
    hard = Attention("hardmax")
    other = definition.outputs(machine, word, attention=hard)
    same = definition.outputs(replace(machine, attention=hard), word)
    assert np.array_equal(other, same)


def test_a_machine_without_mark_has_no_output_on_the_empty_word():
    assert definition.outputs(weigher(1.0), "").shape == (0, 1)
