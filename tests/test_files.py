"""Files appear whole or not at all, and replace nothing that is not a plain file."""

import os
import stat
import subprocess
import sys
import threading

import pytest

from lengthwise.files import replace_file, replacing


def test_what_was_there_stays_until_all_is_written(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        file.write(bytes(1 // 0))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"new"


def test_no_program_takes_over_the_rights_of_its_owner(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o6755)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has other groups")
@pytest.mark.parametrize(("refused", "left"), [(0, 0o660), (1, 0o660), (2, 0o600)])
def test_no_other_group_may_read_a_file_than_before(
    tmp_path, refused, left, monkeypatch
):
    path, asked, change = tmp_path / "a", [], os.fchown
    path.write_bytes(b"old")
    os.chown(path, 12345, 54321)
    path.chmod(0o660)

    def fchown(handle, owner, group):
        asked.append(owner)
        if len(asked) <= refused:
            raise PermissionError
        change(handle, owner, group)

    monkeypatch.setattr(os, "fchown", fchown)
    replace_file(path, b"new")
    found = path.stat()
    assert stat.S_IMODE(found.st_mode) == left
    assert (found.st_gid == 54321) == (refused < 2)
    assert (found.st_uid == 12345) == (refused == 0)


def test_a_new_file_has_the_usual_mode(tmp_path):
    replace_file(tmp_path / "a", b"new")
    (tmp_path / "b").write_bytes(b"")
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_behind_a_link_the_file_is_replaced_and_the_link_stays(tmp_path):
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link.symlink_to(target)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_fifo_is_written_to_and_stays(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(fifo.read_bytes()))
    reader.start()
    replace_file(fifo, b"said")
    reader.join(10)
    assert heard == [b"said"]
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_device_is_written_to_and_stays(tmp_path):
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    replace_file(link, b"gone")
    assert stat.S_ISCHR(link.stat().st_mode)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"new")


def test_names_may_be_as_long_as_the_system_allows(tmp_path):
    replace_file(tmp_path / ("a" * 255), b"new")
    assert (tmp_path / ("a" * 255)).read_bytes() == b"new"


def test_a_pipe_behind_a_link_of_the_system_is_written_to(tmp_path):
    script = (
        "from lengthwise.files import replace_file; "
        "replace_file('/proc/self/fd/1', b'said')"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, cwd=tmp_path
    )
    assert found.stdout == b"said"


def test_a_message_names_the_file_that_was_asked_for(tmp_path):
    path = tmp_path / "no folder" / "a.txt"
    with pytest.raises(FileNotFoundError) as caught:
        replace_file(path, b"")
    assert caught.value.filename == str(path)
