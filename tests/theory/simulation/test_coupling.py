import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.machine import Attention
from lengthwise.theory.simulation._coupling import coupled, coupling
from lengthwise.words import Alphabet, Statistics
from tests.theory.simulation.simulated import long_statistics, table_machine


def drawn(rng, alpha, length, tau):
    """Statistics of a word from the law itself."""
    q = rng.dirichlet(alpha)
    suffix = tuple(rng.choice(["a", "b", "c"], tau + 1, p=q).tolist())
    counts = rng.multinomial(length - tau - 1, q)
    return Statistics(
        alphabet=Alphabet("abc"),
        delta=1,
        tau=tau,
        counts=tuple((int(n),) for n in counts),
        suffix=suffix,
    )


def shares(seen):
    return np.array([sum(row) for row in seen.counts]) / seen.length


def test_the_short_word_has_the_law_of_a_short_word():
    alpha = (0.5, 1.0, 2.0)
    rng = np.random.default_rng(0)
    long = [drawn(rng, alpha, 10**6, 1) for _ in range(2000)]
    short = [coupled(x, alpha=alpha, length=50, rng=rng) for x in long]
    alone = [drawn(rng, alpha, 50, 1) for _ in range(2000)]
    for power in (1, 2):
        got, want = (
            np.mean([shares(one) ** power for one in some], axis=0)
            for some in (short, alone)
        )
        assert got == pytest.approx(want, abs=0.03)
    both = np.corrcoef([shares(x)[0] for x in long], [shares(z)[0] for z in short])
    assert both[0, 1] > 0.95


@pytest.mark.parametrize("delta", [1, 2, 3])
def test_the_suffix_keeps_its_residues(delta):
    rng = np.random.default_rng(1)
    for length in range(100, 106):
        x = long_statistics(rng, 3, length, delta=delta, tau=2)
        z = coupled(x, alpha=(1.0, 1.0, 1.0), length=50, rng=rng)
        assert z.suffix == x.suffix
        assert (z.length - x.length) % delta == 0
        assert 50 <= z.length < 50 + delta


def test_errors_fall_with_the_length_on_average():
    rng = np.random.default_rng(2)
    errors = {100: [], 10_000: []}
    for seed in range(60):
        f, g = table_machine(rng, 3, tau=1), table_machine(rng, 3, tau=1)
        x = drawn(rng, (1.0, 1.0, 1.0), 10**6, max(f.tau, g.tau))
        for length, found in errors.items():
            law = {"alpha": (1.0, 1.0, 1.0), "length": length, "seed": seed}
            both = coupling(x, f, g, eps=0.1, **law)
            found += [both.f.distance, both.g.distance]
            assert both.f.promised is None
            assert (both.basis, both.z_length, both.kept) == ("none", length, True)
    assert np.mean(errors[10_000]) < 0.2 * np.mean(errors[100])


def test_the_length_of_the_theorem_is_the_default():
    rng = np.random.default_rng(3)
    f, g = table_machine(rng, 2), table_machine(rng, 2)
    x = long_statistics(rng, 2, 10**6)
    found = coupling(x, f, g, eps=0.1, alpha=(1.0, 2.0))
    assert found.z_length == found.bound == 10_000
    short = long_statistics(rng, 2, 10_000)
    found = coupling(short, f, g, eps=0.1, alpha=(1.0, 2.0))
    assert (found.z, found.case) == (short, "short")
    assert coupling(x, f, g, eps=1e-200, alpha=(1.0, 0.01)).bound == float("inf")


def test_numbers_out_of_range_are_refused():
    rng = np.random.default_rng(3)
    f = table_machine(rng, 2)
    x = long_statistics(rng, 2, 1000, tau=2)
    for options, message in [
        ({"eps": 1.0}, "between 0 and 1"),
        ({"alpha": (1.0,)}, "one positive number for each"),
        ({"alpha": (1.0, 0.0)}, "one positive number for each"),
        ({"length": 2}, "at least 3, the length of the suffix"),
    ]:
        with pytest.raises(SpecError, match=message):
            coupling(x, f, f, **{"eps": 0.1, "alpha": (1.0, 1.0), **options})
    soft = table_machine(rng, 2, attention=Attention("softmax"))
    with pytest.raises(SpecError, match="softmax attention"):
        coupling(x, f, soft, eps=0.1, alpha=(1.0, 1.0))
