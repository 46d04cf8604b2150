"""Files of arrays in which damage is always found, and that appear whole or not at all.

A file is a plain ``.safetensors`` file whose header holds one text: a note in JSON and
the SHA-256 of all arrays and of the note. A file is accepted only if it is, byte for
byte, what would be written for its content.
"""

import hashlib
import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from lengthwise.errors import FormatError
from lengthwise.files import replace_file
from lengthwise.jsontext import json_value
from lengthwise.training.trained_net import digest

KEY = "lengthwise"

LARGEST = 1 << 34
"""Bytes of the largest file that is read."""

LARGEST_HEADER = 1 << 24
"""Bytes of the largest header: what is read of it takes twenty times as much memory."""

_WRONG = (
    *(SafetensorError, ValueError, LookupError, TypeError, AttributeError),
    *(RecursionError, OverflowError),
)


def write_sealed(
    path: Path, arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]
) -> None:
    """Writes `arrays` and `note` to `path`, whole or not at all.

    NaN and infinity in `note` must be texts.
    """
    replace_file(path, _sealed(arrays, note))


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
    wrong = FormatError(f"{path} is damaged or not ours; remove it, or restore a copy")
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        raise wrong
    with path.open("rb") as file:
        head = file.read(8)
        size = int.from_bytes(head, "little")
        if size > LARGEST_HEADER:
            raise wrong
        content = head + file.read()
    try:
        header = json_value(content[8 : 8 + size], what="a header")
        note = json_value(header["__metadata__"][KEY], what="a note")["note"]
        arrays = load(content)
        if _sealed(arrays, note) == content and isinstance(note, dict):
            return arrays, note
    except _WRONG:
        raise wrong from None
    raise wrong


def _sealed(arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]) -> bytes:
    text = json.dumps(note, sort_keys=True, allow_nan=False)
    found = hashlib.sha256(f"{digest(arrays)} {text}".encode()).hexdigest()
    header = json.dumps({"note": note, "sha256": found}, sort_keys=True)
    plain = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    return save(plain, {KEY: header})
