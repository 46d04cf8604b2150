"""``lengthwise crasp equivalent`` and ``separate``: where two programs differ."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lengthwise.automata.alphabet_text import named_letters
from lengthwise.automata.automaton_reader import read_automaton
from lengthwise.cli.crasp.crasp_commands import LANGUAGE
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.program_argument import print_notes, read_program
from lengthwise.cli.verdict_command import LARGEST
from lengthwise.crasp.language.parser import Dialect
from lengthwise.crasp.running.interpreter import run
from lengthwise.files import read_file
from lengthwise.theory.programs.compared import Compared, compared
from lengthwise.theory.programs.equivalence import equivalence
from lengthwise.theory.programs.equivalence_answer import Equivalence

Regex = Annotated[
    list[str] | None, Parameter(allow_leading_hyphen=True, negative_iterable="")
]
File = Annotated[list[Path] | None, Parameter(negative_iterable="")]
Letters = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def equivalent(
    *program: str,
    regex: Regex = None,
    dfa: File = None,
    alphabet: Letters = None,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Decide whether two programs are equal on all words, or where they first differ.

    Two things are compared, each a program, a regular expression or an automaton. The
    exit code is 1 if they differ.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        regex: A regular expression in Python's syntax; may be given twice.
        dfa: A file with an automaton: JSON, AT&T, HOA, JFLAP or Graphviz; may be given
            twice.
        alphabet: The letters, as in abc or a,b,c, if nothing declares them.
        dialect: old reads programs as the older interpreter does.
        quiet: Print no notes on how a program is read.
        json: Print JSON.
    """
    pair = _pair(program, regex, dfa, alphabet, dialect, quiet=quiet)
    found = equivalence(pair)
    if json:
        print_json(found.json(), sources=LANGUAGE if program else ())
    else:
        print_text(found)
    return int(found.answer == "different")


def separate(
    *program: str,
    regex: Regex = None,
    dfa: File = None,
    alphabet: Letters = None,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Print a shortest word on which two programs differ, and what each does on it.

    The exit code is 1 if no such word is found.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        regex: A regular expression in Python's syntax; may be given twice.
        dfa: A file with an automaton: JSON, AT&T, HOA, JFLAP or Graphviz; may be given
            twice.
        alphabet: The letters, as in abc or a,b,c, if nothing declares them.
        dialect: old reads programs as the older interpreter does.
        quiet: Print no notes on how a program is read.
        json: Print JSON.
    """
    pair = _pair(program, regex, dfa, alphabet, dialect, quiet=quiet)
    found = equivalence(pair)
    if json:
        print_json(found.json(), sources=LANGUAGE if program else ())
    else:
        print_text(found, *_traces(pair, found))
    return int(found.answer != "different")


def _pair(
    programs: tuple[str, ...],
    regex: list[str] | None,
    dfa: list[Path] | None,
    alphabet: str | None,
    dialect: Dialect,
    *,
    quiet: bool,
) -> Compared:
    notes: list[object] = []
    loaded = [
        read_program(text, dialect, quiet=quiet, which=f"program {number}")
        for number, text in enumerate(programs, start=1)
    ]
    automata = []
    for path in dfa or ():
        data = read_file(path, limit=LARGEST, what="an automaton")
        read = read_automaton(data, str(path))
        automata.append(read.dfa)
        notes += read.notes
    letters, note = (None, None) if alphabet is None else named_letters(alphabet)
    notes += [] if note is None else [note]
    print_notes(notes, quiet=quiet)
    return compared(*loaded, *automata, regex=regex or (), alphabet=letters)


def _traces(pair: Compared, found: Equivalence) -> list[object]:
    """The runs of both programs on the word that separates them."""
    if not found.word or pair.programs is None:
        return []
    first, second = (run(program, found.word) for program in pair.programs)
    return ["", "first", first, "", "second", second]
