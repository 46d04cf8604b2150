"""A smallest equal program: proved equal, and none smaller by brute force."""

import pytest

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.programs import smallest_program as module
from lengthwise.theory.programs.equivalence import equivalent
from lengthwise.theory.programs.smallest_program import smallest_program
from lengthwise.words import Alphabet
from tests.theory.programs.every_program import smallest_sizes

AB = 'alphabet "a" "b"\naccept '
WORDS = [word for n in range(1, 5) for word in Alphabet("ab").words(n)]
WORDY = [
    'exists "a" && !("b" && never "a")',
    '!("a" && "b") && # "a" + # "b" >= 1 && # true == # "a"',
    'never (# "a" >= 1 && # "b" >= 0)',
    '(# "b" <= # "a" && "a") || (# "a" >= # "b" && "b")',
    '# "a" >= 1 && # "a" >= 2',
    '!(!(# "a" < # "b") && !(# "a" > # "b" && "a") && !(# "a" > # "b" && "b"))',
    'min(# "a", # "b") >= 1',
]


def test_no_program_with_fewer_lines_says_the_same():
    sizes = smallest_sizes(Alphabet("ab"), 4, size=5)
    for text in WORDY:
        program = parse(AB + text)
        found = smallest_program(program)
        assert found.answer == "smallest"
        assert equivalent(program, found.program).answer == "equal"
        label = tuple(accepted(program, WORDS))
        assert sizes.get(label, 6) <= found.size
        if found.size <= 5:
            assert sizes[label] == found.size
        assert len(core(found.program).nodes) == found.size
        assert found.size <= found.size_before


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("anbn", 11, 9), ("aa_star", 6, 1), ("contains_ab", 7, 7), ("tomita4", 8, 8)],
)
def test_library_programs_have_smallest_ones(name, before, after):
    found = smallest_program(name)
    assert (found.answer, found.size_before, found.size) == ("smallest", before, after)
    assert equivalent(name, found.program).answer == "equal"


def test_a_program_that_is_not_proved_equal_is_a_candidate_only():
    found = smallest_program("dyck1")
    assert (found.answer, found.size, found.searched) == ("unknown", 10, 8)
    assert len(core(found.candidate).nodes) == 9
    assert found.equal_up_to > 100
    assert "is not proved equal" in found.sentence
    assert equivalent("dyck1", found.program).answer == "equal"


def test_a_word_that_was_not_compared_is_added():
    far = f'{AB}# "a" >= 7 && # "a" >= 6 && # "a" <= 6 + # "a"'
    found = smallest_program(far, length=2, constants=7)
    assert found.answer == "smallest"
    assert str(found.program).endswith('accept # "a" >= 7')


def test_limits_end_the_search_and_the_answer_says_so(monkeypatch):
    found = smallest_program("dyck1", seconds=1e-9)
    assert (found.answer, found.stop, found.candidate) == ("unknown", "time", None)
    assert "time was up" in found.sentence
    assert smallest_program("dyck1", size=5).searched == 5
    monkeypatch.setattr(module, "ROUNDS", 1)
    assert smallest_program(f'{AB}# "a" >= 7 && "a"', length=2).answer == "unknown"


def test_one_line_is_smallest_at_once():
    found = smallest_program(f'{AB}"a"')
    assert (found.answer, found.size, found.searched) == ("smallest", 1, 0)
    assert repr(found).startswith("<SmallestProgram 1 line without sugar before, 1 aft")
    assert str(found).endswith(f"\n\n{found.program}\n")
    assert "&quot;a&quot;" in found._repr_html_()
