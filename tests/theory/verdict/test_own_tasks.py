"""Tasks of one's own: unknown, with what was looked for, and never a mistake."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import lengthwise as lw
from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Compositions
from lengthwise.tasks.outputs import Accept, Real
from lengthwise.tasks.task import Task
from lengthwise.theory.programs._program_search import ProgramSearch
from lengthwise.theory.verdict._unknown_answers import LOOKED_FOR
from lengthwise.words import Alphabet

SCHEMA = json.loads(Path("docs/formats/verdict.schema.json").read_text())


def lead(word):
    """The task of the tutorial."""
    return abs(word.count("0") - word.count("1")) / len(word)


def leads(word):
    """Its side with two answers."""
    return word.count("0") > word.count("1")


def has_run(word):
    """What no short word has, and hardly a long one."""
    return "0" * 300 in "".join(word)


def fails(word):
    """A mistake at words that are not short."""
    return word[5] == "0" if len(word) > 5 else len(word) == 1


def ends_in_0(word):
    """What the last symbol decides."""
    return word[-1] == "0"


def leads_without_a_tie(word):
    """Of a tie it says nothing."""
    if word.count("0") == word.count("1"):
        raise ValueError("a tie")
    return leads(word)


LEAD = Task(
    name="lead",
    alphabet=Alphabet("012"),
    output=Real(),
    format="real",
    rule=f"{__name__}:lead",
    law=Compositions(),
    summary="How far the more frequent of 0 and 1 leads, as a share of the word.",
    example=("0", "0", "1", "2"),
    source="lengthwise",
)
LEADS = replace(
    LEAD, output=Accept(), format="recognize-last", rule=f"{__name__}:leads"
)
OWN = {
    "real": LEAD,
    "recognize": LEADS,
    "question": replace(task("parity"), name="mine"),
    "language": replace(task("dyck1"), name="mine"),
    "the name of another": replace(LEAD, name="simple"),
}


@pytest.mark.parametrize("kind", OWN)
def test_the_verdict_of_a_task_of_ones_own_is_unknown(kind):
    found = lw.verdict(task=OWN[kind], seconds=1)
    assert {row.answer for row in found.answers} == {"unknown"}
    assert {row.positions for row in found.answers} == {"none", "periodic-local"}
    row = found.headline()
    assert dict(row.evidence.details)["looked_for"] == list(LOOKED_FOR)
    assert "not known" in found.sentence
    Draft202012Validator(SCHEMA).validate(found.json())


def test_what_the_learner_finds_is_told_and_is_no_yes():
    found = lw.verdict(task=LEADS, seconds=2)
    for row in found.answers:
        assert row.answer == "unknown"
        assert row.evidence.kind == "searched"
        assert row.evidence.program is None
        told = dict(row.evidence.details)["candidate"]
        assert told["program"].splitlines()[-1] == 'accept # "1" < # "0"'
        assert (told["size"], told["first_error"]) == (5, None)
        assert told["tested"] >= 2_000
        assert "a candidate, not a proof" in row.evidence.text
    assert "chen2025nonasymptotic" in found.sources
    text = str(lw.verdict(task=OWN["question"], seconds=1))
    assert "no candidate: no program with at most" in text


def test_false_passes_all_tests_for_what_is_too_rare_and_stays_unknown():
    rare = replace(LEADS, name="rare", rule=f"{__name__}:has_run")
    row = lw.verdict(task=rare, seconds=2).headline()
    told = dict(row.evidence.details)["candidate"]
    assert told["program"].splitlines()[-1] == "accept false"
    assert "accept false (1 line)" in row.evidence.text
    assert told["first_error"] is None
    assert row.answer == "unknown"


def test_a_candidate_that_fails_on_longer_words_is_none():
    row = lw.verdict(
        task=replace(LEADS, name="late", rule=f"{__name__}:fails"), seconds=2
    ).headline()
    told = dict(row.evidence.details)["candidate"]
    assert told["first_error"] is not None
    assert "no candidate" in row.evidence.text
    assert "and is wrong on" in row.evidence.text


def test_a_candidate_that_reads_the_last_symbol_does_not_fit_the_end():
    last = replace(LEADS, name="last", rule=f"{__name__}:ends_in_0")
    found = lw.verdict(task=last, seconds=0.4)
    for row in found.answers:
        assert 'accept "0"' in row.evidence.text
        refused = "the convention end does not allow" in row.evidence.text
        assert refused == (row.acceptance == "end" and row.positions == "none")


def test_why_there_is_no_candidate_is_told():
    sort = replace(task("sort"), name="mine")
    for row in lw.verdict(task=sort, seconds=1).answers:
        assert row.answer == "unknown"
        assert "no candidate: the inputs of mine" in row.evidence.text
        assert "have more than 600 prefixes" in row.evidence.text


def test_a_verdict_that_is_interrupted_in_its_search_has_no_answer(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgramSearch, "_look", interrupt)
    with pytest.raises(KeyboardInterrupt):
        lw.verdict(task=replace(LEADS, name="interrupted"), seconds=1)


def test_a_stated_program_gets_the_yes_about_itself():
    stated = replace(LEADS, program='accept # "1" < # "0"')
    found = lw.verdict(task=stated)
    assert {row.answer for row in found.answers} == {"yes"}
    assert found.subject == "the program stated for the task lead"
    assert "not proved" in found.notes[0]
    assert "not proved equal to it" in found.headline().evidence.text
    Draft202012Validator(SCHEMA).validate(found.json())
    asked = replace(OWN["question"], program='next "e" = true\nnext "o" = false')
    with pytest.raises(SpecError, match="and its label function differ"):
        lw.verdict(task=asked)
    mine = replace(OWN["language"], program=str(lw.program("dyck1")))
    rows = {row.acceptance: row.answer for row in lw.verdict(task=mine).answers}
    assert rows == {"end": "yes", "last": "yes", "next": "unknown"}


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ('accept # "1" <= # "0"', "its label function differ on the word '2'"),
        ("accept #", "cannot be read"),
        ('next "0" = true', "state one that accepts words"),
        ('alphabet "0" "1"\naccept true', "lacks the symbol '2'"),
    ],
)
def test_a_stated_program_that_does_not_fit_is_named(program, message):
    with pytest.raises(SpecError, match=message):
        lw.verdict(task=replace(LEADS, program=program))


def test_no_program_can_be_stated_for_a_number():
    with pytest.raises(SpecError, match="does not fit the output Real"):
        lw.verdict(task=replace(LEAD, program="accept true"))


@pytest.mark.parametrize("sign", ["<", "<="])
def test_a_stated_program_may_say_anything_about_words_without_a_label(sign):
    untied = replace(LEADS, name="untied", rule=f"{__name__}:leads_without_a_tie")
    stated = replace(untied, program=f'accept # "1" {sign} # "0"')
    assert lw.verdict(task=stated).headline().answer == "yes"


def test_a_stated_program_is_about_the_symbols_of_the_task():
    text = 'accept # "1" < # "0" || "1" && "2"'
    stated = lw.verdict(task=replace(LEADS, program=text))
    assert "with m = 3 letters" in str(stated)  # 0, 1 and 2, and no other
    more = lw.verdict(task=replace(LEADS, program=f'{text} || "z"'))
    assert more.headline().answer == "yes"


def test_a_program_is_stated_as_text():
    with pytest.raises(SpecError, match="it must be the text of a program"):
        replace(LEADS, program=lw.program("dyck1"))


def test_more_than_a_stated_program_may_be_known():
    copies = replace(task("parity_language"), name="mine", program="accept true")
    with pytest.raises(SpecError, match="differ"):
        lw.verdict(task=copies)
    majority = replace(task("dyck1"), program=str(lw.program("dyck1")))
    found = lw.verdict(task=majority)
    assert found.subject == "the task dyck1"
    assert "was not used" in found.notes[0]


def test_an_automaton_of_ones_own_is_decided():
    mine = replace(task("parity_language"), name="mine")
    assert lw.verdict(task=mine).headline().answer == "no"


def test_the_study_of_a_task_of_ones_own_is_its_verdict():
    found = lw.study(LEAD, train=False)
    assert found.verdict.headline().answer == "unknown"
    assert "nothing is known about the task lead" in str(found)
    assert "lead" in found.page.html


def test_a_task_that_bears_another_ones_name_is_not_trained_in_its_place():
    mine = OWN["the name of another"]
    assert lw.study(mine, train=False).verdict.headline().answer == "unknown"
    with pytest.raises(SpecError, match="put it into a file of its own"):
        lw.study(mine)


def test_a_study_can_be_called_with_every_argument_that_it_declares():
    assert (
        lw.study("dyck1", workers=1, train=False).verdict.answer("none", "end") == "yes"
    )
