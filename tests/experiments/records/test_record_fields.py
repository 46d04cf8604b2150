"""Every field is described once; readers, columns, schemas and tables follow."""

import json
import tomllib
from collections import Counter
from dataclasses import dataclass, fields, replace
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from docs import write_formats
from lengthwise.errors import FormatError, SpecError, UnknownNameError
from lengthwise.experiments.records.flat_rows import flat
from lengthwise.experiments.records.json_schemas import grid_schema, record_schema
from lengthwise.experiments.records.line_files import open_lines
from lengthwise.experiments.records.record_fields import COLUMN_FIELDS, PARTS, TABLE
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.fields import check, fields_of, read, written
from lengthwise.experiments.spec.schema import grid_of, record_of
from lengthwise.experiments.spec.settings import WHOLE_MODEL, WHOLE_RECIPE
from lengthwise.experiments.spec.trial import read_trial, trial
from lengthwise.training.recipe import Recipe
from tests.experiments import record_strategies as our
from tests.experiments import stub

ROOT = Path(__file__).parents[3]
RECORD = ("evaluation", "outcome", "losses", "circumstances")
RECORDS = Draft202012Validator(record_schema())
EVERY = [(part, one) for part, fields in PARTS.items() for one in fields]
PARITY = trial("parity_language", {}, train_length=16, seed=1)
FORMAT_2 = replace(
    stub.record(PARITY),
    outcome=replace(stub.record(PARITY).outcome, metric="error rate"),
)


@pytest.mark.parametrize(
    ("part", "one"), EVERY, ids=[f"{p}.{f.name}" for p, f in EVERY]
)
def test_every_field_says_what_it_is_in_a_sentence(part, one):
    assert one.meaning[0].isupper(), part
    assert one.meaning.endswith(".")
    assert one.column or one.name in ("lengths", "losses", "further")


def test_no_two_fields_have_one_column():
    fields = chain(*PARTS.values(), TABLE)
    columns = Counter(one.column for one in fields if one.column)
    assert set(columns) == set(COLUMN_FIELDS)
    assert max(columns.values()) == 1


@pytest.mark.parametrize("name", write_formats.SCHEMAS)
def test_the_schemas_of_the_manual_are_made_of_the_fields(name):
    path = ROOT / "docs" / "formats" / f"{name}.schema.json"
    made = write_formats.schema_text(name)
    assert path.read_text("utf-8") == made, "run python docs/write_formats.py"


