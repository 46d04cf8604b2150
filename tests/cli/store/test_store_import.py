"""``lengthwise store import`` reads its input once, and adds all of it or none."""

import io
import os
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest

from lengthwise.errors import FormatError
from lengthwise.experiments.records.jsonl import checked
from lengthwise.experiments.store.store import Store
from tests.experiments import stub

RECORDS = [stub.record(trial) for trial in stub.small_grid()]
LINES = "".join(one.line() + "\n" for one in RECORDS).encode()
MANY = 200
"""Lines of a megabyte that must not be held in memory."""


def started(*arguments, **more):
    command = [sys.executable, "-m", "lengthwise", "store", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_pipe_is_read_once_and_nothing_is_lost(tmp_path, name):
    with Store(f"sqlite:///{tmp_path}/a.db") as store:
        store.add_all(RECORDS)
    source = started("export", "-", "--store", "sqlite:///a.db", cwd=tmp_path)
    target = started(
        *("import", name, "--store", "sqlite:///b.db"),
        cwd=tmp_path,
        stdin=source.stdout,
    )
    source.stdout.close()
    out, err = target.communicate(timeout=60)
    source.wait()
    source.stderr.close()
    assert (target.returncode, err) == (0, b"")
    assert out == b"20 records were read, 20 of them are new in b.db\n"
    with Store(f"sqlite:///{tmp_path}/b.db", create=False) as store:
        assert {one.line() for one in store} == {one.line() for one in RECORDS}


def fed(path, content):
    def feed():
        with path.open("wb") as pipe:
            pipe.write(content)

    thread = threading.Thread(target=feed)
    thread.start()
    return thread


def test_a_fifo_is_read_once(command, tmp_path):
    path = tmp_path / "records"
    os.mkfifo(path)
    feeding = fed(path, LINES)
    code, out, _ = command("import", str(path))
    feeding.join()
    assert (code, out) == (
        0,
        "20 records were read, 20 of them are new in lengthwise.db\n",
    )


def test_one_bad_line_of_a_pipe_adds_nothing(command, tmp_path):
    path = tmp_path / "records"
    os.mkfifo(path)
    feeding = fed(path, LINES + b"{}\n")
    code, _, err = command("import", str(path))
    feeding.join()
    assert code == 2
    assert f"{path}, line 21: not a record" in err
    assert not (tmp_path / "lengthwise.db").exists()


def test_standard_input_that_is_closed_is_one_line(tmp_path):
    command = f"exec '{sys.executable}' -m lengthwise store import - <&-"
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == b"lengthwise: standard input is closed; give a file name\n"


class Endless(io.RawIOBase):
    """Lines that are made when they are read, and counted in bytes."""

    def __init__(self, line, number):
        self._line, self._number = line, number

    def readable(self):
        return True

    def readline(self, _=-1):
        self._number -= 1
        return self._line if self._number >= 0 else b""


def test_a_long_pipe_takes_little_memory():
    line = RECORDS[0].line().encode() + b" " * 1_000_000 + b"\n"
    tracemalloc.start()
    try:
        with checked(Endless(line, MANY), "a pipe") as records:
            assert sum(1 for _ in records) == MANY
        assert tracemalloc.get_traced_memory()[1] < 20 * len(line) < MANY * len(line)
    finally:
        tracemalloc.stop()


def test_a_line_without_end_is_refused_when_it_is_too_long():
    with (
        Path("/dev/zero").open("rb") as zeros,
        pytest.raises(FormatError, match="line 1: too long for a record"),
        checked(zeros, "zeros"),
    ):
        pass
