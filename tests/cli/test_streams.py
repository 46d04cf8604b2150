"""Standard streams that are closed, full, or read by nobody."""

import io
import os
import subprocess
import sys

import pytest

from lengthwise.cli import main, streams

FULL = "/dev/full"


def shell(line, folder):
    """Runs a line of bash in which ``lw`` is the program; its code and both outputs."""
    script = f'lw() {{ {sys.executable} -m lengthwise "$@"; }}; {line}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["store export -", "store list --json"])
def test_a_closed_output_is_refused_in_one_line(command, tmp_path):
    code, _, said = shell(f"lw {command} >&-", tmp_path)
    assert code == 2
    assert said.startswith("lengthwise: standard output is closed; ")
    assert said.count("\n") == 1


def test_messages_that_cannot_be_written_change_no_exit_code(tmp_path):
    line = f"lw nosuch 2>{FULL}; echo $?; lw nosuch 2>&-; echo $?; lw nosuch >&- 2>&-"
    code, out, said = shell(f"{line}; echo $?", tmp_path)
    assert (code, out, said) == (0, "2\n2\n2\n", "")


def test_a_full_disk_behind_the_output_is_one_line_and_code_4(tmp_path):
    code, _, said = shell(f"lw --version >{FULL}", tmp_path)
    assert (code, said) == (4, "lengthwise: no space left on device\n")


def test_what_cannot_be_written_to_standard_error_is_lost():
    with streams.Messages(FULL, "wb") as file:
        assert file.write(b"abc") == 3


def test_a_closed_output_is_told_before_any_work(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout", None)
    assert main.run(["--version"]) == 2
    assert "standard output is closed" in capsys.readouterr().err
    streams.close_output()


def test_what_a_full_output_holds_is_dropped(monkeypatch):
    full = io.TextIOWrapper(io.BufferedWriter(io.FileIO(FULL, "wb")))
    monkeypatch.setattr("sys.stdout", full)
    full.write("lost")
    streams.close_output()
    full.close()


def test_streams_are_opened_in_the_process_too(monkeypatch):
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    monkeypatch.setattr("sys.stderr", None)
    streams.open_streams()
    assert sys.stdout.errors == sys.stderr.errors == "backslashreplace"


def test_no_file_takes_the_number_of_a_closed_stream(monkeypatch):
    opened = []
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    assert not streams._is_open(number)
    monkeypatch.setattr(streams, "_is_open", lambda number: number == 2)
    monkeypatch.setattr(streams.os, "open", lambda *what: opened.append(what))
    monkeypatch.setattr("sys.stderr", io.StringIO())
    streams.open_streams()
    assert opened == [(os.devnull, os.O_RDWR)] * 2
