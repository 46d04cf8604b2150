"""The main job end to end, on nets small enough for tests."""

import json
from dataclasses import replace

import pytest

import lengthwise as lw
from lengthwise.analysis.trained_nets import trained
from lengthwise.api.study_result import Study, study
from lengthwise.cli import main
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.store.store import Store
from lengthwise.jobs import presets as sizes
from lengthwise.jobs.study import Findings, stored_study
from lengthwise.report.study.study_page import render
from lengthwise.tasks.catalogue import task
from tests.models.canonical_net import SIMPLE
from tests.report.findings import two_layers
from tests.report.text import text_of

TINY = sizes.Size(
    train_lengths=(4, 8),
    test_lengths=(16, 64, 256),
    eps=(0.5,),
    audited=(4, 8),
    seeds=2,
    model={
        "width": SIMPLE.model.width,
        "units": SIMPLE.model.units,
        "scaling": "none",
    },
    recipe={"batch": SIMPLE.batch, "threshold": 10.0, "max_steps": 256},
    words=64,
    scaled=True,
    smaller=("everything",),
)


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    return f"sqlite:///{tmp_path_factory.mktemp('study')}/study.db"


@pytest.fixture(scope="module")
def found(url):
    return lw.study("simple:omega=2", store=url, workers=1, size=TINY)


def test_a_study_has_theory_runs_audits_and_where_it_comes_from(found):
    summary = found.summary
    assert len(summary.runs) == 4
    assert list(summary.audits) == [4, 8]
    assert summary.exact is not None
    assert summary.agreements[8] >= max(e.sup for e in summary.audits[8].errors)
    assert list(summary.agreements) == [4, 8]
    assert summary.provenance.records == 8
    assert len(summary.scaled.runs) == 4
    assert list(summary.scaled.audits) == [4, 8]
    assert summary.scaled.scaled is None
    assert all(one.margin is None for one in summary.audits.values())
    assert all(one.margin or one.remark for one in summary.scaled.audits.values())
    assert "with logits scaled by log n, as in the theorems:\n  " in str(found)
    assert "over all inputs of length 8" in str(found)
    assert "; margin " in str(found) or "; no margin" in str(found)
    assert "one layer only" not in str(found)


def test_the_same_store_gives_the_same_page_without_training(found, url):
    again = study("simple:omega=2", store=url, workers=1, size=TINY)
    assert again.page.html == found.page.html


def test_a_stored_study_has_the_same_page(found, url):
    with Store(url) as kept:
        again = stored_study("simple:omega=2", kept, size=TINY)
        assert Study(again).page.html == found.page.html
        assert stored_study("modp", kept) is None


def test_the_prediction_is_in_every_record(found, url):
    with Store(url) as kept:
        keys = {record.circumstances.prediction for record in kept}
    assert keys == {found.summary.prediction.key}
    assert "is in 8 of 8 records" in text_of(found.page.html)


def test_a_study_shows_what_became_of_every_statement(found):
    summary = found.summary
    kinds = {(one.statement.kind, one.statement.nets) for one in summary.checked}
    assert ("limit", "plain logits") in kinds
    assert ("verdict", "logits times log|x|") in kinds
    assert ("order", "plain logits") in kinds
    (limit,) = [one for one in summary.checked if one.statement.kind == "limit"]
    assert limit.outcome in {"held", "failed"}  # every plain net has its weights
    assert [one.net for one in summary.limits] == [
        f"omega = 2, N = {n}, seed {seed}" for n in (4, 8) for seed in (0, 1)
    ]
    assert "predicted before the sweep: " in str(found)
    later = replace(summary, predicted=0)
    assert "predicted after the sweep: " in str(later)
    assert "before the sweep" not in text_of(render(later).html)
    page = text_of(found.page.html)
    assert "h2: Predictions" in page
    assert str(limit.statement) in page
    assert limit.measured in page


