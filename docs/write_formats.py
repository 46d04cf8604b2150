"""Writes what the manual says of records and grids, from the descriptions of fields.

``python docs/write_formats.py`` writes the JSON schemas in ``docs/formats`` and the
tables between ``<!-- fields: NAME -->`` and ``<!-- end -->`` in the pages. A test fails
where they are not as this would write them.
"""

import json
import re
from collections import abc
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from lengthwise.experiments.records.flat_rows import COLUMNS
from lengthwise.experiments.records.json_schemas import (
    WEIGHTS,
    grid_schema,
    record_schema,
    records_schema,
)
from lengthwise.experiments.records.record_fields import COLUMN_FIELDS, PARTS
from lengthwise.experiments.spec.fields import REQUIRED, Field, alternatives
from lengthwise.experiments.spec.settings import RECIPE, model_settings
from lengthwise.models import KINDS

DOCS = Path(__file__).parent
SCHEMAS = {
    "grid": grid_schema(),
    "record": record_schema(),
    "store-list": records_schema("lengthwise store list --json"),
    "store-show": records_schema("lengthwise store show --json", {"weights": WEIGHTS}),
}
SETTINGS = {kind: model_settings(kind) for kind in KINDS} | {"recipe": RECIPE}
TABLES = PARTS | SETTINGS
BLOCK = re.compile(r"(<!-- fields: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
NAMES = {
    int: "whole number",
    float: "number",
    bool: "true or false",
    str: "text",
}


def schema_text(name: str) -> str:
    """Returns the text of the file of a schema."""
    return json.dumps(SCHEMAS[name], indent=2, ensure_ascii=False) + "\n"


def page_text(text: str) -> str:
    """Returns the text of a page with its tables as they must be."""
    return BLOCK.sub(lambda found: f"{found[1]}{table(found[2])}{found[3]}", text)


def table(name: str) -> str:
    """Returns a table of fields in Markdown."""
    if name == "columns":
        rows = [
            (f"`{column}`", NAMES[COLUMNS[column]], _markdown(one.meaning))
            for column, one in COLUMN_FIELDS.items()
        ]
        return _table(("column", "type", "meaning"), rows)
    settings = name in SETTINGS or name == "evaluation"
    heads = (
        ("key", "type", "default", "meaning")
        if settings
        else ("key", "type", "meaning")
    )
    rows = []
    for one in TABLES[name]:
        said = (_default(one),) if settings else ()
        rows.append((f"`{one.name}`", _type(one), *said, _meaning(one)))
    return _table(heads, rows)


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _default(one: Field) -> str:
    if one.default is REQUIRED:
        return "must be given"
    if one.default in (None, ()):
        return "none"
    plain = one.plain(one.default)
    return f"`{plain}`" if isinstance(plain, str) else json.dumps(plain)


def _meaning(one: Field) -> str:
    since = {1: "", 2: " Since format 2.", None: " Left out at its default."}
    return _markdown(one.meaning) + since[one.rules.since]


def _markdown(meaning: str) -> str:
    """The markup of a docstring as Markdown."""
    plain = re.sub(r":math:`([^`]*)`", r"$\1$", meaning)
    return plain.replace("``", "`").replace("|", "\\|")


def _type(one: Field) -> str:
    kinds = [_kind(kind) for kind in alternatives(one.kind)]
    return " or ".join(kinds)


def _kind(kind: Any) -> str:  # noqa: ANN401 - a type
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return ", ".join(f"`{one}`" for one in inner)
    if get_origin(kind) is tuple:
        return f"list of {_kind(alternatives(inner[0])[0])}s"
    if get_origin(kind) is abc.Mapping:
        return "object"
    return NAMES[kind]


def main() -> None:
    """Writes all files."""
    for name in SCHEMAS:
        path = DOCS / "formats" / f"{name}.schema.json"
        path.write_text(schema_text(name), "utf-8")
    for page in DOCS.glob("*.md"):
        text = page.read_text("utf-8")
        if BLOCK.search(text):
            page.write_text(page_text(text), "utf-8")


if __name__ == "__main__":
    main()