def test_the_tables_of_the_manual_are_made_of_the_fields():
    pages = {page: page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md")}
    for text in pages.values():
        made = write_formats.page_text(text)
        assert text == made, "run python docs/write_formats.py"
    named = set(write_formats.BLOCK.findall("".join(pages.values())))
    names = {name for _, name, _ in named}
    assert names == {*write_formats.SETTINGS, *RECORD, "columns"}


@given(our.records())
def test_every_record_is_what_its_schema_says(record):
    assert RECORDS.is_valid(json.loads(record.line()))


def test_records_of_format_2_are_what_their_schema_says():
    plain = json.loads(FORMAT_2.line())
    assert plain["trial"]["format"] == 2
    assert RECORDS.is_valid(plain)
    whole = {"model": WHOLE_MODEL["limit_net"], "recipe": WHOLE_RECIPE}
    for part, names in whole.items():
        for name in names:
            less = json.loads(FORMAT_2.line())
            del less["trial"][part][name]
            assert not RECORDS.is_valid(less)
            with pytest.raises(FormatError, match=f"{part}.{name} is missing"):
                record_of(json.dumps(less))


@pytest.mark.parametrize(
    "path",
    [
        ("format",),
        ("trial", "seed"),
        ("trial", "task", "name"),
        ("trial", "model", "width"),
        ("trial", "model", "heads"),
        ("trial", "recipe", "rate"),
        ("trial", "recipe", "stop"),
        ("evaluation", "lengths"),
        ("outcome", "steps"),
        ("outcome", "train_loss"),
        ("outcome", "losses", "64", "words"),
        ("circumstances", "fingerprint"),
    ],
)
def test_reader_and_schema_refuse_another_type_and_another_key(path):
    for change in ({}, {"another": 1}):
        plain = json.loads(FORMAT_2.line())
        inner = plain
        for name in path[:-1]:
            inner = inner[name]
        before = inner.pop(path[-1])
        inner |= change or {path[-1]: [[before]]}
        if change:
            inner[path[-1]] = before
        with pytest.raises(FormatError, match="not a record") as caught:
            record_of(json.dumps(plain))
        assert "\n" not in str(caught.value)
        assert path[:2] == ("trial", "task") or not RECORDS.is_valid(plain)


GRID = """
train_length = [8, 16]
[task]
name = "simple"
[model]
heads = [[1], [2]]
lags = ["none"]
[recipe]
rate = [1, 0.5]
[evaluation]
lengths = [64]
"""


def test_a_grid_is_what_its_schema_says():
    grids = Draft202012Validator(grid_schema())
    assert grids.is_valid(tomllib.loads(GRID))
    assert len(grid_of(GRID)) == 8
    for before, after in (("heads", "head"), ("[64]", "[]"), ('"none"', '"no"')):
        text = GRID.replace(before, after)
        assert not grids.is_valid(tomllib.loads(text))
        with pytest.raises((SpecError, UnknownNameError)):
            grid_of(text)


def test_the_key_of_a_trial_of_format_2_is_part_of_the_file_format():
    assert canonical(PARITY.plain()) == (
        '{"format":2,"model":{"delta":1,"heads":[2,2],"lags":[2,2],"outputs":1,'
        '"scaling":"query","symbols":3,"units":64,"width":16},"recipe":{"batch":64,'
        '"form":"sequence","hidden_rate":0.01,"max_steps":2048,"randomness":"setting",'
        '"rate":0.01,"stop":"mean","threshold":0.01},"seed":1,"task":{"name":'
        '"parity_language"},"train_length":16}'
    )
    assert PARITY.key == (
        "31aff562d44886015ee911f2687684835dfff997cc476da6fba5ea6c01f76cbc"
    )
    assert read_trial(PARITY.plain()) == PARITY


def test_a_row_of_another_metric_leaves_out_squares():
    row = next(flat(FORMAT_2))
    assert (row["mean_squared"], row["root_mean_square"]) == (None, None)
    assert row["metric"] == "error rate"
    assert row["mean"] == row["error"] == FORMAT_2.outcome.losses[64].mean


@dataclass(frozen=True, kw_only=True)
class Larger(Recipe):
    """A recipe with one setting more.

    Attributes:
        decay: Weight decay,
            of matrices only.
    """

    decay: float = 0.0


def test_a_setting_that_came_later_is_written_where_it_says_something():
    (decay,) = (one for one in fields_of(Larger) if one.name == "decay")
    assert (decay.kind, decay.default) == (float, 0.0)
    assert decay.meaning == "Weight decay, of matrices only."
    recipe = PARITY.recipe
    usual = Larger(**{one.name: getattr(recipe, one.name) for one in fields(recipe)})
    assert written(usual, [decay]) == {}
    assert written(replace(usual, decay=0.1), [decay]) == {"decay": 0.1}
    assert read({}, [decay]) == {}
    with pytest.raises(UnknownNameError, match="no key is called 'decay'"):
        read({"decay": 0.1}, fields_of(Evaluation)[1:])


def test_numbers_that_were_not_measured_are_finite():
    with pytest.raises(SpecError, match="seconds is inf; it must be finite"):
        replace(FORMAT_2.circumstances, seconds=float("inf"))
    check(FORMAT_2.outcome)


def test_published_records_read_back_to_the_letter():
    paths = sorted((ROOT / "results").glob("*.jsonl*"))
    for path in paths:
        if not path.stem.endswith("-sup"):
            with open_lines(path) as file:
                for line in islice(file, 0, None, 31):
                    assert record_of(line).line() == line.decode().strip()
