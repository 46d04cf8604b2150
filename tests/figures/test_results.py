"""What the records on main say: the published trends, and nothing on shuffled errors.

A trend that does not hold in our records is told in ``docs/log.md``; it is named here,
so that new records which change an answer are noticed.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from lengthwise.analysis.exponent import NoPowerLaw
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.seed_averages import AVERAGES
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.figures.all_figures import FIGURES, figure, figures
from lengthwise.figures.figure import from_folder
from lengthwise.figures.trends import by_number, levels
from lengthwise.jobs.reproduction import reproduction_of

RESULTS = Path(__file__).parents[2] / "results"
LEVEL = "the error levels off in test length"
FALLS = "the plateau falls with the training length"
RISES = "the plateau rises with"
LINE = "N for an error of 0.1 rms is a straight line in omega"
OVERLAP = "curves over N/p overlap"
BOTH = {
    "izzo-fig1": {LEVEL, f"{RISES} omega"},
    "izzo-fig1-log": {LEVEL, FALLS, LINE},
    "izzo-fig4-left": {LEVEL},
    "izzo-fig4-S": {LEVEL, f"{RISES} S"},
    "izzo-fig4-k": {LEVEL},
    "izzo-mean-fig1": {LINE},
    "izzo-mean-fig1-log": {LEVEL, FALLS, f"{RISES} omega", LINE},
    "izzo-mean-fig4-S": {LEVEL, FALLS, f"{RISES} S"},
    "izzo-mean-fig4-S-k2": {LEVEL, FALLS},
    "izzo-mean-fig4-k": {LEVEL, FALLS, f"{RISES} k"},
    "izzo-even-fig1-log": {LEVEL},
    "izzo-even-fig2": {OVERLAP},
    "izzo-even-fig4-S": {LEVEL, FALLS, f"{RISES} S"},
    "izzo-even-fig4-S-k2": {LEVEL},
    "izzo-even-fig4-k": {LEVEL, f"{RISES} k"},
}
"""What fails in both averages over seeds."""

MEAN = {
    "izzo-fig1-log": {f"{RISES} omega"},
    "izzo-fig4-S": {FALLS},
    "izzo-fig4-k": {f"{RISES} k"},
    "izzo-mean-fig4-S-k2": {f"{RISES} S"},
    "izzo-even-fig1-log": {FALLS, f"{RISES} omega", LINE},
    "izzo-even-fig4-S-k2": {FALLS},
    "izzo-even-fig4-k": {FALLS},
}
"""What fails in the mean over all seeds only."""


RECORDED = [
    one.name for one in FIGURES.values() if (RESULTS / f"{one.records}.jsonl").is_file()
]


@cache
def answered(name):
    """What the records of a figure say; several tests look at it."""
    return reproduction_of(from_folder(figure(name), RESULTS))


def test_all_first_figures_have_records():
    assert {one.name for one in figures("izzo")} <= set(RECORDED)


@pytest.mark.parametrize("name", RECORDED)
def test_the_trends_that_do_not_hold_are_those_in_the_log(name):
    found = answered(name)
    failing = {
        average: {c.trend for c in found.checks if not c.holds and c.average == average}
        for average in AVERAGES
    }
    assert failing["typical"] == BOTH.get(name, set())
    assert failing["mean"] == BOTH.get(name, set()) | MEAN.get(name, set())
    assert not any(check.holds for check in found.blind)
    assert len(found.measured.runs) == found.measured.trials
    assert found.measured.exact


def test_simple_reaches_the_stop_and_longer_training_words_help():
    records = list(read_lines(RESULTS / "izzo-fig1.jsonl"))
    two = [record for record in records if record.trial.numbers["omega"] == 2]
    assert all(record.outcome.train_loss < 1e-5 for record in two)
    runs = from_folder(figure("izzo-fig1"), RESULTS).runs
    for part in by_number(runs, "omega").values():
        for average in AVERAGES:
            heights = levels(part, average)
            assert heights[40] < heights[5]


def test_curves_with_log_x_that_were_called_level_rise():
    """Most settings rise beyond doubt, test words counted."""
    runs = from_folder(figure("izzo-fig1-log"), RESULTS).runs
    kinds = Counter(
        plateau(group).course.kind
        for part in by_number(runs, "omega").values()
        for group in by_train_length(part).values()
    )
    assert kinds["rises slowly"] + kinds["rises"] > 2 * kinds["level"] > 0


def test_a_power_law_with_a_bend_has_no_exponent():
    knobs = answered("izzo-fig2").knobs
    (bent,) = (
        k
        for k in knobs
        if k.question
        == "1/eps at p = 2 (rms, geometric mean over seeds, 0 nets left out)"
    )
    assert isinstance(bent.exponent, NoPowerLaw)
    assert str(bent.exponent).startswith("no power law fits: 5 points")
    assert bent.exponent.slopes[0].slope < 0.2 < 0.4 < bent.exponent.slopes[-1].slope


def test_noise_does_not_speak_against_a_trend():
    """Of nets with plain logits none rises, and test words hide every third setting."""
    found = answered("izzo-fig1").checks[0]
    assert (found.holds, found.undecided, found.answer) == (False, True, "cannot say")
    rising = answered("izzo-fig1-log").checks[0]
    assert rising.answer == "FAILS"
