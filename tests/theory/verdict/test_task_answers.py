"""Verdicts of tasks against what is published about them."""

from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import batch
from lengthwise.errors import WordError
from lengthwise.limit.machine import Attention
from lengthwise.tasks.catalogue import FAMILIES, task, tasks_by_heading
from lengthwise.theory.knowledge import _task_programs as task_programs
from lengthwise.theory.knowledge._program_sources import written_by
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of, known_machine
from lengthwise.theory.verdict._communication_growth import row_counts, rows
from lengthwise.theory.verdict.decision import verdict

REDUCTIONS = {n: one.reduction for n, one in KNOWLEDGE.items() if one.reduction}
GROWING = {n: one.rows for n, one in KNOWLEDGE.items() if one.rows}

# Huang et al.: (without positions, periodic and local). They count unique_copy as
# outside the first class; a program of it is in the library.
LANGUAGES = {
    **dict.fromkeys(("aa_star", "aaaa_star", "abab_star", "tomita4"), ("no", "yes")),
    **dict.fromkeys(("tomita3", "tomita5", "tomita6", "012_0_2"), ("no", "no")),
    **dict.fromkeys(
        ("d2", "d3", "d4", "d12", "tomita1", "tomita2", "tomita7", "abcde", "ab_d_bc"),
        ("yes", "yes"),
    ),
    **dict.fromkeys(("dyck1", "shuffle2", "shuffle4", "shuffle6"), ("yes", "yes")),
    **dict.fromkeys(("anbn", "anbncn", "anbncndn", "boolean3"), ("yes", "yes")),
    **dict.fromkeys(("boolean5", "majority_language", "maj_k"), ("yes", "yes")),
    "parity_language": ("no", "no"),
    "contains_ab": ("no", "yes"),
}
QUESTIONS = {
    "bin_majority": ("yes", "yes"),
    "majority": ("yes", "yes"),
    "bin_majority_interleave": ("no", "yes"),
    "unique_copy": ("yes", "yes"),
    "sort": ("yes", "yes"),
    "repeat_copy": ("no", "no"),
    "addition": ("no", "no"),
    "parity": ("no", "no"),
    "parity_cot": ("yes", "yes"),
    "retrieve_right_last": ("no", "no"),
    "retrieve_left_last": ("no", "no"),
}


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("acceptance", ["end", "last"])
def test_languages_are_where_the_paper_has_them(name, acceptance):
    found = verdict(task=name)
    answers = tuple(found.answer(p, acceptance) for p in ("none", "periodic-local"))
    assert answers == LANGUAGES[name]


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_are_where_the_paper_has_them(name):
    found = verdict(task=name)
    answers = tuple(found.answer(p, "next") for p in ("none", "periodic-local"))
    assert answers == QUESTIONS[name]


def test_a_theorem_is_the_evidence_of_one_task_only():
    for tasks in tasks_by_heading().values():
        for one in tasks:
            if one.format != "next-token":
                continue
            kinds = {row.evidence.kind for row in verdict(task=one).answers}
            assert ("theorem" in kinds) == (one.name == "bin_majority_interleave")


@pytest.mark.parametrize("name", ["unique_copy", "sort"])
def test_growing_alphabets_are_named(name):
    assert "growing alphabets" in verdict(task=name).notes[0]


def distinct(one):
    """All questions of a task whose questions have no symbol twice."""
    numbers = dict(one.numbers)
    first = ("#",) * (numbers.get("k", 1) - 1)
    names = one.alphabet.symbols[: numbers["symbols"]]
    for length in one.lengths(1, 20):
        for rest in permutations(names, length - len(first)):
            yield first + rest


def different_pairs(_):
    """All questions up to length 7 in which no pair of neighbors stands twice."""
    for length in range(1, 8):
        for word in product("012", repeat=length):
            if len(set(pairwise(word))) == length - 1:
                yield word


def intervals(one):
    names = one.alphabet.symbols[: dict(one.numbers)["symbols"]]
    yield from combinations(names, 2)


def program_text(one):
    program = knowledge_of(one).program
    if one.name == "count":  # also for more symbols than the verdict takes
        program = written_by(task_programs.count, symbols=9)
    found = program(one, "periodic-local")
    assert found.task == one
    return found.text


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        *(
            (f"{name}:symbols={symbols}", distinct)
            for name in ("unique_copy", "sort", "unique_reverse")
            for symbols in (3, 4, 5, 6, 7)
        ),
        ("step_copy:k=1,symbols=5", distinct),
        ("step_copy:k=2,symbols=6", distinct),
        ("step_copy:k=3,symbols=6", distinct),
        ("unique_bigram_copy:symbols=3", different_pairs),
        ("count:symbols=9", intervals),
    ],
)
def test_programs_are_right_on_all_questions(name, questions):
    one = task(name)
    words = []
    for question in questions(one):
        prompt = one.output.prompt(question)
        words.append(prompt + one.label(prompt))
    emits = batch(parse(program_text(one)), words).emits
    names, held = list(emits), np.stack(list(emits.values()))
    for number, word in enumerate(words):
        start = word.index("<sep>") + 1
        for n in range(start, len(word)):
            (found,) = np.flatnonzero(held[:, number, n - 1])
            assert names[found] == word[n]


