"""``lengthwise sweep grid.toml --task-file FILE``, and what reads its records."""

import os
from pathlib import Path

import pytest

from lengthwise.experiments.engines.engine import Here
from lengthwise.experiments.engines.runner import run
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments.backends import BOTH
from tests.faults.faulty_sweeps import contents
from tests.own.own_texts import FILE, executions, forget, trials, write
from tests.report.text import text_of

SWEEP = ("sweep", "grid.toml", "--quiet")


def test_it_trains_on_two_workers_with_the_usual_bits(folder, command, url):
    named = ("--task-file", FILE)
    code, said, err = command(*SWEEP, *named, "--workers", 2, "--store", url)
    assert code == 0, err
    assert "4 trials are in " in said
    here, *workers = executions(folder)
    assert here == os.getpid()
    assert len(set(workers)) == 2
    assert contents(url) == contents("", trials(folder))


@BOTH
def test_reading_never_executes_it(folder, command, url):
    grid = trials(folder)[:2]
    asked = trials(folder).evaluation
    with Store(url) as store:
        records = list(run_sweep(grid, asked, store=store, engine=Here(run)))
    assert len(records) == 2
    (folder / "log").unlink()
    (folder / FILE).unlink()
    forget()

    code, said, err = command("store", "list", "--store", url)
    assert (code, err) == (0, "")
    assert said.count("error rate") == 2
    key = said.split()[0]
    code, said, _ = command("store", "show", key, "--store", url)
    assert code == 0
    assert "TASK" in said
    for name in ("a.jsonl", "a.csv"):
        assert command("store", "export", name, "--store", url)[0] == 0
    assert command("store", "import", "a.jsonl", "--store", "sqlite:///b.db")[0] == 0
    assert command("store", "check", "--store", url)[0] == 0
    code, _, err = command("report", "tomita1", "--store", url)
    assert code == 2
    assert "holds no records of tomita1, only of TASK of " in err
    for named in ((), ("TASK",)):
        code, said, err = command("report", *named, "--store", url, "--out", "p.html")
        assert (code, err) == (0, "")
        assert "the page: p.html" in said
        page = Path("p.html").read_text("utf-8")
        assert f"h1: {grid[0].task.heading}" in text_of(page)
        assert grid[0].task.origin in page
        assert "The task is defined in a file that was not read." in page
        assert "Cannot say which training length suffices" in page
    code, _, err = command(*SWEEP, "--store", url)
    assert code == 2
    assert err.startswith("lengthwise: grid.toml: no task is called 'TASK'; ")
    assert err.endswith("; or give its file with --task-file\n")
    assert executions(folder) == []


def test_a_changed_file_is_another_task(folder, command):
    first = {one.key for one in trials(folder)}
    write(folder, new="# a remark\n")
    forget()
    second = {one.key for one in trials(folder)}
    assert not first & second
    forget()
    (folder / "grid.toml").write_text('task = "TSK"\ntrain_length = 6\n')
    code, _, err = command(*SWEEP, "--task-file", FILE, "--dry-run")
    assert code == 2
    assert "evaluation" in err or "no task in parity_of_ones.py" in err


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "    return max(",
            "    if len(word) == 5:\n        return 1 / 0\n    return max(",
            "parity_of_ones:even_run fails on the word '",
        ),
        (
            "    return max(",
            "    if len(word) == 5:\n        return 2.5\n    return max(",
            "parity_of_ones:even_run returns 2.5 (float) for the word '",
        ),
        (
            '    source="lengthwise",\n',
            '    source="lengthwise",\n    batch_rule="parity_of_ones:all_odd",\n',
            "parity_of_ones: its batch_rule gives [0.0] for the word '",
        ),
    ],
)
def test_a_wrong_label_ends_the_sweep_with_one_line(folder, command, old, new, line):
    odd = "def all_odd(tokens, lengths):\n    return lengths < 0\n\n\ndef even_run"
    write(folder, old, new)
    text = (folder / FILE).read_text()
    (folder / FILE).write_text(text.replace("def even_run", odd))
    code, said, err = command(*SWEEP, "--task-file", FILE, "--workers", 1)
    assert (code, said) == (2, ""), err
    assert line in err
    assert len(err.splitlines()) == 1
    assert len(executions(folder)) == 2  # here and in one worker, once
    with Store(create=False) as store:
        assert len(store) == 0
