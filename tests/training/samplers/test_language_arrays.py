"""Words of languages on the device are uniform in their groups."""

from dataclasses import replace
from functools import partial
from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.languages.brackets import Shuffle
from lengthwise.tasks.languages.counter_machines import EqualBlocks
from lengthwise.tasks.languages.prefix_notation import PrefixNotation
from lengthwise.tasks.laws import Balanced, Compositions, Residues, Urn
from lengthwise.training.batch import shapes
from lengthwise.training.samplers import _automaton_words as automaton_words
from lengthwise.training.samplers._automaton_words import tickets
from lengthwise.training.samplers._counter_words import (
    counter_accepts,
    counter_following,
)
from lengthwise.training.samplers._random_arrays import TICKETS
from lengthwise.training.samplers.sequence_sampler import has_device_sampler
from tests.tasks.languages.test_members import both_kinds
from tests.training.law_tests import FALSE_ALARM, assert_drawn_from
from tests.training.samplers.device_draws import draws, quick, words_in

DRAWS = 1 << 15


def drawn(one, length):
    batch = draws(one, np.full(DRAWS, length), length + 3, seed=7)
    front = int(shapes(one).begins)
    return [word[front : front + length] for word in words_in(one, batch)]


def exact(one, length, members):
    inside, outside = both_kinds(one.law.language, length)
    if not inside or not outside:
        members = float(bool(inside))
    return {
        word: share / len(group)
        for group, share in ((inside, members), (outside, 1 - members))
        for word in group
        if share
    }


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("tomita3", 6),
        ("tomita4", 5),
        ("d2", 8),
        ("ab_d_bc", 3),
        ("l_k:k=35@next-set", 37),
        ("dyck1", 8),
        ("shuffle2", 4),
        ("shuffle:k=3", 4),
        ("boolean3", 4),
        ("boolean5", 3),
        ("anbncn", 6),
    ],
)
def test_members_of_a_length_are_uniform(text, length):
    one = task(text)
    if length > 8:
        words = {
            "".join("ab"[block % 2] * size for block, size in enumerate(sizes))
            for first, second in product(range(35), repeat=2)
            for sizes in [[1 + (b == first) + (b == second) for b in range(35)]]
        }
        law = {tuple(word): 1 / len(words) for word in words}
    else:
        law = exact(one, length, 1.0)
    assert_drawn_from(drawn(one, length), law)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("tomita4@recognize-end", 5),
        ("tomita1@recognize-last", 3),
        ("parity_language", 1),
        ("aa_star@recognize-end", 3),
        ("dyck1@recognize-end", 6),
        ("dyck1@recognize-end", 3),
        ("shuffle2@recognize-last", 2),
        ("anbn@recognize-end", 4),
        ("anbn@recognize-last", 3),
        ("boolean3@recognize-end", 3),
    ],
)
def test_a_fair_coin_decides_between_members_and_other_words(text, length):
    one = task(text)
    assert isinstance(one.law, Balanced)
    assert_drawn_from(drawn(one, length), exact(one, length, 0.5))


@pytest.mark.parametrize("text", ["majority_language", "count_k:k=2", "parity_k:k=3"])
def test_words_with_drawn_counts_have_their_distribution(text):
    one = task(text)
    length, symbols = 5, one.alphabet.symbols
    most = 5 if isinstance(one.law, Compositions) else min(5, one.law.most)
    words = [w for w in one.alphabet.words(length) if w.count(symbols[1]) <= most]
    same = {n: sum(w.count(symbols[1]) == n for w in words) for n in range(most + 1)}
    law = {w: 1 / (most + 1) / same[w.count(symbols[1])] for w in words}
    assert_drawn_from(drawn(one, length), law)


def test_a_distribution_that_is_off_by_seven_percent_is_found():
    # off by: root of the sum of (q - p)^2 / p; at most 100 outcomes in these tests
    outcomes, off = 100, 0.07
    limit = chi2.isf(FALSE_ALARM, outcomes - 1)
    assert ncx2.sf(limit, outcomes - 1, DRAWS * off**2) > 0.99


