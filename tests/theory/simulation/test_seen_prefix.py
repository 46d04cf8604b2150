import numpy as np
import pytest

from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import streams, terms
from lengthwise.theory.simulation.seen_prefix import Prefix, attended
from lengthwise.words import Alphabet, Statistics
from tests.theory.simulation.simulated import table_machine


def attended_positions(machine, word):
    """The positions of the prefix, from 1, that the last query attends to."""
    (stream, _), (head,) = streams(machine, word), machine.layers[0].heads
    distance = np.arange(len(word) - 1, -1, -1)
    lags = np.append(head.lags, 0.0)[np.minimum(distance, len(head.lags))]
    content = stream @ head.bilinear @ stream[-1]
    hard = Attention("hardmax")
    found = terms(content, lags, attention=hard, length=len(word)) > 0
    prefix = max(0, len(word) - machine.tau - 1)
    return {i for i in range(1, prefix + 1) if found[i - 1]}


@pytest.mark.parametrize("delta", [1, 2, 3])
@pytest.mark.parametrize("tau", [0, 2])
def test_attended_pairs_are_those_of_the_attended_positions(delta, tau):
    for seed in range(6):
        rng = np.random.default_rng([seed, delta, tau])
        machine = table_machine(rng, 2, delta=delta, tau=tau)
        for length in range(1, 8):
            for word in Alphabet("ab").words(length):
                where = {"delta": machine.delta, "tau": machine.tau}
                seen = Statistics.of(word, machine.alphabet, **where)
                pairs = attended(machine, seen)
                assert attended_positions(machine, word) == {
                    i
                    for i, s in enumerate(word[: max(0, length - machine.tau - 1)], 1)
                    if machine.alphabet.index(s) * seen.delta + i % seen.delta in pairs
                }


def test_the_machine_that_attends_to_fewer_positions_comes_first():
    for seed in range(50):
        rng = np.random.default_rng(seed)
        f, g = table_machine(rng, 3, tau=1), table_machine(rng, 3, tau=1)
        word = "".join(rng.choice(["a", "b", "c"], 20))
        seen = Statistics.of(word, f.alphabet, delta=1, tau=1)
        prefix = Prefix.of(seen, f, g)
        assert prefix.total(prefix.few) <= prefix.total(prefix.many)
        assert {prefix.few, prefix.many} == {attended(f, seen), attended(g, seen)}
        assert prefix.length == 18
