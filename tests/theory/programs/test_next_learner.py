"""The learner of tasks with outputs: against brute force, and against the tasks."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import lengthwise as lw
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.running.interpreter import batch
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs import next_learner as next_learner_module
from lengthwise.theory.programs import next_target as next_target_module
from lengthwise.theory.programs._best_lines import BestLines
from lengthwise.theory.programs._joint_programs import JointPrograms
from lengthwise.theory.programs._line_table import LineTable
from lengthwise.theory.programs._prefix_tree import PrefixTree
from lengthwise.theory.programs._program_search import ProgramSearch
from lengthwise.theory.programs.learner import fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import examples_target
from lengthwise.theory.programs.next_learner import learn_next
from lengthwise.theory.programs.next_target import next_target, wrong_prefix
from lengthwise.words import Alphabet
from tests.theory.programs.every_program import smallest_sets


@pytest.fixture(scope="module")
def majority():
    """What is learned of the more frequent bit, without positions."""
    return lw.learn("bin_majority", hypotheses="none", length=4)


@pytest.mark.parametrize(
    ("name", "length"), [("bin_majority", 4), ("unique_copy:symbols=3", 1)]
)
def test_each_line_is_as_small_as_when_it_is_learned_alone(name, length):
    target = next_target(task(name), length)
    plain = fragment_of("none")
    learned = learn_next(target, "none", plain, SearchLimits(), in_all=False)
    for symbol, size in learned.rows[-1].lines:
        examples = [
            (prefix, symbol in following)
            for prefix, (_, following) in target.scored.items()
        ]
        labels = examples_target(examples, target.alphabet)
        alone = learn_program(labels, "none", plain, SearchLimits())
        assert alone.rows[-1].size == size
    assert learned.stop == "found"
    assert "each line is smallest by itself" in learned.notes[0]


def test_the_smallest_in_all_may_have_lines_that_are_not(majority):
    last = majority.rows[-1]
    assert last.lines == (("0", 6), ("1", 6), ("<eos>", 2))
    assert (last.size, majority.searched, majority.n0) == (10, 10, 3)
    target = next_target(task("bin_majority"), 4)
    apart = learn_next(
        target, "none", fragment_of("none"), SearchLimits(), in_all=False
    )
    assert apart.rows[-1].size == 12
    assert not majority.notes


def test_every_row_is_right_up_to_its_length_and_wrong_at_its_first_error(majority):
    subject = task("bin_majority")
    for row in majority.rows:
        assert len(core(row.hypothesis).nodes) == row.size
        words = list(next_target(subject, row.n).words)
        assert wrong_prefix(row.hypothesis, subject, words) is None
        if row.first_error is not None:
            label = subject.label(row.first_error)[0]
            emits = batch(row.hypothesis, [row.first_error]).emits
            assert {a for a, holds in emits.items() if holds[0, -1]} != {label}
    assert [row.first_error is None for row in majority.rows] == [False] * 2 + [
        True
    ] * 2
    assert "drawn ones of lengths 5 to 44 (not a proof)" in majority.sentence
    assert majority.json()["rows"][3]["lines"] == {"0": 6, "1": 6, "<eos>": 2}


@pytest.mark.parametrize(
    ("positions", "lines"), [("none", {}), ("local", {"lags": (1,)})]
)
def test_the_smallest_in_all_is_that_of_all_programs_run_one_by_one(positions, lines):
    ab = Alphabet("ab")
    sizes = smallest_sets(ab, 2, 2, size=5, **lines)
    pairs = sorted(pair for pair in sizes if len({*pair}) == 2)
    largest = [pair for pair in pairs if sizes[pair] == 5]
    chosen = {*largest[:: max(1, len(largest) // 25)], *pairs[::40]}
    assert len(chosen) > 25
    for pair in chosen:
        table = LineTable(PrefixTree.of_all(ab, 2), fragment_of(positions, lag=1))
        every = np.ones(6, bool)
        wanted = [
            BestLines(table, np.array(labels), every, table.tree.lengths)
            for labels in pair
        ]
        joint = JointPrograms(table, wanted, ("a", "b"), ab)
        limits = SearchLimits(size=6)
        ProgramSearch(table, wanted, limits, lambda _: None, joint).run()
        row = joint.rows[2]
        assert row.size == sizes[pair] == len(core(row.program).nodes)
        emits = batch(row.program, list(table.tree.words)).emits
        lengths = table.tree.lengths
        for labels, symbol in zip(pair, "ab", strict=True):
            assert tuple(emits[symbol][np.arange(6), lengths - 1]) == labels


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


ONE_BIT = replace(task("bin_majority"), max_length=1)
PLAIN = fragment_of("none")


def stop_at(start):
    """Interrupts the search when its progress begins with `start`."""

    def watch(text):
        if text.startswith(start):
            raise KeyboardInterrupt

    return watch


def test_a_program_that_is_right_on_all_inputs_of_a_task_is_final():
    learned = learn_next(next_target(ONE_BIT, None), "none", PLAIN, SearchLimits())
    assert (learned.stop, learned.basis, learned.n0) == ("found", "examples", 1)
    assert learned.sentence.endswith("right on all inputs; none is longer than 1.")


def test_a_program_of_a_size_that_was_not_searched_to_its_end_has_a_note():
    learned = learn_next(
        next_target(ONE_BIT, None),
        "none",
        PLAIN,
        SearchLimits(),
        stop_at("8 lines in all: 704 of"),
    )
    assert (learned.stop, learned.searched) == ("interrupted", 7)
    assert learned.rows[-1].size == 8
    (note,) = learned.notes
    assert note.startswith("not all programs of 8 lines were looked at")


def test_a_line_of_a_size_that_was_not_searched_to_its_end_has_a_note():
    learned = learn_next(
        next_target(task("bin_majority"), 3),
        "local",
        fragment_of("local", lag=6),
        SearchLimits(),
        stop_at("6 lines: 256 of"),
        in_all=False,
    )
    assert learned.stop == "interrupted"
    assert learned.rows[-1].lines == (("0", 6), ("1", None), ("<eos>", 2))
    zero, one = learned.notes
    assert zero.startswith('not all lines for "0" of size 6 were looked at')
    assert one.startswith('"1": no line with at most 5 lines of program is right')


def test_lines_are_shared_even_if_not_all_choices_are_tried(monkeypatch):
    monkeypatch.setattr(next_learner_module, "MOST_CHOICES", 1)
    sort = task("sort:symbols=3")
    target = next_target(sort, 1)
    learned = learn_next(target, "none", PLAIN, SearchLimits(), in_all=False)
    last = learned.rows[-1]
    assert last.size < sum(size for _, size in last.lines)
    assert wrong_prefix(last.hypothesis, sort, list(target.words)) is None


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
    with pytest.raises(TooLargeError, match="up to length 2 have more than 200 pref"):
        lw.learn("sort:symbols=20", length=2)
    with pytest.raises(SpecError, match="no input up to length 5; use a larger length"):
        lw.learn("bin_majority_interleave:period=50", length=5)
    with pytest.raises(SpecError, match="accepts or rejects"):
        lw.learn("simple")
