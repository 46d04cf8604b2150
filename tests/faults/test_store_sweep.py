"""A sweep into PostgreSQL, whose server is killed and comes back, ends as usual."""

import subprocess
import sys
import time

import psycopg
import pytest

from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.store import Store
from tests.experiments import postgres_server as postgres
from tests.models.canonical_net import SIMPLE

GRID = f"""
train_length = [8, 16]
seed = {list(range(16))}
[task]
name = "simple"
omega = 2
[model]
width = {SIMPLE.model.width}
units = {SIMPLE.model.units}
[recipe]
batch = {SIMPLE.batch}
threshold = 0.0
max_steps = 4096
[evaluation]
lengths = [64, 1_000_000]
words = 64
"""


@pytest.fixture
def sweep(tmp_path):
    """Starts a sweep into a store."""
    (tmp_path / "grid.toml").write_text(GRID)

    def start(url):
        command = [sys.executable, "-m", "lengthwise", "sweep", "grid.toml", "--quiet"]
        return subprocess.Popen(
            [*command, "--workers", "1", "--store", url],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def outcomes(url):
    with Store(url, create=False) as store:
        assert list(damages(store)) == []
        return {
            one.key: (one.outcome, one.weights) for one in store.with_weights(store)
        }


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_killed_server_changes_no_bit_of_a_sweep(server, sweep, tmp_path):
    assert server
    mortal = postgres.Server().start()
    url = mortal.url(mortal.create())
    process = sweep(url)
    while process.poll() is None:
        try:
            with psycopg.connect(url) as connection:
                if connection.execute("SELECT count(*) FROM records").fetchone()[0]:
                    break
        except psycopg.errors.UndefinedTable:
            pass
        time.sleep(0.02)
    mortal.kill()
    time.sleep(1.0)
    mortal.start()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "retrying for" in err
    assert out.startswith("32 trials are in postgresql://")
    file = f"sqlite:///{tmp_path}/file.db"
    process = sweep(file)
    err = process.communicate(timeout=120)[1]
    assert process.returncode == 0, err
    assert outcomes(url) == outcomes(file)
    mortal.stop()
