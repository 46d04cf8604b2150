"""Bisection with trials of a study: what the store holds is not trained again."""

import json
from dataclasses import replace
from statistics import geometric_mean

import pytest

from lengthwise.analysis import trained_nets
from lengthwise.analysis.enumerated.infinite_length import limits_by_residue
from lengthwise.cannot_say import CannotSay
from lengthwise.cli import main
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.store.store import Store
from lengthwise.jobs.length_search import search
from lengthwise.jobs.presets import size_of
from lengthwise.tasks.catalogue import task
from tests.api.test_study import TINY
from tests.docs.test_file_formats import check
from tests.figures.measured import record_with

SIMPLE = task("simple")
LENGTHS = tuple(range(2, 65))


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A store with the error 3 / N^1.5 at every training length N."""
    url = f"sqlite:///{tmp_path_factory.mktemp('search')}/s.db"
    size = replace(size_of(SIMPLE), train_lengths=LENGTHS, scaled=False, seeds=16)
    (trials,) = size.grids(SIMPLE)
    with Store(url) as kept:
        kept.add_all(
            [
                record_with(
                    trial,
                    trials.evaluation,
                    3 / trial.train_length**1.5 * (1 + 0.01 * (trial.seed % 8)),
                )
                for trial in trials
            ]
        )
    return url


def test_the_crossing_is_found_with_few_lengths(url):
    found = search("simple", 0.1, store=url)
    assert found.answer.length == pytest.approx(30**0.6667, rel=0.05)
    assert len(found.errors) < 10
    assert list(found.errors) == sorted(found.errors)
    assert f"trained on  8: {found.errors[8]:.3g} rms" in str(found)
    assert str(found.answer) in str(found)
    assert str(found).endswith(f"mean over all seeds: {found.mean}")
    assert found.answer.seeds == found.mean.seeds == 8
    assert found.multiples is None


def test_where_no_length_is_enough_it_gives_up(url):
    found = search("simple", 1e-3, store=url)
    assert isinstance(found.answer, CannotSay)
    assert list(found.errors) == [2, 4, 8, 16, 32, 64]
    short = search("simple", 1e-3, store=url, longest=10)
    assert list(short.errors) == [2, 4, 8, 10]


def test_what_is_missing_is_trained(tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    found = search("simple:omega=2", 0.01, store=url, size=TINY, workers=1, longest=4)
    assert list(found.errors) == [2, 4]
    assert found.sources == ("izzo2025quantitative", "yang2022tensor")
    with Store(url) as kept:
        records = list(kept)
        assert len(records) == 4
        for n, error in found.errors.items():
            keys = [r.trial.key for r in records if r.trial.train_length == n]
            nets = [trained_nets.trained(kept, key) for key in keys]
            limits = [max(limits_by_residue(*net)) for net in nets]
            assert error == pytest.approx(geometric_mean(limits))


def test_the_answer_is_for_infinite_length_where_the_weights_give_it(url, monkeypatch):
    """The sampled errors are half as large as the limits, so they cross sooner."""
    with Store(url) as kept:
        known = {record.trial.key: (2 * record.outcome.errors[64],) for record in kept}
    monkeypatch.setattr(trained_nets, "limits", lambda *_: known)
    found = search("simple", 0.1, store=url)
    assert found.answer.exact
    assert found.mean.exact
    assert "in the limit of infinite length (from the weights)" in str(found)
    assert found.answer.length == pytest.approx(60**0.6667, rel=0.05)
    assert found.errors[16] == pytest.approx(6 / 16**1.5, rel=0.1)


def test_the_command_answers_in_text_and_json(url, capsys):
    arguments = ["length", "simple", "--store", url, "--quiet"]
    assert main.run([*arguments, "--eps", "0.1"]) == 0
    assert "the error at the largest lengths tested is" in capsys.readouterr().out
    assert main.run([*arguments, "--eps", "0.001", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["answer"]["reason"].startswith("up to N = 64")
    check("length", said)
    assert set(said["errors"]) == {"2", "4", "8", "16", "32", "64"}


def test_mistakes_are_told():
    with pytest.raises(SpecError, match="positive and finite"):
        search("simple", 0.0)
    with pytest.raises(SpecError, match="tested from length 64 on"):
        search("simple", 0.1, longest=65)
    for longest in (0, -1, 1):
        with pytest.raises(SpecError, match="allowed are lengths from 2 to 64"):
            search("simple", 0.1, longest=longest)
    with pytest.raises(UnknownNameError, match="dyck9"):
        search("dyck9", 0.1)
