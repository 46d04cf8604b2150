"""The learner of smallest programs: against brute force, the theory and itself."""

import itertools

import pytest

import lengthwise as lw
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.crasp.running.meaning import run
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs.learned import Learned
from lengthwise.theory.programs.learner import fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import (
    examples_target,
    program_target,
    task_target,
)
from lengthwise.words import Alphabet
from tests.theory.programs.every_program import smallest_sizes

AB = Alphabet("ab")
SHORT = [word for n in (1, 2, 3) for word in AB.words(n)]


@pytest.mark.parametrize(
    ("positions", "size", "lines"),
    [
        ("none", 5, {}),
        ("none", 5, {"constants": 0}),
        ("local", 5, {"lags": (1,)}),
        ("periodic", 5, {"moduli": ((2, 0), (2, 1))}),
    ],
)
def test_sizes_are_those_of_all_programs_run_one_by_one(positions, size, lines):
    sizes = smallest_sizes(AB, 3, size=size, **lines)
    fragment = fragment_of(positions, lag=1, constants=lines.get("constants", 1))
    assert len(sizes) > 20
    for function, smallest in sizes.items():
        target = examples_target(zip(SHORT, function, strict=True), AB)
        limits = SearchLimits(size=size)
        learned = learn_program(target, positions, fragment, limits)
        program = learned.rows[-1].hypothesis
        assert isinstance(program, Program)
        assert learned.rows[-1].size == smallest == len(core(program).nodes)
        assert tuple(accepted(program, SHORT)) == function
        assert learned.basis == "examples"


def test_what_no_small_program_computes_is_none_up_to_that_size():
    sizes = smallest_sizes(AB, 3, size=4)
    larger = [f for f, size in smallest_sizes(AB, 3, size=5).items() if size == 5]
    assert larger
    for function in larger:
        assert function not in sizes
        target = examples_target(zip(SHORT, function, strict=True), AB)
        learned = learn_program(
            target, "none", fragment_of("none"), SearchLimits(size=4)
        )
        assert (learned.n0, learned.program) == (None, None)
        assert (learned.searched, learned.stop) == (4, "size")


def _require_consistent(learned: Learned, name: str, longest: int) -> None:
    """Every row is right up to its length, wrong at its first error, and so large."""
    language = task(name).language
    words = [w for n in range(1, longest + 1) for w in learned.alphabet.words(n)]
    for row in learned.rows:
        assert isinstance(row.hypothesis, Program)
        assert not row.hypothesis.lines
        assert len(core(row.hypothesis).nodes) == row.size
        answers = zip(words, accepted(row.hypothesis, words), strict=True)
        wrong = [word for word, says in answers if says != language.accepts(word)]
        assert all(len(word) > row.n for word in wrong)
        if wrong:
            assert row.first_error is not None
            assert len(row.first_error) == min(map(len, wrong))
        if row.first_error is not None:
            says = run(row.hypothesis, row.first_error).accepted
            assert says != language.accepts(row.first_error)


@pytest.mark.parametrize(
    ("name", "positions", "size", "n0"),
    [
        ("majority_language", "none", 5, 3),
        ("tomita1", "none", 3, 2),
        ("tomita4", "local", 8, 5),
        ("aa_star", "periodic", 1, 2),
        ("contains_ab", "local", 7, 3),
        ("anbn", "none", 9, 5),
        ("dyck1", "none", 9, 6),
        ("tomita2", "local", 8, 6),
        ("tomita7", "local", 7, 4),
    ],
)
def test_the_nine_languages_are_found_from_their_labels(name, positions, size, n0):
    learned = lw.learn(name, hypotheses=positions, length=6 if size > 5 else None)
    assert (learned.rows[-1].size, learned.n0) == (size, n0)
    assert learned.stop == "found"
    assert learned.searched == size
    length = 5 if len(learned.alphabet) > 2 else 8
    _require_consistent(learned, name, length)
    library = {"aa_star": "a_k_star:k=2"}.get(name, name)
    assert size <= len(core(load(library)).nodes)


def test_regular_targets_are_decided_and_others_tested():
    assert lw.learn("contains_ab", hypotheses="local", length=4).basis == "decided"
    dyck = lw.learn("dyck1", hypotheses="none")
    assert dyck.basis == "tested"
    assert "(not a proof)" in dyck.sentence
    assert "proved equal" in lw.learn(regex="b*", alphabet="ab").sentence


@pytest.mark.parametrize(
    ("name", "positions", "size"),
    [
        ("parity_language", "none", 9),
        ("parity_language", "periodic-local", 7),
        ("012_0_2", "none", 8),
        ("012_0_2", "periodic-local", 6),
    ],
)
def test_none_is_found_where_a_certificate_says_that_there_is_none(
    name, positions, size
):
    verdict = lw.verdict(task=f"{name}@recognize-last")
    assert verdict.answer("periodic-local", "last") == "no"
    learned = lw.learn(name, hypotheses=positions, size=size)
    assert learned.n0 is None
    assert learned.searched == size
    assert learned.basis == "searched"
    assert f"No program of this class with at most {size} lines" in learned.sentence


