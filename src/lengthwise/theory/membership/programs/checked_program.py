"""The program behind a yes, with its proof and its tests."""

import random
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.next_symbols import next_symbols
from lengthwise.crasp.language.parser import MOST_TOKENS, number_of_tokens
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted, batch
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.definite_checker import flaw as definite_flaw
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.evidence.potential_checker import flaw
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.programs.next_program import END, next_program
from lengthwise.theory.membership.programs.recognizer_program import recognizer_program
from lengthwise.theory.membership.search.grouping import joined, regrouped
from lengthwise.words import Word

SHORT_LETTERS = 40_000
"""Total number of letters in the exhaustive comparison on short words."""

LONG_WORDS = 50
LONG = 300
"""Number and length of random test words."""

CELLS = 25_000_000
"""Number of line values in memory at once."""


@dataclass(frozen=True)
class Written:
    """A program for a language.

    That the language has a program is verified by induction along every edge of the
    lifted automaton. That this particular program is correct is tested.

    Attributes:
        program: The program.
        all_words_up_to: It was compared with the automaton on every non-empty word up
            to this length; a next-set program, on every prefix of a member.
        long_words: Number of random words of length `LONG`, or the longest possible, on
            which it was compared.
    """

    program: Program
    all_words_up_to: int
    long_words: int

    @property
    def text(self) -> str:
        """The program as text."""
        return show(self.program).rstrip("\n")

    @property
    def lines(self) -> int:
        """The number of lines of the text."""
        return len(self.text.splitlines())


def write_program(potentials: Potentials | Definite, dfa: DFA) -> Written:
    """Returns the program of a yes, after checking its potentials and testing it.

    Args:
        potentials: The evidence of the yes.
        dfa: An automaton of the language.

    Raises:
        TooLargeError: Its text exceeds the limit of the parser.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> language = regex("(ab)*").dfa
        >>> written = write_program(membership(language).evidence, language)
        >>> written.lines, written.all_words_up_to
        (4, 10)
    """
    _require_flawless(potentials, dfa)
    program = _readable(recognizer_program(potentials, minimize(dfa)))
    short, longest = _short_words(dfa)
    rng = random.Random(0)
    symbols = dfa.alphabet.symbols
    long = [tuple(rng.choices(symbols, k=LONG)) for _ in range(LONG_WORDS // 2)]
    long += [_lasting(dfa, rng) for _ in range(LONG_WORDS // 2)]
    for words in (*_pieces(program, short), *_pieces(program, long)):
        for word, says in zip(words, accepted(program, words), strict=True):
            assert says == dfa.accepts(word), f"the program is wrong on {word}"
    return Written(program, longest, LONG_WORDS)


def write_next_program(
    evidence: Potentials | Definite | LastSymbols, dfa: DFA
) -> Written:
    """Returns a tested program for what may follow each prefix.

    Args:
        evidence: The evidence of a yes in the format next-set.
        dfa: An automaton of the language.

    Raises:
        TooLargeError: Its text exceeds the limit of the parser.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decided_formats import (
        ...     membership_in_format,
        ... )
        >>> language = regex("(b|bc)*").dfa
        >>> decision = membership_in_format(language, "next-set")
        >>> print(write_next_program(decision.evidence, language).text)
        alphabet "b" "c" "<eos>"
        next "b" = true
        next "c" = "b"
        next "<eos>" = true
    """
    if isinstance(evidence, Potentials | Definite):
        _require_flawless(evidence, dfa)
    minimal = minimize(dfa)
    program = _readable(next_program(evidence, minimal))
    short, longest = _short_words(minimal)
    rng = random.Random(0)
    words = [word for word in short if minimal.run(word) in minimal.live]
    long = [word for _ in range(LONG_WORDS) if (word := _legal(minimal, rng))]
    for piece in (*_pieces(program, words), *_pieces(program, long)):
        _require_right(program, minimal, piece)
    return Written(program, longest, LONG_WORDS)


def _readable(program: Program) -> Program:
    number = number_of_tokens(show(program))
    if number > MOST_TOKENS:
        raise TooLargeError(
            f"the program has {number:,} tokens; at most {MOST_TOKENS:,} can be read",
            size=number,
            limit=MOST_TOKENS,
        )
    return program


def _require_right(program: Program, dfa: DFA, words: list[Word]) -> None:
    """Raises an error unless the program is right on every prefix of the words."""
    follows = next_symbols(dfa)
    emits = batch(program, words).emits
    for number, word in enumerate(words):
        state = dfa.start
        for n, symbol in enumerate(word):
            state = dfa.step(state, symbol)
            legal, ends = follows[state]
            emitted = {s for s, holds in emits.items() if holds[number, n]}
            right = legal | ({END} if ends else set())
            assert emitted == right, f"the program is wrong on {word[: n + 1]}"


def _pieces(program: Program, words: list[Word]) -> list[list[Word]]:
    """Splits the words into parts for which the values of all lines fit in memory."""
    longest = max(map(len, words), default=1)
    number = max(1, CELLS // (longest * (len(program.lines) + 1)))
    return [words[k : k + number] for k in range(0, len(words), number)]


def _require_flawless(potentials: Potentials | Definite, dfa: DFA) -> None:
    if isinstance(potentials, Definite):
        wrong = definite_flaw(potentials, dfa)
    else:
        wrong = flaw(regrouped(potentials, joined(potentials)), dfa)
    assert wrong is None, wrong


def _short_words(dfa: DFA) -> tuple[list[Word], int]:
    words: list[Word] = []
    length = letters = 0
    while True:
        letters += (length + 1) * len(dfa.alphabet) ** (length + 1)
        if letters > SHORT_LETTERS:
            return words, length
        length += 1
        words += dfa.alphabet.words(length)


def _lasting(dfa: DFA, rng: random.Random) -> Word:
    """A random word that avoids dead states for as long as possible."""
    state, word = dfa.start, []
    for _ in range(LONG):
        symbol = rng.choice(sorted(dfa.legal(state)) or dfa.alphabet.symbols)
        state = dfa.step(state, symbol)
        word.append(symbol)
    return tuple(word)


def _legal(dfa: DFA, rng: random.Random) -> Word:
    """A random prefix of a member, as long as possible."""
    state = dfa.start
    word: list[str] = []
    while len(word) < LONG and (legal := sorted(dfa.legal(state))):
        word.append(rng.choice(legal))
        state = dfa.step(state, word[-1])
    return tuple(word)
