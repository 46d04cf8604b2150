"""The name of a task stands for it; a task in a file needs that file."""

import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.own.task_file import TaskFile, load
from lengthwise.tasks.task_name import TaskName, task_name
from lengthwise.theory.knowledge.lookup import knowledge_of
from tests.tasks.task_texts import LEAD


def test_a_task_in_a_file_is_found_only_when_the_file_was_named():
    other = TaskName("TASK", (), "0" * 64)
    assert other.task_if_loaded is None
    assert str(other) == "TASK of 000000000000"
    assert other.heading == "TASK (file 000000000000)"
    with pytest.raises(SpecError, match="name it with --task-file FILE"):
        _ = other.task
    file = TaskFile("lead", LEAD)
    load(file)
    name = TaskName("TASK", (), file.digest)
    assert name.task_if_loaded == name.task
    assert name.heading == "lead.py:TASK"
    assert task_name(name.task) == name
    assert knowledge_of(name.task).machines is None


def test_a_task_of_the_catalogue_is_its_name():
    assert task_name(task("modp:p=3")).task == task("modp:p=3")
    assert task_name(task("modp:p=3")).heading == "modp:p=3,k=0"
