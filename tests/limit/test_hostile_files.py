"""Files that were made to be wrong, with a right digest where one is needed."""

import hashlib
import json
import os

import numpy as np
import pytest
from safetensors.numpy import save as pack

from lengthwise.errors import FormatError, TooLargeError
from lengthwise.limit import saving
from lengthwise.limit.constructions.named_machines import mod_p_task
from lengthwise.limit.saving import load, save


@pytest.fixture
def path(tmp_path):
    return tmp_path / "machine.safetensors"


def parts(path):
    """The tensors and the text of a good file."""
    save(mod_p_task(p=2), path)
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    facts = json.loads(header.pop("__metadata__")["lengthwise"])
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        numbers = np.frombuffer(data[8 + size + start : 8 + size + end])
        tensors[name] = numbers.reshape(entry["shape"]).copy()
    return tensors, facts


def text_of(facts):
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def signed(tensors, facts):
    """A file with a right digest: bytes in name order, then the rest of the text."""
    rest = {key: value for key, value in facts.items() if key != "sha256"}
    digest = hashlib.sha256()
    for name in sorted(tensors):
        digest.update(tensors[name].tobytes())
    digest.update(text_of(rest).encode())
    text = text_of({**rest, "sha256": digest.hexdigest()})
    return pack(tensors, {"lengthwise": text})


def refusal(path, data=None):
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_the_digest_is_the_one_that_the_format_describes(path):
    tensors, facts = parts(path)
    path.write_bytes(signed(tensors, facts))
    assert load(path) == mod_p_task(p=2)
    assert set(tensors) == {
        "embedding",
        "positions",
        "readout",
        *(f"layers.0.heads.0.{part}" for part in ("bilinear", "value", "lags")),
        *(f"layers.0.mlp.{part}" for part in ("inner", "bias", "outer", "heaviside")),
    }
    assert facts["format"] == 1
    assert facts["attention"] == {"kind": "finite", "bits": 8}


def header_only(header):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"PK\x03\x04" + bytes(100),
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"{" * 1000,
        bytes(8),
        (2**63).to_bytes(8, "little") + b"{}",
        (99_999_999).to_bytes(8, "little") + b"{}",
        header_only({}),
        header_only([]),
        header_only(b"[" * 100_000 + b"]" * 100_000),
        header_only({"__metadata__": {}}),
        header_only({"__metadata__": {"lengthwise": ""}}),
        header_only({"__metadata__": {"lengthwise": "[" * 100_000}}),
        header_only({"__metadata__": {"lengthwise": "null"}}),
        header_only({"__metadata__": {"lengthwise": '{"format":' + "9" * 9999 + "}"}}),
        header_only(
            {"a": {"dtype": "F64", "shape": [2**40, 2**40], "data_offsets": [0, 0]}}
        ),
        header_only(
            {"a": {"dtype": "F64", "shape": [0, 2**62], "data_offsets": [0, 0]}}
        ),
    ],
    ids=range(18),
)
def test_foreign_files_are_refused(path, data):
    assert refusal(path, data)


def test_files_of_other_programs_and_versions_are_named(path):
    tensors, facts = parts(path)
    assert "not a machine" in refusal(path, pack(tensors))
    assert "format 2; this version reads" in refusal(
        path, signed(tensors, {**facts, "format": 2})
    )
    assert "format True" in refusal(path, signed(tensors, {**facts, "format": True}))


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"alphabet": "01"},
        {"alphabet": [0, 1]},
        {"bos": 0},
        {"outputs": None},
        {"dimensions": {"x": 1}},
        {"attention": None},
        {"attention": {"kind": "finite"}},
        {"attention": {"kind": ["finite"], "bits": 8}},
        {"attention": {"kind": "sparse", "bits": None}},
        {"attention": {"kind": "finite", "bits": 8.0}},
        {"attention": {"kind": "finite", "bits": True}},
    ],
)
def test_texts_of_the_wrong_sort_are_refused(path, change):
    tensors, facts = parts(path)
    assert "is not format 1" in refusal(path, signed(tensors, {**facts, **change}))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"alphabet": []}, "without symbols"),
        ({"alphabet": ["0", "0"]}, "twice"),
        ({"alphabet": ["0", "$"]}, "cannot be a symbol"),
        ({"alphabet": ["0", "1", "2"]}, "alphabet of 3 symbols"),
        ({"bos": True}, "mark"),
        ({"outputs": ["a", "b"]}, "outputs"),
        ({"dimensions": ["x"]}, "dimensions"),
        ({"attention": {"kind": "finite", "bits": None}}, "bits"),
        ({"attention": {"kind": "finite", "bits": 0}}, "at least 1"),
    ],
)
def test_values_that_no_machine_has_are_refused(path, change, reason):
    tensors, facts = parts(path)
    assert reason in refusal(path, signed(tensors, {**facts, **change}))


