"""The entry point: dispatches commands; errors become one line and an exit code.

A command is a function in its own module, imported when called; it returns ``None`` or
an exit code. Exit codes: 0 done, 1 the answer is no, 2 wrong input, 3 interrupted, 4
the computer failed, 70 a bug in Lengthwise, with a traceback.
"""

import errno
import inspect
import shlex
import sys
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from lengthwise import __version__
from lengthwise.addresses import without_arguments
from lengthwise.cli.examples import START, example
from lengthwise.cli.paragraphs import joined
from lengthwise.cli.streams import close_output, open_streams, require_output
from lengthwise.columns import listing
from lengthwise.errors import (
    HostError,
    LengthwiseError,
    SpecError,
    StoppedError,
    UnknownNameError,
)
from lengthwise.printable import (
    LONGEST,
    printable,
    printable_lines,
    with_short_words,
)

QUESTION = "Will a transformer still be right on inputs longer than it was trained on?"
COMMANDS = {
    "audit": "lengthwise.cli.audit_command:audit",
    "bound": "lengthwise.cli.bound_command:bound",
    "cite": "lengthwise.cli.cite_command:cite",
    "completion": "lengthwise.cli.completion_command:completion",
    "crasp": "lengthwise.cli.crasp.crasp_commands:app",
    "doctor": "lengthwise.cli.doctor_command:doctor",
    "figure": "lengthwise.cli.reproduce_command:figure",
    "learn": "lengthwise.cli.learn_command:learn",
    "length": "lengthwise.cli.length_command:length",
    "measure": "lengthwise.cli.measure_command:measure",
    "protocol": "lengthwise.cli.protocol_command:protocol",
    "report": "lengthwise.cli.report_command:report",
    "reproduce": "lengthwise.cli.reproduce_command:reproduce",
    "simulate": "lengthwise.cli.simulate_command:simulate",
    "store": "lengthwise.cli.store.store_commands:app",
    "study": "lengthwise.cli.study_command:study",
    "sweep": "lengthwise.cli.sweep_command:sweep",
    "tasks": "lengthwise.cli.tasks_command:tasks",
    "verdict": "lengthwise.cli.verdict_command:verdict",
}
SUMMARIES = {
    "audit": "Compute the exact error of a model at each length.",
    "bound": "How long must training inputs be in theory?",
    "cite": "Print the BibTeX of the sources of a result.",
    "completion": "Print completions for bash, zsh or fish.",
    "crasp": "Check, run, trace and compile C-RASP programs.",
    "doctor": "Print what a bug report needs.",
    "figure": "Draw a published figure from records.",
    "learn": "Find the smallest program that fits all words up to n.",
    "length": "Find the training length for one error by bisection.",
    "measure": "Print the scores of trained models by length or bin.",
    "protocol": "How many bits must one half of an input send to the other?",
    "report": "Write the page of a study from stored records.",
    "reproduce": "Retrain a published figure and check its trends.",
    "simulate": "Find a short input that simulates a long one.",
    "store": "Check, export, merge and prune stored records.",
    "study": "Study a task: verdict, bounds, a training sweep, a page.",
    "sweep": "Train the trials of a grid that are not stored yet.",
    "tasks": "List the tasks, each with an example.",
    "verdict": "Is length generalization guaranteed, and why?",
}

BUG = (
    "this is a bug in Lengthwise, not an answer; please report it with the lines above "
    "and the output of lengthwise doctor"
)
BUG_CODE = 70
"""The exit code of a bug: EX_SOFTWARE of sysexits.h."""

HELP = {"--help", "-h"}
CITE = "--cite prints the BibTeX of the sources instead of the result."
ALWAYS = (
    "lengthwise COMMAND --help describes a command. Every command has --json, and\n"
    "--cite, which prints the BibTeX of its sources."
)