@pytest.mark.parametrize("balanced", [False, True])
def test_positions_in_parallel_are_those_of_a_walk(monkeypatch, balanced):
    dfa = task("d4").dfa
    tokens = np.random.default_rng(0).integers(2, size=(16, 9))

    def run():
        words = automaton_words.automaton_words(
            dfa,
            key=jax.random.key(1),
            lengths=jnp.array([2, 4, 6, 8] * 16),
            longest=9,
            balanced=balanced,
        )
        return [*words, automaton_words.states_of(dfa, jnp.asarray(tokens))]

    parallel = quick(partial(run))()
    monkeypatch.setattr(automaton_words, "PARALLEL_STATES", 0)
    for one, other in zip(parallel, quick(partial(run))(), strict=True):
        assert (one == other).all()
    for word, states in zip(tokens.tolist(), parallel[2].tolist(), strict=True):
        assert states == [
            dfa.run(dfa.alphabet.symbols[s] for s in word[:n]) for n in range(10)
        ]


@pytest.mark.parametrize("text", ["tomita4", "tomita3", "ab_d_bc"])
def test_rounded_tickets_move_less_than_the_stated_probability(text):
    dfa, length = task(text).dfa, 6
    first = tickets(dfa, length, balanced=False).first[0].astype(np.int64)
    inside, outside = both_kinds(dfa, length)
    distance = 0.0
    for word in inside + outside:
        chance, state = 1.0, dfa.start
        for place, symbol in enumerate(dfa.alphabet.encode(word)):
            row = first[length - 1 - place, state]
            ends = np.array([0, *row, TICKETS])
            chance *= (ends[symbol + 1] - ends[symbol]) / TICKETS
            state = dfa.transitions[state][symbol]
        distance += abs(chance - (1 / len(inside) if word in inside else 0)) / 2
        assert chance == 0 or word in inside
    assert distance <= length * (len(dfa.alphabet) - 1) / TICKETS


@pytest.mark.parametrize(
    ("language", "length"),
    [(Shuffle(1), 6), (Shuffle(2), 4), (PrefixNotation(2), 4), (EqualBlocks(3), 6)],
)
def test_languages_that_count_are_read_right_on_all_words(language, length):
    words = list(language.alphabet.words(length))
    tokens = jnp.array([language.alphabet.encode(word) for word in words])
    lengths = jnp.full(len(words), length)
    found = counter_accepts(language, tokens, lengths)
    assert found.tolist() == [language.accepts(word) for word in words]
    if isinstance(language, EqualBlocks):
        return
    after = counter_following(language, tokens, lengths)
    for word, bits in zip(words, after.tolist(), strict=True):
        for n in range(length + 1):
            state = language.run(word[:n])
            legal = language.legal(state)
            right = [symbol in legal for symbol in language.alphabet]
            assert bits[n] == [*right, language.accepts(word[:n])]


def test_the_empty_word_is_drawn_where_it_is_an_input():
    empty = replace(task("dyck1@recognize-end"), min_length=0)
    batch = draws(empty, np.array([0, 0, 1]), 4)
    assert batch.targets[:, 0, 0].tolist() == [1, 1, 0]
    assert batch.inputs.lengths.tolist() == [1, 1, 2]


def test_a_task_is_served_by_its_distribution_and_its_language():
    lead = task("maj_k")
    assert has_device_sampler(replace(lead, name="other"))
    assert not has_device_sampler(replace(lead, law=Residues(2)))
    assert not has_device_sampler(replace(task("parity_language"), law=Urn(1)))
    blocks = task("anbn")
    assert not has_device_sampler(replace(blocks, law=Balanced(blocks.language)))
    other = DFA.from_table("01", {0: {"0": 0, "1": 0}}, [0])
    mixed = replace(task("tomita4"), law=Balanced(other))
    batch = draws(mixed, np.full(64, 3), 4)
    for word, targets in zip(words_in(mixed, batch), batch.targets, strict=True):
        bits = ["1" in map(str, mixed.label(word[1:][:n])) for n in range(4)]
        assert targets[:, 1].astype(bool).tolist() == bits
