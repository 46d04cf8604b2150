"""Connects to a Ray cluster, or starts a private one, with safe settings.

Ray makes its processes import from the driver's working directory and opens its own
folders to all users. So Ray is started in an empty folder private to this user, which
also holds the folders of a private cluster.
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
    "RAY_USAGE_STATS_ENABLED": "0",  # no usage reports
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # avoids a warning
}
"""Environment of Ray, set before it is imported."""

PRIVATE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listens on the loopback device only
    "RAY_worker_niceness": "0",  # workers have normal priority
    "PYTHONSAFEPATH": "1",  # no imports from the working directory
}
"""Environment of a private cluster, besides its token."""

CONNECT_TIMEOUT = 10.0
"""Seconds to wait for the first reply of a cluster."""

ANSWER_TIMEOUT = 1.0
"""Seconds to wait for any later reply."""

OBJECTS = 1 << 28
"""Bytes of a private cluster's object store, for checkpoints in transit."""


STARTS = 3
"""Attempts to start a private cluster when Ray times out."""

TOO_SLOW = "timed out during startup"
"""Ray's message after its timeout of 30 s, which is too short on a busy computer."""

FOLDER = "lengthwise-ray-"
"""Prefix of a connection's folder, followed by the process id."""

SESSIONS = "r"
"""Subfolder for a private cluster; socket names must be short."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection to a Ray cluster.

    Attributes:
        ray: The module, connected.
        name: The name of the cluster in messages.
        head: Host and port of its head node.
        folder: The folder of this connection; ``None`` if Ray was already connected.
    """

    ray: ModuleType
    name: str
    head: tuple[str, int]
    folder: Path | None

    def answers(self) -> bool:
        """Whether the head node of the cluster is reachable."""
        try:
            socket.create_connection(self.head, ANSWER_TIMEOUT).close()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Disconnects; a private cluster is shut down and removed completely."""
        if self.folder is not None:
            _end(self.ray, self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)


def connected(address: str | None, workers: int | None) -> Connection:
    """Returns a connection, reusing the one of this process.

    Args:
        address: Address of a cluster. Default: a private one on this computer.
        workers: Number of cores of a private cluster. Default: all.

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
            "Ray is not installed; pip install lengthwise[ray], or use --engine local"
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
    except Exception as error:  # Ray raises many types, even bare exceptions
        shutil.rmtree(folder, ignore_errors=True)
        message = str(error).strip() or type(error).__name__
        first = message.splitlines()[0].split(". ")[0]
        raise HostError(f"the Ray cluster at {name} cannot be used: {first}") from None
    return Connection(ray, name, _head(ray), folder)


def _start(ray: ModuleType, folder: Path, more: Mapping[str, object]) -> None:
    """Connects, retrying after timeouts and cleaning up after failures."""
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
    """Kills Ray's processes in a folder; without a head they would last a minute."""
    ray.shutdown()
    for pid in processes_in(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _head(ray: ModuleType) -> tuple[str, int]:
    host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
    return host.strip("[]"), int(port)


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    """Changes the working directory, from which Ray's processes import.

    They inherit the variables of this process, one of which may contain relative
    folders, and another the address of a store.
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
    """Raises a `ConnectionError` if nobody listens; Ray would wait for minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
    except OSError as error:
        raise ConnectionError(f"no answer ({error.strerror})") from None


@contextmanager
def _same_signals() -> Iterator[None]:
    """Restores the signal handlers, which Ray replaces when it connects."""
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
