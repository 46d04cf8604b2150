"""``lengthwise tasks``: the catalogue, one task, or training data."""

import shlex
import textwrap
from pathlib import Path

from lengthwise.bibliography import united
from lengthwise.cli.number_options import Whole, WholeNumber, read_lengths
from lengthwise.cli.printing import json_text, note_sources, print_json, print_text
from lengthwise.columns import listing
from lengthwise.errors import SpecError
from lengthwise.names import equations
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.dataset import rows, write_folder, write_rows
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.outputs import Label
from lengthwise.tasks.own.task_file import any_task
from lengthwise.tasks.task import Task, resolve
from lengthwise.tasks.task_format import FORMATS
from lengthwise.words import Alphabet, Word

WIDTH = 80


def tasks(
    name: str | None = None,
    /,
    *,
    draw: Whole = None,
    lengths: str = "1-50",
    seed: WholeNumber = 0,
    out: str | None = None,
    json: bool = False,
) -> None:
    """List the tasks, describe one of them, or write training data.

    With --draw, random inputs and their targets are written as JSON lines to --out, or
    to standard output. An --out that ends in / becomes a folder for Hugging Face
    datasets.load_dataset.

    Args:
        name: A task, such as sort, simple:omega=4 or tomita4@recognize-end; or one in
            your own file, as in file.py:NAME.
        draw: Number of random inputs to write.
        lengths: Their lengths, as in 8,16,32 or 1-50. Each is equally likely; lengths
            for which the task has no inputs are omitted.
        seed: Random seed of the inputs.
        out: The output file, or a folder if it ends in /.
        json: Print JSON.
    """
    if draw is not None:
        if name is None:
            raise SpecError("--draw needs a task, as in lengthwise tasks sort --draw 5")
        _write(any_task(name), name, draw, lengths, seed, out)
    elif out is not None:
        raise SpecError("--out needs --draw, the number of inputs to write")
    elif json:
        listed = _shown(name)
        rows_of = [{**head, **one.data()} for head, one in listed]
        sources = united(*(one.sources for _, one in listed))
        print_json({"tasks": rows_of}, sources=sources)
    elif name is None:
        print_text(_listing())
    else:
        print_text(_details(any_task(name)))


def _write(
    one: Task, name: str, number: int, lengths: str, seed: int, out: str | None
) -> None:
    note_sources(one.sources)
    drawn = rows(one, number, read_lengths(lengths), seed=seed)
    if out is None:
        for row in drawn:
            print_text(json_text(row))
        return
    if out.endswith("/"):
        options = {"draw": number, "lengths": lengths, "seed": seed, "out": out}
        words = [f"--{key}={value}" for key, value in options.items()]
        command = shlex.join(["lengthwise", "tasks", name, *words])
        write_folder(Path(out), one, drawn, command=command)
    else:
        write_rows(Path(out), drawn)
    print_text(f"{number} inputs of {one} are in {out}")


def _shown(name: str | None) -> list[tuple[dict[str, str], Task]]:
    """The tasks to show, with their headings."""
    if name is not None:
        return [({}, any_task(name))]
    return [
        ({"group": group}, task(text))
        for group, texts in GROUPS.items()
        for text in texts
    ]


def _listing() -> str:
    lines = []
    widest = max(len(text) for texts in GROUPS.values() for text in texts)
    for group, texts in GROUPS.items():
        about = {text: _about(task(text)) for text in texts}
        lines += [group, "", listing(about, indent=2, least=widest, width=WIDTH), ""]
    last = "lengthwise tasks NAME describes one of them."
    return "\n".join([*lines, last])


def _about(listed: Task) -> str:
    """The summary with an example."""
    return f"{listed.summary}\n{_example(listed)}"


def _details(one: Task) -> str:
    family = None if one.origin else FAMILIES[one.name]
    rows = {
        "format": f"{one.format}: {FORMATS[one.format]}",
        "formats": ", ".join(family.formats) if family else "",
        "output": f"{type(one.output).__name__}; loss {one.output.loss}, "
        f"metric {one.output.metric}",
        "alphabet": _symbols(one.alphabet),
        "parameters": "; ".join(
            f"{number.name}, {number.meaning}: {number.allowed}"
            for number in family.parameters
        )
        if family
        else equations(one.numbers),
        "lengths": _lengths(one),
        "distribution": f"{type(one.law).__name__}: {_law(one)}",
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
    some = symbols if len(symbols) <= 20 else (*symbols[:8], "…", *symbols[-5:])
    return f"{len(symbols)} symbols: {' '.join(some)}"


def _lengths(one: Task) -> str:
    shortest = one.lengths(one.min_length, one.min_length + 50)[:5]
    longest = "" if one.max_length is None else f" up to {one.max_length}"
    return f"{', '.join(map(str, shortest))}, …{longest}"


def _law(one: Task) -> str:
    """The first line of the distribution's docstring."""
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
    """A label as text."""
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
