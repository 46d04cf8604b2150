import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.enumerated.labels_of_counts import targets
from lengthwise.analysis.every_length.certify import certify_all_lengths
from lengthwise.analysis.every_length.error_certificate import certificate
from lengthwise.analysis.every_length.leaf_checker import problems
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.constructions.named_machines import mod_p_task, simple_task
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.evaluator import last
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.tasks.catalogue import task
from lengthwise.words import class_sizes
from tests.strategies import random_machine

SIMPLE = task("simple", omega=3.0)
MODP = task("modp", p=2, k=1)
MODP3 = task("modp", p=3, k=2)
KINDS = ("infinite", "softmax", "finite", "hardmax")


def model(subject, kind, seed):
    """A random machine with logits as moderate as those of nets."""
    rng = np.random.default_rng(seed)
    p = int(dict(subject.numbers).get("p", 1))
    machine = random_machine(
        rng, delta=p, kind=kind, alphabet=subject.alphabet, outputs=1
    )
    return replace(machine, layers=_without_lags(machine))


def _without_lags(machine):
    (layer,) = machine.layers
    heads = (replace(layer.heads[0], lags=np.zeros(1)),)
    return (replace(layer, heads=heads),)


def errors_of_long_words(machine, subject, rng, *, share, longest):
    """Errors on random words, extreme ones among them, of lengths far beyond."""
    p = int(dict(subject.numbers).get("p", 1))
    for _ in range(150):
        n = int(10 ** rng.uniform(1.5, math.log10(longest)))
        sizes = class_sizes(n - 1, p)
        columns = []
        for size in sizes:
            shares = rng.dirichlet([rng.choice([0.05, 1.0])] * len(subject.alphabet))
            columns.append(rng.multinomial(size, shares))
        counts = np.stack(columns, axis=1)[np.newaxis].astype(np.int64)
        symbol = str(rng.choice(subject.alphabet.symbols))
        kept = counts[0, :2].sum() + (symbol in "01") >= share * n
        if subject.name == "modp" or kept:
            said = outputs_of_counts(machine, counts, (symbol,))[0, 0]
            yield abs(said - targets(subject, counts, (symbol,))[0])


@pytest.mark.parametrize("subject", [SIMPLE, MODP, MODP3], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_no_word_is_worse_than_the_bound(subject, kind):
    for seed in range(3):
        machine = model(subject, kind, seed)
        longest = 10**6 if kind == "softmax" else None
        found = certify_all_lengths(
            machine, subject, longest=longest, relative=0.05, absolute=0.01, seconds=2
        )
        if isinstance(found, CannotSay):
            assert kind == "finite"
            continue
        assert problems(found, machine) == []
        # Below, at and above the first length that is left to boxes.
        near = (found.shortest, found.shortest + 1, found.shortest + 5)
        lengths = [n for n in (3, 4, 7, 10, 12, *near) if n >= subject.min_length]
        exact = [error.sup for error in audit(machine, subject, lengths).errors]
        rng = np.random.default_rng(seed)
        tried = errors_of_long_words(machine, subject, rng, share=0, longest=10**6)
        assert max(*exact, *tried) <= found.bound
        assert found.attained <= found.bound
        (said,) = outputs_of_counts(
            machine, np.array([found.worst.counts]), found.worst.suffix
        )[0]
        assert abs(said - found.label) == pytest.approx(found.attained)


@pytest.mark.parametrize("kind", ["infinite", "softmax"])
def test_a_share_of_zeros_and_ones_leaves_out_the_jump(kind):
    machine = replace(simple_task(omega=3.0), attention=Attention(kind))
    longest = None if kind == "infinite" else 10**9
    everywhere, most = (
        certify_all_lengths(machine, SIMPLE, share=share, longest=longest)
        for share in (0.0, 0.2)
    )
    assert problems(most, machine) == []
    assert most.bound < 0.2
    # Logits 8 and 0: e^8 twos for one 0 take half of the attention of a plain model.
    assert (everywhere.bound > 0.9) == (kind == "infinite")
    rng = np.random.default_rng(0)
    tried = errors_of_long_words(machine, SIMPLE, rng, share=0.2, longest=10**9)
    assert max(tried) <= most.bound


def test_the_constructions_are_right_at_every_length():
    machine = simple_task(omega=3.0, pieces=16)
    found = certify_all_lengths(machine, SIMPLE)
    assert found.reached
    assert found.bound <= 1.02 * 3.0**2 / (2 * 16**2)
    assert found.attained >= found.bound / 1.02
    for p in (2, 3, 5):
        machine = mod_p_task(p=p, k=1)
        exact = certify_all_lengths(machine, task("modp", p=p, k=1))
        assert problems(exact, machine) == []
        assert exact.bound < 1e-9


def test_the_worst_word_is_a_word():
    machine = model(MODP3, "infinite", 4)
    found = certify_all_lengths(machine, MODP3, relative=0.02)
    assert found.reached
    assert found.attained > found.bound / 1.05
    word = found.worst.word()
    if len(word) <= 1000:
        assert last(machine, [word])[0, 0] == pytest.approx(found.output)
    assert MODP3.label(word) == pytest.approx(found.label)


def test_time_is_kept_and_the_bound_is_still_one():
    machine = model(MODP3, "softmax", 1)
    found = certify_all_lengths(machine, MODP3, relative=0, absolute=0, seconds=0.2)
    assert not found.reached
    assert problems(found, machine) == []
    assert "the search stopped" in str(found)


def test_a_certificate_survives_json():
    machine = model(SIMPLE, "infinite", 0)
    found = certify_all_lengths(machine, SIMPLE, share=0.1)
    assert certificate(found.as_json()) == found


def test_what_cannot_be_certified_is_said():
    lagged = random_machine(
        np.random.default_rng(0), tau=1, alphabet=MODP.alphabet, outputs=1
    )
    assert "lag biases" in str(certify_all_lengths(lagged, MODP))
    steps = random_machine(
        np.random.default_rng(3), alphabet=MODP.alphabet, outputs=1, heaviside=True
    )
    steps = replace(model(MODP, "infinite", 0), layers=_without_lags(steps))
    assert "Heaviside" in str(certify_all_lengths(steps, MODP))
    odd = model(MODP3, "infinite", 0)
    wrong = certify_all_lengths(odd, task("modp", p=2, k=1))
    assert "period 3" in str(wrong)
    with pytest.raises(SpecError, match="share"):
        certify_all_lengths(odd, MODP3, share=0.5)
    with pytest.raises(SpecError, match="longest"):
        certify_all_lengths(model(MODP3, "softmax", 0), MODP3, longest=4)
    unequal = simple_task(omega=3.0)
    (layer,) = unequal.layers
    bilinear = layer.heads[0].bilinear.copy()
    bilinear[0] += 1e-12
    heads = (replace(layer.heads[0], bilinear=bilinear),)
    unequal = replace(unequal, layers=(replace(layer, heads=heads),))
    assert "not exact ties" in str(certify_all_lengths(unequal, SIMPLE))
