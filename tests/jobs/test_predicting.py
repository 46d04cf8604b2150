"""What is predicted of studies and figures, held against records that are made up."""

import math
from dataclasses import replace

import pytest

from lengthwise.analysis.predicted.observed import Observed
from lengthwise.analysis.predicted.statements import Rises
from lengthwise.analysis.runs import run_of
from lengthwise.figures.all_figures import FIGURES, figure
from lengthwise.figures.figure import measurements_of
from lengthwise.jobs.predicting import (
    figure_observed,
    figure_prediction,
    lengths_by_number,
    of_grid,
    study_prediction,
    with_limits,
)
from lengthwise.jobs.presets import SIZES, size_of
from lengthwise.jobs.reproduction import reproduction_of
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.decision import verdict
from lengthwise.training.evaluating.score import Score
from tests.figures.measured import exact_with, record_with

SIMPLE = task("simple:omega=4")
SIZE = replace(SIZES["simple"], train_lengths=(4, 8, 16, 32), seeds=4, scaled=False)


def stored(power):
    """Records of three tasks, whose error grows with omega to a power."""
    return [
        record_with(
            trial,
            grid.evaluation,
            (omega**power / trial.train_length) ** 1.5
            * math.exp(0.05 * math.sin(7 * trial.seed + trial.train_length)),
        )
        for omega in (2, 4, 8)
        for grid in SIZE.grids(task("simple", omega=omega))
        for trial in grid
    ]


def sampled(_, records):
    return [run_of(record) for record in records]


@pytest.mark.parametrize(("power", "outcome"), [(0.5, "held"), (-0.5, "failed")])
def test_the_order_of_tasks_is_seen_in_a_store_with_several(power, outcome):
    size = replace(SIZE, eps=(0.1 if power > 0 else 0.02,))
    lengths = lengths_by_number(SIMPLE, size, stored(power), 0, sampled)
    assert sorted(lengths["omega"]) == [2, 4, 8]
    statement = Rises(nets="plain logits", number="omega", eps=max(size.eps))
    found = statement.against(Observed(format="real", lengths=lengths))
    assert found.outcome == outcome, found


def test_the_order_of_tasks_is_by_exact_limits_where_these_are_known():
    """The limits are twice the sampled errors, so longer words are needed."""

    def exact(_, records):
        return [
            replace(run, limits=(2 * max(run.errors.values()),))
            for run in sampled(_, records)
        ]

    size = replace(SIZE, eps=(0.1,))
    near, far = (
        lengths_by_number(SIMPLE, size, stored(0.5), 0, runs)["omega"][2]
        for runs in (sampled, exact)
    )
    assert far.exact
    assert far.length == pytest.approx(2 ** (1 / 1.5) * near.length, rel=0.05)


def test_records_of_another_evaluation_are_not_mixed_in():
    (grid,) = SIZE.grids(SIMPLE)
    mine = stored(0.5)
    other = replace(SIZE, words=128).grids(SIMPLE)[0].evaluation
    asked_else = [replace(record, evaluation=other) for record in mine]
    assert len(of_grid(grid, mine + asked_else)) == len(grid)
    assert of_grid(grid, asked_else) == []


def test_only_plain_nets_of_one_layer_have_a_limit():
    by_name = {
        name: [
            record_with(grid[0], grid.evaluation, 0.1)
            for grid in size_of(task(given)).grids(task(given))
        ]
        for name, given in (("simple", "simple"), ("kgram", "kgram:k=1,S=2"))
    }
    assert [len(with_limits(records)) for records in by_name.values()] == [1, 0]


@pytest.mark.parametrize("name", ["simple:omega=4", "modp:p=5,k=1", "kgram:k=1,S=2"])
def test_every_study_predicts_something_of_each_kind_that_it_can(name):
    subject = task(name)
    made = study_prediction(subject, size_of(subject), verdict(task=subject))
    kinds = {one.kind for one in made.statements}
    assert {"verdict", "order", "exponent"} <= kinds
    assert ("limit" in kinds) == (subject.name != "kgram")
    assert all(one.failure for one in made.statements)


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_predicted_at_both_sizes(name):
    full, small = (figure_prediction(figure(name), size) for size in ("full", "small"))
    assert full.statements
    assert full.key != small.key


def test_enumerated_errors_take_the_place_of_sampled_ones():
    """The words of a sample may lack the rare ones that a net gets wrong."""
    chosen = figure("izzo-fig1")
    (grid,) = chosen.small
    loss = Score(mean=0.01, standard_error=0.001, words=64)
    record = record_with(grid[0], grid.evaluation, 0.1)
    losses = dict.fromkeys(grid.evaluation.lengths, loss)
    record = replace(record, outcome=record.outcome.with_losses(losses))
    exact = replace(exact_with(grid[0], 0.1), rms={64: 0.1, 128: 0.2, 256: 0.3})
    (run,) = measurements_of(chosen, [record], [exact]).runs
    assert (run.errors[128], run.errors[256], run.errors[512]) == (0.2, 0.3, 0.1)
    assert (run.noise[128], run.noise[256]) == (0.0, 0.0)
    assert run.noise[512] == pytest.approx(0.05)
    assert 64 not in run.errors


def test_limits_of_a_figure_are_held_against_its_samples():
    chosen = figure("izzo-fig1")
    (grid,) = chosen.small
    records = [record_with(trial, grid.evaluation, 0.1) for trial in grid]
    sampled = Score(mean=0.01, standard_error=0.001, words=64)
    records = [
        replace(
            one,
            outcome=replace(
                one.outcome, losses=dict.fromkeys(grid.evaluation.lengths, sampled)
            ),
        )
        for one in records
    ]
    for limit, outcome in ((0.1, "held"), (0.2, "failed")):
        exact = [exact_with(one.trial, 0.1, limits=(limit,)) for one in records]
        found = reproduction_of(measurements_of(chosen, records, exact))
        (one,) = [one for one in found.checked if one.statement.kind == "limit"]
        assert one.outcome == outcome
        assert "predicted after the sweep: " in str(found)
        failed = f"Failed, for nets with plain logits: {one.statement}"
        assert (failed in str(found)) == (outcome == "failed")
    key = figure_prediction(chosen, "small").key
    marked = [one.predicted(key) for one in records]
    assert reproduction_of(measurements_of(chosen, marked, ())).predicted == len(
        records
    )
    assert "predicted before the sweep: " in str(
        reproduction_of(measurements_of(chosen, marked, ()))
    )
    assert (
        figure_observed(measurements_of(chosen, records, ()), ())["plain logits"].limits
        == ()
    )
