"""Languages that count, against definitions that look at the whole word."""

import re
from random import Random

import pytest

from lengthwise.errors import WordError
from lengthwise.tasks.languages.brackets import BRACKETS, Shuffle
from lengthwise.tasks.languages.counter_machines import EqualBlocks, Lead
from lengthwise.tasks.languages.prefix_notation import OPERATORS, PrefixNotation
from tests.tasks.chance import assert_law, uniform

LANGUAGES = [
    (Shuffle(1), 10),
    (Shuffle(2), 6),
    (Shuffle(3), 4),
    (EqualBlocks(2), 10),
    (EqualBlocks(3), 7),
    (EqualBlocks(4), 5),
    (PrefixNotation(2), 6),
    (PrefixNotation(3), 6),
    (PrefixNotation(5), 4),
]


def is_balanced(word):
    while "()" in word:
        word = word.replace("()", "")
    return word == ""


def is_shuffle(word, pairs):
    parts = ["".join(s for s in word if s in pair) for pair in BRACKETS[:pairs]]
    return all(
        is_balanced(part.replace(pair[0], "(").replace(pair[1], ")"))
        for part, pair in zip(parts, BRACKETS, strict=False)
    )


def is_equal_blocks(word, letters):
    return bool(word) and word == "".join(
        letter * (len(word) // letters) for letter in "abcd"[:letters]
    )


def is_expression(word):
    """Operators with their operands are replaced by a value until one is left."""
    values = "[01]"
    changed = True
    while changed:
        shorter = word
        for arity, operator in enumerate(OPERATORS, start=1):
            shorter = re.sub(
                re.escape(operator) + values + f"{{{arity}}}", "0", shorter
            )
        changed, word = shorter != word, shorter
    return word in {"0", "1"}


def definition(language, word):
    text = "".join(word)
    match language:
        case Shuffle(pairs):
            return is_shuffle(text, pairs)
        case EqualBlocks(letters):
            return is_equal_blocks(text, letters)
        case _:
            return is_expression(text)


def all_words(language, longest):
    for length in range(longest + 1):
        yield from language.alphabet.words(length)


@pytest.mark.parametrize(("language", "longest"), LANGUAGES)
def test_members_are_those_of_the_definition(language, longest):
    for word in all_words(language, longest):
        assert language.accepts(word) == definition(language, word)


@pytest.mark.parametrize(("language", "longest"), LANGUAGES)
def test_the_number_of_members_is_counted_right(language, longest):
    for length in range(longest + 1):
        count = sum(definition(language, w) for w in language.alphabet.words(length))
        assert language.members(length) == count


@pytest.mark.parametrize(("language", "longest"), LANGUAGES)
def test_a_symbol_is_legal_exactly_if_a_member_goes_on_with_it(language, longest):
    members = [w for w in all_words(language, longest) if definition(language, w)]
    begins = {member[:t] for member in members for t in range(len(member) + 1)}
    for word in all_words(language, longest // 2):
        legal = language.legal(language.run(word))
        for symbol in language.alphabet:
            if symbol in legal:
                assert completes(language, (*word, symbol))
            else:
                assert (*word, symbol) not in begins


def completes(language, word):
    """Whether closing what is open, or filling in values, gives a member."""
    match language:
        case Shuffle(pairs):
            closed = list(word)
            for opening, closing in map(tuple, BRACKETS[:pairs]):
                closed += [closing] * (word.count(opening) - word.count(closing))
        case EqualBlocks(letters):
            size = word.count("a")
            closed = [letter for letter in "abcd"[:letters] for _ in range(size)]
            assert tuple(closed[: len(word)]) == word
        case _:
            closed = [*word, *"0" * language.run(word)[0]]
    return definition(language, closed)


@pytest.mark.parametrize(
    ("language", "length"),
    [
        (Shuffle(1), 8),
        (Shuffle(2), 4),
        (Shuffle(3), 4),
        (EqualBlocks(3), 6),
        (PrefixNotation(2), 4),
        (PrefixNotation(3), 4),
        (PrefixNotation(5), 3),
    ],
)
def test_members_are_drawn_uniformly(language, length):
    words = language.alphabet.words(length)
    members = [word for word in words if definition(language, word)]
    assert_law(lambda rng: language.draw(rng, length), uniform(members))


def test_long_members_are_drawn_in_reasonable_time():
    for language in (Shuffle(6), PrefixNotation(5), EqualBlocks(4)):
        assert language.accepts(language.draw(Random(1), 300))


@pytest.mark.parametrize("margin", [-1, 0, 1, 3])
def test_a_lead_is_a_difference_of_counts(margin):
    language = Lead("01", "1", margin)
    for length in range(9):
        for word in language.alphabet.words(length):
            lead = word.count("1") - word.count("0")
            assert language.accepts(word) == (lead >= margin)


@pytest.mark.parametrize(
    "language", [Shuffle(1), PrefixNotation(2), Lead("ab", "a", 0)]
)
def test_a_foreign_symbol_is_refused_also_after_a_mistake(language):
    with pytest.raises(WordError, match="'x' is not one of the symbols"):
        language.accepts([*language.alphabet.symbols[::-1], "x"])
