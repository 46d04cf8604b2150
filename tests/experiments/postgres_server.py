"""A PostgreSQL server of the tests' own: private folder, socket only, any user.

The server refuses to run as root, so root hands it to an ordinary user. It ends with
the process that started it.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg import sql

USER, PASSWORD = "lengthwise", "a secret"
ORDINARY = ("postgres", "nobody")
"""Users to run the server where the tests run as root."""


def programs():
    """The newest folder with a server, or ``None``."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    found = {int(one.parent.name): one for one in folders if (one / "initdb").exists()}
    on_path = shutil.which("initdb")
    if found:
        return found[max(found)]
    return Path(on_path).resolve().parent if on_path else None


def _as_ordinary_user():
    """How to start a program that must not be root and must not outlive us."""
    command = ["setpriv", "--pdeathsig", "INT"]
    if os.geteuid():
        return command, os.geteuid(), os.getegid()
    known = {one.pw_name: one for one in pwd.getpwall()}
    user = next(known[name] for name in ORDINARY if name in known)
    ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return [*command, *ids], user.pw_uid, user.pw_gid


@dataclass
class Server:
    """A server with a fresh folder; `start` and `kill` as often as needed."""

    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="lw-")))
    process: subprocess.Popen | None = None
    made: int = 0

    def __post_init__(self):
        self.prefix, uid, gid = _as_ordinary_user()
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        for path in (self.folder, secret):
            os.chown(path, uid, gid)
        self.uid, self.gid = uid, gid
        self._run(
            "initdb",
            *("--no-sync", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"),
            *(f"--username={USER}", f"--pwfile={secret}", f"--pgdata={self._data}"),
        )

    @property
    def _data(self):
        return self.folder / "data"

    def _run(self, name, *arguments):
        command = [*self.prefix, str(programs() / name), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr

    def start(self):
        """Starts the server and waits until it answers."""
        command = [*self.prefix, str(programs() / "postgres"), "-D", str(self._data)]
        command += ["-k", str(self.folder), "-c", "listen_addresses="]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder
            )
        end = time.monotonic() + 30
        while True:
            try:
                return self.ask("SELECT 1") and self
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self):
        """Ends the server and removes all it had."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=30)
        shutil.rmtree(self.folder)

    def kill(self):
        """Kills the server and its helpers with signal 9, all in mid-work."""
        family = [self.process.pid, *_children(self.process.pid)]
        for pid in family:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(map(_lives, family)):
            time.sleep(0.01)
        self.process = None

    def ask(self, query, database="postgres"):
        """Runs a statement outside of a transaction; returns its first value."""
        with psycopg.connect(
            host=str(self.folder),
            user=USER,
            password=PASSWORD,
            dbname=database,
            autocommit=True,
        ) as connection:
            found = connection.execute(query)
            return found.fetchone()[0] if found.description else None

    def url(self, database, *, user=USER, password=PASSWORD):
        """The URL of a database of this server."""
        secret = password.replace(" ", "%20")
        return f"postgresql://{user}:{secret}@/{database}?host={self.folder}"

    def create(self):
        """Makes an empty database; returns its name."""
        self.made += 1
        name = f"store_{self.made}"
        self.ask(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return name

    def drop(self, name):
        """Removes a database, whoever uses it."""
        query = sql.SQL("DROP DATABASE {} WITH (FORCE)")
        self.ask(query.format(sql.Identifier(name)))


def _children(pid):
    return map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def _lives(pid):
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
