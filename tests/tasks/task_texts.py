"""Task files for tests."""

from lengthwise.tasks.own.task_file import TaskFile

LEAD = """\
from lengthwise.tasks.laws import Compositions
from lengthwise.tasks.outputs import Real
from lengthwise.tasks.task import Task
from lengthwise.words import Alphabet


def lead(word):
    return abs(word.count("0") - word.count("1")) / len(word)


TASK = Task(
    name="lead",
    alphabet=Alphabet("012"),
    output=Real(),
    format="real",
    rule="lead:lead",
    law=Compositions(),
    summary="How far the more frequent of 0 and 1 leads.",
    example=("0", "0", "1", "2"),
    source="lengthwise",
)
"""
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
