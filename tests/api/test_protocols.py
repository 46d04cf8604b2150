from pathlib import Path

import pytest

import lengthwise as lw


def test_a_program_may_be_a_name_a_path_a_text_or_a_value(tmp_path):
    path = Path(tmp_path / "more.crasp")
    path.write_text('accept # "a" > # "b"')
    given = [path, path.read_text(), lw.program(path)]
    assert len({lw.protocol(one, [4, 8]) for one in given}) == 1
    assert lw.protocol("dyck1").rows[-1].N == 4096


def test_a_machine_is_cut_too():
    machine = lw.compile(lw.program("anbncn"))
    found = lw.protocol(machine, [8, 64])
    assert [row.bits for row in found.rows] == [24, 42]
    assert all(row.equal for row in found.rows)


def test_a_task_may_be_a_name_or_a_value():
    named = lw.protocol(task="repeat_copy", lengths=[2])
    assert named == lw.protocol(task=lw.task("repeat_copy"), lengths=[2])


@pytest.mark.parametrize("given", [{}, {"program": "dyck1", "task": "dyck1"}])
def test_a_program_or_a_task_is_given(given):
    with pytest.raises(lw.LengthwiseError, match="a program or a task"):
        lw.protocol(**given)
