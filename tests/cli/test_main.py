"""The border: known errors are one line and an exit code, never a traceback."""

import errno
import os
import re
import subprocess
import sys

import pytest

import lengthwise
from lengthwise import errors
from lengthwise.cli import main


def fails_with(error, monkeypatch, capsys):
    def app(*_arguments, **_options):
        raise error

    monkeypatch.setattr(main, "app", app)
    code = main.run(["doctor"])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.SpecError("wrong"), 2),
        (errors.UnknownNameError("task", "x", ["y"]), 2),
        (errors.StoppedError("stopped; run it again to resume"), 3),
        (errors.HostError("disk full"), 4),
        (KeyboardInterrupt(), 3),
        (MemoryError(), 4),
        (OSError(errno.ENOSPC, "No space left on device", "a.db"), 4),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "a.crasp"), 2),
    ],
)
def test_a_known_error_is_one_line_and_its_exit_code(error, code, monkeypatch, capsys):
    found, said = fails_with(error, monkeypatch, capsys)
    assert found == code
    assert said.startswith("lengthwise: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("option", ["--cite", "--json"])
def test_an_option_of_commands_without_a_command_is_one_line(option, capsys):
    assert main.run([option]) == 2
    said = capsys.readouterr().err
    assert f"{option} belongs to a command, as in lengthwise bound --n 5" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("error", [ZeroDivisionError, RecursionError, AttributeError])
def test_a_bug_is_shown_and_is_no_answer(error, monkeypatch, capsys):
    bug = error("postgresql://anna:secret@db/runs \x1b[2J")
    code, said = fails_with(bug, monkeypatch, capsys)
    assert code == main.BUG_CODE == 70
    assert said.startswith("Traceback (most recent call last):\n")
    assert f"\n{error.__name__}: " in said
    assert said.splitlines()[-1].startswith("lengthwise: this is a bug in Lengthwise")
    assert "secret" not in said
    assert "\x1b" not in said


@pytest.mark.parametrize("arguments", [["nosuch"], ["doctor", "--nosuch"]])
def test_a_wrong_command_line_is_one_line_and_exit_code_2(arguments, capsys):
    assert main.run(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m lengthwise --help | head -c 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        check=True,
        capture_output=True,
        timeout=60,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_says_what_each_command_is_for(arguments, capsys):
    assert main.run(arguments) == 0
    shown = capsys.readouterr().out
    assert main.SUMMARIES.keys() == main.COMMANDS.keys()
    for name, summary in main.SUMMARIES.items():
        assert name in shown
        assert summary.split()[0] in shown
    assert "--cite" in shown


def test_without_arguments_commands_to_try_come_first(capsys):
    main.run([])
    shown = capsys.readouterr().out
    places = [shown.index(f"  {command}\n") for command in main.START]
    assert places == sorted(places)
    assert places[-1] < shown.index("All commands:")
    assert max(map(len, shown.splitlines())) <= 80


def test_help_is_wrapped_by_the_terminal_and_not_by_our_source(capsys):
    for _ in range(2):
        assert main.run(["study", "--help"]) == 0
        paragraph = capsys.readouterr().out.split("\n\n")[2]
        assert min(map(len, paragraph.splitlines()[:-1])) > 65


def test_no_color_is_heard():
    command = f"{sys.executable} -m lengthwise bound --help"
    shown = subprocess.check_output(
        ["script", "-qec", command, "/dev/null"],
        env=os.environ | {"NO_COLOR": "1", "TERM": "xterm-256color"},
        timeout=60,
    )
    assert b"--eps" in shown
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", shown)


@pytest.mark.parametrize(
    "arguments",
    [
        ["bound", "--tau", "1.5"],
        ["crasp", "compile", "dyck1", "--context", "1.5"],
        *(
            ["simulate", "--f=simple", "--g=simple", "--eps=1", option, "1.5"]
            for option in ("--bits", "--length", "--draws", "--seed")
        ),
    ],
)
def test_half_a_number_is_refused_and_never_rounded(arguments, capsys):
    assert main.run(arguments) == 2
    assert "'1.5' is not a whole number" in capsys.readouterr().err


def test_quiet_leaves_out_the_notes(capsys):
    text = 'x = !"a" && "b"'
    for command in ("check", "run", "trace", "fmt", "simplify", "facts", "compile"):
        words = ["ab"] if command in {"run", "trace"} else []
        assert main.run(["crasp", command, text, *words]) == 0
        assert "older C-RASP" in capsys.readouterr().err
        assert main.run(["crasp", command, text, *words, "--quiet"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["simulate"], "see lengthwise simulate --help"),
        (["crasp", "run"], "see lengthwise crasp run --help"),
        (["--nosuch"], "see lengthwise --help"),
    ],
)
def test_a_line_that_cannot_be_read_says_where_to_look(arguments, advice, capsys):
    assert main.run(arguments) == 2
    assert capsys.readouterr().err.endswith(f"; {advice}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["store", "shows"],
            "no command of lengthwise store is called 'shows'; did you",
        ),
        (
            ["crasp", "x"],
            "no command of lengthwise crasp is called 'x'; known are: che",
        ),
    ],
)
def test_a_misspelled_command_of_a_group_is_answered(arguments, message, capsys):
    assert main.run(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", ["store shows", "audit nosuch", "report"])
def test_a_mistake_is_answered_before_numerical_libraries_are_loaded(words, tmp_path):
    code = (
        "import sys; from lengthwise.cli.main import run; "
        f"assert run({words.split()!r}) == 2; "
        "sys.exit('matplotlib' in sys.modules or "
        f"({words!r} != 'report' and 'jax' in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


@pytest.mark.parametrize("words", [["help"], ["help", "crasp", "run"]])
def test_help_is_a_word_too(words, capsys):
    assert main.run(words) == 0
    said = capsys.readouterr().out
    assert main.run([*words[1:], "--help"]) == 0
    assert said == capsys.readouterr().out


def test_bounds_of_nothing_are_refused_with_what_to_give(capsys):
    assert main.run(["bound"]) == 2
    assert "--eps 0.1" in capsys.readouterr().err


def test_an_audit_looks_at_lengths_that_the_task_has(capsys):
    assert main.run(["audit", "modp:p=3,k=0"]) == 0
    assert capsys.readouterr().out.split()[7] == "4"


def test_main_ends_the_process_with_the_exit_code():
    with pytest.raises(SystemExit) as end:
        main.main(["--version"])
    assert end.value.code == 0


def test_python_dash_m_is_the_command_line():
    command = [sys.executable, "-m", "lengthwise", "--version"]
    said = subprocess.check_output(command, text=True, timeout=60)
    assert said.strip() == lengthwise.__version__


def test_a_message_of_megabytes_is_cut(monkeypatch, capsys):
    error = errors.SpecError("x" * 10_000_000)
    code, said = fails_with(error, monkeypatch, capsys)
    assert code == 2
    assert len(said) < 1100
    assert "… (10000000 characters)" in said


def test_a_word_that_a_command_does_not_take_is_answered_with_what_to_write(capsys):
    assert main.run(["verdict", "parity"]) == 2
    assert capsys.readouterr().err == (
        "lengthwise: lengthwise verdict does not take 'parity'; if it is a task, write "
        "--task parity; see lengthwise verdict --help\n"
    )
    assert main.run(["doctor", "me"]) == 2
    assert "doctor does not take 'me'; see" in capsys.readouterr().err
    assert main.run(["study", "simple", "me"]) == 2
    assert "study does not take 'me'; see" in capsys.readouterr().err


@pytest.mark.parametrize("command", sorted(set(main.COMMANDS) - {"cite"}))
def test_the_help_of_every_command_names_cite(command, capsys):
    assert main.run([command, "--help"]) == 0
    assert "--cite" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["store"], ["store", "--help"], ["crasp"]])
def test_a_group_describes_all_its_commands(arguments, capsys):
    assert main.run(arguments) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line[:2] == "│ "]
    named = [row.strip("│ ") for row in rows if row[2] != " "]
    assert len(named) > 5
    assert all(len(row.split()) > 2 for row in named)
