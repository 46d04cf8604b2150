"""Label functions of others: what fails or does not fit is told in one line."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from lengthwise.errors import SpecError, WordError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.labels.checked_labels import expected_label, label_from
from lengthwise.tasks.outputs import Accept, NextSet, NextToken, Real, State, Vector
from lengthwise.tasks.own.task_file import TaskFile
from lengthwise.words import Alphabet
from tests.tasks.task_texts import COPY, lead_file

AB = Alphabet("ab")
ENDED = Alphabet(["a", "b", "<eos>"])
HUGE = 10**400


@pytest.mark.parametrize(
    ("output", "right", "wrong"),
    [
        (
            Real(),
            [0.5, 3, np.float32(0.5), np.int64(2), Fraction(1, 2)],
            [True, "1", None, float("nan"), float("inf"), HUGE, (0.5,), 1j],
        ),
        (
            Vector(2),
            [(0.5, 1), [0.5, 1.0]],
            [(0.5,), (1, 2, 3), (0.5, None), (0.5, float("nan")), 0.5, "ab"],
        ),
        (Accept(), [True, False], [1, 0, None, "yes", 1.0]),
        (State(3), [0, 2, np.int64(1)], [3, -1, True, 1.0, None]),
        (
            NextSet(),
            [(), ("a",), ("a", "b", "<eos>"), ("<eos>",)],
            [("b", "a"), ("a", "a"), ("c",), "ab", None, ("<eos>", "a"), (["a"],)],
        ),
    ],
)
def test_a_label_has_the_type_and_shape_of_its_output(output, right, wrong):
    for value in right:
        found = label_from(output, AB, value)
        assert found == (tuple(value) if isinstance(value, list) else value)
        assert not isinstance(found, np.generic)
    for value in wrong:
        assert label_from(output, AB, value) is None


def test_an_answer_has_no_end():
    assert label_from(NextToken(), ENDED, ("a", "b")) == ("a", "b")
    assert label_from(NextToken(), ENDED, ("a", "<eos>")) is None
    assert label_from(NextToken(), ENDED, ["a"]) is None


def test_each_output_says_what_it_asks_for():
    asked = {
        Vector(2): "Vector asks for a tuple of 2 finite numbers",
        Accept(): "Accept asks for True or False",
        State(3): "State asks for a whole number from 0 to 2",
        NextSet(): "in the order of the alphabet, <eos> last",
    }
    for output, line in asked.items():
        assert expected_label(output).endswith(line)


LABEL = 'return abs(word.count("0") - word.count("1")) / len(word)'


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            'return 1 / word.count("0")',
            "lead:lead fails on the word '1 2': line 8: ZeroDivisionError: division by",
        ),
        (
            'return word.count("0") or "none"',
            "returns 'none' (str) for the word '1 2'; output Real asks for one finite",
        ),
        (
            'return float(word.count("0") or "nan")',
            "lead:lead returns nan (float) for the word '1 2'; output Real asks for",
        ),
        (
            'return 1 if "0" in word else exit()',
            "lead:lead fails on the word '1 2': line 8: SystemExit",
        ),
        (
            'return 1 if "0" in word else type("Odd", (), {"__repr__": 1})()',
            "lead:lead returns a Odd for the word '1 2'",
        ),
    ],
)
def test_a_label_function_that_fails_names_the_word(code, line):
    found = lead_file(LABEL, code).task("TASK")
    with pytest.raises(WordError) as error:
        found.label("12")
    assert line in str(error.value)
    assert "\n" not in str(error.value)


def test_what_lengthwise_says_and_memory_pass():
    found = lead_file(
        LABEL, "word[0] == '1' and exec('raise MemoryError')\n    return 1"
    )
    with pytest.raises(MemoryError):
        found.task("TASK").label("1")
    code = "from lengthwise.errors import WordError\n    if len(word) < 2: "
    code += "raise WordError('too short')\n    return 1"
    with pytest.raises(WordError, match=r"^too short$"):
        lead_file(LABEL, code).task("TASK").label("1")


def test_an_answer_and_a_question_are_checked():
    wrong = COPY.replace("return question * times", "return list(question)")
    with pytest.raises(SpecError, match=r"copies.py, line \d+: copies:answer returns"):
        TaskFile("copies", wrong).task("TASK")
    wrong = COPY.replace('rng.choice("ab")', '"c"')
    found = TaskFile("copies", wrong).task("TASK")
    with pytest.raises(WordError, match=r"for the length 2; return a tuple of symbols"):
        found.draw(Random(0), 2)
    wrong = COPY.replace('rng.choice("ab")', "rng.chance()")
    found = TaskFile("copies", wrong).task("TASK")
    with pytest.raises(
        WordError, match="copies:questions fails on the length 2: line 1"
    ):
        found.draw(Random(0), 2)
    with pytest.raises(WordError, match="is not a question of copies:times=2"):
        found.label(("<bos>", "<bos>", "<sep>"))


def test_a_language_in_a_file_is_a_task():
    text = """\
from lengthwise.automata.regex import regex
from lengthwise.tasks.laws import Balanced
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task

DFA = regex("(ab|bbaa)*").dfa


def member(word, language):
    return language.accepts(word)


def task(rule):
    return Task(
        name="mine",
        alphabet=DFA.alphabet,
        output=Accept(),
        format="recognize-end",
        rule=rule,
        law=Balanced(DFA),
        summary="Blocks ab and bbaa.",
        example=("a", "b"),
        source="lengthwise",
        language=DFA,
    )


OURS = task("lengthwise.tasks.labels.word_labels:accepts")
MINE = task("blocks:member")
"""
    file = TaskFile("blocks", text)
    for name in ("OURS", "MINE"):
        found = file.task(name)
        assert found.label("abbbaa") is True
        assert found.label(found.draw(Random(0), 6)) in (True, False)


def test_labels_of_the_catalogue_are_not_checked_again(monkeypatch):
    monkeypatch.setattr("lengthwise.tasks.task.own_label", None)
    assert task("simple").label("0") == pytest.approx(-0.7568, abs=1e-4)
