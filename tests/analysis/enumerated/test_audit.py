import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.enumerated.labels_of_counts import targets
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.constructions.named_machines import mod_p_task, simple_task
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import evaluator
from lengthwise.tasks.catalogue import task
from lengthwise.words import Statistics
from tests.strategies import random_machine

SIMPLE = task("simple", omega=3.0)
MODP = task("modp", p=2, k=1)


def probability(subject, word):
    """The law of the task, word by word."""
    n = len(word)
    if subject.name == "simple":
        counts = Counter(word)
        orders = math.factorial(n) / math.prod(map(math.factorial, counts.values()))
        return 1 / math.comb(n + 2, 2) / orders
    chance = 1.0
    for residue in range(2):
        part = [s for t, s in enumerate(word, start=1) if t % 2 == residue]
        chance /= (len(part) + 1) * math.comb(len(part), part.count("1"))
    return chance


@pytest.mark.parametrize("subject", [SIMPLE, MODP], ids=lambda t: t.name)
@pytest.mark.parametrize(("delta", "tau"), [(1, 0), (2, 1), (4, 0)])
def test_both_norms_equal_brute_force_over_all_words(subject, delta, tau):
    rng = np.random.default_rng(delta)
    machine = random_machine(
        rng, delta=delta, tau=tau, alphabet=subject.alphabet, outputs=1
    )
    length = 5
    words = list(subject.alphabet.words(length))
    said = evaluator.last(machine, words)[:, 0]
    gaps = np.abs(said - np.array([subject.label(word) for word in words]))
    chances = np.array([probability(subject, word) for word in words])
    assert chances.sum() == pytest.approx(1.0)
    (found,) = audit(machine, subject, [length]).errors
    assert found.sup == pytest.approx(gaps.max())
    assert found.rms == pytest.approx(math.sqrt(chances @ gaps**2))
    word = found.worst.word()
    assert evaluator.last(machine, [word])[0, 0] == pytest.approx(found.output)
    assert subject.label(word) == pytest.approx(found.label)


@pytest.mark.parametrize("subject", [SIMPLE, MODP], ids=lambda t: t.name)
def test_labels_from_counts_equal_the_plain_ones(subject):
    for length in range(2, 7):
        for word in subject.alphabet.words(length):
            seen = Statistics.of(word, subject.alphabet, delta=2, tau=1)
            found = targets(subject, np.array([seen.counts]), seen.suffix)
            assert found[0] == pytest.approx(subject.label(word))


def test_the_exact_machines_are_right_at_every_length():
    found = audit(simple_task(omega=3.0), SIMPLE, [1, 20, 100])
    assert max(e.sup for e in found.errors) <= 3.0**2 / (2 * 64**2) + 1e-12
    exact = audit(mod_p_task(p=2, k=1), MODP, [2, 9, 40])
    assert max(e.sup for e in exact.errors) < 1e-12
    assert "sup error" in str(found)
    assert "clustered margin" in str(found)


def scaled(size):
    """A machine for MODP as a net is: log|x|, and ties that are broken by `size`."""
    machine = mod_p_task(p=2, k=1)
    (layer,) = machine.layers
    (head,) = layer.heads
    noise = np.random.default_rng(0).uniform(-size, size, head.bilinear.shape)
    heads = (replace(head, bilinear=head.bilinear / 3 + noise),)
    return replace(
        machine,
        layers=(replace(layer, heads=heads),),
        attention=Attention("softmax"),
    )


def test_the_margin_is_that_of_what_means_different_things():
    found = audit(scaled(0.1), MODP, [8], eps=0.01)
    assert found.margin.gamma == pytest.approx(8 / 3, abs=0.8)
    assert 0 < found.margin.eta < found.margin.gamma / 2
    assert found.log2_T_max < 1
    assert "no reach: T_max is below 2 symbols" in str(found)
    close = audit(scaled(1e-4), MODP, [8], eps=0.01)
    assert f"up to length T_max = 2^{close.log2_T_max:.3g}" in str(close)


def test_a_margin_that_is_none_is_explained():
    machine = scaled(0.0)
    keys = (machine.embedding[:, None] + machine.positions[:2]).reshape(4, -1)
    evenly, one = (np.linalg.lstsq(keys, y)[0] for y in (np.arange(4.0), np.ones(4)))
    (layer,) = machine.layers
    heads = (replace(layer.heads[0], bilinear=np.outer(evenly, one)),)
    spread = audit(replace(machine, layers=(replace(layer, heads=heads),)), MODP, [8])
    assert (spread.margin, spread.log2_T_max) == (None, None)
    assert "no threshold separates" in str(spread)
    plain = replace(scaled(0.0), attention=Attention("infinite"))
    unscaled = audit(plain, MODP, [8])
    assert unscaled.margin is None
    assert "only if logits are multiplied by log|x|" in str(unscaled)


def test_what_does_not_fit_is_refused():
    machine = simple_task(omega=3.0)
    with pytest.raises(SpecError, match="cannot be audited on modp"):
        audit(machine, MODP, [4])
    with pytest.raises(TooLargeError, match="different statistics"):
        audit(machine, SIMPLE, [10**6])
    with pytest.raises(TooLargeError, match=r"of length 1000000000… \(5001 digits\)"):
        audit(machine, SIMPLE, [10**5000])
    with pytest.raises(SpecError, match="no words of length 1"):
        audit(mod_p_task(p=2, k=1), MODP, [1])
    counts = np.zeros((1, 2, 3), dtype=np.int64)
    with pytest.raises(SpecError, match="do not show t mod 2"):
        targets(MODP, counts, ("1",))
    other = task("parity_language")
    with pytest.raises(SpecError, match="is not known to follow from counts"):
        targets(other, counts, ("1",))
