"""``lengthwise learn``: the smallest program that fits all short words."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lengthwise.api.learning import Hypotheses
from lengthwise.api.learning import learn as learned
from lengthwise.arguments import real_number
from lengthwise.automata.alphabet_text import named_letters
from lengthwise.automata.automaton_reader import read_automaton
from lengthwise.automata.dfa import DFA
from lengthwise.cli.number_options import Whole, WholeNumber
from lengthwise.cli.printing import print_json, print_note, print_text
from lengthwise.cli.program_argument import read_program, require_program
from lengthwise.cli.progress_lines import spaced_notes
from lengthwise.crasp.language.parser import Dialect
from lengthwise.crasp.language.program import Program
from lengthwise.errors import StoppedError
from lengthwise.files import read_file

LARGEST = 1 << 25
"""Size limit of an automaton file, in bytes."""

GIB = 1 << 30

Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def learn(
    task: str | None = None,
    /,
    *,
    regex: Text = None,
    dfa: str | None = None,
    program: str | None = None,
    dialect: Dialect = "new",
    examples: str | None = None,
    alphabet: Text = None,
    hypotheses: Annotated[Hypotheses, Parameter(name="--class")] = "periodic-local",
    constants: WholeNumber = 1,
    lag: WholeNumber = 2,
    period: WholeNumber = 2,
    size: WholeNumber = 12,
    length: Whole = None,
    seconds: float = 600.0,
    memory: float = 2.0,
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Find the smallest program that is right on all words up to n, for each n.

    This is the idealized learner of the theorems as running code. It prints the program
    for each length, the first word on which it is wrong, and the length from which on
    it no longer changes. All programs of a size are enumerated before the next size, so
    "none up to 9 lines" is a statement about the class. Ctrl-C prints the results so
    far; the exit code is then 3.

    Args:
        task: A task that accepts or rejects words, such as dyck1, or one with outputs,
            such as bin_majority, for which one line per symbol is learned; or
            file.py:NAME.
        regex: Instead of a task, a regular expression in Python's syntax.
        dfa: Instead of a task, a file with an automaton: JSON, AT&T, HOA, JFLAP or
            Graphviz.
        program: Instead of a task, a program: a library name, a file or the program
            text.
        dialect: old reads the program as the older interpreter does.
        examples: Instead of a task, a file with one word per line, preceded by + if it
            is in the language and by - if it is not.
        alphabet: The letters, with --regex, --dfa and --examples, as in abc or a,b,c.
        hypotheses: The class to learn: programs without positions (none), with guards
            such as i - j == 1 (local), with tests such as i mod 2 == 0 (periodic), or
            with both; or automata (dfa).
        constants: The largest number k in a comparison c <= d + k.
        lag: The largest distance of a guard.
        period: The largest period.
        size: The largest number of lines of a program without sugar, or of states of an
            automaton.
        length: The length of the longest words, or questions of a task with outputs, to
            learn from. Default: the largest length with at most 600 words or prefixes
            up to it, and at most 12.
        seconds: Time limit of the search.
        memory: Approximate memory limit, in GiB.
        quiet: Show no progress, and no notes on how a program is read.
        json: Print JSON.
    """
    require_program(program, dialect)
    letters, note = (None, None) if alphabet is None else named_letters(alphabet)
    read = None if dfa is None else _automaton(dfa)
    said: Program | str | None = program
    if program is not None:
        loaded = read_program(program, dialect, quiet=quiet)
        said = program if dialect == "new" else loaded  # a text keeps its name
    result = learned(
        task,
        regex=regex,
        dfa=read,
        program=said,
        examples=examples,
        alphabet=letters,
        hypotheses=hypotheses,
        constants=constants,
        lag=lag,
        period=period,
        size=size,
        length=length,
        seconds=seconds,
        memory=int(real_number("--memory", memory, above=0) * GIB),
        watch=(lambda _: None) if quiet else spaced_notes(),
    )
    if note:
        print_note(note)
    if json:
        print_json(result.json(), sources=result.sources)
    else:
        print_text(result)
    return StoppedError.exit_code if result.stop == "interrupted" else 0


def _automaton(path: str) -> DFA:
    return read_automaton(
        read_file(Path(path), limit=LARGEST, what="an automaton"), path
    ).dfa
