"""A study of a periodic task tests every residue of the length; the worst one counts.

At multiples of the period alone, nets for ``modp:p=5,k=1`` seem to need eight symbols
where other lengths need many more.
"""

import json
import math
from dataclasses import replace

import pytest

from lengthwise.cli import main
from lengthwise.experiments.store.store import Store
from lengthwise.jobs.length_search import search
from lengthwise.jobs.presets import SIZES, size_of
from lengthwise.jobs.study import stored_study
from lengthwise.report.study.study_page import study_page
from lengthwise.tasks.catalogue import task
from lengthwise.training.evaluating.score import Score
from tests.docs.test_file_formats import check
from tests.figures.measured import record_with
from tests.report.text import text_of

NAME, PERIOD = "modp:p=5,k=1", 5
MODP = task(NAME)
SIZE = replace(
    size_of(MODP), audited=(), scaled=False, seeds=4, test_lengths=(64, 256, 1024)
)


def error(train_length, seed, length):
    """Lengths with residue 2 need training words three times as long as multiples."""
    need = {0: 1.0, 2: 3.0}.get(length % PERIOD, 1.5)
    return (
        0.5 * (need * PERIOD / train_length) ** 3 * math.exp(0.1 * math.sin(7 * seed))
    )


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('residues')}/s.db"
    wide = replace(SIZE, train_lengths=tuple(range(6, 65)), seeds=8)
    (trials,) = wide.grids(MODP)
    with Store(url) as kept:
        made = []
        for trial in trials:
            record = record_with(trial, trials.evaluation, 0.1)
            losses = {
                t: Score(
                    mean=error(trial.train_length, trial.seed, t) ** 2,
                    standard_error=0.0,
                    words=64,
                )
                for t in trials.evaluation.lengths
            }
            outcome = record.outcome.with_losses(losses)
            made.append(replace(record, outcome=outcome))
        kept.add_all(made)
    return url


@pytest.mark.parametrize("name", [NAME, "modp:p=2,k=0", "simple", "kgram:k=1,S=2"])
def test_near_every_length_all_residues_are_tested(name):
    subject = task(name)
    for trials in size_of(subject).grids(subject):
        lengths = trials.evaluation.lengths
        blocks = {length // subject.period for length in lengths}
        assert len(blocks) == len(SIZES[subject.name].test_lengths)
        assert len(lengths) == subject.period * len(blocks)
        assert min(lengths) >= max(size_of(subject).train_lengths)


def test_the_answer_is_that_of_the_worst_residue_with_multiples_beside_it(url):
    with Store(url) as kept:
        found = stored_study(NAME, kept, size=SIZE)
    summary = found.summary
    answer, published = summary.lengths[0.1], summary.multiples[0.1]
    assert answer.length == pytest.approx(15 * 5 ** (1 / 3), rel=0.05)
    assert published.length == pytest.approx(5 * 5 ** (1 / 3), rel=0.05)
    page = text_of(study_page(found).html)
    assert "of every residue modulo 5" in page
    assert "At multiples of 5 only, as published: N = 8" in page
    assert "tested at multiples of 5 only, as published: N = 8" in str(found)


def test_a_search_answers_for_the_worst_residue(url, capsys, monkeypatch):
    found = search(NAME, 0.1, store=url, size=SIZE)
    assert found.answer.length == pytest.approx(15 * 5 ** (1 / 3), rel=0.05)
    assert "tested at multiples of the period only" in str(found)
    monkeypatch.setitem(SIZES, "modp", SIZE)
    assert main.run(["length", NAME, "--eps", "0.1", "--store", url, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    check("length", said)
    assert said["answer"]["length"] == pytest.approx(found.answer.length)
    assert "length" in said["multiples"] or "reason" in said["multiples"]
