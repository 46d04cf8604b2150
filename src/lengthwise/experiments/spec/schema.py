"""Reading grids in TOML and records in JSON.

Only this module and `lengthwise.experiments.spec._json_types` use msgspec. The accepted
keys follow from the fields in `lengthwise.experiments.records.record_fields`. Every
error is one line that names the key, whether a value has the wrong type, a key is
unknown, a number is invalid, or the text is nested too deeply.
"""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec

from lengthwise.errors import FormatError, LengthwiseError, SpecError, UnknownNameError
from lengthwise.experiments.records.jsonl import LARGEST
from lengthwise.experiments.records.record import Record, read_record
from lengthwise.experiments.records.record_fields import FURTHER_SCORE, PARTS
from lengthwise.experiments.spec._json_types import (
    Whole,
    converted,
    field_type,
    optional,
    struct,
)
from lengthwise.experiments.spec.evaluation import read_evaluation
from lengthwise.experiments.spec.fields import Field
from lengthwise.experiments.spec.grid import Grid, grid
from lengthwise.experiments.spec.settings import (
    MODELS,
    RECIPE,
    WHOLE_MODEL,
    WHOLE_RECIPE,
    kind_of,
    model_settings,
)
from lengthwise.files import is_digest, read_text_file
from lengthwise.jsontext import json_value
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import RMS
from lengthwise.tasks.task_name import TaskName, name_of

Part: TypeAlias = dict[str, Any]

LARGEST_GRID = 1 << 13
"""Size limit of a grid file, in bytes: parsing TOML takes quadratic time."""

_Evaluation = struct(PARTS["evaluation"], format=(Literal[1], 1))
_Record = struct(
    (),
    format=Literal[1],
    trial=struct(
        PARTS["trial"],
        format=Literal[1, 2],
        task=dict[str, str | Whole | float],
        model=optional(dict[str, Any]),
        recipe=optional(struct(PARTS["recipe"], partial=True)),
    ),
    evaluation=_Evaluation,
    outcome=struct(
        PARTS["outcome"],
        losses=dict[Whole, struct(PARTS["losses"])],  # type: ignore[misc]
        further=optional(dict[str, dict[Whole, struct(FURTHER_SCORE)]]),  # type: ignore[misc]
    ),
    circumstances=struct(PARTS["circumstances"]),
)


_MODELS = {kind: struct(MODELS[kind], partial=True) for kind in MODELS}


class _Grid(msgspec.Struct, forbid_unknown_fields=True):
    task: Part | str
    train_length: Whole | list[Whole]
    seed: Whole | list[Whole] = 0
    model: Part = {}
    recipe: Part = {}
    evaluation: Part = {}


def read_grid(path: str | Path, *, origin: str | None = None) -> Grid:
    """Returns the grid that the TOML file `path` describes.

    Args:
        path: The file.
        origin: SHA-256 of its task's file, which must be loaded.

    Raises:
        FormatError: The file is not TOML, or too large.
        SpecError: A value has the wrong type or cannot be used.
        UnknownNameError: A key, a task or a parameter is unknown.
        OSError: The file cannot be read.
    """
    text = read_text_file(path, limit=LARGEST_GRID, what="a grid")
    try:
        return grid_of(text, origin=origin)
    except LengthwiseError as error:
        error.args = (f"{path}: {error}",)
        raise


def grid_of(text: str, *, origin: str | None = None) -> Grid:
    """Returns the grid described by a TOML text; see `read_grid`.

    Examples:
        >>> text = '''
        ... train_length = [8, 16]
        ... seed = [0, 1, 2]
        ... [task]
        ... name = "simple"
        ... omega = [1, 2]
        ... [evaluation]
        ... lengths = [64, 1_000_000]
        ... '''
        >>> len(grid_of(text))
        12
        >>> grid_of(text.replace("seed", "sed"))
        Traceback (most recent call last):
        lengthwise.errors.UnknownNameError: no key of a grid is called 'sed'; did you
        mean 'seed'?
    """
    try:
        plain = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise FormatError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise FormatError("not a valid grid file: nested too deeply") from None
    except ValueError as error:  # a number of 5,000 digits
        raise FormatError(f"not a valid grid file: {error}") from None
    return grid_of_data(plain, origin=origin)


