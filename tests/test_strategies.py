"""The random machines that all property tests draw from are worth drawing from."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.limit.running import evaluator
from tests import strategies as our
from tests.conftest import EXPENSIVE

MACHINES = 1000


@pytest.fixture(scope="module")
def some_machines():
    rng = np.random.default_rng(2)
    return [
        our.random_machine(
            rng,
            heads=int(rng.integers(1, 4)),
            delta=int(rng.integers(1, 5)),
            tau=int(rng.integers(0, 4)),
            kind=our.KINDS[number % 4],
            bos=bool(rng.integers(2)),
        )
        for number in range(MACHINES)
    ]


def has_tie(machine, word):
    """Two keys of different token, residue or bias share the largest logit."""
    read = machine.embed(word)
    tokens = machine.read(word)
    n = len(read)
    for head in machine.layers[0].heads:
        lags = np.zeros(n)
        near = min(n, len(head.lags))
        lags[n - near :] = head.lags[:near][::-1]
        logits = read @ head.bilinear @ read[-1] + lags
        best = np.flatnonzero(logits == logits.max())
        kinds = {(tokens[j], (j + 1) % machine.delta, lags[j]) for j in best}
        if len(kinds) > 1:
            return True
    return False


def test_a_quarter_of_the_machines_have_ties_at_the_largest_logit(some_machines):
    short = list(itertools.product("ab", repeat=4))
    tied = sum(any(has_tie(m, w) for w in short) for m in some_machines)
    assert tied >= MACHINES / 4


def test_a_quarter_of_the_machines_change_between_length_8_and_64(some_machines):
    word = tuple("abbababa")
    changed = 0
    for machine in some_machines:
        short, long = evaluator.last(machine, [word, word * 8])
        changed += np.abs(short - long).max() > 1e-3
    assert changed >= MACHINES / 4


@EXPENSIVE
@given(st.data())
def test_machines_have_the_sizes_that_were_asked_for(data):
    sizes = {
        "layers": data.draw(st.integers(0, 3)),
        "heads": data.draw(st.integers(0, 3)),
        "delta": data.draw(st.integers(1, 4)),
        "tau": data.draw(st.integers(0, 3)),
        "kinds": data.draw(st.sampled_from(our.KINDS)),
        "alphabet": data.draw(our.alphabets()),
    }
    machine = data.draw(our.machines(**{k: (v,) for k, v in sizes.items()}))
    assert len(machine.layers) == sizes["layers"]
    assert all(len(layer.heads) == sizes["heads"] for layer in machine.layers)
    assert machine.delta == sizes["delta"]
    assert machine.tau == (sizes["tau"] if sizes["layers"] * sizes["heads"] else 0)
    assert machine.attention.kind == sizes["kinds"]
    assert machine.alphabet == sizes["alphabet"]


def test_the_same_seed_gives_the_same_machine():
    assert our.machine_of_seed(7, tau=2) == our.machine_of_seed(7, tau=2)
    assert our.machine_of_seed(7, tau=2) != our.machine_of_seed(8, tau=2)


def test_heaviside_machines_have_units_of_both_kinds():
    machine = our.machine_of_seed(0, units=40, heaviside=True)
    assert 0 < sum(machine.layers[0].mlp.heaviside) < 40
    assert not any(our.machine_of_seed(0, units=40).layers[0].mlp.heaviside)


@given(our.alphabets().flatmap(lambda a: st.tuples(st.just(a), our.words(a))))
def test_words_stay_in_their_alphabet(pair):
    alphabet, word = pair
    assert 1 <= len(word) <= 8
    assert set(word) <= set(alphabet)
