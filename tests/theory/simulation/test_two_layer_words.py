import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.named_machines import k_gram
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import feed
from lengthwise.limit.running.evaluator import last, streams
from lengthwise.theory.simulation._two_layer_words import two_layer
from tests.limit.first_layer_limit import limit_stream
from tests.theory.simulation.sequences import KINDS, sequence, two_layers


def typical(x, **options):
    """The distance and the error, geometric means over six machines and draws."""
    logs = []
    for seed in range(0, 6, 2):
        f, g = two_layers(seed), two_layers(seed + 1)
        found = two_layer(x, f, g, eps=1e-6, length=len(x) // 8, seed=seed, **options)
        logs += [np.log([side.distance, side.error]) for side in (found.f, found.g)]
    return np.exp(np.mean(logs, axis=0))


@pytest.mark.parametrize("kind", KINDS)
def test_the_rotor_beats_one_draw_of_blocks(kind):
    x = sequence(kind, 16_000)
    walk = typical(x, method="rotor")
    assert (walk < typical(x, method="blocks", draws=1)).all()


def test_blocks_beat_single_symbols_on_sticky_words():
    # The machines ask what follows a symbol: itself, mostly, as runs have 20 symbols.
    x = sequence("sticky", 20_000)
    digits = tuple(str("abc".index(symbol)) for symbol in x)
    f, g = k_gram(k=1, S=3, b=3.0), k_gram(k=1, S=3, b=5.0)
    options = {"eps": 1e-6, "method": "blocks", "length": 500, "draws": 1}
    for seed in range(4):
        pieces = two_layer(digits, f, g, seed=seed, **options)
        single = two_layer(digits, f, g, seed=seed, block_length=1.0, **options)
        assert 2 * pieces.f.error < single.f.error
        assert 2 * pieces.g.error < single.g.error


def test_drawing_again_makes_it_better_until_it_is_good_enough():
    x, f, g = sequence("sticky", 4000), two_layers(1), two_layers(2)
    options = {"method": "blocks", "length": 300, "seed": 5}
    once, often = (
        two_layer(x, f, g, eps=1e-9, draws=draws, **options) for draws in (1, 12)
    )
    worst = [max(s.f.distance, s.g.distance) for s in (once, often)]
    assert worst[1] < worst[0]
    assert 150 <= often.z_length <= 450
    enough = two_layer(x, f, g, eps=worst[0], draws=12, **options)
    assert enough.z == once.z


def test_the_distance_bounds_the_change_of_the_output_at_a_fixed_query():
    x = sequence("drifting", 1000)
    for seed in range(8):
        machine = two_layers(seed, scale=0.4)
        found = two_layer(x, machine, machine, eps=0.1, length=100)
        first = replace(machine, layers=machine.layers[:1])
        (_, y), (_, other) = streams(first, x), streams(first, found.z)
        head, mlp = machine.layers[1].heads[0], machine.layers[1].mlp

        def output(keys, head=head, mlp=mlp, query=y[-1], U=machine.readout):
            terms = np.exp(keys @ head.bilinear @ query)
            mean = terms @ keys @ head.value.T / terms.sum()
            end = (query + mean)[np.newaxis]
            return (end + feed(mlp, end))[0] @ U.T

        assert output(y) == pytest.approx(np.array(found.f.at_x))
        moved = np.linalg.norm(output(y) - output(other))
        assert 0 < moved <= found.f.distance


@pytest.mark.parametrize("method", ["blocks", "rotor"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_three_brackets_hold_on_simulated_words(kind, method):
    """The step from constants to bound, with the error of the lemma as measured."""
    x = sequence(kind, 300)
    for seed in range(3):
        f, g = two_layers(seed, scale=0.1), two_layers(seed + 50, scale=0.15)
        found = two_layer(x, f, g, eps=0.1, length=60, method=method, seed=seed)
        for machine, side in ((f, found.f), (g, found.g)):
            assert side.error <= three_brackets(machine, x, found.z)


def three_brackets(machine, x, z):
    constants, head = two_layer_constants(machine), machine.layers[1].heads[0]
    beta, V, R = constants.beta, constants.V_2, constants.R_1
    limits = [limit_stream(machine, word) for word in (x, z)]
    first = replace(machine, layers=machine.layers[:1])
    exact = [streams(first, word)[-1] for word in (x, z)]
    sums = []
    for y in limits:
        terms = np.exp(y @ head.bilinear @ limits[0][-1])
        sums.append(np.append(terms @ y @ head.value.T, terms.sum()) / len(y))
    lemma = np.linalg.norm(sums[0] - sums[1])
    off = [
        np.linalg.norm(y - bar, axis=1) for y, bar in zip(exact, limits, strict=True)
    ]
    ends = np.linalg.norm(exact[0][-1] - exact[1][-1])
    return (
        constants.U
        * constants.lambda_2
        * (
            math.exp(beta) * (1 + V * R) * lemma
            + V * (1 + 2 * beta) * math.exp(2 * beta) * sum(d.mean() for d in off)
            + (1 + 2 * beta * V) * ends
        )
    )


def test_a_word_below_twice_the_length_is_its_own_simulation():
    x, f, g = sequence("sticky", 199), two_layers(0), two_layers(1)
    for method in ("blocks", "rotor"):
        found = two_layer(x, f, g, eps=0.1, length=100, method=method)
        assert (found.z, found.case) == (x, "short")
        assert (found.f.error, found.f.distance, found.kept) == (0.0, 0.0, True)
        longer = two_layer((*x, "a"), f, g, eps=0.1, length=100, method=method)
        assert longer.case is None
        assert longer.basis == "rests on constants one"


def test_without_a_length_the_one_of_the_promise_is_taken():
    f, g = two_layers(0), two_layers(1)
    found = two_layer(sequence("sticky", 199), f, g, eps=0.1)
    assert found.case == "short"
    assert found.bound > 1e9


def next_symbols(word, k):
    """The frequency of each symbol after earlier occurrences of the last k."""
    key, counts = word[-k:], np.zeros(3)
    for j in range(k, len(word)):
        if word[j - k : j] == key:
            counts[int(word[j])] += 1
    return counts / counts.sum()


def test_the_k_gram_machine_is_nearer_to_its_task_with_larger_b_and_c():
    rng = np.random.default_rng(0)
    word = ["0"]
    rows = rng.dirichlet([1.0, 1.0, 1.0], 3)
    for _ in range(2000):
        word.append(str(rng.choice(3, p=rows[int(word[-1])])))
    word = tuple(word)

    def error(k, **numbers):
        (got,) = last(k_gram(k=k, S=3, **numbers), (word,))
        return np.abs(got - next_symbols(word, k)).sum()

    for k in (1, 2):
        by_b = [error(k, b=b, c=5.0) for b in (1.0, 2.0, 4.0, 8.0)]
        assert by_b == sorted(by_b, reverse=True)
        assert by_b[-1] < 0.1 * by_b[0]
        by_c = [error(k, b=8.0, c=c) for c in (1.5, 2.0, 3.0)]
        assert by_c == sorted(by_c, reverse=True)


@pytest.mark.parametrize("b", [8.0, 1e5])
def test_a_key_that_was_never_seen_gives_numbers_on_both_words(b):
    x = (*("0101101" * 60), "2", "2")
    f, g = k_gram(k=2, S=3, b=b), k_gram(k=2, S=3, b=b / 2)
    for method in ("blocks", "rotor"):
        found = two_layer(x, f, g, eps=0.1, length=60, method=method)
        assert found.z[-3:] == x[-3:]
        assert all(map(math.isfinite, (*found.f.at_x, *found.f.at_z)))
        assert math.isfinite(found.f.distance)
        assert sum(found.f.at_z) == pytest.approx(1)


def test_the_k_gram_of_a_long_word_is_that_of_a_short_one():
    x = sequence("sticky", 20_000, seed=3)
    digits = tuple(str("abc".index(s)) for s in x)
    f, g = k_gram(k=1, S=3, b=4.0), k_gram(k=1, S=3, b=6.0)
    found = two_layer(digits, f, g, eps=0.05, length=2000)
    assert max(found.f.error, found.g.error) < 0.05


def test_what_the_theorem_does_not_speak_of_is_refused():
    x, f = sequence("sticky", 199), two_layers(0)
    finite = replace(f, attention=Attention("finite", 8))
    for machine, options, message in [
        (finite, {}, "finite attention"),
        (replace(f, layers=f.layers[:1]), {}, r"layers with \[2\] heads"),
        (f, {"eps": 0.0}, "positive number"),
        (f, {"length": 5}, "z needs at least 6 symbols"),
        (f, {"draws": 0}, "at least one is needed"),
    ]:
        with pytest.raises(SpecError, match=message):
            two_layer(x, machine, f, **{"eps": 0.1, "length": 50, **options})
