"""``lengthwise cite``: the BibTeX of the sources of a result.

Every result has its sources. Every command takes ``--cite`` in place of ``--json``: it
computes the same result and prints the BibTeX of its sources.
"""

import contextlib
import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from lengthwise.bibliography import OURS, entries, united
from lengthwise.cli.printing import noted_sources, print_json, print_text
from lengthwise.errors import FormatError, UnknownNameError
from lengthwise.files import read_text_file
from lengthwise.jsontext import json_value
from lengthwise.printable import printable

LARGEST = 1 << 28
"""Size limit of a file, in bytes."""

Result = Annotated[str, Parameter(allow_leading_hyphen=True)]


def cite(*result: Result, json: bool = False) -> None:
    """Print the BibTeX of the sources of results; of all entries if none is given.

    Every other command takes --cite, which prints the sources of its own result.

    Args:
        result: A file with the JSON output of a command or with records (- is standard
            input), a theorem such as izzo-4.1-explicit, a task, or a key of the
            bibliography.
        json: Print JSON.
    """
    named = [_named(one) for one in result] if result else [tuple(entries())]
    keys = united(*named, (OURS,))
    if json:
        rows = [{"key": key, "bibtex": entries()[key]} for key in keys]
        print_json({"entries": rows}, sources=keys)
    else:
        _print(keys)


def cited(arguments: Sequence[str], run: Callable[[list[str]], Any]) -> Any:  # noqa: ANN401
    """Runs a command and prints the BibTeX of the sources of its result.

    Returns:
        The return value of the command, such as an exit code.
    """
    plain = [word for word in arguments if word not in {"--cite", "--json"}]
    place = plain.index("--") if "--" in plain else len(plain)
    dropped = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with noted_sources() as keys, contextlib.redirect_stdout(dropped):
        code = run([*plain[:place], "--json", *plain[place:]])
    _print(united(keys, (OURS,)))
    return code


def _print(keys: Iterable[str]) -> None:
    print_text("\n".join(entries()[key] for key in keys))


def _named(text: str) -> tuple[str, ...]:
    """The sources named by an argument, as keys."""
    if text == "-" or Path(text).is_file():
        name = "standard input" if text == "-" else text
        content = read_text_file(text, limit=LARGEST, what="the output of a command")
        return _of_records(content, name) or _of_result(content, name)
    if text in entries():
        return (text,)
    return _of_theorem(text) or _of_task(text)


def _of_theorem(name: str) -> tuple[str, ...]:
    from lengthwise.theory.theorems.all_theorems import THEOREMS

    theorems = (one.theorem for one in THEOREMS)
    return tuple(one.key for one in theorems if one.name == name)


def _of_task(name: str) -> tuple[str, ...]:
    from lengthwise.tasks.catalogue import task

    try:
        return task(name).sources
    except UnknownNameError as error:
        raise UnknownNameError(
            "file, theorem, task or entry", name, entries()
        ) from error


def _of_records(text: str, name: str) -> tuple[str, ...]:
    """The sources of records, one per line; none if the text is something else."""
    try:
        first = json_value(text.lstrip().partition("\n")[0], what="JSON")
    except FormatError:
        return ()
    if not (isinstance(first, dict) and "trial" in first):
        return ()
    from lengthwise.experiments.records.jsonl import records_in

    lines = io.BytesIO(text.encode())
    return united(*(record.trial.sources for record in records_in(lines, name)))


def _of_result(text: str, name: str) -> tuple[str, ...]:
    try:
        data = json_value(text, what="JSON")
    except FormatError:
        raise FormatError(
            f"{name} is not JSON; give the output of a command with --json"
        ) from None
    keys = data.get("sources") if isinstance(data, dict) else None
    if keys is None:
        raise FormatError(
            f'{name} has no "sources", which --json includes in this version; run the '
            "command again with --json, or with --cite"
        )
    if not (isinstance(keys, list) and all(isinstance(key, str) for key in keys)):
        listed = printable(keys, longest=80)
        raise FormatError(f'{name} has "sources" {listed}; it must be a list of keys')
    for key in keys:
        if key not in entries():
            raise UnknownNameError(f'entry of "sources" in {name}', key, entries())
    return tuple(keys)