@pytest.mark.parametrize("name", REDUCTIONS)
def test_the_language_of_a_reduction_is_in_the_task(name):
    one, reduction = task(name), REDUCTIONS[name]
    dfa = reduction.dfa
    for length in range(6):
        for word in product(reduction.blocks, repeat=length):
            middle = " ".join(reduction.blocks[letter] for letter in word)
            prompt = one.word(f"{reduction.left} {middle} {reduction.right}")
            assert (one.label(prompt)[0] == reduction.answer) == dfa.accepts(word)


def test_without_positions_a_letter_of_a_reduction_is_one_symbol():
    for reduction in REDUCTIONS.values():
        sizes = {len(block.split()) for block in reduction.blocks.values()}
        assert len(sizes) == 1
        assert reduction.positions == "periodic-local" or sizes == {1}


@pytest.mark.parametrize("name", GROWING)
def test_the_closed_form_is_a_lower_bound_that_grows_without_a_polynomial(name):
    one, form = task(name), GROWING[name]
    numbers = row_counts(one)
    assert len(numbers) >= 3
    for half, number in enumerate(numbers, start=1):
        assert number >= form.at_least(one, half)
    assert form.at_least(one, 60) > 60**6


@pytest.mark.parametrize("half", [1, 2, 3])
def test_copying_has_a_row_for_every_beginning(half):
    assert rows(task("repeat_copy", symbols=3), half) == 3**half


def test_the_family_of_addition_has_different_answers():
    one = task("addition")
    for half in range(1, 7):
        numbers = [("1", *bits) for bits in product("01", repeat=half - 1)]
        answers = {one.label(("<bos>", *n, "+", "0", "=")) for n in numbers}
        assert len(answers) == GROWING["addition"].at_least(one, half)


def test_a_task_that_grows_has_no_program():
    assert all(KNOWLEDGE[name].program is None for name in GROWING)
    assert verdict(task="addition").headline().basis == "theorem"


@pytest.mark.parametrize(
    "name",
    ["simple", "simple:omega=100", "modp", "modp:p=1", "modp:p=300,k=7", "kgram"],
)
def test_real_valued_tasks_rest_on_a_machine_with_its_error(name):
    row = verdict(task=name).headline()
    assert (row.answer, row.evidence.kind) == ("yes", "machine")
    said = dict(row.evidence.details)
    assert said["error"] <= (0.01 if name.startswith("simple") else 0)
    assert (said["largest_error_seen"] or 0) <= said["error"]
    assert f"; proved: {said['proof']}; " in row.evidence.text


@pytest.mark.parametrize("name", ["simple", "modp", "kgram"])
def test_a_real_valued_yes_names_limit_transformers_and_no_programs(name):
    found = verdict(task=name)
    assert "C-RASP" not in f"{found}{found.sentence}{found._repr_html_()}"
    yes = found.headline()
    assert yes.class_name == "limit transformer with periodic positions and lags"
    near = "exactly" if name != "simple" else "within 0.0020"
    assert yes.sentence == f"a {yes.class_name} computes it {near} at every length"
    without = found.headline("none")
    settled = name == "simple"
    assert without.answer == ("yes" if settled else "unknown")
    assert without.sentence.startswith("it is not known whether a limit") != settled


def test_a_machine_with_positions_says_nothing_about_machines_without():
    assert verdict(task="modp").answer("none", "next") == "unknown"
    assert verdict(task="modp:p=1").answer("none", "next") == "yes"


@pytest.mark.parametrize("name", FAMILIES)
def test_every_format_of_every_task_has_a_verdict(name):
    for form in FAMILIES[name].formats:
        found = verdict(task=f"{name}@{form}")
        assert {row.format for row in found.answers} >= {form}


def test_tasks_without_short_questions_are_compared_too():
    name = "bin_majority_interleave:period=50"
    assert "on 120 random instances" in verdict(task=name).headline().evidence.text


def test_an_unlabeled_question_is_no_entry_of_the_matrix():
    with pytest.raises(WordError):
        task("addition").label(("<bos>", "1", "="))
    # A question of addition has three symbols or more.
    assert rows(task("addition"), 1) == 1


@pytest.mark.parametrize("name", ["simple", "modp", "kgram"])
def test_the_model_of_precision_is_that_of_the_known_machine(name):
    assert verdict(task=name).precision == "unrounded activations, rounded softmax"
    assert known_machine(task(name)).machine.attention == Attention("finite", 8)
