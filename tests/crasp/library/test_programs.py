from random import Random

import pytest

from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library import programs
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.library.program_family import Words
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.catalogue import ALIASES as TASK_ALIASES
from lengthwise.tasks.catalogue import FAMILIES as TASKS
from lengthwise.tasks.catalogue import task
from tests.crasp.library.test_emitters import TASKS as EMITTERS
from tests.crasp.library_languages import LANGUAGES, LONGEST


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_program_accepts_its_language_on_all_short_words(name):
    program = load(name)
    longest = LONGEST.get(len(program.letters), 5)
    words = [w for n in range(1, longest + 1) for w in program.letters.words(n)]
    expected = [LANGUAGES[name](word) for word in words]
    assert list(accepted(program, words)) == expected
    if name != "a_k_star:k=1":
        assert set(expected) == {True, False}


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_program_accepts_its_language_on_long_words(name):
    program = load(name)
    words = long_words(name, program.letters.symbols)
    assert list(accepted(program, words)) == [LANGUAGES[name](word) for word in words]


def long_words(name, symbols):
    """Random words, and words of a language with at most one symbol changed."""
    random = Random(name)
    words = [
        tuple(random.choices(symbols, k=random.randint(20, 200))) for _ in range(30)
    ]
    block = [w for n in range(1, 7) for w in load(name).letters.words(n)]
    members = [
        w for w in random.sample(block, min(300, len(block))) if LANGUAGES[name](w)
    ]
    for member in members[:20]:
        long = [
            s for s in member for _ in range(random.randint(1, 5))
        ] * random.randint(1, 9)
        words.append(tuple(long))
        words.append(member * random.randint(5, 20))
        long[random.randrange(len(long))] = random.choice(symbols)
        words.append(tuple(long))
    return words


def of_tasks():
    """The programs that have the name of a task about a language."""
    names = [n for n in programs.names() if n in TASKS or n in TASK_ALIASES]
    return [n for n in names if not load(n).next]


def test_most_programs_have_a_task():
    assert len(of_tasks()) >= 29


@pytest.mark.parametrize("name", of_tasks())
def test_the_program_equals_the_task_of_its_name(name):
    program, question = load(name), task(f"{name}@recognize-last")
    assert program.alphabet == question.alphabet
    random = Random(name)
    words = [
        tuple(random.choices(program.letters.symbols, k=random.randint(1, 40)))
        for _ in range(100)
    ]
    words += [question.draw(random, n) for n in question.lengths(4, 40)]
    expected = [question.label(word) for word in words]
    assert list(accepted(program, words)) == expected


@pytest.mark.parametrize("name", programs.names())
def test_every_program_has_a_comment_and_our_layout(name):
    text = programs.text(name)
    assert programs.comment(text)
    assert fmt(text) == text
    assert parse(text).alphabet is not None


def test_every_file_and_family_is_tested():
    tested = {programs.ALIASES.get(name, name).partition(":")[0] for name in LANGUAGES}
    copies = {name for name in programs.FAMILIES if name.endswith("_nope")}
    assert tested | set(EMITTERS) | {"first_occurrence"} | copies == {
        *programs.files(),
        *programs.FAMILIES,
    }


def test_a_misspelled_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'dyck1'"):
        programs.text("dyck")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("d_n:m=3", "no number of d_n is called 'm'"),
        ("d_n:n=0", "n must be a whole number from 1"),
        ("d_n:n=x", "n must be a whole number from 1"),
        ("d_n:n", "write name=value"),
        ("d_n:n=3,n=4", "n occurs twice"),
        ("d_n:n=3@real", "leave out @real"),
        ("dyck1:n=3", "dyck1 has no parameters; leave out n=3"),
        ("dyck1@real", "did you mean 'dyck1'"),
        ("subsequence:word=xyz", "letters abc"),
        ("subsequence:word=", "letters abc"),
    ],
)
def test_numbers_that_are_not_allowed_are_refused(name, reason):
    with pytest.raises((SpecError, UnknownNameError), match=reason):
        programs.text(name)


@pytest.mark.parametrize("name", programs.FAMILIES)
def test_the_largest_numbers_are_within_the_limits_of_the_language(name):
    for parameter in programs.FAMILIES[name].parameters:
        if not isinstance(parameter, Words):
            load(f"{name}:{parameter.name}={parameter.most}")
            load(f"{name}:{parameter.name}={parameter.least}")
