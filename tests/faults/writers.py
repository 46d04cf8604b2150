"""Processes that write to a store, one transaction a record, to be killed from outside.

They are forked from a server that has imported everything, so that a kill costs
milliseconds and not the import of JAX.
"""

import multiprocessing
import os
import signal
import stat
from contextlib import contextmanager
from itertools import islice

import psycopg  # noqa: F401 - before the fork
import sqlalchemy.dialects.postgresql.psycopg  # noqa: F401 - before the fork

from lengthwise.experiments.store import kept_weights
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import sound_record
from tests.experiments.stub import small_grid

GRID = small_grid(seeds=10_000)
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.faults.writers"])
KEY = 64


def records(first, number):
    """Some of 20,000 records, in the order of the grid."""
    return [sound_record(GRID[place]) for place in range(first, first + number)]


def write(url, first, number, said):
    """Writes records; says a record's key when it is new and on disk, ``-`` if old."""
    with Store(url) as store:
        said.send_bytes(b"ready")
        for place in range(first, first + number):
            record = sound_record(GRID[place])
            new = store.add_all([record])
            said.send_bytes(record.trial.key.encode() if new else b"-")
    said.send_bytes(b"done")


def bring_up(url, said):
    """Opens a store of an older version; says whether it was brought up here."""
    with Store(url, migrate=True) as store:
        said.send_bytes(f"{len(store)} {store.copy is not None}".encode())


def write_heavy(url, folder, first, number, said):
    """Writes records whose weights are in files, as `write` does."""
    _make_heavy(folder)
    write(url, first, number, said)


def _make_heavy(folder):
    """All weights of this process are too heavy for a row."""
    kept_weights.HEAVIEST = 10
    os.environ[kept_weights.VARIABLE] = str(folder)


def die_with_files(url, folder, moment, said):
    """Is killed while weights are written: in a file, or just before the commit."""
    _make_heavy(folder)
    with Store(url) as store:
        said.send_bytes(b"ready")
        if moment == "file":
            os.fsync = _die_at_file
        else:
            store.database.writing = _die
        store.add_all(records(0, 3))


def _die_at_file(handle):
    if stat.S_ISREG(os.fstat(handle).st_mode):
        _die()


def _die():
    os.kill(os.getpid(), signal.SIGKILL)


class Writer:
    """A process that writes, and what it has said."""

    def __init__(self, url, *arguments, does=write):
        self._heard, said = CONTEXT.Pipe(duplex=False)
        self.process = CONTEXT.Process(target=does, args=(url, *arguments, said))
        self.process.start()
        said.close()

    def heard(self):
        """Yields what is said until the process ends."""
        try:
            while True:
                yield self._heard.recv_bytes().decode()
        except EOFError:
            self._heard.close()
            self.process.join()

    def hear(self, number):
        return list(islice(self.heard(), number))

    def signal(self, number):
        os.kill(self.process.pid, number)

    def killed(self):
        """Kills it; returns what it had still said."""
        self.signal(signal.SIGKILL)
        return list(self.heard())


@contextmanager
def writers(url, ranges, does=write):
    """Several at once; none outlives the block."""
    found = [Writer(url, *one, does=does) for one in ranges]
    try:
        yield found
    finally:
        for one in found:
            if one.process.is_alive():
                one.process.kill()
            one.process.join()
