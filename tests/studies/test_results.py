"""What the records on main say: the published trends, and nothing on shuffled errors.

A trend that does not hold in our records is told in ``docs/log.md``; it is named here,
so that new records which change an answer are noticed.
"""

from pathlib import Path

import pytest

from lengthwise.experiments.jsonl import read_lines
from lengthwise.studies.figure import from_folder
from lengthwise.studies.izzo import FIGURES, figure, figures
from lengthwise.studies.reproduce import asked
from lengthwise.studies.trends import by_number, typical

RESULTS = Path(__file__).parents[2] / "results"
DISAGREE = {
    "izzo-fig1": {"the plateau rises with omega"},
    "izzo-fig1-log": {
        "the error levels off in test length",
        "the plateau falls with the training length",
        "N for an error of 0.1 rms is a straight line in omega",
    },
    "izzo-fig4-left": {"the error levels off in test length"},
    "izzo-fig4-S": {
        "the error levels off in test length",
        "the plateau rises with S",
    },
    "izzo-fig4-k": {"the error levels off in test length"},
}


RECORDED = [
    one.name for one in FIGURES.values() if (RESULTS / f"{one.records}.jsonl").is_file()
]


def test_all_first_figures_have_records():
    assert {one.name for one in figures("izzo")} <= set(RECORDED)


@pytest.mark.parametrize("name", RECORDED)
def test_the_trends_that_do_not_hold_are_those_in_the_log(name):
    found = asked(from_folder(figure(name), RESULTS))
    failing = {check.trend for check in found.checks if not check.holds}
    assert failing == DISAGREE.get(name, set())
    assert not any(check.holds for check in found.blind)
    assert len(found.measured.runs) == found.measured.trials
    assert found.measured.exact


def test_simple_reaches_the_stop_and_longer_training_words_help():
    records = list(read_lines(RESULTS / "izzo-fig1.jsonl"))
    two = [record for record in records if record.trial.numbers["omega"] == 2]
    assert all(record.outcome.train_loss < 1e-5 for record in two)
    runs = from_folder(figure("izzo-fig1"), RESULTS).runs
    for part in by_number(runs, "omega").values():
        heights = typical(part)
        assert heights[40] < heights[5]
