"""Scores of bins: means over lengths, and one bin that selects for another."""

import math
from dataclasses import replace

import pytest

from lengthwise.analysis.bin_scores import bin_score, seed_scores, select
from lengthwise.analysis.runs import run_of
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import trial
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.outputs import EXACT_MATCH_ERROR, FIRST_ERROR, TOKEN_ACCURACY
from lengthwise.training.evaluating.score import Score, rate_score, score_of
from tests.experiments import stub

SORT = task("sort")
SHORT, LONG = LengthBin(5, 6), LengthBin(7, 8)
ASKED = Evaluation(lengths=(3, 5, 6, 7, 8), words=64)


def sorter(means, *, seed=0, width=16, further=None):
    """A record with these errors by length."""
    one = trial("sort", {}, train_length=5, seed=seed, model={"width": width})
    evaluation = replace(ASKED, lengths=tuple(means))
    record = stub.record(trial("simple", {"omega": 2}, train_length=8, seed=seed))
    outcome = replace(
        record.outcome,
        metric=EXACT_MATCH_ERROR.name,
        steps=1,
        losses={n: rate_score(round(64 * mean), 64) for n, mean in means.items()},
        further=further or {},
    )
    return replace(record, trial=one, evaluation=evaluation, outcome=outcome)


def errors(short, long):
    return {3: 0.0, 5: short, 6: short, 7: long, 8: long}


def test_every_length_of_a_bin_has_the_same_weight():
    record = sorter({5: 0.25, 6: 0.75, 7: 0.0})
    score = bin_score(record.outcome, SHORT, SORT)
    assert score.value == 0.5
    assert score.lengths == (5, 6)
    assert score.words == 128
    each = rate_score(16, 64).standard_error
    assert score.standard_error == pytest.approx(math.sqrt(2) * each / 2)
    assert bin_score(record.outcome, SHORT, SORT, EXACT_MATCH_ERROR) == score


def test_the_root_mean_square_of_a_bin_is_that_of_all_its_inputs():
    record = stub.record(trial("simple", {"omega": 2}, train_length=8, seed=0))
    inputs = {8: [0.1, 0.3], 9: [0.5, 0.7]}
    losses = {n: score_of(values) for n, values in inputs.items()}
    outcome = record.outcome.with_losses(losses)
    score = bin_score(outcome, LengthBin(8, 9), task("simple"))
    together = score_of([0.1, 0.3, 0.5, 0.7])
    assert score.value == pytest.approx(math.sqrt(together.mean))
    nothing = {n: Score(mean=math.nan, standard_error=1.0, words=2) for n in (8, 9)}
    outcome = record.outcome.with_losses(nothing)
    assert math.isnan(bin_score(outcome, LengthBin(8, 9), task("simple")).value)


def test_a_bin_with_an_untested_length_has_no_score():
    record = sorter({5: 0.0, 7: 0.0})
    said = bin_score(record.outcome, SHORT, SORT)
    assert said == CannotSay("lengths 6 of the bin 5 to 6 were not tested")
    said = bin_score(record.outcome, LengthBin(10, 30), SORT)
    assert said.reason.startswith("lengths 10, 11, 12, 13, 14, … of the bin 10 to 30")
    with pytest.raises(SpecError, match="has no input"):
        bin_score(record.outcome, LengthBin(1, 3), task("abab_star"))


def test_further_metrics_have_scores_of_bins():
    shares = {n: Score(mean=n / 10, standard_error=0.0, words=64) for n in (5, 6)}
    record = sorter(errors(0.5, 0.5), further={TOKEN_ACCURACY.name: shares})
    score = bin_score(record.outcome, SHORT, SORT, TOKEN_ACCURACY)
    assert score.value == pytest.approx(0.55)
    said = bin_score(record.outcome, SHORT, SORT, FIRST_ERROR)
    assert said == CannotSay("no first error was measured at a length of 5 to 6")


def test_the_best_setting_of_one_bin_is_reported_on_another():
    records = [
        sorter(errors(short, long), seed=seed, width=width)
        for width, short, long in ((8, 0.5, 0.0), (16, 0.25, 0.75), (32, 0.25, 0.5))
        for seed in (0, 1)
    ]
    chosen = select(records, by=SHORT, report=LONG)
    assert chosen.trial.model.width == 16  # the first of two equal ones
    assert chosen.tried == 3
    assert chosen.selected.mean == 0.25
    assert chosen.reported.mean == 0.75
    assert str(chosen) == (
        "exact-match error 0.75 (0.75 to 0.75, 2 seeds) on lengths 7 to 8; best of 3 "
        "settings by exact-match error 0.25 (0.25 to 0.25, 2 seeds) on lengths 5 to 6"
    )


def test_no_seed_is_left_out():
    records = [sorter(errors(0.25 * seed, 0.0), seed=seed) for seed in range(3)]
    scores = seed_scores(records, SHORT)
    assert (scores.least, scores.mean, scores.most) == (0.0, 0.25, 0.5)
    assert list(scores.scores) == [0, 1, 2]


def test_more_is_better_where_the_metric_says_so():
    def accuracy(value):
        score = Score(mean=value, standard_error=0.0, words=64)
        return {TOKEN_ACCURACY.name: dict.fromkeys((5, 6, 7, 8), score)}

    records = [
        sorter(errors(0.5, 0.5), width=8 * k, further=accuracy(0.25 * k))
        for k in (1, 3, 2)
    ]
    chosen = select(records, by=SHORT, report=LONG, metric=TOKEN_ACCURACY)
    assert chosen.trial.model.width == 24


def test_a_diverged_setting_is_never_the_best():
    nan = Score(mean=math.nan, standard_error=math.nan, words=64)
    lost = sorter(errors(0.0, 0.0), width=8)
    outcome = lost.outcome.with_losses(dict.fromkeys(ASKED.lengths, nan))
    lost = replace(lost, outcome=outcome)
    kept = sorter(errors(1.0, 1.0), width=16)
    for records in ([lost, kept], [kept, lost]):
        assert select(records, by=SHORT, report=LONG).trial.model.width == 16


def test_what_cannot_be_selected_is_said():
    one, overlapping = [sorter(errors(0, 0))], LengthBin(6, 8)
    with pytest.raises(SpecError, match="they must be disjoint"):
        select(one, by=SHORT, report=overlapping)
    with pytest.raises(SpecError, match="no records"):
        select([], by=SHORT, report=LONG)
    two = [sorter(errors(0, 0), width=width) for width in (8, 16)]
    with pytest.raises(SpecError, match="the records of a single setting"):
        seed_scores(two, SHORT)
    missing = sorter({5: 0.0, 6: 0.0})
    said = select([missing], by=SHORT, report=LONG)
    assert "seed 0: lengths 7, 8 of the bin 7 to 8 were not tested" in said.reason
    said = select([missing], by=LONG, report=SHORT)
    assert "lengths 7, 8 of the bin 7 to 8 were not tested" in said.reason


def test_shorter_test_lengths_say_nothing_of_longer_inputs():
    record = sorter(errors(0.25, 0.5))
    run = run_of(record)
    assert list(run.errors) == list(run.words) == list(run.noise) == [5, 6, 7, 8]
    assert record.outcome.errors[3] == 0.0
