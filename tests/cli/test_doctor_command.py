import json

from lengthwise import __version__
from lengthwise.cli import main


def test_the_report_has_what_a_bug_report_needs(capsys):
    assert main.run(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["lengthwise"] == __version__
    assert report["packages"]["jax"]
    assert {"device", "threads", "store", "sqlite", "compile cache"} <= report.keys()


def test_the_text_says_which_extras_are_missing(capsys):
    assert main.run(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("lengthwise")
    assert "extras" in shown
