"""Records survive JSON bit for bit, and damaged ones are refused."""

import json
import math
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import FormatError
from lengthwise.experiments.frames import Frames, frame
from lengthwise.experiments.outcome import Loss, read_outcome
from lengthwise.experiments.reading import record_of
from lengthwise.experiments.record import read_record
from lengthwise.experiments.work import Work, read_work
from tests.conftest import EXPENSIVE
from tests.experiments import strategies as our
from tests.experiments import stub

RECORD = stub.record(stub.small_grid()[0])


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
    loss = Loss(mean_squared=0.25, standard_error=math.inf, words=64)
    assert loss.plain() == {
        "mean_squared": 0.25,
        "root_mean_square": 0.5,
        "standard_error": "inf",
        "words": 64,
    }
    nan = Loss(mean_squared=math.nan, standard_error=math.nan, words=64)
    assert nan.plain()["root_mean_square"] == "nan"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"format":1', '"format":2'),
        ('"seed":0', '"seed":"0"'),
        ('"seed":0', '"seed":NaN'),
        ('"seed":0', '"seed":0,"more":1'),
        ('"seed":0', '"seed":-1'),
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


@given(st.data())
def test_a_line_with_a_piece_missing_is_refused_or_another_record(data):
    line = RECORD.line()
    begin = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(begin + 1, len(line)))
    with suppress(FormatError):
        assert record_of(line[:begin] + line[end:]).line() != line


def test_a_line_without_end_is_refused():
    with pytest.raises(FormatError, match="no record is so long"):
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
    (message,) = Frames().feed(work.frame())
    again = read_work(message)
    assert again == work
    assert again.trained[1].weights == weights
    assert again.again().attempt == 3
    assert len(again) == len(trials) + 2


weights = st.lists(st.none() | st.binary(max_size=9), max_size=3)
messages = st.lists(st.tuples(st.dictionaries(st.text(), st.text()), weights))


@EXPENSIVE
@given(messages, st.integers(1, 9))
def test_messages_may_come_in_any_pieces(given_messages, size):
    sent = [({"a": said}, parts) for said, parts in given_messages]
    data = b"".join(frame(said, parts) for said, parts in sent)
    frames, heard = Frames(), []
    for place in range(0, len(data), size):
        heard += frames.feed(data[place : place + size])
    assert heard == sent
