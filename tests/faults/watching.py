"""Watches files from outside the process that writes them, by Linux's inotify."""

import ctypes
import os
import select
import struct
import time

MODIFY, CLOSE_WRITE, MOVED_TO, CREATE, DELETE = 0x2, 0x8, 0x80, 0x100, 0x200
HEAD = struct.Struct("iIII")

POINTS = {
    "a checkpoint is begun": (CREATE, ".checkpoint.safetensors."),
    "a checkpoint is written aside": (CLOSE_WRITE, ".checkpoint.safetensors."),
    "the checkpoint so far is moved": (MOVED_TO, "checkpoint-previous.safetensors"),
    "a checkpoint is in place": (MOVED_TO, "checkpoint.safetensors"),
    "the checkpoints are removed": (DELETE, "checkpoint.safetensors"),
    "a transaction is begun": (CREATE, "s.db-journal"),
    "a transaction is written": (MODIFY, "s.db"),
    "a transaction is done": (DELETE, "s.db-journal"),
}
"""Named points at which a sweep writes: what happens to which file."""


class Watch:
    """What happens in folders.

    Args:
        folders: Folders that exist.
    """

    def __init__(self, folders):
        self._library = ctypes.CDLL(None, use_errno=True)
        self._handle = self._library.inotify_init1(os.O_CLOEXEC)
        assert self._handle >= 0
        mask = MODIFY | CLOSE_WRITE | MOVED_TO | CREATE | DELETE
        for folder in folders:
            name = os.fsencode(folder)
            assert self._library.inotify_add_watch(self._handle, name, mask) >= 0

    def forget(self):
        """Forgets what happened so far."""
        while select.select([self._handle], [], [], 0)[0]:
            os.read(self._handle, 1 << 16)

    def wait_for(self, point, alive, seconds=60.0):
        """Waits for one of the `POINTS`; says whether it came while `alive`."""
        kind, name = POINTS[point]
        end = time.monotonic() + seconds
        while alive() and time.monotonic() < end:
            if select.select([self._handle], [], [], 0.1)[0]:
                for happened, where in _events(os.read(self._handle, 1 << 16)):
                    if happened & kind and where.startswith(name):
                        return True
        return False

    def close(self):
        os.close(self._handle)


def _events(data):
    place = 0
    while place < len(data):
        _, mask, _, size = HEAD.unpack_from(data, place)
        place += HEAD.size
        yield mask, data[place : place + size].rstrip(b"\0").decode()
        place += size
