import pytest

from lengthwise.analysis.exact import EPS, LENGTHS, exact_part, perturbed
from lengthwise.errors import SpecError
from lengthwise.limit.constructions import simple_task
from lengthwise.tasks.catalogue import task


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


def test_a_task_without_a_construction_is_refused():
    with pytest.raises(SpecError, match="no one-layer construction"):
        exact_part(task("kgram"))
