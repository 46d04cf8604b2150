"""``lengthwise study`` and ``lengthwise length`` of a task of one's own."""

import json
from pathlib import Path

import pytest

import lengthwise as lw
from lengthwise.jobs import presets as sizes
from tests.own.own_texts import FILE
from tests.report.text import text_of

TINY = sizes.Size(
    train_lengths=(4, 6),
    test_lengths=(12, 16),
    eps=(0.9, 0.01),
    seeds=2,
    model={"heads": (1, 1), "lags": (1, None), "width": 4, "units": 8},
    recipe={"batch": 8, "max_steps": 128, "threshold": 10.0},  # they count as trained
    words=64,
    smaller=("everything",),
)


@pytest.mark.timeout(200)
def test_a_study_has_a_page_and_a_search_has_an_answer(command, monkeypatch):
    monkeypatch.setattr(sizes, "ANY", TINY)
    named = (f"{FILE}:TASK", "--workers", 1, "--quiet", "--json")
    code, said, err = command("study", *named, "--out", "page.html")
    assert code == 0, err
    found = json.loads(said)
    assert found["trained"]
    assert set(found["lengths"]) == {"0.9", "0.01"}
    assert "reason" in found["lengths"]["0.01"]  # cannot say
    page = Path("page.html").read_text("utf-8")
    text = text_of(page)
    assert "unknown" in text
    assert "annot say" in text
    assert "<svg" in page
    assert f"lengthwise study {FILE}:TASK" in text
    code, said, err = command("report", f"{FILE}:TASK", "--out", "again.html")
    assert code == 0, err
    assert Path("again.html").read_text("utf-8") == page
    code, said, err = command("length", *named, "--eps", 0.01, "--longest", 3)
    assert code == 1, err
    assert "reason" in json.loads(said)["answer"]


def test_its_verdict_is_unknown(folder):
    found = lw.study(str(folder / f"{FILE}:TASK"), train=False)
    assert "unknown" in str(found)
