"""A private Ray cluster on a busy machine: it is started anew, and leaves nothing."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.engines import _ray_connection as ray_connection

SLOW = "The current node timed out during startup. This could happen because"


@pytest.fixture
def slow_ray(monkeypatch, tmp_path):
    """Stands in for Ray; each start leaves a process, and all but the last fail."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(ray_connection, "hide_command_line", lambda _: None)
    monkeypatch.setattr(ray_connection, "short_place", lambda: tmp_path)
    started = []

    def make(failures, text=SLOW):
        def init(**_):
            started.append(
                subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            )
            if len(started) <= failures:
                raise RuntimeError(text)

        context = SimpleNamespace(gcs_address="127.0.0.1:1")
        stand_in = SimpleNamespace(
            init=init,
            is_initialized=lambda: False,
            shutdown=lambda: None,
            get_runtime_context=lambda: context,
        )
        monkeypatch.setitem(sys.modules, "ray", stand_in)
        return started

    yield make
    for process in started:
        process.kill()
        process.wait()


def test_a_start_that_was_too_slow_is_made_again(slow_ray, tmp_path):
    started = slow_ray(failures=2)
    connection = ray_connection.connected(None, 1)
    assert [process.wait() < 0 for process in started[:2]] == [True, True]
    connection.close()
    assert started[2].wait() < 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("failures", "text", "starts"), [(9, SLOW, 3), (9, "no such option", 1)]
)
def test_what_goes_wrong_is_one_line_and_leaves_nothing(
    slow_ray, tmp_path, failures, text, starts
):
    started = slow_ray(failures, text)
    line = "the Ray cluster at this machine cannot be used: " + text.split(". ")[0]
    with pytest.raises(HostError, match=line):
        ray_connection.connected(None, 1)
    assert len(started) == starts
    assert all(process.wait() < 0 for process in started)
    assert list(tmp_path.iterdir()) == []
