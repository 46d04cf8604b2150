"""The summary of our records that is part of the package says what the records say."""

from dataclasses import replace
from pathlib import Path

from lengthwise.figures.huang import shipped_results
from lengthwise.figures.huang.huang_languages import SUITES
from lengthwise.figures.huang.shipped_results import (
    FILE,
    Shipped,
    every_shipped,
    of_records,
    shipped_table,
)
from lengthwise.jobs.ship_results import text_of
from tests.jobs.test_decoder_study import _records

RESULTS = Path(__file__).parents[2] / "results"


def test_the_file_is_made_from_the_records():
    path = Path(shipped_results.__file__).with_name(FILE)
    assert path.read_text("utf-8") == text_of(RESULTS), (
        "run python -m lengthwise.jobs.ship_results results"
    )
    assert all(len(one.seeds[0]) == 3 for one in every_shipped())


def test_records_of_other_sizes_are_left_out():
    assert of_records("any", _records("none")) == []


def test_a_table_has_the_median_and_the_best_seed():
    seeds = ((1.0, 0.9, 0.2), (1.0, 0.8, 0.6), (1.0, 0.7, 0.3))
    one = Shipped(
        table="huang-languages",
        task="d2",
        scheme="none",
        rate=1e-3,
        seeds=seeds,
        device="gpu",
    )
    assert shipped_table([one]).rows == (
        ("huang-languages", "none", 1e-3, 3, 1.0, 0.8, 0.3, 0.6),
    )


def test_records_become_accuracies_by_bin():
    cell = SUITES[0].cells[0]
    (record,) = list(_records("none"))[:1]
    evaluation = cell.evaluations[0]
    from lengthwise.training.evaluating.score import rate_score

    losses = {n: rate_score(16 * (n > 100), 64) for n in evaluation.lengths}
    records = [
        replace(
            record,
            trial=trial,
            evaluation=evaluation,
            outcome=replace(
                record.outcome, losses=losses, metric=cell.subject.output.metric
            ),
        )
        for trial in cell.trials
    ]
    results = of_records("huang-languages", records)
    assert [one.rate for one in results] == [3e-4, 1e-3]
    assert {one.scheme for one in results} == {cell.scheme}
    assert results[0].typical == (1.0, 1.0, 0.75)
