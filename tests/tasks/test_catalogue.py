"""Names, numbers and formats as people write them."""

import subprocess
import sys

import pytest

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.catalogue import ALIASES, FAMILIES, GROUPS, task, tasks_by_heading
from lengthwise.tasks.family import Parameter


def test_every_family_is_listed():
    names = {one.name for tasks in tasks_by_heading().values() for one in tasks}
    assert names == set(FAMILIES)


def test_no_task_is_listed_twice():
    tasks = [one for group in tasks_by_heading().values() for one in group]
    assert len(set(tasks)) == len(tasks)


def test_aliases_stand_for_tasks_and_hide_none():
    assert not ALIASES.keys() & FAMILIES.keys()
    for name, text in ALIASES.items():
        assert str(task(name)) == text


def test_numbers_are_written_in_the_text_or_given_by_name():
    assert task("kgram:k=1,S=4") == task("kgram", k=1, S=4) == task("kgram: S=4, k=1")
    assert task("simple:omega=2.5") == task("simple", omega=2.5)
    assert task("simple:omega=4") == task("simple")
    assert task("kgram:k=1", k=2) == task("kgram:k=2")


def test_a_number_survives_the_text():
    for omega in (1 / 3, 1e-7, 123456.789, 1e22):
        assert dict(task(str(task("simple", omega=omega))).numbers) == {"omega": omega}


def test_the_first_format_is_the_default():
    assert task("tomita4") == task("tomita4@next-set")
    assert str(task("tomita4@next-set")) == "tomita4"
    assert str(task("d12@recognize-last")) == "d_n:n=12@recognize-last"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("majorty", "no task is called 'majorty'; did you mean 'majority'"),
        ("", "no task is called ''; known are: "),
        ("tomita4@recognise-end", "did you mean 'recognize-end'"),
        ("sort@real", "no format of sort is called 'real'; known are: next-token"),
        ("sort@", "no format of sort is called ''"),
        ("kgram:q=3", "no number of kgram is called 'q'; known are: S, k"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(text, message):
    with pytest.raises(UnknownNameError, match=message):
        task(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("simple:omega=inf", "omega must be a finite number"),
        ("simple:omega=nan", "omega must be a finite number"),
        ("modp:p=3,k=3", "k must be a residue, 0 to 2"),
        ("modp:p=2.5", "p must be a whole number from 1 to 10000"),
        ("kgram:k=0", "kgram has k=0; k must be a whole number from 1 to 10000"),
        ("sort:symbols=1000000000", "symbols must be a whole number from 3 to 10000"),
        ("shuffle:k=7", "k must be a whole number from 2 to 6"),
        ("step_copy:k=9,symbols=10", "symbols must be at least 2k"),
        ("tomita1:k=3", "tomita1 has no numbers; leave out k"),
        ("d12:n=3", "d12 stands for d_n:n=12; write that with numbers"),
        ("kgram:k", "'k' is not a parameter; write name=value"),
        ("kgram:k=two", "'k=two' is not a parameter"),
    ],
)
def test_an_impossible_number_is_refused_in_one_line(text, message):
    with pytest.raises(SpecError, match=message) as error:
        task(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [True, "3", None])
def test_a_number_must_be_a_number(value):
    with pytest.raises(SpecError, match="must be a whole number >= 1"):
        Parameter("k", 2, 1).checked(value, of="kgram")


def test_the_smallest_and_the_largest_numbers_make_tasks():
    for family in FAMILIES.values():
        for parameter in family.parameters:
            ends = [parameter.least, min(parameter.most, parameter.least + 3)]
            for value in ends if isinstance(parameter.default, int) else [1e-3]:
                others = {"k": 1} if family.name == "step_copy" else {}
                others |= {"k": 0} if family.name == "modp" else {}
                one = family.task({**others, parameter.name: value})
                assert dict(one.numbers)[parameter.name] == value


def test_the_catalogue_needs_nothing_but_the_standard_library():
    blocked = [
        "jax",
        "lark",
        "automata",
        "equinox",
        "msgspec",
        "sqlalchemy",
        "cyclopts",
    ]
    code = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({[*blocked, 'scipy']!r}))\n"
        "from lengthwise.tasks.catalogue import tasks_by_heading\n"
        "print(sum(map(len, tasks_by_heading().values())))\n"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60)
    assert int(said) == sum(map(len, GROUPS.values()))


def test_a_number_given_twice_is_refused():
    with pytest.raises(SpecError, match="omega occurs twice"):
        task("simple:omega=1,omega=2")


def test_names_that_contain_the_text_are_all_proposed_and_far_ones_are_not():
    known = ["step_copy", "unique_copy", "sort", "lags", "heads"]
    copies = str(UnknownNameError("task", "copy", known))
    assert "did you mean 'step_copy' or 'unique_copy'?" in copies
    assert "known are: heads, lags" in str(UnknownNameError("key", "layers", known))
