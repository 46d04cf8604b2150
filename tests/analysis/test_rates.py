"""Errors that are rates: how they are averaged, and what few words cannot show."""

from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.final_errors import by_seed
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.runs import Run, metric_of
from lengthwise.analysis.sufficient import sufficient_length
from lengthwise.errors import SpecError
from lengthwise.jobs.length_search import Search
from lengthwise.tasks.outputs import ERROR_RATE, EXACT_MATCH_ERROR, RMS
from tests.analysis.synthetic import sweep


def two(metric):
    """Two seeds, one wrong four times as often as the other."""
    return [
        Run(
            train_length=8,
            seed=s,
            errors=dict.fromkeys((64, 128, 256), e),
            metric=metric,
        )
        for s, e in enumerate((0.1, 0.4))
    ]


def rates(*, words=256):
    runs = sweep(np.random.default_rng(0), factor=2.0, lengths=[6, 8, 11, 15])
    counts = dict.fromkeys(runs[0].errors, words)
    return [replace(run, metric=ERROR_RATE, words=counts) for run in runs]


@pytest.mark.parametrize(
    ("metric", "mean"), [(RMS, 0.085**0.5), (ERROR_RATE, 0.25)], ids=["rms", "rate"]
)
def test_the_mean_over_seeds_is_that_of_what_is_lost(metric, mean):
    assert plateau(two(metric)).mean == pytest.approx(mean)
    group = {8: two(metric)}
    found = by_seed(group, group).average("mean")
    assert np.exp(found) == pytest.approx([mean])


def test_answers_name_the_metric():
    found = sufficient_length(rates(), 0.1)
    assert "the error rate at the largest lengths tested is 0.1 (geometric mean" in str(
        found
    )
    assert found.metric == ERROR_RATE
    assert str(plateau(two(ERROR_RATE))).startswith("error rate 0.2 [")
    reason = sufficient_length(rates(), 0.9, average="mean").reason
    assert "the error rate (mean over all seeds) is already at most 0.9" in reason


def test_root_mean_squares_are_named_as_before():
    runs = [replace(run, metric=RMS) for run in rates()]
    found = str(sufficient_length(runs, 0.1))
    assert "the error at the largest lengths tested is 0.1 rms (geometric mean" in found


def test_a_rate_below_half_a_word_is_not_asked_of_the_training_length():
    found = sufficient_length(rates(words=100), 0.004)
    assert found.reason == (
        "100 inputs per length show no error rate below 0.005; test on more inputs"
    )
    assert "train on longer" in sufficient_length(rates(words=10_000), 0.004).reason


def test_runs_in_several_metrics_are_not_mixed():
    with pytest.raises(SpecError, match="in error rate and rms; compare"):
        metric_of([*two(RMS), *two(ERROR_RATE)])


def test_a_search_shows_errors_in_the_metric():
    answer = sufficient_length(rates(), 0.1)
    found = Search(
        task="own",
        eps=0.1,
        errors={6: 0.25, 8: None},
        answer=answer,
        mean=answer,
        metric=EXACT_MATCH_ERROR,
    )
    first, second, *_ = str(found).splitlines()
    assert first == "trained on 6: exact-match error 0.25"
    assert second == "trained on 8: no model learned it"
    assert "trained on 6: 0.25 rms" in str(replace(found, metric=RMS))
