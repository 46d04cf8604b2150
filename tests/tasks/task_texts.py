"""Task files for tests."""

from lengthwise.tasks.own.task_file import TaskFile

_FILE = """\
{head}from lengthwise.tasks.laws import Compositions
from lengthwise.tasks.outputs import {output}
from lengthwise.tasks.task import Task
from lengthwise.words import Alphabet

{code}

TASK = Task(
    name="{name}",
    alphabet=Alphabet("{alphabet}"),
    output={output}(),
    format="{form}",
    rule="{rule}",
    law=Compositions(),
    summary="{summary}",
    example={example},
    source="lengthwise",
)
"""


def task_text(name, code, **more):
    """The text of a file with one task: whether a word over 0 and 1 is accepted.

    Args:
        name: The name of the task.
        code: What stands before it, such as its label function.
        **more: Other parts of the file.
    """
    usual = {
        "head": "",
        "output": "Accept",
        "alphabet": "01",
        "form": "recognize-last",
        "example": '("0", "1")',
    }
    return _FILE.format(**{**usual, **more, "name": name, "code": code})


LEAD = task_text(
    "lead",
    """
def lead(word):
    return abs(word.count("0") - word.count("1")) / len(word)
""",
    output="Real",
    alphabet="012",
    form="real",
    rule="lead:lead",
    summary="How far the more frequent of 0 and 1 leads.",
    example='("0", "0", "1", "2")',
)
"""The task of the tutorial."""

COPY = """\
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.task import Task
from lengthwise.words import Alphabet


def answer(question, *, times):
    return question * times


def questions(rng, length, *, times):
    return tuple(rng.choice("ab") for _ in range(length))


TASK = Task(
    name="copies",
    numbers=(("times", 2),),
    alphabet=Alphabet(["a", "b", "<bos>", "<sep>", "<eos>"]),
    output=NextToken(),
    format="next-token",
    rule="copies:answer",
    law=Instances("copies:questions"),
    summary="The question, some times.",
    example=("<bos>", "a", "b", "<sep>"),
    source="lengthwise",
)
"""
"""A task with answers."""


def lead_file(old="", new="", stem="lead"):
    """The first file, with one text in place of another."""
    assert old in LEAD
    return TaskFile(stem, LEAD.replace(old, new) if old else LEAD + new)
