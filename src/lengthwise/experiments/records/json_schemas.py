"""The JSON schemas of records and grids, generated from their field descriptions.

``docs/formats`` contains them as files; a test keeps these up to date.
"""

import re
from collections import abc
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args, get_origin

from lengthwise.experiments.records.record_fields import FURTHER_SCORE, KEYS, PARTS
from lengthwise.experiments.spec.canonical import FORMAT
from lengthwise.experiments.spec.fields import REQUIRED, Field, alternatives
from lengthwise.experiments.spec.settings import (
    MODELS,
    RECIPE,
    WHOLE_MODEL,
    WHOLE_RECIPE,
    model_settings,
)
from lengthwise.models import LimitNet
from lengthwise.tasks.outputs import FURTHER

Schema: TypeAlias = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
NULL: Schema = {"type": "null"}
SOURCES: Schema = {
    "type": "array",
    "items": TEXT,
    "description": "The sources of the result, as keys of the bibliography; the last "
    "one is this software. lengthwise cite prints their BibTeX.",
}
"""The keys that every command prints beside its result."""

NOTHING_MORE: Mapping[str, Schema] = MappingProxyType({})

WEIGHTS: Schema = {
    "anyOf": [
        {
            "type": "object",
            "required": ["digest", "bytes", "file"],
            "properties": {
                "digest": TEXT,
                "bytes": {"type": "integer"},
                "file": {"anyOf": [TEXT, NULL]},
            },
        },
        NULL,
    ],
    "description": "The weights of the trial in this store: their digest, as in "
    "the outcome of a record, and their file beside the store, null for "
    "the store itself. Null if there are none.",
}
"""The schema of the location of a trial's weights."""

NAMES = {int: "integer", float: "number", bool: "boolean", str: "string"}
"""The JSON schema types of Python types."""


def record_schema() -> Schema:
    """Returns the schema of a record, a line of a ``.jsonl`` file.

    Examples:
        >>> record_schema()["required"]
        ['format', 'trial', 'evaluation', 'outcome', 'circumstances']
    """
    return _titled("One record of a sweep, a line of a .jsonl file", _record())


def records_schema(title: str, more: Mapping[str, Schema] = NOTHING_MORE) -> Schema:
    """Returns the schema of output that lists records with their keys, and sources.

    Args:
        title: The command that prints it.
        more: Further keys by name.
    """
    record = _object({"keys": _part(KEYS)} | _record()["properties"])
    keys = {"records": _list_of(record), **more, "sources": SOURCES}
    return _titled(title, _object(keys))


def grid_schema() -> Schema:
    """Returns the schema of a grid, the parsed TOML file of ``lengthwise sweep``."""
    number = {"anyOf": [{"type": "number"}, _list_of({"type": "number"})]}
    table = _object({"name": TEXT}) | {"additionalProperties": number}
    keys = {
        "task": {"anyOf": [TEXT, table]},
        **{one.name: _axis(one) for one in PARTS["trial"]},
        "model": _any(
            [
                _model(kind, {one.name: _axis(one) for one in model_settings(kind)})
                for kind in MODELS
            ]
        ),
        "recipe": _object({one.name: _axis(one) for one in RECIPE}, needed=()),
        "evaluation": _part(PARTS["evaluation"]),
    }
    schema = _object(keys, needed=("task", "train_length", "evaluation"))
    return _titled("A grid of trials, the TOML file of lengthwise sweep", schema)


def text_of(meaning: str) -> str:
    r"""Returns the meaning of a field without docstring markup.

    Examples:
        >>> text_of(r"The largest lag :math:`\tau`, or ``None``.")
        'The largest lag tau, or None.'
    """
    return re.sub(r":math:`\\?([^`]*)`", r"\1", meaning).replace("`", "")


def _record() -> Schema:
    means = [["mean"], ["mean_squared", "root_mean_square"]]
    score = _part(PARTS["losses"]) | {"anyOf": [{"required": one} for one in means]}
    losses = _by_length(score) | {
        "description": "Scores by the test lengths of the evaluation."
    }
    meaning = next(one.meaning for one in PARTS["outcome"] if one.name == "further")
    further = {
        "type": "object",
        "description": text_of(meaning),
        "minProperties": 1,
        "propertyNames": {"enum": list(FURTHER)},
        "additionalProperties": _by_length(_part(FURTHER_SCORE)),
    }
    return _object(
        {
            "format": {"const": FORMAT},
            "trial": _trial(),
            "evaluation": _part(PARTS["evaluation"], format={"const": FORMAT}),
            "outcome": _part(PARTS["outcome"], losses=losses, further=further),
            "circumstances": _part(PARTS["circumstances"]),
        }
    )


