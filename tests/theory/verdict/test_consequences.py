"""What follows from a verdict: program, machine, complexity, bounds."""

import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.limit.running.evaluator import outputs
from lengthwise.tasks.catalogue import task
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.theory.verdict import consequences as module
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict


def of_task(name):
    one = task(name)
    return consequences_of(verdict(task=one), one)


def test_the_machine_of_a_language_accepts_it():
    found = consequences_of(verdict(regex="(ab|aabb)*"))
    assert parse(found.program)
    assert found.facts.size == 56
    for word, accepted in (("ab", 1), ("aabb", 1), ("aabab", 0), ("abaabb", 1)):
        assert outputs(found.machine, word)[-1, 0] == accepted
    assert found.complexity.layers == len(found.machine.layers)
    assert found.bounds == {}  # several layers with exact softmax: no theorem speaks
    assert found.missing == ""


def test_a_compiled_machine_reads_the_mark_so_only_programs_have_bounds():
    found = consequences_of(verdict(program="majority_language"))
    assert found.complexity.layers == 1
    assert found.bounds == {}
    applying = [b.theorem for b in found.program_bounds if b.applies]
    assert applying == ["depth-1"]


@pytest.mark.parametrize("name", ["parity", "repeat_copy", "tomita3"])
def test_a_no_has_no_machine(name):
    found = of_task(name)
    assert found.row.answer == "no"
    assert found.machine is found.program is None
    assert found.missing == "the answer is no, so there is no program to compile"


@pytest.mark.parametrize("name", ["simple", "modp", "kgram"])
def test_real_valued_tasks_bring_their_machine(name):
    found = of_task(name)
    assert found.program is None
    assert found.machine is not None
    # Of the machine that is exact on every word no theorem with a length speaks.
    assert bool(found.bounds) == (name != "kgram")


def test_large_programs_are_not_compiled(monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 10)
    found = consequences_of(verdict(regex="(ab)*"))
    assert found.facts.size == 26
    assert found.machine is None
    assert "larger than 10" in found.missing


def test_numbers_that_no_machine_holds_are_told_of():
    found = consequences_of(verdict(program='accept # "a" > 9999999999'))
    assert found.program is not None
    assert found.machine is None
    assert found.missing


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            verdict(task="simple"),
            (
                "A limit transformer with periodic positions and lags computes the "
                "task simple:omega=4 within 0.0020 at every length."
            ),
        ),
        (
            verdict(task="kgram:k=1,S=2"),
            (
                "A limit transformer with periodic positions and lags computes the "
                "task kgram:k=1,S=2 exactly at every length."
            ),
        ),
        (
            verdict(
                regex="(aa)*",
                limits=Limits(window=0, period=1, block=1, states=50, work=10),
            ),
            "Whether the language (aa)* is in C-RASP[periodic, local] is not known.",
        ),
        (
            verdict(task="addition"),
            (
                "The task addition is outside C-RASP[periodic, local]: no guarantee "
                "(no limit transformer with such positions computes it)."
            ),
        ),
    ],
)
def test_a_verdict_is_one_sentence(found, sentence):
    assert found.sentence == sentence
