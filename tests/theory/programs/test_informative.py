"""N_info against all programs run one by one."""

import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.crasp.running.meaning import run
from lengthwise.errors import SpecError
from lengthwise.theory.programs import equivalence
from lengthwise.theory.programs.informative import informative_length
from lengthwise.words import Alphabet
from tests.theory.programs.every_program import smallest_sizes

AB = Alphabet("ab")
LONG = 6
WORDS = [word for n in range(1, LONG + 1) for word in AB.words(n)]
TEXTS = [
    '"a"',
    "false",
    'exists "a"',
    'never "b"',
    '# "b" <= # "a"',
    '"a" && # "b" <= 1',
    '# "a" >= 2',
    'exists[i - j == 1] "a"',
    'i mod 2 == 0 && "b"',
]


def by_running(program, sizes, size):
    """The largest length at which some program first differs."""
    label = tuple(accepted(program, WORDS))
    longest = 0
    for function, lines in sizes.items():
        if lines <= size and function != label:
            wrong = zip(WORDS, function, label, strict=True)
            longest = max(longest, next(len(w) for w, p, q in wrong if p != q))
    return longest


@pytest.mark.parametrize(
    ("positions", "size", "length", "lines"),
    [
        ("none", 5, 2, {}),
        ("none", 5, LONG, {"constants": 0}),
        ("local", 4, 2, {"lags": (1,)}),
        ("periodic", 4, LONG, {"moduli": ((2, 0), (2, 1))}),
    ],
)
def test_the_length_is_that_of_all_programs_run_one_by_one(
    positions, size, length, lines
):
    """From words up to length 2 only, the other words must be found by proofs."""
    sizes = smallest_sizes(AB, LONG, size=size, **lines)
    for text in TEXTS[:: 3 if size == 5 else 1]:
        program = parse(f'alphabet "a" "b"\naccept {text}')
        found = informative_length(
            program,
            size=size,
            hypotheses=positions,
            constants=lines.get("constants", 1),
            lag=1,
            length=length,
        )
        assert found.basis == "decided"
        for row in found.rows:
            assert row.length == by_running(program, sizes, row.size)
            assert len(row.word) == row.length
            assert run(program, row.word).accepted != run(row.rival, row.word).accepted


def test_a_rival_may_differ_beyond_all_words_that_were_compared():
    program = parse('alphabet "a" "b"\naccept false')
    found = informative_length(program, size=5, hypotheses="periodic", length=6)
    assert (found.length, found.basis) == (10, "decided")
    assert found.more_words > 0
    for n in range(1, 11):
        says = list(accepted(found.rows[-1].rival, list(AB.words(n))))
        assert any(says) == (n == 10)


def test_what_is_not_proved_is_said_to_agree_up_to_a_length(monkeypatch):
    monkeypatch.setattr(equivalence, "MOST_EDGES", 1)
    found = informative_length("tomita1", size=6)
    assert (found.length, found.basis) == (4, "bounded")
    assert found.compared >= 8
    assert f"all words up to length {found.compared}; they are not proved" in str(found)
    assert found.json()["compared"] == found.compared


def test_a_search_that_is_stopped_speaks_of_the_sizes_that_it_finished():
    found = informative_length("dyck1", size=7, seconds=1e-9)
    assert (found.size, found.stop) == (1, "time")
    assert "at most 1 line;" in found.sentence
    assert informative_length("dyck1", size=7, memory=1).stop == "memory"

    def stop(text):
        if text.startswith("3 lines"):
            raise KeyboardInterrupt

    found = informative_length("dyck1", size=7, watch=stop)
    assert (found.size, found.stop) == (2, "interrupted")
    assert "interrupted" in str(found)


def test_a_search_that_is_interrupted_at_once_has_no_answer():
    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        informative_length("dyck1", size=2, watch=stop)


def test_a_length_that_there_was_no_time_to_prove_is_not_called_decided():
    program = parse('alphabet "a" "b"\naccept "a"')
    found = informative_length(program, size=1, seconds=1e-9)
    assert (found.length, found.basis, found.stop) == (1, "bounded", "time")
    assert found.compared == found.letters_up_to
    assert informative_length(program, size=1).basis == "decided"


@pytest.mark.parametrize("lag", [1, 2])
def test_the_length_does_not_depend_on_the_words_compared_at_first(lag):
    """On words of length 1, all counts with a guard are one."""
    program = parse('alphabet "a" "b"\naccept "a"')
    few, many = (
        informative_length(program, size=4, hypotheses="local", lag=lag, length=n)
        for n in (1, 6)
    )
    assert few.basis == many.basis == "decided"
    assert few.more_words > many.more_words
    for one, other in zip(few.rows, many.rows, strict=True):
        assert (one.size, one.length) == (other.size, other.length)


def test_a_program_that_emits_symbols_is_refused():
    with pytest.raises(SpecError, match="accepts words"):
        informative_length("bin_majority")


def test_a_notebook_shows_the_sentence_and_the_table():
    found = informative_length("tomita1", size=2)
    assert "<table" in found._repr_html_()
    assert repr(found).startswith("<InformativeLength Words up to length 2 distinguish")
