"""The learner of tasks with outputs: against brute force, and against the tasks."""

import itertools

import pytest

import lengthwise as lw
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.running.interpreter import batch
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs import next_target as next_target_module
from lengthwise.theory.programs.learner import fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import examples_target
from lengthwise.theory.programs.next_target import next_target, wrong_prefix


@pytest.mark.parametrize(
    ("name", "length"), [("bin_majority", 4), ("unique_copy:symbols=3", 1)]
)
def test_each_line_is_as_small_as_when_it_is_learned_alone(name, length):
    learned = lw.learn(name, hypotheses="none", length=length)
    target = next_target(task(name), length)
    for symbol, size in learned.rows[-1].lines:
        examples = [
            (prefix, symbol in following)
            for prefix, (_, following) in target.scored.items()
        ]
        alone = learn_program(
            examples_target(examples, target.alphabet),
            "none",
            fragment_of("none"),
            SearchLimits(),
        )
        assert alone.rows[-1].size == size
    assert learned.stop == "found"


@pytest.mark.parametrize("name", ["bin_majority", "majority:symbols=2"])
def test_every_row_is_right_up_to_its_length_and_wrong_at_its_first_error(name):
    learned = lw.learn(name, hypotheses="none", length=4)
    words = {n: next_target(task(name), n).words for n in range(1, 5)}
    for row in learned.rows:
        assert len(core(row.hypothesis).nodes) == row.size
        assert row.size <= sum(size for _, size in row.lines)
        assert wrong_prefix(row.hypothesis, task(name), list(words[row.n])) is None
        if row.first_error is not None:
            label = task(name).label(row.first_error)[0]
            emits = batch(row.hypothesis, [row.first_error]).emits
            says = {a for a, holds in emits.items() if holds[0, -1]}
            assert says != {label}
    assert learned.n0 == 3
    assert learned.basis == "tested"


def test_the_sentence_says_on_what_it_rests():
    learned = lw.learn("bin_majority", hypotheses="none", length=4)
    assert "drawn ones of lengths 5 to 44 (not a proof)" in learned.sentence


def test_inputs_are_those_that_the_task_draws():
    for name, lengths, number in (
        ("unique_copy:symbols=3", 3, 3 + 6 + 6),
        ("repeat_copy", 3, 2 + 4 + 8),
        ("bin_majority", 4, 2 + 2 + 8 + 10),
        ("sort:symbols=4", 2, 4 + 12),
        ("count:symbols=4", 3, 3 + 2),
        ("addition", 5, 4 + 8),
    ):
        target = next_target(task(name), lengths)
        assert len(target.words) == number, name
    sort = next_target(task("sort:symbols=3"), 3)
    questions = {word[1 : word.index("<sep>")] for word in sort.words}
    assert questions == {q for n in (1, 2, 3) for q in itertools.permutations("012", n)}


def test_a_task_with_no_longer_inputs_is_learned_from_all_of_them():
    learned = lw.learn("unique_copy:symbols=3", hypotheses="none", length=3, size=6)
    assert learned.basis == "searched"
    assert [row.n for row in learned.rows] == [1, 2, 3]
    assert "No program of this class with at most 6 lines" in learned.sentence
    assert any('"0": no line with at most 6' in note for note in learned.notes)


def test_what_may_follow_is_learned_where_there_is_no_language():
    target = next_target(task("dyck1"), 4)
    assert target.symbols == ("(", ")", "<eos>")
    assert {"".join(word) for word in target.words} == {"()", "(())", "()()"}
    assert target.scored["(",] == (2, ("(", ")"))
    assert target.scored["(", "("] == (4, ("(", ")"))


def test_what_cannot_be_learned_is_named(monkeypatch):
    monkeypatch.setattr(next_target_module, "MOST_POSITIONS", 200)
    with pytest.raises(SpecError, match="accepts or rejects"):
        lw.learn("sort:symbols=3", hypotheses="dfa")
    with pytest.raises(SpecError, match="have their own alphabet"):
        lw.learn("sort:symbols=3", alphabet="ab")
    with pytest.raises(TooLargeError, match="use a smaller length"):
        lw.learn("repeat_copy", length=30)
    with pytest.raises(SpecError, match="accepts or rejects"):
        lw.learn("simple")
