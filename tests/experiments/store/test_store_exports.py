"""Files for others: JSON lines, CSV and Parquet say what the records say."""

import csv
import json
import math
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from pyarrow import parquet

from lengthwise.errors import FormatError, SpecError, UnknownNameError
from lengthwise.experiments.records import exporting
from lengthwise.experiments.records.exporting import export
from lengthwise.experiments.records.flat_rows import COLUMNS, flat
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.spec.canonical import FIRST
from lengthwise.experiments.spec.trial import trial
from lengthwise.tasks.catalogue import task
from tests.experiments import record_strategies as our
from tests.experiments import stub

RECORDS = [stub.record(trial) for trial in stub.small_grid(2)]
NAMES = (
    "trial evaluation task omega p k S train_length seed delta heads lags width units "
    "scaling form batch rate hidden_rate threshold max_steps evaluation_seed "
    "test_length mean_squared root_mean_square standard_error words steps converged "
    "diverged train_loss train_loss_recent digest started seconds host attempt device "
    "fingerprint stop randomness numbers origin metric mean error symbols outputs "
    "evaluation_words evaluation_standard_error prediction"
)


def test_the_names_of_the_columns_are_part_of_the_format():
    assert " ".join(COLUMNS).startswith(NAMES)


def test_every_number_of_every_task_has_a_column():
    for name in FIRST:
        assert dict(task(name).numbers).keys() <= COLUMNS.keys()


@given(our.records())
def test_a_row_has_every_column_in_its_type(record):
    rows = list(flat(record))
    assert [row["test_length"] for row in rows] == list(record.outcome.losses)
    for row in rows:
        assert list(row) == list(COLUMNS)
        for name, kind in COLUMNS.items():
            value = row[name]
            number = kind is float and isinstance(value, int)
            assert value is None or type(value) is kind or number, name
        assert row["trial"] == record.trial.key
        assert json.loads(row["heads"]) == list(record.trial.model.heads)
        loss = record.outcome.losses[row["test_length"]]
        assert same(row["mean_squared"], loss.mean)


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


def test_csv_reads_back(tmp_path):
    path = tmp_path / "all.csv"
    assert export(path, RECORDS) == len(RECORDS)
    with path.open(newline="") as file:
        found = list(csv.DictReader(file))
    expected = [row for record in RECORDS for row in flat(record)]
    assert len(found) == 2 * len(RECORDS)
    for row, wanted in zip(found, expected, strict=True):
        assert list(row) == list(COLUMNS)
        assert row["trial"] == wanted["trial"]
        assert float(row["mean_squared"]) == wanted["mean_squared"]
        assert row["converged"] == str(wanted["converged"]).lower()
        assert row["diverged"] == row["p"] == ""
        assert row["train_loss_recent"] == "nan"
        assert json.loads(row["fingerprint"]) == {"jax": "none"}


def test_no_cell_of_csv_is_a_formula_and_numbers_stay(tmp_path):
    """Texts of others get an apostrophe; a number below zero is a number."""
    bad = {"host": "=HYPERLINK(1)", "device": "@SUM(1)"}
    made = replace(RECORDS[0].circumstances, **bad)
    below = trial("simple", {"omega": -5.0}, train_length=8, seed=0)
    record = replace(stub.record(below), circumstances=made)
    path = tmp_path / "all.csv"
    export(path, [record])
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            assert {name: row[name] for name in bad} == {
                name: f"'{text}" for name, text in bad.items()
            }
            assert float(row["omega"]) == -5.0
    export(tmp_path / "all.jsonl", [record])
    (again,) = read_lines(tmp_path / "all.jsonl")
    assert again.circumstances.host == "=HYPERLINK(1)"


def test_parquet_reads_back(tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "BATCH", 3)
    path = tmp_path / "all.parquet"
    assert export(path, iter(RECORDS)) == len(RECORDS)
    found = parquet.read_table(path)
    assert found.column_names == list(COLUMNS)
    expected = [row for record in RECORDS for row in flat(record)]
    for row, wanted in zip(found.to_pylist(), expected, strict=True):
        assert math.isnan(row.pop("train_loss_recent"))
        assert math.isnan(wanted.pop("train_loss_recent"))
        assert row == wanted


@pytest.mark.parametrize("name", ["all.jsonl", "all.csv", "all.parquet"])
def test_the_same_records_give_the_same_bytes(tmp_path, name):
    contents = []
    for _ in range(2):
        export(tmp_path / name, RECORDS)
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["none.csv", "none.parquet", "none.jsonl"])
def test_no_records_are_an_empty_table(tmp_path, name):
    assert export(tmp_path / name, []) == 0
    if name.endswith("parquet"):
        assert parquet.read_table(tmp_path / name).num_rows == 0


def test_a_format_can_be_said(tmp_path):
    export(tmp_path / "all.txt", RECORDS, "jsonl")
    assert list(read_lines(tmp_path / "all.txt")) == RECORDS
    with pytest.raises(
        SpecError, match=r"use \.jsonl, \.jsonl\.gz, \.csv or \.parquet"
    ):
        export(tmp_path / "all.txt", RECORDS)
    with pytest.raises(UnknownNameError, match="did you mean 'parquet'"):
        export(tmp_path / "all.txt", RECORDS, "parquett")


def test_a_line_without_end_is_refused(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_bytes(RECORDS[0].line().encode() + b"\n")
    with path.open("r+b") as file:
        file.truncate(1 << 32)  # a hole, which takes no space
    with pytest.raises(FormatError, match=r"line 2: too long for a record"):
        list(read_lines(path))


def test_a_file_is_whole_or_as_it_was(tmp_path):
    path = tmp_path / "all.csv"
    export(path, RECORDS[:1])
    before = path.read_bytes()

    def failing():
        yield RECORDS[0]
        raise SpecError("enough")

    with pytest.raises(SpecError, match="enough"):
        export(path, failing())
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["all.csv"]


def test_without_pyarrow_the_extra_is_named(tmp_path):
    script = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from lengthwise.experiments.records.exporting import export\n"
        f"export({str(tmp_path / 'all.parquet')!r}, [])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "lengthwise.errors.SpecError: a Parquet file needs pyarrow; install the extra "
        "'export', as in pip install 'lengthwise[export]', or write .csv"
    )
    assert list(tmp_path.iterdir()) == []
