from dataclasses import replace

import numpy as np
import pytest

from lengthwise.errors import SpecError, TooLargeError, WordError
from lengthwise.limit.constructions.named_machines import k_gram, mod_p_task
from lengthwise.limit.machine import Attention
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.words import Statistics
from tests.theory.simulation.sequences import sequence, two_layers
from tests.theory.simulation.simulated import long_statistics, table_machine


def test_machines_of_other_periods_and_lags_meet_in_one_word():
    f, g = mod_p_task(p=2), mod_p_task(p=3, k=1)
    rng = np.random.default_rng(0)
    x = "".join(rng.choice(["0", "1"], 90_000).tolist())
    found = simulate(x, f, g, eps=0.5)
    assert found.method == "periodic"
    assert found.kept
    assert found.z_length < 60_000
    assert (found.z_length - 90_000) % 6 == 0
    ones = [x[r - 1 :: 2].count("1") / 45_000 for r in (2,)]
    assert found.f.at_x == pytest.approx(ones)


def test_a_word_and_its_statistics_get_the_same_simulation():
    rng = np.random.default_rng(4)
    f, g = table_machine(rng, 3, tau=2), table_machine(rng, 3, tau=1)
    x = long_statistics(rng, 3, 200_000, tau=2)
    seen = simulate(x, f, g, eps=1.0)
    read = simulate(x.word(), f, g, eps=1.0)
    assert seen.case not in {"short", None}
    assert isinstance(seen.z, Statistics)
    assert read.z == seen.z.word()
    assert replace(read, x=seen.x, z=seen.z) == seen


def test_a_short_word_is_returned_as_it_is():
    f = mod_p_task(p=2)
    found = simulate("0110", f, f, eps=0.1)
    assert found.x == found.z == ("0", "1", "1", "0")


def test_two_layers_take_the_rotor_unless_told_otherwise():
    x, f, g = sequence("sticky", 1000), two_layers(0), two_layers(1)
    assert simulate(x, f, g, eps=0.1, length=50).method == "rotor"
    blocks = {"method": "blocks", "length": 50, "block_length": 2.0, "draws": 3}
    first, second = (simulate(x, f, g, eps=1e-9, seed=s, **blocks) for s in (1, 2))
    assert first.method == "blocks"
    assert first.z != second.z
    assert first == simulate(x, f, g, eps=1e-9, seed=1, **blocks)


def test_coupling_takes_the_uniform_law_unless_told_otherwise():
    rng = np.random.default_rng(4)
    f, g = table_machine(rng, 3), table_machine(rng, 3)
    x = long_statistics(rng, 3, 200_000)
    options = {"eps": 0.1, "method": "coupling", "length": 300}
    found = simulate(x, f, g, **options)
    assert (found.method, found.z_length) == ("coupling", 300)
    assert found == simulate(x, f, g, alpha=(1.0, 1.0, 1.0), **options)
    assert found != simulate(x, f, g, seed=1, **options)
    assert len(simulate(x.word(), f, g, **options).z) == 300


def test_what_cannot_be_simulated_is_refused():
    one, two = mod_p_task(p=2), k_gram(k=1, S=2)
    seen = Statistics.of("0110", two.alphabet, delta=1, tau=1)
    other = long_statistics(np.random.default_rng(0), 3, 10**6, delta=2)
    large = Statistics(
        alphabet=one.alphabet, delta=1, tau=0, counts=((1 << 62,), (0,)), suffix=("0",)
    )
    for x, f, g, options, error, message in [
        ("", one, one, {}, WordError, "is empty"),
        ("012", one, one, {}, WordError, "'2' at place 3 is not one of"),
        (
            "01",
            one,
            k_gram(k=1, S=3),
            {},
            SpecError,
            "f reads {0, 1}, g reads {0, 1, 2}",
        ),
        ("01", one, two, {}, SpecError, "2 layers"),
        (seen, two, two, {}, SpecError, "give the word"),
        ("01", one, one, {"length": 5}, SpecError, "omit length"),
        ("01", one, one, {"method": "rotor"}, SpecError, "finite attention"),
        (large, one, one, {}, TooLargeError, "more than 2..62 symbols"),
        (seen, one, one, {}, SpecError, "delta=1, but the machine has period 2"),
        (other, one, one, {}, SpecError, "statistics over the alphabet {a, b, c}"),
    ]:
        with pytest.raises(error, match=message):
            simulate(x, f, g, eps=0.1, **options)
    soft = replace(one, attention=Attention("softmax"))
    with pytest.raises(SpecError, match="softmax attention"):
        simulate("01", one, soft, eps=0.1)
