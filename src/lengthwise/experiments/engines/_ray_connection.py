"""The way into a Ray cluster: what it may send, where it listens, who may enter.

Ray has its processes import from the folder that the driver is in, and opens its own
folders to all users. So it is started in a folder that is empty and belongs to this
user alone, and a private cluster has its folders in there.
"""

import logging
import os
import secrets
import shutil
import signal
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from lengthwise.errors import HostError
from lengthwise.experiments.engines._process_title import hide_command_line
from lengthwise.experiments.engines._ray_actor import KEPT
from lengthwise.experiments.engines._scratch_folders import (
    own_folder,
    processes_in,
    short_place,
)

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # reports to nobody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else it warns
}
"""Environment of Ray, set before it is imported."""

PRIVATE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listens on the loopback device only
    "RAY_worker_niceness": "0",  # workers are no less urgent than local ones
    "PYTHONSAFEPATH": "1",  # nothing is imported from where a process runs
}
"""Environment of a Ray that is started here, besides a token of its own."""

CONNECT_TIMEOUT = 10.0
"""Seconds to wait for the first answer of a cluster."""

ANSWER_TIMEOUT = 1.0
"""Seconds to wait for any later one."""

OBJECTS = 1 << 28
"""Bytes for objects in a private cluster: checkpoints on their way."""


STARTS = 3
"""How often a private cluster is started where Ray is too slow."""

TOO_SLOW = "timed out during startup"
"""What Ray says then: it gives itself 30 s, which are too few on a busy computer."""

FOLDER = "lengthwise-ray-"
"""How the folder of a connection is called; the number of its process follows."""

SESSIONS = "r"
"""Where in it the folders of a private cluster lie; names of sockets must be short."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection to a Ray cluster.

    Attributes:
        ray: Ray, connected.
        name: What the cluster is called in messages.
        head: Host and port of its head.
        folder: The folder of this connection; ``None`` if there was one before.
    """

    ray: ModuleType
    name: str
    head: tuple[str, int]
    folder: Path | None

    def answers(self) -> bool:
        """Whether the head of the cluster can be reached."""
        try:
            socket.create_connection(self.head, ANSWER_TIMEOUT).close()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Leaves the cluster; a private one ends, and nothing is left of it."""
        if self.folder is not None:
            _end(self.ray, self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)


def connected(address: str | None, workers: int | None) -> Connection:
    """Returns a connection, that of this process if it has one.

    Args:
        address: Address of a cluster. Default: a private one on this computer.
        workers: Cores of a private one. Default: all.

    Raises:
        HostError: Ray is not installed, or the cluster cannot be reached.
    """
    os.environ.update(QUIET)
    if address is None:
        own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        for name, value in (PRIVATE | own).items():
            os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise HostError(
            "Ray is not installed; pip install lengthwise[ray], or take --engine local"
        ) from None
    name = address or "this machine"
    if ray.is_initialized():
        return Connection(ray, name, _head(ray), None)
    hide_command_line(ray)
    folder = own_folder(FOLDER, short_place())
    private = {
        "num_cpus": workers,
        "include_dashboard": False,
        "object_store_memory": OBJECTS,
        "_temp_dir": str(folder / SESSIONS),
    }
    more = {"address": address} if address else {"address": "local", **private}
    try:
        _require_listener(address)
        _start(ray, folder, more)
    except Exception as error:  # Ray raises many kinds, and bare ones
        shutil.rmtree(folder, ignore_errors=True)
        message = str(error).strip() or type(error).__name__
        first = message.splitlines()[0].split(". ")[0]
        raise HostError(f"the Ray cluster at {name} cannot be used: {first}") from None
    return Connection(ray, name, _head(ray), folder)


def _start(ray: ModuleType, folder: Path, more: Mapping[str, object]) -> None:
    """Connects, anew where Ray was too slow; nothing is left of a failure."""
    for left in reversed(range(STARTS)):
        try:
            with _same_signals(), _working_in(folder):
                ray.init(log_to_driver=False, logging_level=logging.ERROR, **more)
        except Exception as error:
            _end(ray, folder)
            if not left or TOO_SLOW not in str(error):
                raise
        else:
            return


def _end(ray: ModuleType, folder: Path) -> None:
    """Ends what Ray runs in a folder; without a head that would stay a minute."""
    ray.shutdown()
    for pid in processes_in(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _head(ray: ModuleType) -> tuple[str, int]:
    host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
    return host.strip("[]"), int(port)


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    """Works in another folder: Ray has its processes import from the present one.

    They have the variables of this process, of which one may name folders from here,
    and another the address of a store.
    """
    before = {k: os.environ[k] for k in ("PYTHONPATH", *KEPT) if k in os.environ}
    for name in before:
        if name in KEPT:
            del os.environ[name]
    if "PYTHONPATH" in before:
        named = before["PYTHONPATH"].split(os.pathsep)
        here = [os.path.abspath(one) for one in named if one]  # noqa: PTH100
        os.environ["PYTHONPATH"] = os.pathsep.join(here)
    try:
        with chdir(folder):
            yield
    finally:
        os.environ.update(before)


def _require_listener(address: str | None) -> None:
    """Raises a `ConnectionError` where nobody listens: Ray would wait for minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
    except OSError as error:
        raise ConnectionError(f"nobody answers there ({error.strerror})") from None


@contextmanager
def _same_signals() -> Iterator[None]:
    """Keeps the signal handlers, which Ray replaces when it connects."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in kinds}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