def test_texts_that_read_the_same_but_are_written_otherwise_are_refused(path):
    tensors, facts = parts(path)
    blanks = pack(tensors, {"lengthwise": json.dumps(facts, sort_keys=True)})
    assert "is not format 1" in refusal(path, blanks)


@pytest.mark.parametrize(
    ("name", "array", "reason"),
    [
        ("embedding", np.full((2, 5), np.nan), "NaN"),
        ("readout", np.full((1, 5), np.inf), "infinity"),
        ("embedding", np.zeros((2, 4)), "shape"),
        ("embedding", np.zeros(10), "dimensions"),
        ("embedding", np.zeros((2, 5), dtype=np.float32), "not float64"),
        ("positions", np.zeros((2, 5), dtype=np.int64), "not float64"),
        ("positions", np.zeros((0, 5)), "'positions' does not belong"),
        ("layers.0.heads.0.lags", np.zeros(0), "lags is empty"),
        ("layers.0.mlp.heaviside", np.array([2.0]), "0 and 1"),
        ("layers.0.mlp.heaviside", np.zeros((0, 1)), "dimensions"),
        ("layers.0.mlp.heaviside", np.array([1.0]), "heaviside"),
        ("layers.0.heads.2.bilinear", np.zeros((5, 5)), "does not belong"),
        ("layers.1.mlp.bias", np.zeros(0), "does not belong"),
        ("layers.1.mlp.inner", np.zeros((0, 5)), "is missing"),
        ("surprise", np.zeros(1), "'surprise' does not belong"),
    ],
)
def test_wrong_tensors_are_refused(path, name, array, reason):
    tensors, facts = parts(path)
    assert reason in refusal(path, signed({**tensors, name: array}, facts))


def test_missing_tensors_are_refused(path):
    tensors, facts = parts(path)
    for name in tensors:
        rest = {key: array for key, array in tensors.items() if key != name}
        message = refusal(path, signed(rest, facts))
        assert "is missing" in message or "does not belong" in message


def test_what_is_no_file_or_too_large_is_refused(path, tmp_path):
    assert "not a file" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in refusal(tmp_path / "pipe")
    with path.open("wb") as file:
        file.truncate(2**33)
    assert "at most" in refusal(path)


def test_a_header_of_megabytes_is_not_read(path):
    tensors, facts = parts(path)
    facts["outputs"] = ["x" * saving.LARGEST_HEADER]
    said = refusal(path, signed(tensors, facts))
    assert f"a machine has at most {saving.LARGEST_HEADER}" in said


def test_a_header_with_a_key_twice_is_refused(path):
    save(mod_p_task(p=2), path)
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    text = data[8 : 8 + size].rstrip().replace(b"{", b'{"__metadata__":{},', 1)
    assert refusal(path, len(text).to_bytes(8, "little") + text + data[8 + size :])


@pytest.mark.parametrize("limit", ["LARGEST", "LARGEST_HEADER"])
def test_what_could_not_be_read_again_is_not_written(path, monkeypatch, limit):
    monkeypatch.setattr(saving, limit, 100)
    with pytest.raises(TooLargeError, match="at most 100 can be loaded"):
        save(mod_p_task(p=2), path)
    assert not path.exists()
