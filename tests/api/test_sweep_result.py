"""``lw.sweep``: what it returns, and what it says where something is wrong."""

import sys
from dataclasses import FrozenInstanceError

import pytest

import lengthwise as lw
from lengthwise.api import sweep_result
from lengthwise.experiments.records.flat_rows import COLUMNS
from tests.api.swept import TESTED, made_up, small_grid
from tests.report.text import text_of


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    grid = small_grid()
    url = made_up(grid, f"sqlite:///{tmp_path_factory.mktemp('one')}/s.db")
    return lw.sweep(grid, store=url)


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    grid = small_grid("simple", omega=[2, 16], width=[8, 16])
    url = made_up(grid, f"sqlite:///{tmp_path_factory.mktemp('two')}/s.db")
    return lw.sweep(grid, store=url, eps=(0.1,))


def test_it_has_a_record_of_every_trial(one):
    assert len(one) == len(one.records) == len(one.grid) == 16
    assert [r.trial for r in one.records] == list(one.grid)
    assert repr(one) == (
        "<Sweep simple:omega=2: 16 models, trained on lengths 4 to 14, tested on "
        "64 to 1024>"
    )
    with pytest.raises(FrozenInstanceError):
        one.eps = ()


def test_it_answers_as_the_analysis_does(one):
    answer = one.answer(0.1)
    assert answer == lw.sufficient_length(one.runs, 0.1)
    assert answer.length == pytest.approx(2 / 0.1**0.5, rel=0.05)
    mean = one.answer(0.1, average="mean")
    assert mean == lw.sufficient_length(one.runs, 0.1, average="mean")
    assert "train on longer inputs" in str(one.answer(0.001))
    assert not one.answer(0.001)
    assert str(answer) in str(one)


@pytest.mark.parametrize("eps", [0, -1, float("nan"), float("inf"), "small"])
def test_an_error_that_is_none_is_refused(one, eps):
    with pytest.raises(lw.LengthwiseError, match="positive"):
        one.answer(eps)
    with pytest.raises(lw.LengthwiseError, match="positive"):
        lw.sweep(one.grid, store=one.store, eps=[0.1, eps])


def test_records_are_no_runs(one):
    with pytest.raises(lw.LengthwiseError, match=r"a Record.*sweep\.runs"):
        lw.sufficient_length(one.records, 0.1)


def test_settings_are_told_apart(several):
    assert "64 models in 4 settings" in repr(several)
    for ask in (lambda: several.runs, lambda: several.answer(0.1)):
        with pytest.raises(lw.LengthwiseError, match=r"task, omega, width; .* where"):
            ask()
    part = several.where(omega=16, width=8)
    wide = several.where(omega=16, width=16)
    assert part.answer(0.1).length < wide.answer(0.1).length
    assert len(several.where(train_length=[4, 6], seed=0)) == 8
    assert len(several.where(heads=(1,), test_length=TESTED)) == 64
    assert len(several.where(task="simple:omega=2")) == 32
    with pytest.raises(lw.LengthwiseError, match="no model of the sweep has width=3"):
        several.where(width=3)
    with pytest.raises(lw.LengthwiseError, match="did you mean 'width'"):
        several.where(widht=3)


def test_the_page_has_answer_curves_settings_and_records(one, tmp_path):
    path = one.page.save(tmp_path / "page.html")
    page = path.read_text("utf-8")
    assert page == one.page.html
    text = text_of(page)
    assert "p: Lengthwise sweep" in text
    assert "h1: simple:omega=2" in text
    answer = one.answer(0.05)
    assert f"N = {answer.length:.3g} [" in text
    assert page.count('role="img"') == len(one.figures) == 2
    key = one.records[0].trial.key[:12]
    assert key in text
    assert "seed=range(0, 4)" in text
    assert "jax none" in text


def test_the_page_of_several_settings_has_a_section_for_each(several):
    text = text_of(several.page.html)
    assert "h1: simple:omega=2, simple:omega=16" in text
    assert "4 of 4 settings reach this error" in text
    headings = [line for line in text.splitlines() if line.startswith("h2: simple:")]
    assert headings == [
        f"h2: simple:omega={omega}, width = {width}"
        for omega in (2, 16)
        for width in (8, 16)
    ]
    names = [plot.name for plot in several.figures]
    assert names == ["curves-1", "by-training-length-1"]
    assert "simple:omega=16, width = 8:\n  trained on length" in str(several)


def test_the_page_of_one_training_length_compares_settings_by_test_length(tmp_path):
    grid = small_grid(train_length=[8], width=[16, 32])
    url = made_up(grid, f"sqlite:///{tmp_path}/one.db")
    text = text_of(lw.sweep(grid, store=url).page.html)
    assert "h2: By test length" in text
    assert "Sufficient lengths" not in text
    assert "tr: width = 32 | 8 | 4 | 0.133 | 0.133 | 0.133 |" in text


def test_a_notebook_shows_answers_and_curves(one, several):
    shown = one._repr_html_()
    assert shown.count("<svg") == 2
    assert shown.startswith("<p>simple:omega=2: 16 models, trained on")
    assert several._repr_html_().count("<svg") == 2


def test_without_pandas_a_line_says_what_to_install(one, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(lw.LengthwiseError, match=r"needs pandas.*lengthwise\[export\]"):
        one.frame()


def test_a_frame_has_a_row_for_each_model_and_length(one, tmp_path):
    pytest.importorskip("pandas", reason="the extra export")
    frame = one.frame()
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(one) * len(TESTED)
    assert frame["train_length"].tolist()[:: len(TESTED)] == [
        record.trial.train_length for record in one.records
    ]
    first = one.records[0].outcome
    assert frame["error"].tolist()[:3] == list(first.errors.values())
    assert frame["p"].isna().all()
    assert frame["diverged"].isna().all()
    assert frame["converged"].all()
    by_length = frame.groupby("train_length")["error"].mean()
    assert by_length.is_monotonic_decreasing
    grid = small_grid("count_k:k=3", train_length=[6], seed=[0])
    other = lw.sweep(grid, store=made_up(grid, f"sqlite:///{tmp_path}/n.db"))
    numbers = other.records[0].trial.numbers
    assert {n: other.frame()[n].tolist()[0] for n in numbers} == numbers


def test_without_a_store_it_is_that_of_the_session(monkeypatch, tmp_path):
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    grid = small_grid(train_length=[4], seed=[0])
    made_up(grid, sweep_result.session_store())
    assert lw.sweep(grid).store == sweep_result.session_store()
    monkeypatch.setenv("LENGTHWISE_STORE", f"sqlite:///{tmp_path}/mine.db")
    made_up(grid, f"sqlite:///{tmp_path}/mine.db")
    assert lw.sweep(grid).store == f"sqlite:///{tmp_path}/mine.db"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.db"]


def test_what_is_no_grid_is_refused():
    with pytest.raises(lw.LengthwiseError, match=r"of the type str; .* lw\.grid"):
        lw.sweep("grid.toml")


def test_weights_that_are_not_there_are_told(one):
    with pytest.raises(lw.LengthwiseError, match="trained model"):
        one.machine(one.records[0].trial)
