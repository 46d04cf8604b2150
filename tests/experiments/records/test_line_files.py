"""Compressed files of records: any crash, damage or bomb costs one line of text."""

import gzip

import pytest

from lengthwise.errors import FormatError
from lengthwise.experiments.records.exporting import export
from lengthwise.experiments.records.jsonl import Lines, read_lines
from lengthwise.experiments.records.line_files import append, cut
from tests.experiments import stub

RECORDS = [stub.record(trial) for trial in stub.small_grid(2)]
BLOCKS = RECORDS[:3], RECORDS[3:]


@pytest.fixture
def packed(tmp_path):
    """A file with two blocks of records."""
    path = tmp_path / "some.jsonl.gz"
    store = Lines(path)
    for block in BLOCKS:
        store.add_all(block)
    return path


def test_compressed_records_are_the_records(packed, tmp_path):
    assert list(read_lines(packed)) == list(Lines(packed)) == RECORDS
    text = "".join(one.line() + "\n" for one in RECORDS)
    assert gzip.decompress(packed.read_bytes()).decode() == text
    assert len(packed.read_bytes()) < len(text) / 2
    assert export(tmp_path / "all.jsonl.gz", RECORDS) == len(RECORDS)
    assert list(read_lines(tmp_path / "all.jsonl.gz")) == RECORDS


def test_the_same_records_give_the_same_file(tmp_path):
    first, second = (tmp_path / f"{n}.jsonl.gz" for n in (1, 2))
    export(first, RECORDS)
    export(second, RECORDS)
    assert first.read_bytes() == second.read_bytes()


def test_a_crash_at_any_byte_loses_at_most_the_last_block(packed):
    data = packed.read_bytes()
    packed.unlink()
    Lines(packed).add_all(BLOCKS[0])
    first = packed.stat().st_size
    for size in range(len(data)):
        packed.write_bytes(data[:size])
        whole = size >= first
        if size not in {0, first}:
            with pytest.raises(FormatError, match=r"some\.jsonl\.gz is damaged"):
                list(read_lines(packed))
        cut(packed)
        assert packed.stat().st_size == (first if whole else 0)
        assert len(Lines(packed)) == (len(BLOCKS[0]) if whole else 0)
    store = Lines(packed)
    store.add_all(RECORDS)
    assert list(store) == RECORDS


def test_a_flipped_bit_is_found(packed):
    data = bytearray(packed.read_bytes())
    data[len(data) // 3] ^= 16
    packed.write_bytes(data)
    with pytest.raises(FormatError, match=r"some\.jsonl\.gz"):
        list(read_lines(packed))


def test_what_is_no_gzip_file_and_what_unpacks_without_end_are_refused(tmp_path):
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(b"text")
    with pytest.raises(FormatError, match="damaged: Not a gzipped file"):
        list(read_lines(path))
    path.write_bytes(gzip.compress(b"\n" * 10**8))
    with pytest.raises(FormatError, match="unpacks to more than 200 times its size"):
        list(read_lines(path))


def test_plain_lines_are_appended_as_they_are(tmp_path):
    path = tmp_path / "some.txt"
    append(path, ["one", "two"])
    append(path, ["three"])
    assert path.read_text() == "one\ntwo\nthree\n"
