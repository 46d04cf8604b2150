r"""Explicit constructions for the tasks of the length bounds, by name.

===============  =======================================================  ==============
name             what it computes at the last position                    numbers
===============  =======================================================  ==============
``simple``       :math:`\sin(\omega (c_0 - c_1) / (c_0 + c_1))`, where    omega, pieces,
                 :math:`c_s` counts the symbol ``s`` of ``0 1 2``         bits
``modp``         the mean of the symbols, 0 or 1, at positions            p, k, bits
                 ``i % p == k``
``kgram``        how often each of ``S`` symbols followed the last ``k``  k, S, b, c
                 on long words where this was often, in the class of
                 the two-layer theorem
``kgram_exact``  the same on every word, outside of that class            k, S, bits
===============  =======================================================  ==============
"""

import inspect
from collections.abc import Mapping
from pathlib import Path

from lengthwise.arguments import about_file, path_of, require_kind
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.limit.constructions import exact_k_gram as exact_k_gram_file
from lengthwise.limit.constructions import k_gram as k_gram_file
from lengthwise.limit.constructions import one_layer_machines
from lengthwise.limit.constructions._named_construction import Construction
from lengthwise.limit.constructions.exact_k_gram import exact_k_gram
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.constructions.one_layer_machines import mod_p_task, simple_task
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.saving import load
from lengthwise.names import base, read_name, spelled_name

__all__ = [
    "construction",
    "exact_k_gram",
    "k_gram",
    "machine",
    "mod_p_task",
    "simple_task",
]

FILES = (one_layer_machines, k_gram_file, exact_k_gram_file)
"""The files with constructions."""

CONSTRUCTIONS: Mapping[str, Construction] = {
    one.name: one for file in FILES for one in file.CONSTRUCTIONS
}
"""Every construction by its name."""


def remark(text: str) -> str:
    """A caveat about the construction that `text` names; usually empty.

    Examples:
        >>> remark("kgram:k=2,S=3").partition(",")[0]
        'kgram is a construction inside the class of Theorem 5.2'
        >>> remark("modp:p=5")
        ''
    """
    entry = CONSTRUCTIONS.get(base(text))
    return "" if entry is None else entry.remark


def task_text(text: str) -> str:
    """The task of a construction: its parameters without those of the machine.

    Raises:
        UnknownNameError: No construction has that name.

    Examples:
        >>> task_text("simple:omega=4,pieces=16"), task_text("kgram_exact:k=1,S=2")
        ('simple:omega=4', 'kgram:k=1,S=2')
    """
    parts = read_name(text)
    entry = _construction(parts.name)
    own = {key: value for key, value in parts.numbers.items() if key in entry.numbers}
    return spelled_name(entry.task, own, parts.form)


_ALLOWED = "it must be a name, as in 'simple:omega=4', or the path of a file"


def _construction(name: str) -> Construction:
    if name not in CONSTRUCTIONS:
        raise UnknownNameError("construction", name, CONSTRUCTIONS)
    return CONSTRUCTIONS[name]


def construction(text: str) -> LimitTransformer:
    """Returns the machine named by `text`, as ``NAME:parameter=value,…``.

    Raises:
        UnknownNameError: No construction has that name.
        SpecError: A parameter is missing, unknown, repeated, or out of range.

    Examples:
        >>> construction("modp:p=5,k=1").delta
        5
        >>> construction("kgram:k=2,S=3").tau
        2
    """
    name = base(text)
    entry = _construction(name)
    sorts = {**entry.numbers, **entry.settings}
    parts = read_name(text)
    if parts.form is not None:
        raise SpecError(f"{text!r} has a format; leave out @{parts.form}")
    numbers: dict[str, float] = {}
    for key, value in parts.values.items():
        if key not in sorts:
            raise SpecError(
                f"{f'{key}={value}'!r} in {text!r}; {name} takes each of "
                f"{', '.join(sorts)} once"
            )
        try:
            numbers[key] = sorts[key](value)
        except ValueError:
            kind = "a whole number" if sorts[key] is int else "a number"
            raise SpecError(f"{key} in {text!r} is {value!r}, not {kind}") from None
    parameters = inspect.signature(entry.make).parameters
    needed = [
        key for key in sorts if parameters[key].default is inspect.Parameter.empty
    ]
    if not set(needed) <= set(numbers):
        raise SpecError(
            f"{text!r} lacks {' and '.join(needed)}; write for example "
            f"{spelled_name(name, dict.fromkeys(needed, 4))}"
        )
    return entry.make(**numbers)


def machine(source: str | Path) -> LimitTransformer:
    """Returns the machine of a named construction or of a file.

    Args:
        source: Text that starts with the name of a construction, or else a path; a
            `Path` is always a file.

    Raises:
        UnknownNameError: Neither a construction nor a file has this name.
        FormatError: The file is not a machine.
        FileError: The file cannot be read.
        SpecError: `source` is neither text nor a path.
    """
    require_kind("the machine", source, (str, Path), _ALLOWED)
    if isinstance(source, str):
        if base(source) in CONSTRUCTIONS:
            return construction(source)
        with about_file(path_of(source)):
            there = Path(source).exists()
        if not there:
            raise UnknownNameError(
                "machine file or construction", source, CONSTRUCTIONS
            )
    return load(source)
