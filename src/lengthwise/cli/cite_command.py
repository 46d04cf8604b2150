"""``lengthwise cite``: the BibTeX of what a result rests on.

Every command takes ``--cite`` in place of ``--json``: the same result is computed, and
what it rests on is read off its JSON.
"""

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import FormatError, LengthwiseError, UnknownNameError
from lengthwise.files import read_text_file
from lengthwise.jsontext import json_value

LARGEST = 1 << 28
"""Bytes of the largest file that is searched for what it rests on."""

OURS = "lengthwise"
"""The key of this software, which every list ends with."""

_IZZO, _HUANG, _MUP = "izzo2025quantitative", "huang2025formal", "yang2022tensor"
RESTS = {
    "answers": (_HUANG,),
    "caption": (_IZZO, _MUP),
    "errors": (_IZZO,),
    "figures": (_IZZO, _MUP),
    "plateaus": (_IZZO, _MUP),
    "records": (_MUP,),
    "results": (_HUANG,),
    "simulations": (_IZZO,),
    "sufficient_bits": (_HUANG,),
    "traces": (_HUANG,),
}
"""What a result rests on by the nature of it: a key of its JSON names its kind."""


Result = Annotated[str, Parameter(allow_leading_hyphen=True)]


def cite(*result: Result, json: bool = False) -> None:
    """Print the BibTeX of what results rest on; of everything, if none is named.

    Every other command takes --cite, which prints that of its own result.

    Args:
        result: A file with the JSON that a command printed (- is standard input), a
            theorem such as izzo-4.1-explicit, a task, or a key of the bibliography.
        json: Print JSON.
    """
    named = [key for one in result for key in _named(one)] if result else entries()
    _print(_ordered(named), json=json)


def cited(arguments: Sequence[str], run: Callable[[list[str]], Any]) -> Any:  # noqa: ANN401
    """Runs a command for its JSON and prints the BibTeX of what that rests on.

    Returns:
        What the command returned, such as an exit code.
    """
    plain = [word for word in arguments if word not in {"--cite", "--json"}]
    place = plain.index("--") if "--" in plain else len(plain)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = run([*plain[:place], "--json", *plain[place:]])
    _print(_ordered(_said(_data(said.getvalue(), "the result"))))
    return code


@cache
def entries() -> dict[str, str]:
    """Every entry of the bibliography, by its key.

    Examples:
        >>> print(entries()["chen2025nonasymptotic"].splitlines()[2].strip())
        title = {Non-Asymptotic Length Generalization},
    """
    text = files("lengthwise").joinpath("references.bib").read_text("utf-8")
    found = re.findall(r"^@\w+\{(\w+),.*?^\}$", text, re.MULTILINE | re.DOTALL)
    whole = re.finditer(r"^@\w+\{.*?^\}$", text, re.MULTILINE | re.DOTALL)
    return dict(zip(found, (one.group() for one in whole), strict=True))


def _ordered(keys: Iterable[str]) -> dict[str, None]:
    """Each key once, this software last."""
    return dict.fromkeys([*(key for key in keys if key != OURS), OURS])


def _print(keys: dict[str, None], *, json: bool = False) -> None:
    known = entries()
    if json:
        found = [{"key": key, "bibtex": known[key]} for key in keys]
        print_json({"entries": found})
    else:
        print_text("\n".join(known[key] for key in keys))


def _named(text: str) -> Iterator[str]:
    if text == "-":
        yield from _said(_data(_read(text), "standard input"))
    elif Path(text).is_file():
        yield from _said(_data(_read(text), text))
    elif text in entries():
        yield text
    else:
        yield _theorem(text) or _source(text)


def _read(path: str) -> str:
    return read_text_file(path, limit=LARGEST, what="what a command printed")


def _theorem(name: str) -> str | None:
    from lengthwise.theory.theorems.calculator import bounds

    return {entry.theorem.name: entry.theorem.key for entry in bounds()}.get(name)


def _source(task: str) -> str:
    from lengthwise.tasks.catalogue import task as task_of

    try:
        return task_of(task).source
    except UnknownNameError as error:
        raise UnknownNameError(
            "file, theorem, task or entry", task, entries()
        ) from error


def _data(text: str, where: str) -> Iterator[Any]:
    """JSON, or JSON a line."""
    try:
        try:
            yield json_value(text, what="JSON")
        except FormatError:
            for line in text.splitlines():
                if line.strip():
                    yield json_value(line, what="JSON")
    except FormatError:
        raise FormatError(
            f"{where} is not JSON; give what a command printed with --json"
        ) from None


def _said(parts: Iterable[Any]) -> Iterator[str]:
    try:
        for part in parts:
            yield from _keys(part)
    except RecursionError:
        raise FormatError("JSON that is nested too deeply for one of ours") from None


def _keys(data: Any) -> Iterator[str]:  # noqa: ANN401
    """The keys of the bibliography that JSON names or implies, in its order."""
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part)
        elif isinstance(part, str):
            if part in entries():
                yield part
        elif isinstance(part, dict) and part.get("applies") is not False:
            yield from _implied(part)
            waiting += reversed(part.values())


def _implied(data: dict[str, Any]) -> Iterator[str]:
    for kind, keys in RESTS.items():
        if kind in data:
            yield from keys
    task = data.get("task")
    name = task.get("name") if isinstance(task, dict) else task
    if isinstance(name, str):
        with contextlib.suppress(LengthwiseError):  # of a task that is not ours
            yield _source(name)
    if data.get("kind") == "certificate" or "window" in data:
        yield "yang2026algebraic"
    bound = data.get("bound")
    if isinstance(bound, str) and "automata" in bound:
        yield "chen2025nonasymptotic"
