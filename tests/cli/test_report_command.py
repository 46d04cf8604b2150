"""The page of a study from the store alone."""

import json
from dataclasses import replace

from lengthwise.cli.main import run
from lengthwise.jobs import presets as sizes
from tests.api.test_study import TINY


def test_the_page_is_written_again_without_training(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    one = replace(TINY, train_lengths=(4,), seeds=1, audited=(4,), scaled=False)
    monkeypatch.setitem(sizes.SIZES, "simple", one)
    assert run(["report", "simple"]) == 2
    assert "run lengthwise study simple" in capsys.readouterr().err
    assert (
        run(["study", "simple", "--quiet", "--workers", "1", "--out", "first.html"])
        == 0
    )
    capsys.readouterr()
    assert run(["report", "simple"]) == 0
    assert "the page: study-simple.html" in capsys.readouterr().out
    first, again = (tmp_path / name for name in ("first.html", "study-simple.html"))
    assert first.read_bytes() == again.read_bytes()
    assert run(["report", "simple", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trained"]
