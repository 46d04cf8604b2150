"""Damage is always found: truncation at every length, single flipped bits anywhere."""

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from safetensors.numpy import save

from lengthwise import sealed_arrays as sealed
from lengthwise.errors import FormatError
from lengthwise.files import file_digest
from lengthwise.sealed_arrays import (
    array_digest,
    header_text,
    read_sealed,
    write_sealed,
)
from tests.conftest import EVERYTHING

ARRAYS = {
    "weights": np.linspace(0, 1, 40, dtype=np.float32).reshape(8, 5),
    "step": np.array([1, 2, 3], dtype=np.int32),
}
NOTE = {"lanes": [{"seed": 1}], "loss": "nan"}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "state.safetensors"
    write_sealed(path, ARRAYS, NOTE)
    return path


def test_what_is_written_is_read(path):
    arrays, note = read_sealed(path)
    assert note == NOTE
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert (arrays[name] == array).all()
    assert [file.name for file in path.parent.iterdir()] == ["state.safetensors"]


def test_every_truncation_is_found(path):
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with pytest.raises(FormatError, match="damaged"):
            read_sealed(path)
    path.write_bytes(whole + b" ")
    with pytest.raises(FormatError):
        read_sealed(path)


def test_every_flipped_bit_is_found(path):
    whole = path.read_bytes()
    for place in range(0, 8 * len(whole), 1 if EVERYTHING else 7):
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="damaged"):
            read_sealed(path)


@pytest.mark.parametrize("content", [b"", b"photo", b"\xff" * 100, b"{}" * 50])
def test_foreign_files_are_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(FormatError):
        read_sealed(path)


def test_a_failed_write_leaves_the_old_file(path):
    with pytest.raises(ValueError, match="JSON compliant"):
        write_sealed(path, ARRAYS, {"loss": float("nan")})
    assert read_sealed(path)[1] == NOTE
    assert len(list(path.parent.iterdir())) == 1


@pytest.mark.parametrize("note", [[], None, "text", [{}]])
def test_a_note_is_an_object(path, note):
    write_sealed(path, ARRAYS, note)
    with pytest.raises(FormatError, match="damaged"):
        read_sealed(path)


def test_deep_notes_are_damage(path):
    deep = '{"note":' + "[" * 100_000 + "]" * 100_000 + "}"
    path.write_bytes(save(ARRAYS, {sealed.KEY: deep}))
    with pytest.raises(FormatError, match="damaged"):
        read_sealed(path)


def test_large_files_are_damage_before_they_are_read(path):
    with path.open("wb") as file:
        file.truncate(sealed.LARGEST + 1)
    with pytest.raises(FormatError, match="damaged"):
        read_sealed(path)
    with path.open("wb") as file:
        file.write((sealed.LARGEST_HEADER + 1).to_bytes(8, "little"))
        file.truncate(1 << 33)
    with pytest.raises(FormatError, match="damaged"):
        read_sealed(path)


def test_what_is_no_file_is_damage(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FormatError, match="damaged"):
        read_sealed(tmp_path / "pipe")


def test_the_bytes_of_a_file_and_the_digests_of_arrays_never_change(path):
    turned = {"w": ARRAYS["weights"].T, "b": np.array([True, False]), "a": np.arange(3)}
    assert array_digest(turned) == (
        "88bc4e174c63c88c243a0555282733aa2dc2e9bbe36a5be9c487a6641c3a543b"
    )
    write_sealed(path, turned, {"x": [1, 2], "é": None})
    assert file_digest(path) == (
        "2b63c6f2a1b1f5fcc70503922e02793d88c2d8dcedd297241a19ac40fcb4fa15"
    )


def test_a_digest_is_the_same_in_either_byte_order():
    swapped = ARRAYS["weights"].astype(">f4")
    assert array_digest({"w": swapped}) == array_digest({"w": ARRAYS["weights"]})


def test_labels_and_texts_are_a_part_of_a_digest():
    plain = hashlib.sha256(b"first" + b"w(8, 5)" + ARRAYS["weights"].tobytes() + b"x")
    made = array_digest(
        {"w": ARRAYS["weights"]}, label="{name}{shape}", before="first", after="x"
    )
    assert made == plain.hexdigest()


@pytest.mark.parametrize("header", [{}, [], {"__metadata__": {}}, {"__metadata__": []}])
def test_a_header_without_our_text_is_refused(header):
    text = json.dumps(header).encode()
    with pytest.raises(FormatError, match="text 'lengthwise'"):
        header_text(len(text).to_bytes(8, "little") + text)


def test_the_command_line_loads_neither_arrays_nor_their_format():
    loaded = (
        "import sys, lengthwise.cli.main, lengthwise.files, lengthwise.tables; "
        "sys.exit(bool({'numpy', 'safetensors'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0
