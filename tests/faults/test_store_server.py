"""A PostgreSQL server is killed in mid-write: one line, and resume when it is back."""

import os
import subprocess
import sys
import time
from contextlib import closing

import psycopg
import pytest

from lengthwise.errors import MachineError
from lengthwise.experiments.damage import damages
from lengthwise.experiments.store import Store
from tests.conftest import EVERYTHING
from tests.experiments import postgres
from tests.experiments.backends import sound_records

KILLS = 10 if EVERYTHING else 1
FIRST = 100
"""Records that are there before."""


@pytest.fixture(scope="module")
def records():
    return sound_records(1000)


@pytest.fixture(scope="module")
def mortal(server):
    """A server that may be killed."""
    assert server
    found = postgres.Server()
    yield found.start()
    found.stop()


def importing(file, url):
    command = [sys.executable, "-m", "lengthwise", "store", "import", file]
    return subprocess.Popen(
        [*command, "--store", url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(url, query, process):
    """Waits until another sees what `query` counts; returns how much."""
    with psycopg.connect(url, autocommit=True) as connection:
        while process.poll() is None:
            if number := connection.execute(query).fetchone()[0]:
                return number
            time.sleep(0.001)
    raise AssertionError(process.communicate())


def kill_while_it_waits(mortal, url, file):
    """Kills the server while a command is in mid-transaction, for certain."""
    with closing(psycopg.connect(url)) as other:
        other.execute("LOCK TABLE records IN EXCLUSIVE MODE")
        process = importing(file, url)
        wait_until(url, "SELECT count(*) FROM pg_locks WHERE NOT granted", process)
        mortal.kill()
        return process


def kill_while_it_writes(mortal, url, file, seconds):
    """Kills the server so long after the first new records are seen."""
    process = importing(file, url)
    wait_until(url, f"SELECT count(*) - {FIRST} FROM records", process)
    time.sleep(seconds)
    mortal.kill()
    return process


@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_server_is_one_line_and_the_same_command_goes_on(
    mortal, records, tmp_path, number
):
    name = mortal.create()
    url = mortal.url(name)
    with Store(url) as store:
        store.add_all(records[:FIRST])
    path = tmp_path / "all.jsonl"
    path.write_text("".join(one.line() + "\n" for one in records))
    file = str(path)
    if number:
        process = kill_while_it_writes(mortal, url, file, 0.003 * number)
    else:
        process = kill_while_it_waits(mortal, url, file)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (4, "")
    assert err.count("\n") == 1
    assert err.startswith(f"lengthwise: postgresql://lengthwise:***@/{name}?host=")
    assert "run the command again" in err or "cannot be reached" in err
    with pytest.raises(MachineError, match="cannot be reached"):
        Store(url)
    mortal.start()
    with Store(url, create=False) as store:
        assert FIRST <= len(store) < len(records)
        assert list(damages(store)) == []
    with importing(file, url) as process:
        out, _ = process.communicate(timeout=120)
    assert out.startswith(f"{len(records)} records were read, ")
    with Store(url, create=False) as store:
        assert len(store) == len(records)


def test_an_open_store_goes_on_when_the_server_is_back(mortal, records):
    with Store(mortal.url(mortal.create())) as store:
        assert store.add_all(records[:5]) == records[:5]
        mortal.kill()
        with pytest.raises(MachineError, match=r"lost|cannot be reached"):
            store.add_all(records[5:10])
        mortal.start()
        assert store.add_all(records[:10]) == records[5:10]


@pytest.mark.usefixtures("server")
def test_a_server_leaves_with_the_process_that_started_it():
    script = (
        "from tests.experiments.postgres import Server\n"
        "server = Server().start()\n"
        "print(server.process.pid, server.folder, flush=True)\n"
        "import os; os.kill(os.getpid(), 9)"
    )
    command = [sys.executable, "-c", script]
    environment = {**os.environ, "PYTHONPATH": "."}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment
    )
    pid, folder = done.stdout.split()
    end = time.monotonic() + 20
    while os.path.exists(f"/proc/{pid}/exe") and time.monotonic() < end:  # noqa: PTH110
        time.sleep(0.05)
    assert not os.path.exists(f"{folder}/data/postmaster.pid")  # noqa: PTH110
    subprocess.run(["rm", "-r", folder], check=True)
