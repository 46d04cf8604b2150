"""``lengthwise doctor``: information for bug reports."""

import os
import platform
import sqlite3
import sys
from importlib import metadata

from lengthwise import __version__
from lengthwise.addresses import address_without_secrets
from lengthwise.cli.printing import print_json, print_text
from lengthwise.columns import listing
from lengthwise.experiments.store.store import DEFAULT, VARIABLE
from lengthwise.models import LimitNet
from lengthwise.printable import printable
from lengthwise.training.device.fingerprint import fingerprint

CORE = (
    *("jax", "jaxlib", "equinox", "optax", "numpy", "safetensors", "lark", "msgspec"),
    *("cyclopts", "rich", "SQLAlchemy", "matplotlib", "scipy"),
)
EXTRAS = {
    "cuda": "jax-cuda13-plugin",
    "ray": "ray",
    "postgres": "psycopg",
    "export": "pyarrow",
    "torch": "torch",
}


def doctor(*, json: bool = False) -> None:
    """Print what a bug report needs: versions, device, threads, store, caches.

    Args:
        json: Print JSON.
    """
    bits = fingerprint(LimitNet.widths.cpu)
    report: dict[str, object] = {
        "lengthwise": __version__,
        "python": f"{platform.python_version()} at {sys.executable}",
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "device": bits["device"],
        "threads": bits["threads"],
        "flags": bits["flags"],
        "store": address_without_secrets(os.environ.get(VARIABLE) or DEFAULT),
        "sqlite": sqlite3.sqlite_version,
        "compile cache": os.environ.get("JAX_COMPILATION_CACHE_DIR", "none"),
        "packages": {name: _version(name) for name in CORE},
        "extras": {extra: _version(name) for extra, name in EXTRAS.items()},
    }
    if json:
        print_json(report)
        return
    print_text(listing((name, printable(_text(v))) for name, v in report.items()))


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {v or 'not installed'}" for k, v in value.items())
    return str(value)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