def test_a_program_that_is_right_up_to_the_last_length_only_is_not_final():
    learned = lw.learn("tomita4", hypotheses="local", length=3)
    assert learned.rows[-1].size == 5
    assert learned.n0 is None
    assert learned.rows[-1].first_error is not None
    assert len(learned.rows[-1].first_error) > 3
    assert "is still wrong on a longer word" in learned.sentence


def test_ties_are_broken_against_the_learner():
    learned = lw.learn("tomita4", hypotheses="periodic", size=5)
    first = learned.rows[0]
    assert first.size == 1
    assert first.first_error is not None
    assert len(first.first_error) == 2  # true is right up to length 2, and as small


@pytest.mark.parametrize("stop", ["time", "memory", "interrupted"])
def test_a_search_that_is_stopped_gives_the_best_so_far(stop):
    limits = {"time": {"seconds": 1e-9}, "memory": {"memory": 1}}.get(stop, {})

    def watch(text: str) -> None:
        assert "different lines" in text
        if stop == "interrupted" and text.startswith("5 lines"):
            raise KeyboardInterrupt

    learned = lw.learn("dyck1", hypotheses="none", watch=watch, **limits)
    assert learned.stop == stop
    assert learned.rows[0].size == 1
    assert learned.rows[-1].hypothesis is None
    assert learned.searched == (4 if stop == "interrupted" else 2)


def test_a_stop_while_sets_are_built_keeps_what_was_found():
    def watch(text: str) -> None:
        if "so far" in text and text.startswith("6 lines"):
            raise KeyboardInterrupt

    learned = lw.learn("dyck1", hypotheses="none", watch=watch)
    assert [row.size for row in learned.rows[:3]] == [1, 5, None]
    assert learned.searched == 5


def test_a_program_of_a_size_that_was_not_searched_to_its_end_has_a_note():
    def watch(text: str) -> None:
        if text.startswith("9 lines: 1,"):
            raise KeyboardInterrupt

    learned = lw.learn("anbn", hypotheses="none", watch=watch)
    assert (learned.stop, learned.searched) == ("interrupted", 8)
    assert learned.rows[-1].size == 9
    assert "not all programs of 9 lines were looked at" in learned.notes[0]


def test_a_stop_among_the_programs_of_one_set_keeps_the_best_of_them():
    def watch(text: str) -> None:
        if text.startswith("5 lines: 0 sets,"):
            raise KeyboardInterrupt

    pairs = [("a" * 2, False), ("a" * 20, True), ("a" * 40, False)]
    learned = lw.learn(examples=pairs, hypotheses="none", constants=40, watch=watch)
    assert (learned.stop, learned.searched) == ("interrupted", 4)
    assert learned.rows[-1].size == 5
    for word, label in pairs:
        assert lw.run(learned.program, word).accepted == label


def test_a_size_of_one_looks_at_single_lines_only():
    learned = lw.learn("tomita1", size=1)
    assert [row.size for row in learned.rows[:2]] == [1, None]
    assert "1 line is" in learned.sentence


def test_a_program_is_learned_anew_from_its_own_language():
    learned = lw.learn(program="dyck1", hypotheses="none", length=6)
    assert learned.rows[-1].size == 9
    assert learned.subject == "the program dyck1"
    assert lw.learn(program=load("tomita1")).subject == "a program"
    with pytest.raises(SpecError, match="says what may follow"):
        program_target(load("bin_majority"), "bin_majority")


def test_examples_leave_other_words_open():
    pairs = [("ab", True), ("aabb", True), ("a", False), ("abb", False)]
    learned = lw.learn(examples=pairs, hypotheses="none")
    assert learned.basis == "examples"
    assert learned.rows[-1].final
    for word, label in pairs:
        assert lw.run(learned.program, word).accepted == label
    assert "right on all examples" in learned.sentence


def test_constants_are_counted_as_in_the_core():
    learned = lw.learn("dyck1", hypotheses="none", constants=0, length=6)
    assert learned.rows[-1].size == 9
    more = lw.learn(regex="b*(ab*){0,3}", hypotheses="none", constants=3)
    assert str(more.program).endswith('accept # "a" <= 3')


def test_wrong_settings_are_named():
    for settings, message in (
        ({"size": 0}, "the size"),
        ({"length": 0}, "the length"),
        ({"seconds": 0}, "the seconds"),
        ({"memory": 0}, "the memory"),
        ({"hypotheses": "all"}, "hypotheses"),
        ({"constants": -1}, "the largest constant"),
        ({"lag": 0}, "the largest lag"),
        ({"period": 1}, "the largest period"),
    ):
        with pytest.raises(SpecError, match=message):
            lw.learn("tomita1", **settings)
    with pytest.raises(TooLargeError, match="use a smaller length"):
        lw.learn("tomita1", length=40)
    with pytest.raises(SpecError, match="accepts or rejects"):
        task_target(task("sort"))


def test_results_do_not_depend_on_how_words_are_listed():
    words = [w for n in range(1, 5) for w in Alphabet("01").words(n)]
    language = task("tomita7").language
    shuffled = list(itertools.chain(words[::2], words[1::2]))
    listed = [(word, language.accepts(word)) for word in shuffled]
    learned = lw.learn(examples=listed, hypotheses="local")
    whole = lw.learn("tomita7", hypotheses="local", length=4)
    assert [row.text for row in learned.rows] == [row.text for row in whole.rows]
