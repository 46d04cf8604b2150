"""Files of weights under kills and crowds: none is missed, none stays for nothing."""

from datetime import UTC, datetime

import pytest

from lengthwise.experiments.store import kept_weights
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.pruning import waste
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import BOTH
from tests.faults.writers import GRID, die_with_files, records, write_heavy, writers

pytestmark = BOTH

NUMBER = 10


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """All weights are too heavy for a row; those of a server have a folder."""
    monkeypatch.setattr(kept_weights, "HEAVIEST", 10)
    monkeypatch.setenv(kept_weights.VARIABLE, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def prune(store):
    removed = list(waste(store, now=datetime.now(UTC)))
    for one in removed:
        one.remove()
    return removed


@pytest.mark.parametrize("moment", ["file", "commit"])
def test_a_kill_between_file_and_commit_leaves_what_prune_collects(url, moment, folder):
    with Store(url) as store:
        with writers(url, [(folder, moment)], does=die_with_files) as (writer,):
            assert list(writer.heard()) == ["ready"]
            assert writer.process.exitcode == -9
        assert len(store) == 0
        assert store.trained(one.key for one in GRID[:3]) == set()
        assert list(damages(store)) == []
        left = prune(store)
        assert len(left) == {"file": 1, "commit": 3}[moment]
        assert all(one.name.endswith(".part") == (moment == "file") for one in left)
        assert list(store.weights.files) == []
        store.add_all(records(0, 3))
        assert prune(store) == []
        assert list(damages(store)) == []


def test_processes_that_write_the_same_files_while_orphans_are_pruned(url, folder):
    """No file is removed that another process is about to name."""
    both = [(folder, 0, NUMBER)] * 2
    with Store(url) as store, writers(url, both, does=write_heavy) as all_:
        while any(one.process.is_alive() for one in all_):
            prune(store)
        assert [one.process.exitcode for one in all_] == [0, 0]
        assert list(damages(store)) == []
        assert len(store.trained(one.key for one in GRID[:NUMBER])) == NUMBER
        assert len(list(store.weights.files)) == NUMBER
        assert prune(store) == []
