"""Records survive JSON bit for bit, and damaged ones are refused."""

import json
import math
from contextlib import suppress
from dataclasses import replace

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.cli.main import run
from lengthwise.errors import FormatError, SpecError
from lengthwise.experiments.engines._messages import Decoder, encoded
from lengthwise.experiments.engines.work import Work, read_work
from lengthwise.experiments.records import record as records
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.records.outcome import read_outcome
from lengthwise.experiments.records.record import light_parts, read_record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.schema import record_of
from lengthwise.experiments.store._digests import line_digest
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.sql_tables import RECORDS
from lengthwise.experiments.store.store import Store
from lengthwise.training.evaluating.score import Score
from tests.conftest import EXPENSIVE
from tests.experiments import record_strategies as our
from tests.experiments import stub

RECORD = next(
    one for one in map(stub.record, stub.small_grid()) if one.outcome.converged
)


@given(our.records())
def test_a_record_reads_back_from_its_line(record):
    for again in (record_of(record.line()), read_record(json.loads(record.line()))):
        assert again == record
        assert again.line() == record.line()
        assert again.key == record.key
        assert again.circumstances == record.circumstances


@given(our.outcomes(), our.outcomes())
def test_outcomes_are_equal_only_in_every_bit(one, other):
    assert one == read_outcome(one.plain())
    assert hash(one) == hash(read_outcome(one.plain()))
    assert (one == other) == (one.plain() == other.plain())
    assert one != one.plain()


def test_circumstances_and_weights_are_not_compared():
    other = stub.record(RECORD.trial, attempt=2).with_weights(None)
    assert other == RECORD
    assert other.circumstances != RECORD.circumstances


def test_a_loss_has_both_names():
    loss = Score(mean=0.25, standard_error=math.inf, words=64)
    assert with_score(loss).plain()["losses"]["64"] == {
        "mean_squared": 0.25,
        "root_mean_square": 0.5,
        "standard_error": "inf",
        "words": 64,
    }
    nan = Score(mean=math.nan, standard_error=math.nan, words=64)
    assert with_score(nan).plain()["losses"]["64"]["root_mean_square"] == "nan"


def with_score(score):
    return replace(RECORD.outcome, losses={64: score})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"format":1', '"format":2'),
        ('"seed":0', '"seed":"0"'),
        ('"seed":0', '"seed":NaN'),
        ('"seed":0', '"seed":0,"more":1'),
        ('"seed":0', '"seed":-1'),
        ('"seed":0', '"seed":1,"seed":0'),
        ('"seconds":', '"seconds":-5.0,"seconds":'),
        ('"omega":2.0', '"omega":"2"'),
        ('"omega":2.0', '"omega":[2]'),
        ('"omega":2.0', '"omega":1e999'),
        ('"name":"simple"', '"name":"other"'),
        ('"name":"simple",', ""),
        ('"steps"', '"step"'),
        ('"train_loss_recent":"nan"', '"train_loss_recent":"none"'),
        ('"train_loss_recent":"nan"', '"train_loss_recent":null'),
        ('"words":64', '"words":64.5'),
        ('"64":', '"a":'),
        ('"fingerprint":{', '"fingerprint":[{'),
        ("{", "[" * 100_000),
    ],
)
def test_a_line_that_is_no_record_is_refused(before, after):
    line = RECORD.line()
    assert before in line
    with pytest.raises(FormatError, match="not a record") as caught:
        record_of(line.replace(before, after, 1))
    assert "\n" not in str(caught.value)


def changed(*path, to):
    """The line of the record with another value in one place."""
    plain = json.loads(RECORD.line())
    inner = plain
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = to
    return json.dumps(plain)


LOSS = RECORD.outcome.plain()["losses"]["64"]
CONTRADICTIONS = {
    "no losses": (("outcome", "losses"), {}),
    "a loss too few": (("outcome", "losses"), {"64": LOSS}),
    "a loss at another length": (("outcome", "losses"), {"64": LOSS, "99": LOSS}),
    "a loss too many": (("outcome", "losses", "7"), LOSS),
    "lengths that nobody asked for": (("evaluation", "lengths"), [64, 2000]),
    "lengths in disorder": (("evaluation", "lengths"), [1000, 64]),
    "shorter than in training": (("trial", "train_length"), 512),
    "an error below zero": (("outcome", "losses", "64", "standard_error"), -1.0),
    "a loss below zero": (("outcome", "train_loss"), -1.0),
    "minus infinity": (("outcome", "train_loss_recent"), "-inf"),
    "a root of another number": (("outcome", "losses", "64", "root_mean_square"), 1.0),
    "no words": (("outcome", "losses", "64", "words"), 0),
    "more words than asked for": (("outcome", "losses", "64", "words"), 10**9),
    "steps below zero": (("outcome", "steps"), -1),
    "more steps than there are": (("outcome", "steps"), 16385),
    "diverged and went on": (("outcome", "diverged"), 1),
    "diverged and converged": (("outcome", "diverged"), RECORD.outcome.steps),
    "no digest": (("outcome", "digest"), ""),
    "a digest in capitals": (("outcome", "digest"), "A" * 64),
    "a fingerprint of numbers": (("circumstances", "fingerprint"), {"width": 8}),
    "a fingerprint of lists": (("circumstances", "fingerprint"), {"jax": ["1"]}),
    "a nested fingerprint": (("circumstances", "fingerprint"), {"jax": {"a": "b"}}),
    "another device": (("circumstances", "fingerprint"), {"device": "other"}),
    "an empty fingerprint": (("circumstances", "fingerprint"), {}),
    "seconds below zero": (("circumstances", "seconds"), -5.0),
    "no moment": (("circumstances", "started"), "noon"),
    "no date": (("circumstances", "started"), "2026-02-30T00:00:00+00:00"),
    "another time zone": (("circumstances", "started"), "2026-01-02T03:04:05+01:00"),
    "no time zone": (("circumstances", "started"), "2026-01-02T03:04:05"),
    "a moment in other words": (("circumstances", "started"), "20260102T030405Z"),
    "attempt 0": (("circumstances", "attempt"), 0),
    "no prediction": (("circumstances", "prediction"), "soon"),
}


