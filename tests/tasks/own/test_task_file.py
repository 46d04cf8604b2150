"""Tasks in files of one's own."""

import dataclasses
import hashlib
import importlib
import json
import os
import pickle
import sys
from random import Random

import pytest

from lengthwise.errors import FormatError, LengthwiseError, SpecError, UnknownNameError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.labels.rules import MODULES
from lengthwise.tasks.own import task_file as own
from lengthwise.tasks.own.task_file import (
    TaskFile,
    file_of,
    loaded_file,
    parse,
    read_task_file,
)
from tests.tasks.task_texts import COPY, LEAD, lead_file


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch):
    """Each test is a process of its own, as far as task files go."""
    monkeypatch.setattr(own, "_EXECUTED", {})
    monkeypatch.setattr(own, "_FILES", {})
    before = dict(MODULES)
    MODULES.clear()
    yield
    MODULES.clear()
    MODULES.update(before)
    sys.modules.pop("lead", None)


def test_a_task_in_a_file_is_a_task(tmp_path):
    path = tmp_path / "lead.py"
    path.write_text(LEAD)
    file = read_task_file(path)
    assert file == TaskFile("lead", LEAD)
    assert file.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert loaded_file(file.digest) is None
    found = file.task("TASK")
    assert loaded_file(file.digest) == file
    assert (str(found), found.origin) == ("lead", file.digest)
    assert found.label("0001") == 0.5
    assert len(found.draw(Random(0), 9)) == 9
    assert json.loads(json.dumps(found.data()))["origin"] == file.digest
    assert file.task("TASK") == found == pickle.loads(pickle.dumps(found))
    assert "lead" not in sys.modules


def test_questions_and_answers_come_from_the_file():
    found = TaskFile("copies", COPY).task("TASK")
    assert str(found) == "copies:times=2"
    assert " ".join(found.draw(Random(0), 2)) == "<bos> b b <sep> b b b b <eos>"


def test_a_file_is_executed_once_and_never_imported(tmp_path, monkeypatch):
    (tmp_path / "lead.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    found = lead_file(new="print('once')\n").task("TASK")
    assert found.label("0001") == 0.5


def test_what_a_file_prints_is_no_part_of_a_result(capsys):
    file = lead_file(new="print('once')\n")
    assert file.task("TASK") == file.task("TASK")
    assert capsys.readouterr() == ("", "once\n")


def test_an_imported_module_of_the_same_name_stays(tmp_path, monkeypatch):
    (tmp_path / "lead.py").write_text(LEAD)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("lead")
    file, name = file_of(module.TASK)
    assert (file.text, name) == (LEAD, "TASK")
    assert sys.modules["lead"] is module
    assert file_of(file.task(name)) == (file, name)
    assert file.task(name) == dataclasses.replace(module.TASK, origin=file.digest)


def test_equal_texts_under_two_names_are_told_apart():
    text = LEAD.replace('"lead:lead"', 'f"{__name__}:lead"')
    one, other = TaskFile("lead", text), TaskFile("ahead", text)
    assert one.digest == other.digest
    assert one.task("TASK").rule == "lead:lead"
    assert other.task("TASK").rule == "ahead:lead"
    assert other.task("TASK").label("0001") == 0.5
    with pytest.raises(SpecError, match="'lead:lead' cannot be imported"):
        TaskFile("another", LEAD).task("TASK")


def test_a_task_whose_file_was_not_loaded_says_so():
    found = lead_file().task("TASK")
    MODULES.clear()
    own._FILES.clear()
    for asked in (lambda: found.label("01"), lambda: file_of(found)):
        with pytest.raises(
            SpecError, match=r"was not loaded here; name the file again"
        ):
            asked()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("", "1 / 0\n", "lead.py, line 22: ZeroDivisionError: division by zero"),
        ("", "raise ValueError\n", "lead.py, line 22: ValueError"),
        ("", "exit('a\\nb')\n", "lead.py, line 22: SystemExit: a\\nb"),
        ("", "def f(:\n", "lead.py, line 22: no Python: invalid syntax"),
        ("", "\0", "Error: source code string cannot contain null bytes"),
        ("", "import nowhere\n", "line 22: ModuleNotFoundError: No module named 'now"),
        ("", "from . import x\n", "line 22: lead.py imports ..py from its own folder"),
        ('"lead:lead"', '"lead:leed"', "line 11: 'lead:leed': lead has no function"),
        ('"lead:lead"', '"math:fsum"', "line 11: math:fsum fails on the word '0 0 1 2"),
        ('Alphabet("012")', '"012"', "line 11: the alphabet of lead is '012'; it must"),
        ("/ len", "/ 0 * len", "fails on the word '0 0 1 2': line 8: ZeroDivisionErr"),
        (
            'name="lead"',
            'name="simple"',
            "line 11: 'simple' is the name of a task of t",
        ),
        ('name="lead"', 'name="a:b"', "'a:b' is no name of a task; use letters"),
    ],
)
def test_a_file_that_cannot_be_used_gives_one_line(old, new, line):
    with pytest.raises(SpecError) as error:
        lead_file(old, new).task("TASK")
    assert line in str(error.value)
    assert "\n" not in str(error.value)
    assert "lead" not in sys.modules


