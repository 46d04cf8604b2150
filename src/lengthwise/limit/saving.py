"""Machine files: one safetensors file each, with a digest, never pickle.

Every tensor is float64:

==============================  =====================  =================================
name                            shape                  holds
==============================  =====================  =================================
``embedding``                   symbols (+1) x d       a last row for ``$`` with `bos`
``positions``                   Delta x d              row r for ``i % Delta == r``
``layers.0.heads.0.bilinear``   d x d                  ``key @ bilinear @ query``
``layers.0.heads.0.value``      d x d
``layers.0.heads.0.lags``       lags                   entry k is the bias at distance k
``layers.0.mlp.inner``          units x d
``layers.0.mlp.bias``           units
``layers.0.mlp.outer``          d x units
``layers.0.mlp.heaviside``      units                  1 for Heaviside, 0 for ReLU
``readout``                     outputs x d
==============================  =====================  =================================

The header has one entry, ``lengthwise``: JSON text in ASCII, with sorted keys and no
whitespace, with ``format`` (1), ``alphabet``, ``bos``, ``outputs``, ``dimensions``,
``attention`` (``kind`` and ``bits``) and ``sha256``: the digest, in lower-case
hexadecimal digits, of the bytes of all tensors in the order of their names, followed by
this text without its ``sha256``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import numpy as np

from lengthwise.arguments import about_file, path_of
from lengthwise.errors import FormatError, SpecError, TooLargeError
from lengthwise.files import replace_file
from lengthwise.limit.machine import (
    MLP,
    Attention,
    Head,
    Kind,
    Layer,
    LimitTransformer,
    require_machine,
)
from lengthwise.sealed_arrays import (
    array_digest,
    arrays_in,
    header_size,
    header_text,
    packed,
)
from lengthwise.words import Alphabet

FORMAT = 1
LARGEST = 1 << 28
"""Size limit of a file in bytes, since it is read as a whole."""

LARGEST_HEADER = 1 << 22
"""Size limit of a header in bytes; parsing it takes twenty times as much memory."""


def save(machine: LimitTransformer, path: str | Path) -> None:
    """Writes `machine` to the file `path`, atomically.

    The same machine always gives the same bytes.

    Raises:
        SpecError: `machine` is not a machine, or `path` is not a path.
        TooLargeError: The file would exceed the size limit of `load`.
        FileError: The file cannot be written at this path.
        OSError: The disk failed; an existing file is unchanged.

    Examples:
        >>> import tempfile
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name, "sine.safetensors")
        >>> save(simple_task(omega=4.0), path)
        >>> load(path) == simple_task(omega=4.0)
        True
        >>> folder.cleanup()
    """
    require_machine("the machine", machine)
    path = path_of(path)
    arrays = tensors(machine)
    facts: dict[str, Any] = {
        "format": FORMAT,
        "alphabet": list(machine.alphabet.symbols),
        "bos": bool(machine.bos),
        "outputs": list(machine.outputs),
        "dimensions": list(machine.dimensions),
        "attention": {"kind": machine.attention.kind, "bits": machine.attention.bits},
    }
    facts["sha256"] = _digest(arrays, facts)
    data = packed(arrays, _text(facts))
    for size, limit, what in (
        (header_size(data), LARGEST_HEADER, "a header"),
        (len(data), LARGEST, "a file"),
    ):
        if size > limit:
            raise TooLargeError(
                f"{what} of {size} bytes; at most {limit} can be loaded, so the "
                "machine is not saved",
                size=size,
                limit=limit,
            )
    with about_file(path):
        replace_file(path, data)


def load(path: str | Path) -> LimitTransformer:
    """Returns the machine in the file `path`.

    Raises:
        FormatError: The file is damaged, not a machine, or written by another version;
            the message names it.
        FileError: The file does not exist or cannot be read.
        SpecError: `path` is not a path.
        OSError: The disk failed.
    """
    path = path_of(path)
    try:
        with about_file(path):
            return _machine(_bytes(path))
    except (FormatError, SpecError) as error:
        raise FormatError(f"{path}: {error}") from None


def _bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise FormatError("not a file; give the path of a machine file")
    size = path.stat().st_size
    if size > LARGEST:
        raise FormatError(f"{size} bytes; a machine has at most {LARGEST}")
    return path.read_bytes()


def _machine(data: bytes) -> LimitTransformer:
    """The machine in `data`; raises a `FormatError` or `SpecError` with the reason."""
    size = header_size(data)
    if len(data) > size > LARGEST_HEADER:
        raise FormatError(
            f"a header of {size} bytes; a machine has at most {LARGEST_HEADER}"
        )
    try:
        loaded = arrays_in(data)
        text = header_text(data)
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError(
            "damaged, or not a machine: not a safetensors file written by Lengthwise"
        ) from None
    _require_facts(facts, text)
    wrong = sorted(name for name, array in loaded.items() if array.dtype != np.float64)
    if wrong:
        raise FormatError(f"tensor {wrong[0]!r} is not float64; all must be")
    if facts["sha256"] != _digest(loaded, facts):
        raise FormatError("damaged: its numbers or names do not match its digest")
    machine = _machine_of(loaded, facts)
    expected = {name: array.shape for name, array in tensors(machine).items()}
    shapes = {name: array.shape for name, array in loaded.items()}
    if shapes != expected:
        odd = min(shapes.items() ^ expected.items())[0]
        raise FormatError(f"tensor {odd!r} does not belong to this machine")
    return machine


def _require_facts(facts: object, text: str) -> None:
    """Raises unless `text`, parsed as `facts`, has every key with the right type."""
    if not isinstance(facts, dict):
        raise FormatError("the text 'lengthwise' in its header is not a JSON object")
    version = facts.get("format")
    if type(version) is not int or version != FORMAT:
        raise FormatError(
            f"written in format {version!r}; this version reads format {FORMAT}"
        )
    attention = facts.get("attention")
    good = (
        set(facts) == _KEYS
        and all(_is_texts(facts[key]) for key in ("alphabet", "outputs", "dimensions"))
        and type(facts["bos"]) is bool
        and isinstance(attention, dict)
        and set(attention) == {"kind", "bits"}
        and attention["kind"] in get_args(Kind)
        and type(attention["bits"]) in (int, type(None))
    )
    if not good or _text(facts) != text:
        raise FormatError(f"the text 'lengthwise' in its header is not format {FORMAT}")


_KEYS = {"format", "alphabet", "bos", "outputs", "dimensions", "attention", "sha256"}


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is str for item in value)


def _machine_of(
    tensors: Mapping[str, np.ndarray], facts: Mapping[str, Any]
) -> LimitTransformer:
    def part(name: str) -> np.ndarray:
        if name not in tensors:
            raise FormatError(f"tensor {name!r} is missing")
        array, needed = tensors[name], _DIMENSIONS[name.rpartition(".")[2]]
        if array.ndim != needed:
            raise FormatError(
                f"tensor {name!r} has shape {array.shape}; {needed} dimensions are "
                "needed"
            )
        return array

    layers: list[Layer] = []
    while f"layers.{len(layers)}.mlp.inner" in tensors:
        stem = f"layers.{len(layers)}"
        heads: list[Head] = []
        while f"{stem}.heads.{len(heads)}.bilinear" in tensors:
            names = {key: f"{stem}.heads.{len(heads)}.{key}" for key in _HEAD}
            heads.append(Head(**{key: part(name) for key, name in names.items()}))
        marks = part(f"{stem}.mlp.heaviside")
        if not np.isin(marks, (0.0, 1.0)).all():
            raise FormatError(f"tensor '{stem}.mlp.heaviside' is not a list of 0 and 1")
        mlp = MLP(
            **{key: part(f"{stem}.mlp.{key}") for key in _MLP},
            heaviside=tuple(bool(mark) for mark in marks),
        )
        layers.append(Layer(heads=tuple(heads), mlp=mlp))
    return LimitTransformer(
        alphabet=Alphabet(facts["alphabet"]),
        embedding=part("embedding"),
        positions=part("positions"),
        layers=tuple(layers),
        readout=part("readout"),
        attention=Attention(**facts["attention"]),
        bos=facts["bos"],
        outputs=tuple(facts["outputs"]),
        dimensions=tuple(facts["dimensions"]),
    )


_HEAD = ("bilinear", "value", "lags")
_MLP = ("inner", "bias", "outer")
_DIMENSIONS = {
    **dict.fromkeys(("embedding", "positions", "readout"), 2),
    **dict.fromkeys(("bilinear", "value", "inner", "outer"), 2),
    **dict.fromkeys(("lags", "bias", "heaviside"), 1),
}


def tensors(machine: LimitTransformer) -> dict[str, np.ndarray]:
    """Returns all parameters of `machine` as arrays, named as in the file format.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> tensors(simple_task(omega=4.0))["readout"]
        array([[0., 0., 0., 0., 1.]])
    """
    arrays = {
        "embedding": machine.embedding,
        "positions": machine.positions,
        "readout": machine.readout,
    }
    for place, layer in enumerate(machine.layers):
        for number, head in enumerate(layer.heads):
            for key in _HEAD:
                arrays[f"layers.{place}.heads.{number}.{key}"] = getattr(head, key)
        for key in _MLP:
            arrays[f"layers.{place}.mlp.{key}"] = getattr(layer.mlp, key)
        marks = np.array(layer.mlp.heaviside, dtype=np.float64)
        arrays[f"layers.{place}.mlp.heaviside"] = marks
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def _text(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def _digest(tensors: Mapping[str, np.ndarray], facts: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in facts.items() if key != "sha256"}
    return array_digest(tensors, label="", after=_text(rest))