def _app(summaries: dict[str, str]) -> App:
    """The app with all commands, not yet imported; summaries replace docstrings."""
    root = App(
        name="lengthwise",
        version=__version__,
        help=QUESTION,
        help_format="plaintext",
        default_parameter=Parameter(negative=""),
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for name, path in COMMANDS.items():
        help_ = {"help": summaries[name]} if name in summaries else {}
        root.command(path, name=name, **help_)
    return root


app = _app({})


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process with its exit code."""
    open_streams()
    code = run(sys.argv[1:] if arguments is None else arguments)
    close_output()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code.

    Examples:
        >>> run(["--version"])
        0.1.0
        0
    """
    try:
        require_output()
        code = _dispatch(list(arguments))
        sys.stdout.flush()  # report a full disk here, not at exit
    except UnusedCliTokensError as error:
        return _fail(_unused(error, list(arguments)), 2, arguments)
    except CycloptsError as error:
        return _fail(
            f"{str(error).rstrip('.')}; {_advice(list(arguments))}", 2, arguments
        )
    except LengthwiseError as error:
        return _fail(str(error), error.exit_code, arguments)
    except KeyboardInterrupt:
        return _fail("interrupted", StoppedError.exit_code)
    except (BrokenPipeError, SystemExit):  # rich turns the first into the second
        return 0
    except MemoryError:
        return _fail(
            "this computer has too little memory for this", HostError.exit_code
        )
    except OSError as error:
        return _about_file(error, arguments)
    except Exception:
        return _bug(arguments)
    return code if isinstance(code, int) else 0


def _dispatch(arguments: list[str]) -> Any:  # noqa: ANN401 - what a command returns
    if not arguments:
        return print(_welcome())
    if any("\0" in word for word in arguments):
        raise SpecError("an argument contains a NUL character, which is not allowed")
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    if len(arguments) == 1 and COMMANDS.get(arguments[0], "").endswith(":app"):
        arguments = [*arguments, "--help"]  # a group alone lists its commands
    _require_known(arguments)
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if arguments[0] in {"--cite", "--json"}:
        raise SpecError(
            f"{arguments[0]} belongs to a command, as in lengthwise bound --n 5 "
            f"{arguments[0]}; see lengthwise --help"
        )
    if "--cite" in options and arguments[0] != "cite":
        from lengthwise.cli.cite_command import cited

        return cited(arguments, _call)
    if HELP.isdisjoint(options):
        return _call(arguments)
    _join_lines(arguments)
    code = _call(arguments)
    print(_more(arguments), end="")
    return code


def _join_lines(arguments: list[str]) -> None:
    """Joins lines in the help of a command, so that the terminal wraps them."""
    group = app
    for word in arguments:
        if word.startswith("-") or word not in group:
            break
        group = group[word]
    for name in group:  # a group lists the summaries of its commands
        group[name]
    command = group.default_command
    if command is not None and command.__doc__:
        command.__doc__ = joined(command.__doc__)


def _more(arguments: list[str]) -> str:
    """The text below the help of a command: an example, or next steps."""
    line = example(arguments)
    words = [word for word in arguments if not word.startswith("-")]
    is_group = COMMANDS.get(arguments[0], ":app").endswith(":app") and len(words) < 2
    if is_group:
        return f"{ALWAYS}\n"
    shown = f"Example: {line}\n" if line else ""
    return shown if words[0] == "cite" else f"{shown}{CITE}\n"


def _call(arguments: list[str]) -> Any:  # noqa: ANN401
    chosen = _app(SUMMARIES) if arguments[0] in HELP else app
    return chosen(arguments, exit_on_error=False, print_error=False)


def _advice(arguments: list[str]) -> str:
    """Where to find help if a command line could not be parsed."""
    known = [word for word in arguments[:1] if word in COMMANDS]
    if known and COMMANDS[known[0]].endswith(":app"):
        known += [word for word in arguments[1:2] if not word.startswith("-")]
    return f"see {' '.join(['lengthwise', *known, '--help'])}"


def _unused(error: UnusedCliTokensError, arguments: list[str]) -> str:
    """A suggestion for arguments that a command does not take."""
    first = (error.unused_tokens or [""])[0]
    command = error.command_chain or ()
    options = {} if error.target is None else inspect.signature(error.target).parameters
    hint = _advice(arguments)
    is_option = (
        "task" in options and options["task"].kind is inspect.Parameter.KEYWORD_ONLY
    )
    if is_option and not first.startswith("-"):
        hint = f"if it is a task, write --task {shlex.quote(first)}; {hint}"
    return f"{' '.join(['lengthwise', *command])} does not take {first!r}; {hint}"


def _welcome() -> str:
    """The welcome text: first commands to try, then all of them."""
    first = [f"  {command}\n      {text}" for command, text in START.items()]
    rest = listing(SUMMARIES, indent=2)
    lines = [QUESTION, "", "Try one of these:", "", *first, "", "All commands:", ""]
    return "\n".join([*lines, rest, "", ALWAYS])


def _require_known(arguments: Sequence[str]) -> None:
    """Rejects a misspelled command, also of a group, without importing the others."""
    first, *rest = arguments
    if first.startswith("-"):
        return
    if first not in COMMANDS:
        raise UnknownNameError("command", first, COMMANDS)
    if COMMANDS[first].endswith(":app") and rest and not rest[0].startswith("-"):
        known = [name for name in app[first] if not name.startswith("-")]
        if rest[0] not in known:
            raise UnknownNameError(f"command of lengthwise {first}", rest[0], known)


def _fail(message: str, code: int, arguments: Sequence[str] = ()) -> int:
    some = with_short_words(message)[: 4 * LONGEST]  # more than a line shows
    words = [word for word in arguments if len(word) <= 4 * LONGEST]
    lines = printable_lines(without_arguments(some, words)).split("\n")
    short = [printable(line) if len(line) > LONGEST else line for line in lines]
    print("lengthwise:", "\n".join(short), file=sys.stderr)
    return code


def _about_file(error: OSError, arguments: Sequence[str]) -> int:
    """Reports an error about a file, or about standard output if none is named."""
    failed = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
    reason = (error.strerror or str(error)).lower()
    text = f"{error.filename}: {reason}" if error.filename else reason
    return _fail(text, HostError.exit_code if failed else 2, arguments)


def _bug(arguments: Sequence[str]) -> int:
    """Reports a bug in Lengthwise, with an exit code used for nothing else.

    All of it is escaped, since its lines may quote the content of a file.
    """
    words = [word for word in arguments if len(word) <= 4 * LONGEST]
    print(
        printable_lines(without_arguments(traceback.format_exc(), words)),
        end="",
        file=sys.stderr,
    )
    return _fail(BUG, BUG_CODE)
