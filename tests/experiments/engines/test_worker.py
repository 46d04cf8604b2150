"""What a worker hears and says, in this process, through pipes."""

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from lengthwise.errors import MachineError
from lengthwise.experiments.engines._messages import Frames, frame
from lengthwise.experiments.engines.work import Step, Work, read_work
from lengthwise.experiments.engines.worker import Ears, Voice, main, serve
from lengthwise.tasks.own.task_file import TaskFile
from tests.experiments import stub
from tests.own.own_texts import FILE, executions, write

GRID = stub.small_grid()
KEPT, STOP = frame({"kept": True}), frame({"stop": True})
WORK = Work(name="a" * 64, evaluation=stub.ASKED, trials=tuple(GRID[:4]))


class Line:
    """A worker's two pipes, from the other side."""

    def __init__(self):
        self.hears, self._to = os.pipe()
        self._from, self.says = os.pipe()

    def tell(self, *messages):
        for message in messages:
            os.write(self._to, message)

    def hang_up(self):
        os.close(self._to)

    def heard(self):
        os.close(self.says)
        with os.fdopen(self._from, "rb") as file:
            found = [said for said, _ in Frames().feed(file.read())]
        os.close(self.hears)
        return found


@pytest.fixture
def line():
    return Line()


def served(line, runner=stub.run):
    serve(runner, Ears(line.hears), Voice(line.says))
    return [next(iter(message)) for message in line.heard()]


def test_work_is_done_and_said_to_be_kept_piece_by_piece(line):
    line.tell(WORK.frame(), KEPT, KEPT)
    line.hang_up()
    assert served(line) == ["ready", "step", "records", "records", "done"]


def test_a_worker_waits_until_its_records_are_kept(line):
    line.tell(WORK.frame())
    worker = threading.Thread(
        target=serve, args=(stub.run, Ears(line.hears), Voice(line.says))
    )
    worker.start()
    time.sleep(0.2)
    assert worker.is_alive()
    line.tell(KEPT, KEPT)
    line.hang_up()
    worker.join()
    assert [next(iter(one)) for one in line.heard()][-1] == "done"


def test_a_worker_whose_driver_is_gone_ends(line):
    line.tell(WORK.frame())
    line.hang_up()
    assert served(line) == ["ready", "step", "records"]


def test_a_worker_that_is_told_to_stop_ends_after_that(line, monkeypatch):
    monkeypatch.setenv("STUB", "slow")
    line.tell(WORK.frame(), KEPT, STOP, WORK.frame())
    line.hang_up()
    assert served(line) == ["ready", "step", "records", "stopped"]


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [
        ("wrong", 2, "the lane is wrong"),
        ("full", MachineError.exit_code, "/disk: no space left on device"),
        ("bug", 1, "ZeroDivisionError"),
    ],
)
def test_errors_are_said_with_their_code(line, monkeypatch, mode, code, words):
    monkeypatch.setenv("STUB", mode)
    line.tell(WORK.frame())
    line.hang_up()
    serve(stub.run, Ears(line.hears), Voice(line.says))
    failed = line.heard()[-1]["failed"]
    assert failed["code"] == code
    assert words in failed["text"]


def test_work_of_others_is_said_to_be_busy(line, monkeypatch):
    monkeypatch.setenv("STUB", "busy")
    monkeypatch.setenv("STUB_FREE", "/nowhere")
    line.tell(WORK.frame())
    line.hang_up()
    assert served(line) == ["ready", "step", "busy"]


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("RESOURCE_EXHAUSTED")])
def test_a_worker_without_memory_dies(line, error):
    def hungry(work, **_):
        raise error
        yield work

    line.tell(WORK.frame())
    line.hang_up()
    with pytest.raises(MemoryError):
        serve(hungry, Ears(line.hears), Voice(line.says))
    line.heard()


def test_steps_are_said_twice_a_second_and_never_forgotten(line):
    voice = Voice(line.says)
    for steps in range(1000):
        voice.step(Step(steps=steps, running=1, loss=float("nan")))
    voice.say(frame({"done": True}))
    line.hang_up()
    said = line.heard()
    assert len(said) <= 4
    assert said[-2]["step"] == {"steps": 999, "running": 1, "loss": "nan"}


def test_a_driver_that_is_gone_is_a_reason_to_stop(line):
    ears = Ears(line.hears)
    assert not ears.stopping()
    line.tell(WORK.frame())
    assert not ears.stopping()
    line.hang_up()
    assert ears.stopping()
    assert read_work(ears.message()) == WORK
    assert ears.message() is None
    line.heard()


def test_what_prints_does_not_disturb_the_driver(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ".", prepend=os.pathsep)
    code = f"import sys; sys.argv[1:] = ['{stub.PATH}']; import {main.__module__} as m"
    found = subprocess.run(
        [sys.executable, "-c", f"{code}; m.main()"],
        input=WORK.frame() + KEPT + KEPT,
        capture_output=True,
        check=True,
    )
    said = [next(iter(said)) for said, _ in Frames().feed(found.stdout)]
    said = [one for one in said if one != "alive"]
    assert said == ["ready", "step", "records", "records", "done"]
    assert b"this is not for the driver" in found.stderr


def test_a_worker_executes_no_file_that_changed_on_its_way(line, tmp_path):
    text = write(tmp_path).joinpath(FILE).read_text()
    sent = replace(WORK, files=(TaskFile("parity_of_ones", text),)).frame()
    assert sent.count(b"longest run of 1s have even") == 2
    line.tell(
        sent.replace(b"longest run of 1s have even", b"longest run of 1s have oddd")
    )
    line.hang_up()
    serve(stub.run, Ears(line.hears), Voice(line.says))
    *_, last = line.heard()
    assert last["failed"]["code"] == 2
    assert last["failed"]["text"].startswith(
        "parity_of_ones.py came with another SHA-2"
    )
    assert executions(tmp_path) == []
