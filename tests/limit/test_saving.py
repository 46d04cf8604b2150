import os
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise import files
from lengthwise.errors import FormatError
from lengthwise.limit.constructions.named_machines import (
    construction,
    k_gram,
    mod_p_task,
)
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.saving import load, save
from lengthwise.words import Alphabet
from tests.conftest import EXPENSIVE
from tests.strategies import machines

SMALL = LimitTransformer(
    alphabet=Alphabet("ab"),
    embedding=np.eye(2),
    layers=mod_p_task(p=1, bits=3).layers[:0],
    readout=np.eye(2),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("machines") / "machine.safetensors"


def is_refused(path, data=None):
    """Whether the file, or these bytes in its place, give one line that names it."""
    if data is not None:
        path.write_bytes(data)
    try:
        load(path)
    except FormatError as error:
        return str(error).startswith(f"{path}: ") and "\n" not in str(error)
    return False


@EXPENSIVE
@given(machines(layers=(0, 1, 2), tau=(0, 2)))
def test_a_machine_comes_back_as_it_was(path, machine):
    save(machine, path)
    again = load(path)
    assert again == machine
    assert again.dimensions == machine.dimensions
    assert again.attention == machine.attention


@settings(max_examples=50)
@given(
    st.lists(st.text(min_size=1), min_size=1, max_size=3, unique=True),
    st.lists(st.text(), min_size=2, max_size=2, unique=True),
)
def test_names_of_any_characters_come_back(path, symbols, names):
    symbols = [s for s in symbols if s.split() == [s] and s != "$"] or ["\ud800", "é"]
    machine = replace(
        SMALL,
        alphabet=Alphabet(symbols),
        embedding=np.zeros((len(symbols), 2)),
        outputs=tuple(names),
        dimensions=tuple(reversed(names)),
    )
    save(machine, str(path))
    assert load(str(path)) == machine


@pytest.mark.parametrize("text", ["simple:omega=4", "modp:p=5,k=1", "kgram:k=2,S=3"])
def test_constructions_come_back_with_the_same_bytes(path, text):
    save(construction(text), path)
    first = path.read_bytes()
    assert load(path) == construction(text)
    save(load(path), path)
    assert path.read_bytes() == first


def test_transposed_arrays_are_written_in_the_order_of_their_rows(path):
    turned = np.arange(6.0).reshape(2, 3).T
    machine = replace(SMALL, readout=turned, outputs=("x", "y", "z"))
    save(machine, path)
    assert load(path) == machine


def test_negative_zero_and_the_smallest_numbers_come_back_bit_for_bit(path):
    tiny = np.array([[-0.0, 5e-324], [1.7976931348623157e308, -1e-310]])
    save(replace(SMALL, embedding=tiny), path)
    assert load(path).embedding.tobytes() == tiny.tobytes()


@pytest.fixture(scope="module")
def data(path):
    save(mod_p_task(p=2, k=1), path)
    return path.read_bytes()


def test_every_truncation_in_the_first_4096_bytes_is_found(path):
    save(k_gram(k=1, S=4), path)
    assert path.stat().st_size > 4096
    for length in range(4096, -1, -1):
        os.truncate(path, length)
        assert is_refused(path), length


def test_random_truncations_and_additions_are_found(path, data):
    rng = random.Random(1)
    for _ in range(100):
        assert is_refused(path, data[: rng.randrange(len(data))])
        assert is_refused(path, data + rng.randbytes(rng.randint(1, 16)))


def missed_flips(path, bits):
    """Those of the bits whose flip is not found; the file is as before afterwards."""
    missed, data = [], path.read_bytes()
    with path.open("r+b", buffering=0) as file:
        for bit in bits:
            place = bit // 8
            os.pwrite(file.fileno(), bytes([data[place] ^ 1 << bit % 8]), place)
            if not is_refused(path):
                missed.append(bit)
            os.pwrite(file.fileno(), data[place : place + 1], place)
    return missed


def test_flipped_bits_are_found(path, data):
    path.write_bytes(data)
    bits = random.Random(2).sample(range(8 * len(data)), 1000)
    assert missed_flips(path, bits) == []
    assert load(path) == mod_p_task(p=2, k=1)


@pytest.mark.slow
def test_every_flipped_bit_is_found(path):
    names = ("\u00ea", "a\n")  # escapes in the header, with letters in their digits
    save(replace(SMALL, outputs=names), path)
    assert missed_flips(path, range(8 * path.stat().st_size)) == []


def test_several_changed_bytes_are_found(path, data):
    rng = random.Random(3)
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(rng.randint(2, 20)):
            changed[rng.randrange(len(data))] = rng.randrange(256)
        assert bytes(changed) == data or is_refused(path, bytes(changed))


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    target = tmp_path / "machine.safetensors"
    save(SMALL, target)
    before = target.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(mod_p_task(p=3), target)
    assert target.read_bytes() == before
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.safetensors")
    with pytest.raises(FileNotFoundError):
        save(SMALL, tmp_path / "nowhere" / "machine.safetensors")
