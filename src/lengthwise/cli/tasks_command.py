"""``lengthwise tasks``: the catalogue, and what one task is."""

import textwrap
from typing import Any

from lengthwise.cli.printing import print_json, print_text
from lengthwise.columns import listing
from lengthwise.names import equations
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.outputs import Label
from lengthwise.tasks.own.task_file import any_task
from lengthwise.tasks.task import Task, resolve
from lengthwise.tasks.task_format import FORMATS
from lengthwise.words import Alphabet, Word

WIDTH = 80


def tasks(name: str | None = None, /, *, json: bool = False) -> None:
    """List the tasks with an example each, or say what one task is.

    Args:
        name: A task, such as sort, simple:omega=4 or tomita4@recognize-end; or one in
            a file of yours, as file.py:NAME.
        json: Print JSON.
    """
    if json:
        print_json({"tasks": _data(name)})
    elif name is None:
        print_text(_listing())
    else:
        print_text(_details(any_task(name)))


def _data(name: str | None) -> list[dict[str, Any]]:
    if name is not None:
        return [any_task(name).data()]
    return [
        {"group": group, **task(text).data()}
        for group, texts in GROUPS.items()
        for text in texts
    ]


def _listing() -> str:
    lines = []
    widest = max(len(text) for texts in GROUPS.values() for text in texts)
    for group, texts in GROUPS.items():
        rows = {text: _about(task(text)) for text in texts}
        lines += [group, "", listing(rows, indent=2, least=widest, width=WIDTH), ""]
    last = "lengthwise tasks NAME says more about one of them."
    return "\n".join([*lines, last])


def _about(listed: Task) -> str:
    """The summary, and the example below it."""
    return f"{listed.summary}\n{_example(listed)}"


def _details(one: Task) -> str:
    family = None if one.origin else FAMILIES[one.name]
    rows = {
        "format": f"{one.format}: {FORMATS[one.format]}",
        "formats": ", ".join(family.formats) if family else "",
        "output": f"{type(one.output).__name__}; loss {one.output.loss}, "
        f"metric {one.output.metric}",
        "alphabet": _symbols(one.alphabet),
        "numbers": "; ".join(
            f"{number.name}, {number.meaning}: {number.allowed}"
            for number in family.parameters
        )
        if family
        else equations(one.numbers),
        "lengths": _lengths(one),
        "law": f"{type(one.law).__name__}: {_law(one)}",
        "label": one.rule,
        "states": "" if one.dfa is None else str(len(one.dfa)),
        "example": _example(one),
        "source": one.source,
        "file": f"SHA-256 {one.origin}" if one.origin else "",
    }
    facts = {key: value for key, value in rows.items() if value}
    summary = textwrap.fill(
        one.summary, WIDTH, initial_indent="  ", subsequent_indent="  "
    )
    return "\n".join([str(one), summary, "", listing(facts, indent=2, width=WIDTH)])


def _symbols(alphabet: Alphabet) -> str:
    symbols = alphabet.symbols
    shown = symbols if len(symbols) <= 20 else (*symbols[:8], "…", *symbols[-5:])
    return f"{len(symbols)} symbols: {' '.join(shown)}"


def _lengths(one: Task) -> str:
    shortest = one.lengths(one.min_length, one.min_length + 50)[:5]
    longest = "" if one.max_length is None else f" up to {one.max_length}"
    return f"{', '.join(map(str, shortest))}, …{longest}"


def _law(one: Task) -> str:
    """The first line of what documents the law."""
    law = one.law
    subject = (
        resolve(law.questions, one.origin) if isinstance(law, Instances) else type(law)
    )
    return (
        (subject.__doc__ or "drawn by a function of its own")
        .partition("\n")[0]
        .removeprefix("Returns ")
        .replace("`", "")
    )


def _example(one: Task) -> str:
    return f"{_word(one.example, one)} → {_label(one.label(one.example), one)}"


def _word(word: Word, one: Task) -> str:
    return ("" if all(len(s) == 1 for s in one.alphabet) else " ").join(word)


def _label(label: Label, one: Task) -> str:
    """A label as people write it."""
    if isinstance(label, bool):
        return "yes" if label else "no"
    if isinstance(label, float):
        return f"{label:.4g}"
    if isinstance(label, int):
        return f"state {label}"
    parts = [part if isinstance(part, str) else f"{part:.4g}" for part in label]
    if one.format == "next-set":
        return "{" + ", ".join(parts) + "}"
    return " ".join(parts)
