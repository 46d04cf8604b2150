"""The text of a verdict: the answer first, a table, each evidence once."""

from dataclasses import replace

import pytest

from lengthwise.theory.verdict.decision import verdict


def lines(**subject):
    return str(verdict(**subject)).splitlines()


@pytest.mark.parametrize(
    ("regex", "answer"),
    [
        ("(ab)*", "Yes, with or without position embeddings."),
        ("b*(ab*ab*)*", "No, with or without position embeddings."),
        (
            "(aa)*",
            "Yes with position embeddings; no without position embeddings.",
        ),
        (
            "(a|b)*b",
            (
                "Yes with position embeddings; without position embeddings, no "
                "(answering after the last symbol), yes (answering at the last symbol)."
            ),
        ),
    ],
)
def test_the_first_line_is_the_answer(regex, answer):
    assert lines(regex=regex)[0].partition("? ")[2] == answer


def test_a_single_class_is_told_alone():
    found = verdict(regex="(aa)*", positions="none")
    assert found.lead.endswith("? No without position embeddings.")
    assert "with position" not in str(found).replace("without position", "")


def test_the_answers_are_one_table_of_classes_and_conventions():
    text = lines(regex="(a|b)*b")
    assert text[2].split("  ")[0] == "class"
    assert text[3].split() == [
        "C-RASP[],",
        "no",
        "positions",
        "no",
        "[1]",
        "yes",
        "[2]",
    ]
    assert text[4].split() == ["C-RASP[periodic,", "local]", "yes", "[3]", "yes", "[2]"]


def test_what_is_the_same_stands_there_once():
    text = str(verdict(regex="(ab)*"))
    for once in (
        "is proved for an idealized learner",
        "counting separates",
        "sources: ",
    ):
        assert text.count(once) == 1
    assert "\n[2] as [1], a program of size 24" in text
    assert len(text.splitlines()) < 15


@pytest.mark.parametrize(
    ("subject", "meaning"),
    [
        ({"task": "repeat_copy"}, "no: no limit transformer with such positions"),
        ({"task": "parity"}, "no: outside the class, so there is no guarantee"),
        ({"task": "sort"}, "yes: one family of programs of size O(|Σ|^3)"),
        ({"task": "simple"}, "yes: a limit transformer without positions computes it"),
        ({"task": "tomita3"}, "unknown: it is not known whether it is in the class"),
    ],
)
def test_each_answer_says_what_it_means(subject, meaning):
    assert any(line.startswith(meaning) for line in lines(**subject))


def test_the_first_line_about_a_real_output_names_the_machine():
    assert lines(task="simple")[0].startswith("A limit transformer with periodic")


@pytest.mark.parametrize("regex", ["(ab)*", "a*", "(a|b)*b"])
def test_a_length_for_automata_is_not_offered_as_a_training_length(regex):
    (length,) = (x for x in lines(regex=regex) if x.startswith("training length: "))
    assert length.startswith("training length: none is known for transformers (")
    assert "learner of automata" in length


def test_a_verdict_without_answers_is_its_subject():
    assert str(replace(verdict(regex="a"), answers=())) == "the language a"
