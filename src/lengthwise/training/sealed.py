"""Files of arrays in which damage is always found, and that appear whole or not at all.

A file is a plain ``.safetensors`` file whose header holds one text: a note in JSON and
the SHA-256 of all arrays and of the note. A file is accepted only if it is, byte for
byte, what would be written for its content.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from lengthwise.errors import FormatError
from lengthwise.training.outcome import digest

KEY = "lengthwise"


def write_sealed(
    path: Path, arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]
) -> None:
    """Writes `arrays` and `note` to `path`: aside, synced, then renamed.

    NaN and infinity in `note` must be texts.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.write(_sealed(arrays, note))
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes renames in `folder` survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_sealed(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Returns the arrays and the note of a file.

    Raises:
        FormatError: The file is damaged or was written by another program.
        FileNotFoundError: There is no such file.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "a.safetensors"
        ...     write_sealed(path, {"x": np.ones(2)}, {"step": 3})
        ...     read_sealed(path)
        ({'x': array([1., 1.])}, {'step': 3})
    """
    content = path.read_bytes()
    try:
        size = int.from_bytes(content[:8], "little")
        text = json.loads(content[8 : 8 + size])["__metadata__"][KEY]
        note = json.loads(text)["note"]
        arrays = load(content)
        whole = _sealed(arrays, note) == content
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise FormatError(
            f"{path} is damaged or not ours; remove it, or restore a copy"
        )
    return arrays, note


def _sealed(arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]) -> bytes:
    text = json.dumps(note, sort_keys=True, allow_nan=False)
    found = hashlib.sha256(f"{digest(arrays)} {text}".encode()).hexdigest()
    header = json.dumps({"note": note, "sha256": found}, sort_keys=True)
    plain = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    return save(plain, {KEY: header})