@pytest.mark.parametrize("case", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_record_that_contradicts_itself_is_refused_everywhere(case, tmp_path, capsys):
    """The reader, the import and the check of a store have one answer."""
    path, value = case
    converged = RECORD.outcome.converged
    assert converged or path != ("outcome", "diverged")
    line = changed(*path, to=value)
    with pytest.raises(FormatError, match="not a record") as caught:
        record_of(line)
    assert "\n" not in str(caught.value)
    file, url = tmp_path / "bad.jsonl", f"sqlite:///{tmp_path}/s.db"
    file.write_text(line + "\n")
    with pytest.raises(FormatError, match="line 1: not a record"):
        list(read_lines(file))
    assert run(["store", "import", str(file), "--store", url]) == 2
    with Store(url) as store:
        store.add_all([RECORD])
        with store.database.writing() as connection:
            row = {"line": line, "digest": line_digest(line)}
            connection.execute(sa.update(RECORDS).values(**row))
        reasons = {one.table: one.reason for one in damages(store)}
    assert reasons["records"].startswith("not a record: ")
    assert run(["store", "check", "--store", url]) == 1
    assert run(["store", "list", "--store", url]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_record_that_contradicts_itself_cannot_be_made():
    with pytest.raises(SpecError, match="requested were 2000"):
        replace(RECORD, evaluation=Evaluation(lengths=(2000,)))
    with pytest.raises(SpecError, match="no losses"):
        RECORD.outcome.with_losses({})
    with pytest.raises(SpecError, match="fingerprint"):
        replace(RECORD.circumstances, fingerprint={"jax": 1})


@given(st.data())
def test_a_line_with_a_piece_missing_is_refused_or_another_record(data):
    line = RECORD.line()
    begin = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(begin + 1, len(line)))
    with suppress(FormatError):
        assert record_of(line[:begin] + line[end:]).line() != line


def test_a_line_without_end_is_refused():
    with pytest.raises(FormatError, match="too long for a record"):
        record_of("x" * (1 << 25))


@settings(max_examples=20)
@given(our.evaluations, st.lists(our.trials(), max_size=3), our.records(), st.binary())
def test_work_reads_back_from_its_message(asked, trials, record, weights):
    work = Work(
        name="a" * 64,
        evaluation=asked,
        trials=tuple(trials),
        trained=(record, record.with_weights(weights)),
        folder="/somewhere",
        attempt=2,
        forgiving=True,
    )
    (message,) = Decoder().feed(work.message())
    again = read_work(message)
    assert again == work
    assert again.trained[1].weights == weights
    assert again.again().attempt == 3
    assert len(again) == len(trials) + 2


def test_parts_have_a_bounded_weight(monkeypatch):
    monkeypatch.setattr(records, "TOGETHER", 100)
    light, heavy = RECORD.with_weights(None), RECORD.with_weights(b"x" * 40)

    def sizes(given, most, **more):
        return [len(part) for part in light_parts(given, most, **more)]

    assert sizes([light] * 9, 4) == [4, 4, 1]
    assert sizes([heavy] * 7, 4) == [3, 3, 1]
    assert sizes([heavy] * 11, 8, multiple=4) == [4, 4, 3]
    assert sizes([light] * 11 + [heavy] * 2, 8, multiple=4) == [8, 5]
    assert sizes([], 4) == []
    asked = iter([heavy] * 7)
    next(light_parts(asked, 4))
    assert len(list(asked)) == 4  # no more were asked for than one part has


def test_a_message_is_not_held_twice():
    decoder = Decoder()
    data = encoded({"records": []}, [b"x" * 1000, None, b"", b"y" * 1000])
    held = 0
    for place in range(0, len(data), 100):
        received = list(decoder.feed(data[place : place + 100]))
        held = max(held, len(decoder._rest))
    assert [list(map(len, filter(None, parts))) for _, parts in received] == [
        [1000, 1000]
    ]
    assert held < 1200


weights = st.lists(st.none() | st.binary(max_size=9), max_size=3)
messages = st.lists(st.tuples(st.dictionaries(st.text(), st.text()), weights))


@EXPENSIVE
@given(messages, st.integers(1, 9))
def test_messages_may_come_in_any_pieces(given_messages, size):
    sent = [({"a": content}, parts) for content, parts in given_messages]
    data = b"".join(encoded(content, parts) for content, parts in sent)
    decoder, received = Decoder(), []
    for place in range(0, len(data), size):
        received += decoder.feed(data[place : place + size])
    assert received == sent
