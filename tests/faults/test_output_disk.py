"""A full disk under a file that a command writes: what was there is untouched."""

from contextlib import suppress

import pytest

from lengthwise.cli.main import run
from tests.faults.test_store_disk import small_disk

PROGRAM = 'alphabet "a" "b"\naccept   # "a"  >=  # "b"\n'


@pytest.fixture
def disk(tmp_path):
    """A disk with a program on it, and no room for another."""
    with small_disk(tmp_path / "disk") as mount:
        found = mount("size=64k")
        (found / "mine.crasp").write_text(PROGRAM)
        with (found / "room").open("wb", 0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))
        yield found


@pytest.mark.parametrize(
    "command",
    [
        ["fmt", "mine.crasp", "--write"],
        ["trace", "mine.crasp", "ab", "--html", "mine.html"],
        ["compile", "mine.crasp", "--arrays", "mine.npz"],
        ["compile", "mine.crasp", "--out", "mine.safetensors"],
    ],
)
def test_a_full_disk_is_one_line_and_nothing_is_lost(
    disk, command, monkeypatch, capsys
):
    monkeypatch.chdir(disk)
    before = {path: path.read_bytes() for path in disk.iterdir()}
    assert run(["crasp", *command]) == 4
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "no space left" in said
    assert {path: path.read_bytes() for path in disk.iterdir()} == before
