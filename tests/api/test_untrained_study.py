"""Studies without training: the verdict is the study; and what cannot be studied."""

import inspect
import json
import shlex

import pytest

import lengthwise as lw
from lengthwise.cli import main
from lengthwise.errors import SpecError
from lengthwise.jobs import study as job
from lengthwise.jobs.presets import SIZES
from lengthwise.tasks.catalogue import tasks_by_heading
from tests.report.text import text_of


def test_exactly_one_thing_is_studied():
    with pytest.raises(SpecError, match="exactly one"):
        lw.study("simple", regex="a*")


def test_the_public_study_takes_what_the_job_takes():
    public, inside = map(inspect.signature, (lw.study, job.study))
    chosen = {"lengths", "seeds", "steps", "eps", "width"}  # together the size
    assert public.parameters.keys() - chosen == inside.parameters.keys()
    public.bind("dyck1", workers=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], "no task is called 'nosuch'"),
        (["--program", "nosuch"], "no program is called 'nosuch'"),
        (["--regex", "(a"], "'(' without ')'"),
        ([], "give exactly one of a task, --regex and --program"),
        (["sort", "--regex", "a"], "give exactly one of a task"),
        (["sort", "--alphabet", "ab"], "belongs to a regular expression"),
    ],
)
def test_what_cannot_be_studied_is_one_line(arguments, message, capsys):
    assert main.run(["study", *arguments]) == 2
    found = capsys.readouterr()
    assert message in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ({"task": "dyck1"}, "The task dyck1 is in C-RASP[periodic, local]: length"),
        ({"task": "parity"}, "The task parity is outside C-RASP[periodic, local]: no"),
        ({"task": "repeat_copy"}, "The task repeat_copy:symbols=2 is outside C-RASP["),
        (
            {"regex": "(aa)*"},
            "The language (aa)* is in C-RASP[periodic, local]",
        ),
        ({"regex": "a*", "alphabet": "ab"}, "The language a* is in C-RASP[periodic,"),
        ({"program": "dyck1"}, "The program dyck1 is in C-RASP[periodic, local]: le"),
        (
            {"program": 'accept # "a" > 1\n'},
            "The program is in C-RASP[periodic,",
        ),
    ],
)
def test_a_study_without_training_says_its_verdict_first(subject, sentence):
    made = lw.study(**subject, train=False)
    assert made.summary is None
    lines = text_of(made.page.html).splitlines()
    answer = lines.index("h2: Answer")
    assert lines[answer + 1].startswith(f"p: {sentence}")
    assert lines[answer + 2] == "dt: Measured"
    assert lines[answer + 3].startswith("dd: Nothing was trained: only ")
    assert "nothing was trained" in str(made)
    again = shlex.split(made.provenance.command)
    assert again[:2] == ["lengthwise", "study"]


@pytest.mark.parametrize("heading", tasks_by_heading())
def test_every_task_has_a_verdict_page(heading):
    for one in tasks_by_heading()[heading]:
        if one.name not in SIZES:
            page = lw.study(one, train=False).page.html
            assert "Nothing was trained" in page
            assert page.count("<h2") >= 4


def test_the_command_writes_the_page_of_a_verdict(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main.run(["study", "--regex", "(a|b)*/../b", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["page"] == "study-a-b-b-36696f.html"
    assert data["trained"] is False
    assert data["verdict"]["answers"]
    assert (tmp_path / data["page"]).exists()
    assert main.run(["study", "parity", "--no-train"]) == 0
    assert "nothing was trained" in capsys.readouterr().out
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "study-a-b-b-36696f.html",
        "study-parity.html",
    ]