def test_a_rule_must_be_in_the_file_or_in_lengthwise():
    text = LEAD.replace('"lead:lead"', '"builtins:len"')
    with pytest.raises(SpecError, match=r"lead.py, line 11: 'builtins:len' is in ano"):
        TaskFile("lead", text).task("TASK")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("TSK", "no task in lead.py is called 'TSK'; did you mean 'TASK'"),
        ("lead", "lead.py, line 7: lead is of the type function; it must be a Task"),
        ("Task", "lead.py: Task is of the type type; it must be a Task"),
        ("other", "lead.py, line 22: other is of the type int"),
    ],
)
def test_a_name_that_is_no_task_gives_one_line(name, line):
    with pytest.raises((SpecError, UnknownNameError), match=line):
        lead_file(new="other = 3\n").task(name)


def test_a_file_without_tasks_says_so():
    with pytest.raises(UnknownNameError, match="known are: none"):
        TaskFile("lead", "").task("TASK")


@pytest.mark.parametrize("stem", ["my task", "7days", "class", "json", "lengthwise"])
def test_a_name_that_no_module_can_have_is_refused(stem):
    with pytest.raises(SpecError, match=r"name the file with letters|rename the file"):
        TaskFile(stem, LEAD)


def test_the_name_of_an_installed_module_is_refused():
    with pytest.raises(SpecError, match=r"numpy.py has the name of the module numpy"):
        TaskFile("numpy", "").task("TASK")


def test_a_path_and_a_name():
    path, name = parse("a/lead.py:TASK")
    assert (path.parts, name) == (("a", "lead.py"), "TASK")
    for text in ("lead.py", "lead:TASK", "lead.py:", "lead.py:1", ":", ""):
        with pytest.raises(SpecError, match=r"write file.py:NAME"):
            parse(text)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    (tmp_path / "bytes.py").write_bytes(b"\xff")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "large.py").write_bytes(b"#" * (own.LARGEST + 1))
    os.mkfifo(tmp_path / "pipe.py")
    for name, line in {
        "none.py": "cannot be read: No such file",
        "bytes.py": "is not UTF-8 text",
        "folder.py": "is no regular file",
        "pipe.py": "is no regular file",
        "large.py": "too many for a task file",
        "lead.txt": "its name must end in .py",
    }.items():
        with pytest.raises((FormatError, SpecError), match=line):
            read_task_file(tmp_path / name)


def test_a_byte_order_mark_is_no_symbol():
    assert TaskFile("lead", "\ufeff" + LEAD).task("TASK").label("0001") == 0.5


def test_the_file_of_a_value_that_has_none():
    found = lead_file().task("TASK")
    values = dict.fromkeys(["__main__", "nowhere", "some.package"])
    for module in values:
        value = dataclasses.replace(found)
        object.__setattr__(value, "rule", f"{module}:lead")
        object.__setattr__(value, "origin", None)
        values[module] = value
    lines = {
        "__main__": "was built in a notebook or a script",
        "nowhere": "the module nowhere of the task lead has no file here",
        "some.package": "is in a package, so its file alone is not the task",
    }
    for module, line in lines.items():
        with pytest.raises(SpecError, match=line):
            file_of(values[module])
    with pytest.raises(SpecError, match="is in a package"):
        file_of(task("simple"))


def test_a_changed_file_has_no_equal_task(tmp_path, monkeypatch):
    (tmp_path / "lead.py").write_text(LEAD)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("lead")
    (tmp_path / "lead.py").write_text(LEAD.replace("leads.", "is ahead."))
    with pytest.raises(LengthwiseError, match=r"no task in lead.py is equal to lead"):
        file_of(module.TASK)
