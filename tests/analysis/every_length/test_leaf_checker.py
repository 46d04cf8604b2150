"""The independent check finds what is wrong with a certificate."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.every_length.certificates import certificates
from lengthwise.analysis.every_length.certify import certify_all_lengths
from lengthwise.analysis.every_length.error_certificate import fingerprint
from lengthwise.analysis.every_length.leaf_checker import problems
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.limit.saving import load
from lengthwise.tasks.catalogue import task
from tests.analysis.every_length.test_certify import errors_of_long_words

DATA = Path(__file__).parents[2] / "data"
MODP = task("modp", p=3, k=1)
SIMPLE = task("simple", omega=4)
NETS = {
    "trained-modp-p3-k1": (MODP, None, 0.0),
    "trained-modp-p3-k1-log": (MODP, 10**6, 0.0),
    "trained-simple-omega4": (SIMPLE, None, 0.1),
}
"""Trained on words up to 15 (modp) and 16 (simple), with the usual recipe, shorter."""


@pytest.fixture(params=NETS)
def net(request):
    subject, longest, share = NETS[request.param]
    machine = load(DATA / f"{request.param}.safetensors")
    found = certify_all_lengths(machine, subject, longest=longest, share=share)
    return machine, subject, found


def test_trained_nets_are_certified_sharply(net):
    machine, subject, found = net
    assert found.reached
    assert found.bound <= max(1.03 * found.attained, found.attained + 1e-3)
    assert problems(found, machine) == []
    lengths = (found.shortest, found.shortest + 1, 40, 41, 42)
    if not found.share:
        exact = audit(machine, subject, lengths).errors
        assert max(error.sup for error in exact) <= found.bound
    rng = np.random.default_rng(0)
    tried = errors_of_long_words(
        machine, subject, rng, share=found.share, longest=found.longest or 10**9
    )
    assert max(tried) <= found.bound


def test_a_smaller_bound_is_refused(net):
    machine, _, found = net
    assert problems(replace(found, bound=0.98 * found.attained), machine)


def test_a_box_left_too_large_is_found(net):
    machine, _, found = net
    at = max(range(len(found.coverings)), key=lambda i: len(found.coverings[i].splits))
    coarse = replace(found.coverings[at], splits=".")
    planted = (*found.coverings[:at], coarse, *found.coverings[at + 1 :])
    (said,) = problems(replace(found, coverings=planted), machine)
    assert "has only the bound" in said


@pytest.mark.parametrize("splits", ["", "0.", "0...", "z..", "..", "9.."])
def test_boxes_that_do_not_cover_are_found(net, splits):
    machine, _, found = net
    broken = (replace(found.coverings[0], splits=splits), *found.coverings[1:])
    (said,) = problems(replace(found, coverings=broken), machine)
    assert said.startswith("no boxes cover")


def test_words_that_were_left_out_are_found(net):
    machine, _, found = net
    said = problems(replace(found, coverings=found.coverings[1:]), machine)
    assert len(said) == 1
    assert "no boxes cover" in said[0]


def test_a_larger_region_than_was_covered_is_found():
    machine = load(DATA / "trained-simple-omega4.safetensors")
    found = certify_all_lengths(machine, SIMPLE, share=0.3)
    assert problems(found, machine) == []
    assert problems(replace(found, share=0.1), machine)
    assert any("only twos" in one for one in problems(replace(found, share=0), machine))


def test_a_larger_length_than_was_covered_is_found():
    machine = load(DATA / "trained-modp-p3-k1-log.safetensors")
    found = certify_all_lengths(machine, MODP, longest=1000)
    assert problems(replace(found, longest=10**6), machine)
    assert problems(replace(found, shortest=1), machine)


def test_a_word_without_the_error_is_found(net):
    machine, _, found = net
    assert problems(replace(found, attained=found.attained * 1.001), machine)
    short = replace(found, longest=found.worst.length - 1)
    assert any("not in the region" in one for one in problems(short, machine))


def test_a_model_with_lag_biases_is_no_matter_for_boxes(net):
    machine, _, found = net
    (layer,) = machine.layers
    head = replace(layer.heads[0], lags=np.array([0.5]))
    other = replace(machine, layers=(replace(layer, heads=(head,)),))
    claimed = replace(found, model=fingerprint(other))
    (said,) = problems(claimed, other)
    assert "lag biases" in said


def test_another_model_is_refused(net):
    _, _, found = net
    assert problems(found, simple_task(omega=4.0)) == ["it is for another model"]


def test_hard_attention_is_not_taken_for_granted():
    machine = simple_task(omega=4.0)
    slow = replace(machine.attention, bits=64)
    machine = replace(machine, attention=slow)
    found = certify_all_lengths(machine, SIMPLE)
    assert "out of reach" in str(found)


def test_premise_and_conclusion_check_a_theorem_only_inside_its_class(net):
    machine, subject, _ = net
    found = certificates(machine, subject, share=0.1)
    assert found.premise.theorem is None
    assert found.premise.error <= found.certificates[0].bound
    assert "This does not test a theorem: the length bounds assume" in " ".join(
        str(found).split()
    )
    inside = certificates(simple_task(omega=4.0), SIMPLE, share=0.1)
    assert inside.premise.theorem == "izzo-4.1-explicit"
    assert inside.premise.agreement == 0
    assert "checks no theorem" not in str(inside)
