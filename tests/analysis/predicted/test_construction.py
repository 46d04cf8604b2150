import pytest

from lengthwise.analysis.predicted.construction import (
    CELLS,
    EPS,
    LENGTHS,
    WORD_LENGTHS,
    exact_part,
    perturbed,
)
from lengthwise.analysis.predicted.guarantee import guarantee
from lengthwise.errors import SpecError
from lengthwise.limit.constructions.named_machines import k_gram, simple_task
from lengthwise.limit.running.evaluator import last
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict


@pytest.mark.parametrize("name", ["simple:omega=3", "modp:p=3,k=1"])
def test_the_construction_is_right_at_every_length(name):
    part = exact_part(task(name))
    assert tuple(part.outputs) == LENGTHS
    assert tuple(part.bounds) == EPS
    for value, label in part.outputs.values():
        assert value == pytest.approx(label, abs=3.0**2 / (2 * 64**2))
    assert part.simulation.z_length < 10**6
    assert part.simulation.f.error <= part.simulation.f.promised
    for found in part.worst.values():
        assert 0 < found.value < 1
    text = str(part)
    assert "1,000,000,000" in text
    assert "izzo-4.1-explicit" in text


def test_the_perturbed_copy_attends_as_the_machine_does():
    machine = simple_task(omega=3.0)
    copy = perturbed(machine, 0.01, seed=0)
    assert copy != machine
    assert copy.layers[0].heads[0].bilinear is not None
    assert (
        copy.layers[0].heads[0].bilinear == machine.layers[0].heads[0].bilinear
    ).all()


def test_the_construction_of_the_k_gram_is_right_on_all_words():
    part = exact_part(task("kgram:k=1,S=2"))
    assert tuple(part.outputs) == WORD_LENGTHS
    for value, label in part.outputs.values():
        assert value == pytest.approx(label, abs=1e-12)
    assert [e.length for e in part.errors] == list(part.worst) == [4, 6, 8, 10, 12]
    assert all(e.sup == e.rms == 0 for e in part.errors)


def test_the_bounds_of_the_k_gram_are_those_of_a_construction_in_their_class():
    part = exact_part(task("kgram:k=1,S=2"))
    assert part.in_class == part.bounded == k_gram(k=1, S=2)
    assert part.machine.attention.kind != part.bounded.attention.kind == "infinite"
    assert part.complexity.positional_gamma == 2
    text = " ".join(str(part).split())
    assert "Theorem 5.2 does not cover it" in text
    assert "construction in the class of the theorem limit transformer" in text


@pytest.mark.parametrize("name", ["simple:omega=100", "modp:p=3,k=1", "kgram:k=1,S=2"])
def test_a_page_has_the_machine_of_the_verdict(name):
    subject = task(name)
    part = exact_part(subject)
    assert part.machine == consequences_of(verdict(task=subject), subject).machine
    for value, label in part.outputs.values():
        assert value == pytest.approx(label, abs=0.01)


def test_the_bounds_of_the_k_gram_are_orders_and_say_so():
    part = exact_part(task("kgram:k=1,S=2"))
    for table in part.bounds.values():
        applying = [entry for entry in table if entry.applies]
        assert {entry.constants for entry in applying} == {"one"}
        assert [entry.theorem.name for entry in applying] == [
            *("izzo-5.2", "izzo-5.2-explicit", "izzo-kgram")
        ]
    asked = guarantee(part, 0.06)
    assert (asked.at_least, asked.at_most) == (None, None)
    assert [entry.theorem.name for entry in asked.orders] == ["izzo-5.2"]


def test_a_long_word_of_the_k_gram_has_a_stand_in_with_its_outputs():
    found = exact_part(task("kgram:k=1,S=2")).simulation
    assert (found.x_length, found.z_length) == (WORD_LENGTHS[-1], 1_000)
    assert found.kept
    assert found.x[-2:] == found.z[-2:]
    machine = k_gram(k=1, S=2)
    for word, said in ((found.x, found.f.at_x), (found.z, found.f.at_z)):
        assert last(machine, [word])[0] == pytest.approx(said)
    assert found.f.error < 0.01
    assert found.f.void
    text = " ".join(str(exact_part(task("kgram:k=1,S=2"))).split())
    assert "published without their constants" in text
    assert "x has length 100,000, z has length 1,000" in text


def test_a_wide_construction_reads_shorter_words():
    part = exact_part(task("kgram:k=2,S=40"))
    assert max(part.outputs) * part.machine.width <= CELLS
    assert part.simulation.x_length == max(part.outputs) == 10_000
    assert part.simulation.z_length == 100
    assert not part.worst  # words of length 4 are too many already
    assert not part.errors


def test_a_task_without_a_construction_is_refused():
    with pytest.raises(SpecError, match="no construction; use simple, modp, kgram"):
        exact_part(task("dyck1"))
