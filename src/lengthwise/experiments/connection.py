"""The way into a Ray cluster: what it may send, where it listens, who may enter."""

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from lengthwise.errors import MachineError

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # reports to nobody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else it warns
}
"""What Ray is told before it is imported."""

PRIVATE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listens on the loopback device only
    "RAY_worker_niceness": "0",  # workers are no less urgent than local ones
}
"""What a Ray that is started here is told besides, and a token of its own."""

PATIENCE = 10.0
"""Seconds to wait for the first sign of a cluster."""

OBJECTS = 1 << 28
"""Bytes for objects in a private cluster: checkpoints on their way."""


def connected(address: str | None, workers: int | None) -> tuple[ModuleType, bool]:
    """Returns Ray, connected, and whether that was done here.

    Args:
        address: Address of a cluster. Default: a private one on this machine.
        workers: Cores of a private one. Default: all.

    Raises:
        MachineError: Ray is not installed, or the cluster cannot be reached.
    """
    os.environ.update(QUIET)
    if address is None:
        own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        for name, value in (PRIVATE | own).items():
            os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise MachineError(
            "Ray is not installed; pip install lengthwise[ray], or take --engine local"
        ) from None
    if ray.is_initialized():
        return ray, False
    private = {
        "num_cpus": workers,
        "include_dashboard": False,
        "object_store_memory": OBJECTS,
    }
    more = {"address": address} if address else {"address": "local", **private}
    try:
        _require_somebody(address)
        with _same_signals():
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **more)
    except Exception as error:  # Ray raises many kinds, and bare ones
        first = str(error).strip().splitlines()[0].split(". ")[0]
        raise MachineError(
            f"the Ray cluster at {address or 'this machine'} cannot be used: {first}"
        ) from None
    return ray, True


def _require_somebody(address: str | None) -> None:
    """Raises a `ConnectionError` where nobody listens: Ray would wait for minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
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
