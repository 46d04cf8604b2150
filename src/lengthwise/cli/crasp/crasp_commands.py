"""``lengthwise crasp``: check, run, trace, format, simplify and describe programs."""

from collections.abc import Iterable, Sized
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lengthwise.bibliography import united
from lengthwise.cli.printing import print_json, print_source, print_text
from lengthwise.cli.program_argument import print_readings, read_program
from lengthwise.cli.word_options import words_from
from lengthwise.columns import listing
from lengthwise.crasp.core.program_facts import facts as found_facts
from lengthwise.crasp.language.formatter import fmt as formatted
from lengthwise.crasp.language.parser import Dialect, parse
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library import loading
from lengthwise.crasp.running.interpreter import run as evaluated
from lengthwise.crasp.running.program_trace import Run
from lengthwise.crasp.running.run_size import (
    MOST_TOGETHER,
    MOST_TRACED,
    program_size,
    within,
)
from lengthwise.errors import SpecError, WordError
from lengthwise.files import replace_file
from lengthwise.theory.theorems.program_bounds import program_bounds, sources_of
from lengthwise.words import Word

app = App(
    name="crasp",
    help="C-RASP programs: a file, a library name, or the program text.",
    help_format="plaintext",
    result_action="return_value",
)
app.command(
    "lengthwise.cli.crasp.compile_command:compile_",
    name="compile",
)
app.command(
    "lengthwise.cli.crasp.equivalent_command:equivalent",
)
app.command(
    "lengthwise.cli.crasp.equivalent_command:separate",
)
app.command(
    "lengthwise.cli.crasp.informative_command:informative",
)
app.command(
    "lengthwise.cli.crasp.list_command:list_",
    name="list",
)

app.command(
    "lengthwise.cli.crasp.simplify_command:simplify",
)

LANGUAGE = ("huang2025formal",)
"""Sources of the language and its semantics, as keys of the bibliography."""

WordsFile = Annotated[str | None, Parameter(name="--words", allow_leading_hyphen=True)]


@app.command
def check(
    program: str,
    /,
    *,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Check that a program is well formed, and describe it.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    subject = read_program(program, dialect, quiet=quiet)
    kind = "emits symbols" if subject.next else "accepts words"
    symbols = " ".join(subject.symbols) or "none named"
    data = {
        "ok": True,
        "lines": [line.name for line in subject.lines],
        "kind": "next" if subject.next else "accept",
        "alphabet": None if subject.alphabet is None else list(subject.alphabet),
        "notes": [asdict(note) for note in subject.notes],
    }
    opened = "open alphabet" if subject.alphabet is None else "alphabet"
    lines = f"{len(subject.lines)} line{'s' if len(subject.lines) != 1 else ''}"
    if json:
        print_json(data, sources=LANGUAGE)
    else:
        print_text(f"well formed: {lines}, {kind}, {opened}: {symbols}")


@app.command
def run(
    program: str,
    /,
    *word: str,
    words: WordsFile = None,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Run a program on words.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        word: Symbols separated by blanks, or joined if each is one character.
        words: A file with one word per line; - is standard input.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    subject = read_program(program, dialect, quiet=quiet)
    given = _words(subject, words_from(word, words), most=MOST_TOGETHER)
    runs = (evaluated(subject, one) for one in given)
    if json:
        results = [_result(one) for one in runs]
        _require_words(results)
        print_json({"results": results}, sources=LANGUAGE)
        return
    lines = [f"{_answer(one)}\t{' '.join(one.word)}" for one in runs]
    _require_words(lines)
    print_text(*lines)


@app.command
def trace(
    program: str,
    /,
    *word: str,
    words: WordsFile = None,
    html: Path | None = None,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Show every line of a program at every position of words.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        word: Symbols separated by blanks, or joined if each is one character.
        words: A file with one word per line; - is standard input.
        html: Write an HTML page to this file.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    subject = read_program(program, dialect, quiet=quiet)
    given = _words(subject, words_from(word, words), most=MOST_TRACED)
    runs = [evaluated(subject, one) for one in given]
    _require_words(runs)
    if html is not None:
        replace_file(html, "".join(one.page() for one in runs).encode())
    if json:
        traces = [{**_result(one), "lines": dict(one.lines)} for one in runs]
        print_json({"traces": traces}, sources=LANGUAGE)
    elif html is None:
        print_text("\n\n".join(map(str, runs)))


@app.command
def fmt(
    program: str,
    /,
    *,
    write: bool = False,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Print a program in the standard layout.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        write: Write the result back to the file.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    text = formatted(loading.text(program), dialect=dialect)
    if dialect == "new":
        print_readings(parse(text), quiet=quiet)
    if write and not Path(program).is_file():
        raise SpecError(f"{program} is not a file, so --write has no target")
    if write:
        replace_file(program, text.encode())
    elif json:
        print_json({"text": text})
    else:
        print_source(text)


@app.command
def facts(
    program: str,
    /,
    *,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Print the complexity of a program and the length bounds that apply to it.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    known = found_facts(read_program(program, dialect, quiet=quiet))
    bounds = program_bounds(known)
    if json:
        data = {**asdict(known), "bounds": [asdict(bound) for bound in bounds]}
        print_json(data, sources=united(LANGUAGE, sources_of(bounds)))
        return
    rows = asdict(known) | {"positive": "yes, C-RASP+" if known.positive else "no"}
    lines = [(k.replace("_", " "), str(v)) for k, v in rows.items() if v is not None]
    for bound in bounds:
        mark = "applies" if bound.applies else "does not apply"
        text = f"{bound.theorem} {mark} ({bound.why})"
        if bound.applies:
            text += f"\n{bound.statement}\nholds for: {bound.hypothesis}"
        lines.append(("length bound", text))
    print_text(listing(lines))


def _words(program: Program, texts: Iterable[str], *, most: int) -> list[Word]:
    """All words, read before the program runs on the first."""
    return list(within(program_size(program), map(program.read, texts), most))


def _require_words(runs: Sized) -> None:
    if not runs:
        raise WordError("no word was given; add words, or --words FILE")


def _result(one: Run) -> dict[str, object]:
    if one.emits is None:
        return {"word": list(one.word), "accepted": one.accepted}
    return {
        "word": list(one.word),
        "next": None if one.next is None else list(one.next),
    }


def _answer(one: Run) -> str:
    if not one.word:
        return "undefined"
    if one.next is not None:
        return "next: " + (" ".join(one.next) or "none")
    return "accepted" if one.accepted else "rejected"
