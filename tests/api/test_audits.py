"""``lw.audit``: exact errors of machines, by name or as values."""

import pytest

import lengthwise as lw
from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.analysis.enumerated.audit import audit


def test_a_construction_is_audited_on_its_own_task():
    machine, task = lw.machine("simple:omega=4"), lw.task("simple:omega=4")
    found = lw.audit("simple:omega=4", lengths=[8, 16])
    assert found == lw.audit(machine, task, [8, 16]) == audit(machine, task, [8, 16])
    assert [one.length for one in lw.audit(machine, task).errors] == [
        *(1, 2, 4, 8, 16, 32, 64, 128)
    ]


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("modp:p=7,k=1", [8, 16, 32]),
        ("modp:p=12,k=1", [16]),
        pytest.param("modp:p=20", [20], marks=pytest.mark.slow),
    ],
)
def test_by_default_only_lengths_that_can_be_enumerated_are_audited(name, lengths):
    assert [one.length for one in lw.audit(name).errors] == lengths


def test_a_period_too_long_for_any_length_is_one_line():
    with pytest.raises(lw.LengthwiseError, match="shortest words, of length 150, ha"):
        lw.audit("modp:p=150")


def test_the_k_gram_is_audited_word_by_word():
    name = "kgram:k=1,S=2"
    found = lw.audit(name, lengths=(4, 6))
    assert found == audit_words(lw.machine(name), lw.task(name), (4, 6))
    with pytest.raises(lw.LengthwiseError, match="use shorter lengths, from 2 up"):
        lw.audit(name, lengths=[64])


def test_a_file_needs_a_task(tmp_path):
    path = tmp_path / "m.safetensors"
    lw.save(lw.machine("modp:p=2,k=0"), path)
    assert lw.audit(path, "modp:p=2,k=0", [4]) == lw.audit("modp:p=2,k=0", lengths=[4])
    with pytest.raises(lw.LengthwiseError, match="give its task"):
        lw.audit(path)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((3, "simple"), "of the type int; give a LimitTransformer"),
        (("simple:omega=4", 3), "of the type int; give a Task"),
        (("simple:omega=4", None, [0]), "lengths hold 0; use whole numbers from 1"),
        (("simple:omega=4", None, ["a"]), "lengths hold 'a'"),
        (("simple:omega=4", None, []), "no length at all"),
        (("nosuch",), "nosuch"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(given, message):
    with pytest.raises(lw.LengthwiseError, match=message):
        lw.audit(*given)


def test_a_compiled_program_is_audited_by_its_program_or_its_language():
    program = lw.program("majority_language")
    machine = lw.compile(program)
    by_program = lw.audit(machine, program=program)
    by_name = lw.audit(machine, program="majority_language")
    assert by_program.sentence == by_name.sentence
    assert by_program.sentence.startswith("Right on every word")
    assert lw.audit(machine, "majority_language").rows[-1].length == 128
    with pytest.raises(lw.LengthwiseError, match="a task and a program; give one"):
        lw.audit(machine, "majority_language", program=program)
