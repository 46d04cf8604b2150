"""The border of the program: commands by name, errors as one line and an exit code.

A command is a function in a module of its own, loaded when it is called; it returns
``None`` or an exit code. Exit codes: 0 done, 1 the answer is no, 2 the input was wrong,
3 interrupted, 4 the machine failed.
"""

import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import App, CycloptsError

from lengthwise import __version__
from lengthwise.errors import (
    LengthwiseError,
    MachineError,
    StoppedError,
    UnknownNameError,
)

QUESTION = "Will a transformer still be right on inputs longer than it was trained on?"
COMMANDS = {
    "audit": "lengthwise.cli.audit:audit",
    "bound": "lengthwise.cli.bound:bound",
    "crasp": "lengthwise.cli.crasp:app",
    "doctor": "lengthwise.cli.doctor:doctor",
    "simulate": "lengthwise.cli.simulate:simulate",
    "store": "lengthwise.cli.store:app",
    "study": "lengthwise.cli.study:study",
    "sweep": "lengthwise.cli.sweep:sweep",
    "tasks": "lengthwise.cli.tasks:tasks",
    "verdict": "lengthwise.cli.verdict:verdict",
}
SUMMARIES = {
    "audit": "Print the exact error of a one-layer model by length.",
    "bound": "How long must training words be, by each theorem?",
    "crasp": "Check, run, trace and compile C-RASP programs.",
    "doctor": "Print what a bug report needs.",
    "simulate": "Find the short word that stands in for a long one.",
    "store": "List, show, import and export records of sweeps.",
    "study": "Answer the question for a task: theory, a sweep, a page.",
    "sweep": "Train every trial of a grid that the store does not hold.",
    "tasks": "List the tasks with an example each.",
    "verdict": "Is it in a class with a guarantee, and why?",
}


def _app(summaries: dict[str, str]) -> App:
    """The commands, not loaded yet; a summary stands in for what loading would tell."""
    made = App(
        name="lengthwise",
        version=__version__,
        help=QUESTION,
        help_format="plaintext",
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for name, path in COMMANDS.items():
        help_ = {"help": summaries[name]} if name in summaries else {}
        made.command(path, name=name, **help_)
    return made


app = _app({})


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code.

    Examples:
        >>> run(["--version"])
        0.1.0
        0
    """
    asks_for_help = list(arguments) in ([], ["--help"], ["-h"])
    chosen = _app(SUMMARIES) if asks_for_help else app
    try:
        _require_known(arguments)
        code = chosen(list(arguments), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return _fail(str(error), 2)
    except LengthwiseError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("interrupted", StoppedError.exit_code)
    except (BrokenPipeError, SystemExit):  # rich makes the first into the second
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except MemoryError:
        return _fail(
            "the machine has too little memory for this", MachineError.exit_code
        )
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}:
            return _fail(_about_file(error), 2)
        return _fail(_about_file(error), MachineError.exit_code)
    return code if isinstance(code, int) else 0


def _require_known(arguments: Sequence[str]) -> None:
    """Answers a misspelled command without loading the others."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        raise UnknownNameError("command", arguments[0], COMMANDS)


def _fail(message: str, code: int) -> int:
    print(f"lengthwise: {message}", file=sys.stderr)
    return code


def _about_file(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}" if error.filename else reason
