"""What a worker hears and says, in this process, through pipes."""

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.engines._messages import Decoder, encoded
from lengthwise.experiments.engines.work import Step, Work, read_work
from lengthwise.experiments.engines.worker import Inbox, Outbox, main, serve
from lengthwise.tasks.own.task_file import TaskFile
from tests.experiments import stub
from tests.own.own_texts import FILE, executions, write

GRID = stub.small_grid()
KEPT, STOP = encoded({"kept": True}), encoded({"stop": True})
WORK = Work(name="a" * 64, evaluation=stub.ASKED, trials=tuple(GRID[:4]))


class Line:
    """A worker's two pipes, from the other side."""

    def __init__(self):
        self.incoming, self._to = os.pipe()
        self._from, self.outgoing = os.pipe()

    def send(self, *messages):
        for message in messages:
            os.write(self._to, message)

    def hang_up(self):
        os.close(self._to)

    def received(self):
        os.close(self.outgoing)
        with os.fdopen(self._from, "rb") as file:
            found = [content for content, _ in Decoder().feed(file.read())]
        os.close(self.incoming)
        return found


@pytest.fixture
def line():
    return Line()


def served(line, runner=stub.run):
    serve(runner, Inbox(line.incoming), Outbox(line.outgoing))
    return [next(iter(message)) for message in line.received()]


def test_work_is_done_and_said_to_be_kept_piece_by_piece(line):
    line.send(WORK.message(), KEPT, KEPT)
    line.hang_up()
    assert served(line) == ["ready", "step", "records", "records", "done"]


def test_a_worker_waits_until_its_records_are_kept(line):
    line.send(WORK.message())
    worker = threading.Thread(
        target=serve, args=(stub.run, Inbox(line.incoming), Outbox(line.outgoing))
    )
    worker.start()
    time.sleep(0.2)
    assert worker.is_alive()
    line.send(KEPT, KEPT)
    line.hang_up()
    worker.join()
    assert [next(iter(one)) for one in line.received()][-1] == "done"


def test_a_worker_whose_driver_is_gone_ends(line):
    line.send(WORK.message())
    line.hang_up()
    assert served(line) == ["ready", "step", "records"]


def test_a_worker_that_is_told_to_stop_ends_after_that(line, monkeypatch):
    monkeypatch.setenv("STUB", "slow")
    line.send(WORK.message(), KEPT, STOP, WORK.message())
    line.hang_up()
    assert served(line) == ["ready", "step", "records", "stopped"]


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [
        ("wrong", 2, "the lane is wrong"),
        ("full", HostError.exit_code, "/disk: no space left on device"),
        ("bug", 1, "ZeroDivisionError"),
    ],
)
def test_errors_are_said_with_their_code(line, monkeypatch, mode, code, words):
    monkeypatch.setenv("STUB", mode)
    line.send(WORK.message())
    line.hang_up()
    serve(stub.run, Inbox(line.incoming), Outbox(line.outgoing))
    failed = line.received()[-1]["failed"]
    assert failed["code"] == code
    assert words in failed["text"]


def test_work_of_others_is_said_to_be_busy(line, monkeypatch):
    monkeypatch.setenv("STUB", "busy")
    monkeypatch.setenv("STUB_FREE", "/nowhere")
    line.send(WORK.message())
    line.hang_up()
    assert served(line) == ["ready", "step", "busy"]


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("RESOURCE_EXHAUSTED")])
def test_a_worker_without_memory_dies(line, error):
    def hungry(work, **_):
        raise error
        yield work

    line.send(WORK.message())
    line.hang_up()
    with pytest.raises(MemoryError):
        serve(hungry, Inbox(line.incoming), Outbox(line.outgoing))
    line.received()


def test_steps_are_said_twice_a_second_and_never_forgotten(line):
    outbox = Outbox(line.outgoing)
    for steps in range(1000):
        outbox.step(Step(steps=steps, running=1, loss=float("nan")))
    outbox.send(encoded({"done": True}))
    line.hang_up()
    said = line.received()
    assert len(said) <= 4
    unknown = {"loss": "nan", "accuracy": "nan"}
    assert said[-2]["step"] == {"steps": 999, "running": 1, **unknown}


def test_a_driver_that_is_gone_is_a_reason_to_stop(line):
    inbox = Inbox(line.incoming)
    assert not inbox.stopping()
    line.send(WORK.message())
    assert not inbox.stopping()
    line.hang_up()
    assert inbox.stopping()
    assert read_work(inbox.next()) == WORK
    assert inbox.next() is None
    line.received()


def test_what_prints_does_not_disturb_the_driver(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ".", prepend=os.pathsep)
    code = f"import sys; sys.argv[1:] = ['{stub.PATH}']; import {main.__module__} as m"
    found = subprocess.run(
        [sys.executable, "-c", f"{code}; m.main()"],
        input=WORK.message() + KEPT + KEPT,
        capture_output=True,
        check=True,
    )
    said = [next(iter(content)) for content, _ in Decoder().feed(found.stdout)]
    said = [one for one in said if one != "alive"]
    assert said == ["ready", "step", "records", "records", "done"]
    assert b"this is not for the driver" in found.stderr


def test_a_worker_executes_no_file_that_changed_on_its_way(line, tmp_path):
    text = write(tmp_path).joinpath(FILE).read_text()
    sent = replace(WORK, files=(TaskFile("parity_of_ones", text),)).message()
    assert sent.count(b"longest run of 1s have even") == 2
    line.send(
        sent.replace(b"longest run of 1s have even", b"longest run of 1s have oddd")
    )
    line.hang_up()
    serve(stub.run, Inbox(line.incoming), Outbox(line.outgoing))
    *_, last = line.received()
    assert last["failed"]["code"] == 2
    assert last["failed"]["text"].startswith(
        "parity_of_ones.py arrived with a different SHA-2"
    )
    assert executions(tmp_path) == []
