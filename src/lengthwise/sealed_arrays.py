"""Array files in which damage is always detected, and that are written atomically.

A file is a plain ``.safetensors`` file whose header holds one text: a note in JSON and
the SHA-256 of all arrays and of the note. A file is accepted only if it equals, byte
for byte, what would be written for its content.

Only this module reads and writes the safetensors format.
"""

import hashlib
import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lengthwise.errors import FormatError
from lengthwise.files import digest, replace_file
from lengthwise.jsontext import json_value

KEY = "lengthwise"
"""The key of our text in the header."""

LARGEST = 1 << 34
"""The largest file size in bytes."""

LARGEST_HEADER = 1 << 24
"""The largest header in bytes: parsing it takes twenty times as much memory."""

_WRONG = (ValueError, LookupError, TypeError, AttributeError)
_TOO_DEEP = (RecursionError, OverflowError)


def write_sealed(
    path: Path, arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]
) -> None:
    """Writes `arrays` and `note` to `path` atomically.

    NaN and infinity in `note` must be strings.
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
    status = path.stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
        raise wrong
    with path.open("rb") as file:
        head = file.read(8)
        if header_size(head) > LARGEST_HEADER:
            raise wrong
        content = head + file.read()
    try:
        note = json_value(header_text(content), what="a note")["note"]
        arrays = arrays_in(content)
        if _sealed(arrays, note) == content and isinstance(note, dict):
            return arrays, note
    except (*_WRONG, *_TOO_DEEP):
        raise wrong from None
    raise wrong


def packed(arrays: Mapping[str, np.ndarray], text: str | None = None) -> bytes:
    """Returns the bytes of a ``.safetensors`` file.

    Args:
        arrays: The arrays, by name.
        text: The text for its header, under our key.

    Examples:
        >>> arrays_in(packed({"x": np.ones(2)}))
        {'x': array([1., 1.])}
    """
    from safetensors.numpy import save

    # The library writes memory as it is laid out, so rows must be contiguous.
    plain = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    return bytes(save(plain, None if text is None else {KEY: text}))


def arrays_in(data: bytes) -> dict[str, np.ndarray]:
    """Returns the arrays in the bytes of a ``.safetensors`` file, by name.

    Raises:
        FormatError: The bytes are not in this format.

    Examples:
        >>> arrays_in(b"a photo")
        Traceback (most recent call last):
        lengthwise.errors.FormatError: not the bytes of a safetensors file
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        return dict(load(data))
    except (SafetensorError, *_WRONG, *_TOO_DEEP):
        raise FormatError("not the bytes of a safetensors file") from None


def header_size(data: bytes) -> int:
    """Returns the size of the header, given by the first eight bytes."""
    return int.from_bytes(data[:8], "little")


def header_text(data: bytes) -> str:
    """Returns our text in the header of a ``.safetensors`` file.

    Raises:
        FormatError: There is none.

    Examples:
        >>> header_text(packed({}, "hello"))
        'hello'
    """
    header = json_value(data[8 : 8 + header_size(data)], what="a header")
    try:
        text = header["__metadata__"][KEY]
    except (LookupError, TypeError):
        text = None
    if not isinstance(text, str):
        raise FormatError(f"a header with a text {KEY!r} was expected; it has none")
    return text


def array_digest(
    arrays: Mapping[str, np.ndarray],
    *,
    label: str = "{name} {type} {shape}\n",
    before: str = "",
    after: str = "",
) -> str:
    """Returns the SHA-256 of arrays in the order of their names.

    The defaults are those of weights in records. Files of machines and certificates use
    less text between the arrays and a text at one end; those digests are part of their
    formats.

    Args:
        arrays: The arrays by name.
        label: The text before the bytes of each array: ``name``, ``type`` and ``shape``
            in braces are filled in.
        before: A text before all arrays.
        after: A text after them.

    Examples:
        >>> one, other = np.zeros(2), np.zeros((2, 1))
        >>> array_digest({"a": one}) == array_digest({"a": other})
        False
        >>> array_digest({"a": one}, label="") == array_digest({"b": other}, label="")
        True
    """
    hasher = hashlib.sha256(before.encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        shown = label.format(name=name, type=array.dtype.str, shape=array.shape)
        hasher.update(shown.encode())
        hasher.update(array.tobytes())
    hasher.update(after.encode())
    return hasher.hexdigest()


def _sealed(arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]) -> bytes:
    text = json.dumps(note, sort_keys=True, allow_nan=False)
    seal = digest(f"{array_digest(arrays)} {text}")
    return packed(arrays, json.dumps({"note": note, "sha256": seal}, sort_keys=True))
