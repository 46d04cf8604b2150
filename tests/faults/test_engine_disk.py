"""Fault 5, for checkpoints: the disk is full; with space again the sweep goes on."""

import subprocess

import pytest

from tests.faults.faulty_sweeps import Sweep, contents, expected
from tests.missing import missing

SEEDS, STEPS = 12, 8192


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 16 kB where checkpoints go, and what makes it larger."""
    place = tmp_path / "s.db.checkpoints"
    place.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        return subprocess.run(command, capture_output=True, check=False).returncode

    if mount("size=16k"):
        missing("no right to mount a file system")
    yield lambda: mount("remount,size=16m")
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_one_line_and_the_sweep_goes_on_with_space(tmp_path, small_disk):
    url = f"sqlite:///{tmp_path}/s.db"
    code, said = Sweep(url, SEEDS, STEPS).end()
    assert code != 0
    last = said.splitlines()[-1]
    assert "HostError: " in last
    assert "s.db.checkpoints" in last
    assert "no space left on device; free some space" in last
    assert contents(url) == {}
    small_disk()
    code, said = Sweep(url, SEEDS, STEPS).end()
    assert code == 0, said
    assert contents(url) == expected(SEEDS, STEPS)
