"""A PostgreSQL server is killed in mid-write: it is waited for, then it is one line."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import psycopg
import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._postgres import LostError
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.store import Store
from tests.conftest import EVERYTHING
from tests.experiments import postgres_server as postgres
from tests.experiments.backends import sound_records

KILLS = 10 if EVERYTHING else 1
FIRST = 100
"""Records that are there before."""

PATIENCE = 0.5
"""Seconds that a lost server is waited for, where it does not come back."""


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


def importing(file, url, patience=PATIENCE):
    script = (
        "import sys\nfrom lengthwise.experiments.store import store\n"
        f"store.PATIENCE = {patience}\n"
        "from lengthwise.cli.main import run\nsys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "store", "import", file]
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


def kill_while_it_waits(mortal, url, file, patience=5.0):
    """Kills the server while a command is in mid-transaction, for certain."""
    with closing(psycopg.connect(url)) as other:
        other.execute("LOCK TABLE records IN EXCLUSIVE MODE")
        process = importing(file, url, patience)
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
    warning, line = err.splitlines()
    store = f"postgresql://lengthwise:***@/{name}?host="
    assert warning.startswith(store)
    assert "; retrying for" in warning
    assert line.startswith(f"lengthwise: {store}")
    assert "run the command again" in line or "cannot be reached" in line
    with pytest.raises(HostError, match="cannot be reached"):
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


@pytest.mark.timeout(300)
def test_a_command_goes_on_by_itself_when_the_server_comes_back(
    mortal, records, tmp_path
):
    url = mortal.url(mortal.create())
    with Store(url) as store:
        store.add_all(records[:FIRST])
    path = tmp_path / "all.jsonl"
    path.write_text("".join(one.line() + "\n" for one in records))
    process = kill_while_it_waits(mortal, url, str(path), patience=60.0)
    time.sleep(0.5)
    mortal.start()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    number = len(records)
    assert out.startswith(f"{number} records were read, {number - FIRST} of them are ")
    assert "retrying for" in err
    with Store(url, create=False) as store:
        assert len(store) == number
        assert list(damages(store)) == []


def test_an_open_store_waits_for_a_server_that_was_started_again(mortal, records):
    with Store(mortal.url(mortal.create()), patience=60.0) as store:
        assert store.add_all(records[:5]) == records[:5]
        for work, answer in (
            (lambda: store.add_all(records[:10]), records[5:10]),
            (lambda: store.report("a-run", {}) or len(list(store)), 10),
        ):
            mortal.kill()
            with ThreadPoolExecutor(1) as waiting:  # a server ends with its thread
                found = waiting.submit(work)
                time.sleep(0.5)
                assert not found.done()
                mortal.start()
                assert found.result(timeout=60) == answer
        assert list(store.reports()) == ["a-run"]


@pytest.mark.parametrize("happened", [True, False])
def test_what_was_not_acknowledged_is_not_written_twice(
    mortal, records, monkeypatch, happened
):
    """The answer to a commit is lost; whether it happened shows afterwards."""
    with Store(mortal.url(mortal.create())) as store:
        store.add_all(records[:3])
        writing, lost = Database.writing, [True, True]

        @contextmanager
        def losing(database):
            with writing(database) as connection:
                yield connection
                if lost and not happened:
                    lost.pop()
                    raise LostError("the connection was lost", "wait")
            if lost:
                lost.pop()
                raise LostError("the answer was lost", "wait")

        monkeypatch.setattr(Database, "writing", losing)
        assert store.add_all(records[:6]) == records[3:6]
        assert not lost
        assert store.add_all(records[:6]) == []
        assert len(store) == 6


def test_an_open_store_goes_on_when_the_server_is_back(mortal, records):
    with Store(mortal.url(mortal.create()), patience=PATIENCE) as store:
        assert store.add_all(records[:5]) == records[:5]
        mortal.kill()
        with pytest.raises(HostError, match=r"lost|cannot be reached"):
            store.add_all(records[5:10])
        mortal.start()
        assert store.add_all(records[:10]) == records[5:10]


@pytest.mark.usefixtures("server")
def test_a_server_leaves_with_the_process_that_started_it():
    script = (
        "from tests.experiments.postgres_server import Server\n"
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