def grid_of_data(plain: Part, *, origin: str | None = None) -> Grid:
    """Returns the grid described by parsed TOML data; see `read_grid`."""
    _known("key of a grid", plain, _Grid.__struct_fields__)
    parsed = converted(plain, _Grid)
    _known("key of [evaluation]", parsed.evaluation, _Evaluation.__struct_fields__)
    evaluation = converted(parsed.evaluation, _Evaluation, "evaluation")
    kind = kind_of(parsed.model)
    part = {"name": parsed.task} if isinstance(parsed.task, str) else parsed.task
    name = converted(part.pop("name", None), str, "task.name")
    numbers = _axes("task", part, dict.fromkeys(part, Whole | float))
    if origin is None:
        named = _in_catalogue(name)
        if isinstance(parsed.task, str):
            name, numbers = named.name, dict(named.numbers)
    return grid(
        name,
        numbers=numbers,
        origin=origin,
        train_length=parsed.train_length,
        seed=parsed.seed,
        model=_axes("model", parsed.model, _types(model_settings(kind))),
        recipe=_axes("recipe", parsed.recipe, _types(RECIPE)),
        evaluation=read_evaluation(msgspec.to_builtins(evaluation)),
    )


def _in_catalogue(name: str) -> TaskName:
    try:
        return name_of(task(name))
    except UnknownNameError as error:
        error.args = (f"{error}; or give its file with --task-file",)
        raise


def record_of(line: str | bytes) -> Record:
    """Returns the record in a line of JSON.

    Whitespace and the order of keys do not matter; everything else must be canonical.

    Raises:
        FormatError: The line is not a record of this format.
    """
    if len(line) > LARGEST:
        raise FormatError(f"more than {LARGEST} bytes; too long for a record")
    try:
        record = read_record(_checked(line))
        written = record.line()
        same = line.strip() in (written, written.encode()) or (
            msgspec.json.decode(written) == json_value(line, what="a record")
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"not a record: {error}") from None
    except LengthwiseError as error:
        raise FormatError(f"not a record: {error}") from None
    if not same:
        raise FormatError("not a record: it contradicts itself")
    return record


def _checked(line: str | bytes) -> Part:
    """The data of a record, with all types checked."""
    plain: Part = msgspec.to_builtins(msgspec.json.decode(line, type=_Record))
    trial = plain["trial"]
    kind = kind_of(trial.get("model", {}))
    if kind not in MODELS:
        raise UnknownNameError("kind of model", kind, MODELS)
    if "model" in trial:
        model = converted(trial["model"], _MODELS[kind], "model")
        trial["model"] = msgspec.to_builtins(model)
    if trial["format"] == 2:
        whole = {"model": WHOLE_MODEL[kind], "recipe": WHOLE_RECIPE}
        for part, names in whole.items():
            for name in names:
                if name not in trial.get(part, {}):
                    raise SpecError(
                        f"{part}.{name} is missing; format 2 requires all settings"
                    )
    for name, value in trial["task"].items():
        plain_kind = str if name in ("name", "origin") else Whole | float
        _value(value, plain_kind, f"task.{name}")
    converted(trial["task"].get("name"), str, "task.name")
    origin = trial["task"].get("origin")
    if origin is not None and not is_digest(origin):
        raise SpecError("task.origin is not a SHA-256 of 64 digits of 0-9 and a-f")
    _require_means(plain["outcome"])
    return plain


def _require_means(outcome: Part) -> None:
    """Raises a `SpecError` unless every score has its mean."""
    squared = outcome.get("metric", RMS.name) == RMS.name
    wanted = {"mean_squared", "root_mean_square"} if squared else {"mean"}
    for length, score in outcome["losses"].items():
        if not wanted <= score.keys():
            names = ", ".join(sorted(wanted))
            raise SpecError(f"the loss at length {length} must have {names}")


def _types(described: Iterable[Field]) -> dict[str, Any]:
    return {one.name: field_type(one, toml=True) for one in described}


def _axes(part: str, settings: Part, types: Mapping[str, Any]) -> Part:
    """Grid settings: each a value of its type, or a list of such values."""
    _known(f"key of [{part}]", settings, types)
    axes = {}
    for name, value in settings.items():
        kind = types[name]
        several = isinstance(value, list)
        if several and get_origin(kind) is list:
            several = any(isinstance(item, list) for item in value)
        values = value if several else [value]
        checked = [_value(one, kind, f"{part}.{name}") for one in values]
        axes[name] = checked if several else checked[0]
    return axes


def _value(value: object, kind: Any, place: str) -> Any:  # noqa: ANN401 - any setting
    checked = converted(value, kind, place)
    if isinstance(checked, float) and not math.isfinite(checked):
        raise SpecError(f"{place} is {checked}; it must be finite")
    return _without_none(checked, kind)


def _without_none(value: Any, kind: Any) -> Any:  # noqa: ANN401 - any setting
    """A grid value with the string ``none`` replaced by ``None``."""
    inner = get_args(kind)
    if isinstance(value, list):
        return [_without_none(one, inner[0]) for one in value]
    return None if value == "none" and Literal["none"] in inner else value


def _known(kind: str, keys: Iterable[str], names: Iterable[str]) -> None:
    known = tuple(names)
    for name in keys:
        if name not in known:
            raise UnknownNameError(kind, name, known)
