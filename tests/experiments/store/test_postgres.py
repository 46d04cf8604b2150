"""What can be wrong with a server ends in one line that says what to do, and code 4."""

import subprocess
import sys

import psycopg
import pytest

from lengthwise.cli.main import run
from lengthwise.errors import FormatError, HostError
from lengthwise.experiments.store import _postgres as postgresql
from lengthwise.experiments.store.store import Store
from tests.experiments import stub

pytestmark = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

RECORDS = [stub.record(trial) for trial in stub.small_grid()]


def said(url, capsys):
    """What a command says of a store that cannot be used."""
    assert run(["store", "list", "--store", url]) == 4
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "a secret" not in err
    assert "a%20secret" not in err
    return err


@pytest.fixture
def name(url):
    return url.partition("@/")[2].partition("?")[0]


@pytest.fixture
def asked(url):
    """Runs statements on the database, as its owner."""
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection.execute


def test_a_server_that_is_not_there_is_said_to_be(backend, capsys):
    assert backend
    err = said("postgresql://u:a%20secret@127.0.0.1:1/d", capsys)
    assert "postgresql://u:***@127.0.0.1:1/d cannot be reached: " in err
    assert "Connection refused; check the URL, and that the server is running" in err


def test_a_host_that_is_not_there_is_said_to_be(backend, capsys):
    assert backend
    assert "cannot be reached" in said("postgresql://u@nowhere.invalid/d", capsys)


def test_a_wrong_password_is_said_to_be(server, name, capsys):
    err = said(server.url(name, password="wrong"), capsys)
    assert "password authentication failed" in err
    assert "check user and password in the URL" in err


def test_an_unknown_user_is_said_to_be(server, name, capsys):
    err = said(server.url(name, user="nobody"), capsys)
    assert "check user and password in the URL" in err


def test_a_missing_database_is_said_to_be(server, backend, capsys):
    assert backend
    err = said(server.url("nowhere"), capsys)
    assert 'database "nowhere" does not exist' in err
    assert "create it with createdb" in err


def test_an_empty_database_is_no_store_for_a_reader(url, capsys):
    assert run(["store", "list", "--store", url]) == 2
    assert "is empty" in capsys.readouterr().err


def test_a_database_of_something_else_is_no_store(url, asked):
    asked("CREATE TABLE people (name TEXT)")
    with pytest.raises(FormatError, match="is another kind of database"):
        Store(url)


def test_a_user_without_rights_is_told_so(server, url, name, asked):
    asked("CREATE ROLE guest LOGIN PASSWORD 'a secret'")
    guest = server.url(name, user="guest")
    with pytest.raises(HostError, match=r"denied.*ask the owner"):
        Store(guest)
    with Store(url) as store:
        store.add_all(RECORDS)
        asked("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
        with Store(guest, create=False) as reader:
            assert list(reader) == list(store)
            with pytest.raises(HostError, match=r"denied.*ask the owner"):
                reader.add_all([stub.record(stub.small_grid(11)[10])])
    asked("DROP OWNED BY guest")
    asked("DROP ROLE guest")


def test_a_read_only_server_is_read_and_not_written(url, store, name, asked):
    store.add_all(RECORDS[:1])
    asked(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with Store(url) as reader:
        assert list(reader) == RECORDS[:1]
        with pytest.raises(HostError, match="it is read-only"):
            reader.add_all(RECORDS[1:2])


def test_a_lock_that_is_not_freed_is_said_to_be(url):
    with Store(url, patience=0.1) as store, psycopg.connect(url) as other:
        other.execute("LOCK TABLE records")
        with pytest.raises(HostError, match=r"another process .* within 0\.1 s"):
            store.add_all(RECORDS)


def test_a_connection_that_died_while_it_was_idle_is_replaced(store, asked):
    store.add_all(RECORDS[:1])
    asked(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert store.add_all(RECORDS[1:2]) == RECORDS[1:2]


def test_without_a_driver_the_extra_is_named(url):
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from lengthwise.cli.main import run\n"
        f"sys.exit(run(['store', 'list', '--store', {url!r}]))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "lengthwise: a store on PostgreSQL needs psycopg; install the extra "
        "'postgres', as in pip install 'lengthwise[postgres]'\n"
    )


@pytest.mark.parametrize(
    ("state", "text", "kind", "words"),
    [
        ("XX001", "invalid page in block 5", FormatError, "is damaged (invalid page"),
        ("53100", "could not extend file", HostError, "disk of the server is full"),
        ("53300", "too many clients", HostError, "lacks connections or memory"),
        ("57P01", "terminating connection", HostError, "nothing that was ack"),
        ("57P03", "starting up", HostError, "going down or coming up"),
        ("22021", "invalid byte", HostError, "cannot be used: invalid byte"),
        (None, "FATAL:  the database system is starting up", HostError, "coming up"),
        (None, "server closed the connection", HostError, "connection was lost"),
    ],
)
def test_each_error_of_a_server_is_explained(state, text, kind, words, backend):
    assert backend
    found = postgresql.explanation("postgresql://u@h/d", state, text, patience=1.0)
    assert isinstance(found, kind)
    assert str(found).startswith("postgresql://u@h/d")
    assert words in str(found)