@pytest.mark.usefixtures("found")
def test_a_trained_model_is_found_by_the_first_digits_of_its_key(url, capsys):
    with Store(url) as kept:
        key = next(iter(kept)).trial.key
        machine, subject = trained(kept, key[:12])
        assert subject == task("simple:omega=2")
        assert machine.alphabet == subject.alphabet
        with pytest.raises(UnknownNameError, match="trained model"):
            trained(kept, "0" * 12)
        with pytest.raises(SpecError, match="give more digits"):
            trained(kept, "")
    assert (
        main.run(["audit", key[:12], "--store", url, "--lengths", "4", "--json"]) == 0
    )
    assert json.loads(capsys.readouterr().out)["errors"][0]["length"] == 4


def test_the_command_writes_the_page(found, url, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sizes.SIZES, "simple", TINY)
    monkeypatch.setattr(sizes, "GROWTH", {})
    out = tmp_path / "page.html"
    options = ["--store", url, "--out", str(out), "--workers", "1"]
    assert main.run(["study", "simple:omega=2", *options]) == 0
    assert out.read_text() == found.page.html
    shown = capsys.readouterr().out
    assert "complexity" in shown
    assert "the page:" in shown
    assert main.run(["study", "simple:omega=2", *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["task"] == "simple:omega=2"


def test_the_command_prints_all_parts_for_two_layers(tmp_path, monkeypatch, capsys):
    summary = two_layers()
    made = Study(
        Findings(
            title=str(summary.task),
            about=summary.task.summary,
            decided=summary.decided,
            provenance=summary.provenance,
            summary=summary,
        )
    )
    asked = []
    monkeypatch.setattr(
        "lengthwise.api.study_result.study",
        lambda subject, **_: asked.append(subject) or made,
    )
    out = tmp_path / "page.html"
    assert main.run(["study", "kgram", "--out", str(out), "--quiet"]) == 0
    brief = capsys.readouterr().out
    assert main.run(["study", "kgram", "--out", str(out)]) == 0
    assert asked == [task("kgram:k=1,S=2")] * 2
    shown = capsys.readouterr().out
    assert shown.endswith(brief)
    for part in (
        *("positional margin gamma 2", "log10 of C", "izzo-5.2-explicit"),
        "published without their constants",
        "x has length 100,000, z has length 1,000",
        *("N grows with 1/error", "; positional margin 2"),
        "the margin of logits is defined for one layer only",
    ):
        assert part in " ".join(shown.split())


@pytest.mark.slow
def test_a_study_of_two_layers_is_trained_and_kept(tmp_path):
    size = replace(
        TINY,
        test_lengths=(16, 32),
        train_lengths=(4,),
        seeds=1,
        model={"width": 8, "units": 8},
        scaled=False,
        recipe={"batch": 16, "threshold": 10.0, "max_steps": 64},
    )
    url = f"sqlite:///{tmp_path}/kgram.db"
    made = study("kgram", store=url, workers=1, size=size)
    assert made.summary.audits[4].two_layer.gamma > 0
    assert "; positional margin " in str(made)
    with Store(url) as kept:
        again = stored_study("kgram", kept, size=size)
    assert made.page.html == Study(again).page.html
    text = text_of(made.page.html)
    assert "h2: A short input that simulates a long one" in text
    assert "is in 1 of 1 records" in text


def test_a_study_prints_well_and_is_its_page_in_a_notebook(found):
    assert repr(found) == "<Study simple:omega=2: verdict yes, 4 models>"
    assert found._repr_html_() == found.page._repr_html_()
    made = lw.study("dyck1", train=False)
    assert repr(made) == "<Study dyck1: verdict yes, nothing was trained>"
    assert made.program.symbols == ("(", ")")
    assert lw.study("repeat_copy", train=False).program is None


def test_a_study_of_what_can_be_trained_shows_its_verdict(found):
    assert found.verdict.headline().evidence.kind == "machine"
    page = text_of(found.page.html)
    assert "Yes. A limit transformer with periodic positions and lags" in page


@pytest.mark.parametrize("name", sizes.SIZES)
def test_every_size_makes_a_grid(name):
    subject = task(name)
    size = sizes.size_of(subject)
    grids = size.grids(subject)
    assert len(grids) == 1 + size.scaled
    for trials in grids:
        assert len(trials) == len(size.train_lengths) * size.seeds
    logits = [grid[0].model.scaling for grid in grids]
    assert logits == {2: ["none", "length"], 1: ["query"]}[len(grids)]
    assert size.smaller