def _by_length(score: Schema) -> Schema:
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": "^[0-9]+$"},
        "additionalProperties": score,
    }


def _trial() -> Schema:
    """A trial, with some of its settings in format 1 and most of them in format 2."""
    described = {
        one.name: _field(one) for one in PARTS["task"] if one.name != "numbers"
    }
    task = _object(described, needed=("name",))
    settings = {
        "model": _any([_model(kind, _fields(MODELS[kind])) for kind in MODELS]),
        "recipe": _object(_fields(RECIPE), needed=()),
    }
    keys = {
        "format": {"enum": [1, 2]},
        "task": task | {"additionalProperties": {"type": "number"}},
        **_fields(PARTS["trial"]),
        **settings,
    }
    kinds = [_model(kind, {}, needed=WHOLE_MODEL[kind]) for kind in MODELS]
    whole = {
        "required": list(settings),
        "properties": {
            "model": _any([_without(one, "additionalProperties") for one in kinds]),
            "recipe": {"required": list(WHOLE_RECIPE)},
        },
    }
    return _object(keys, needed=("format", "task", "train_length", "seed")) | {
        "if": {"properties": {"format": {"const": 2}}},
        "then": whole,
    }


def _model(kind: str, keys: Mapping[str, Schema], needed: Iterable[str] = ()) -> Schema:
    """The settings of a kind of model; without a kind, of a limit net."""
    named = {"kind": {"const": kind}}
    must = () if kind == LimitNet.kind else ("kind",)
    return _object({**keys, **named}, needed=(*must, *needed))


def _without(schema: Schema, key: str) -> Schema:
    return {name: value for name, value in schema.items() if name != key}


def _titled(title: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema}


def _object(keys: Mapping[str, Schema], needed: Iterable[str] | None = None) -> Schema:
    """An object with exactly these keys, all required by default."""
    return {
        "type": "object",
        "required": list(keys if needed is None else needed),
        "properties": dict(keys),
        "additionalProperties": False,
    }


def _part(described: Iterable[Field], **others: Schema) -> Schema:
    """A part of a record, with further keys and overrides."""
    fields = {one.name: one for one in described}
    keys = {name: others.get(name) or _field(one) for name, one in fields.items()}
    first = {name: one for name, one in others.items() if name not in fields}
    needed = [
        name
        for name, one in fields.items()
        if one.default is REQUIRED or one.rules.always
    ]
    return _object(first | keys, needed=[*first, *needed])


def _fields(described: Iterable[Field]) -> dict[str, Schema]:
    return {one.name: _field(one) for one in described}


def _field(one: Field) -> Schema:
    """A field: its type, limits and meaning; null is never a default."""
    schema = _kind(one.kind, one)
    if one.default is None:
        schema = _any([each for each in _each(schema) if each != NULL])
    if one.rules.measured:
        schema = _any([schema, {"enum": ["nan", "inf"]}])
    return schema | {"description": text_of(one.meaning)}


def _kind(kind: Any, one: Field) -> Schema:  # noqa: ANN401 - a type
    """A type with the limits of its field."""
    kinds, origin, inner = alternatives(kind), get_origin(kind), get_args(kind)
    if kinds != (kind,):
        return _any([*(_kind(each, one) for each in kinds), NULL])
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        least = {"minItems": 1} if one.default is REQUIRED else {}
        return _list_of(_kind(inner[0], one)) | least
    if origin is abc.Mapping:
        values = _kind(inner[1], one)
        return {"type": "object", "minProperties": 1, "additionalProperties": values}
    schema: Schema = {"type": NAMES[kind]}
    if one.rules.least is not None:
        schema["minimum"] = one.rules.least
    if one.rules.pattern is not None:
        schema["pattern"] = one.rules.pattern
    return schema


def _axis(one: Field) -> Schema:
    """A setting of a grid: a value, or a list of values."""
    schema = _field(one)
    meaning = schema.pop("description")
    value = _in_toml(schema)
    return _any([value, _list_of(value)]) | {"description": meaning}


def _in_toml(schema: Schema) -> Schema:
    """A type in TOML, where the string ``none`` replaces null."""
    if schema == NULL:
        return {"const": "none"}
    if "items" in schema:
        return schema | {"items": _in_toml(schema["items"])}
    return (
        _any([_in_toml(each) for each in schema["anyOf"]])
        if "anyOf" in schema
        else schema
    )


def _any(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _each(schema: Schema) -> list[Schema]:
    return list(schema.get("anyOf", [schema]))


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}
