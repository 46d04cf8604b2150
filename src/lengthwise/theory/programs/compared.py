"""Two things to compare, and the letters of the words on which they are compared."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lengthwise.arguments import require_kind, symbols_of
from lengthwise.automata.dfa import DFA
from lengthwise.automata.larger_alphabet import over_alphabet
from lengthwise.automata.regex import regex as read_regex
from lengthwise.crasp.language.program import Program, spare_symbol
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError
from lengthwise.words import Alphabet

_ALLOWED = "it must be a Program, a DFA, or a program's name, path or text"


@dataclass(frozen=True, slots=True)
class Compared:
    """Two programs or automata over one alphabet.

    Attributes:
        first: A program, or an automaton over `letters`.
        second: Likewise.
        letters: The symbols of all words on which they are compared.
    """

    first: Program | DFA
    second: Program | DFA
    letters: Alphabet

    @property
    def programs(self) -> tuple[Program, Program] | None:
        """Both, if both are programs."""
        if isinstance(self.first, Program) and isinstance(self.second, Program):
            return self.first, self.second
        return None

    @property
    def regular(self) -> bool:
        """Whether both are automata, which are defined on the empty word."""
        return isinstance(self.first, DFA) and isinstance(self.second, DFA)


def compared(
    *subjects: Program | DFA | str | Path,
    regex: str | Iterable[str] = (),
    alphabet: Iterable[str] | None = None,
) -> Compared:
    r"""Returns two things over their common alphabet.

    Declared alphabets must have the same symbols. The letters of an expression or an
    automaton are its own and those that a program compared with it names. Two programs
    with open alphabets are compared on the symbols that either names and one additional
    letter.

    Raises:
        SpecError: There are not exactly two, or their alphabets differ, or one accepts
            words and the other emits symbols.

    Examples:
        >>> compared('accept "a"', 'accept # "b" >= 1').letters.symbols
        ('a', 'b', '_')
        >>> compared('accept "a"', regex="(a|b)*a").letters.symbols
        ('a', 'b')
        >>> compared('alphabet "a"\naccept "a"', 'alphabet "b"\naccept "b"')
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the first program has the alphabet {a}, the second
        program has {b}; declare the same symbols in both
    """
    named = None if alphabet is None else Alphabet(alphabet)
    texts = (
        (regex,) if isinstance(regex, str) else symbols_of(regex, "regex", SpecError)
    )
    read = [read_regex(text, alphabet=named).dfa for text in texts]
    things = [*map(_read, subjects), *read]
    if len(things) != 2:
        raise SpecError(
            f"{len(things)} to compare; give two, each a program, an expression or an "
            "automaton"
        )
    first, second = things
    letters = _letters(first, second, named)
    _require_same_kind(first, second)
    return Compared(_over(first, letters), _over(second, letters), letters)


def _read(what: Program | DFA | str | Path) -> Program | DFA:
    require_kind("what is compared", what, (Program, DFA, str, Path), _ALLOWED)
    return load(what) if isinstance(what, str | Path) else what


def _letters(
    first: Program | DFA, second: Program | DFA, named: Alphabet | None
) -> Alphabet:
    things = {"the first": first, "the second": second}
    declared = {} if named is None else {"the question": named}
    for name, thing in things.items():
        if isinstance(thing, Program) and thing.alphabet is not None:
            declared[f"{name} program"] = thing.alphabet
    if not declared:
        return _named(first, second)
    owner, letters = next(iter(declared.items()))
    for name, other in declared.items():
        if set(other) != set(letters):
            raise SpecError(
                f"{owner} has the alphabet {letters}, {name} has {other}; declare the "
                "same symbols in both"
            )
    for name, thing in things.items():
        for symbol in _symbols(thing):
            if symbol not in letters:
                raise SpecError(
                    f"{name} has the symbol {symbol!r}, which is not in the alphabet "
                    f"{letters} of {owner}; add it there"
                )
    return letters


def _named(first: Program | DFA, second: Program | DFA) -> Alphabet:
    """The symbols that either names; an additional one if both programs are open."""
    named = tuple(dict.fromkeys((*_symbols(first), *_symbols(second))))
    if isinstance(first, Program) and isinstance(second, Program):
        return Alphabet((*named, spare_symbol(named)))
    return Alphabet(sorted(named))


def _symbols(thing: Program | DFA) -> tuple[str, ...]:
    return thing.alphabet.symbols if isinstance(thing, DFA) else thing.symbols


def _over(thing: Program | DFA, letters: Alphabet) -> Program | DFA:
    return over_alphabet(thing, letters) if isinstance(thing, DFA) else thing


def _require_same_kind(first: Program | DFA, second: Program | DFA) -> None:
    emits = [
        isinstance(thing, Program) and bool(thing.next) for thing in (first, second)
    ]
    if emits[0] != emits[1]:
        one, other = ("first", "second") if emits[0] else ("second", "first")
        raise SpecError(
            f"the {one} emits symbols and the {other} accepts words; compare two of "
            "one kind"
        )
