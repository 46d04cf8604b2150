"""Checkpoints of running lanes: two generations, each verified when read."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from lengthwise.errors import FormatError, SpecError
from lengthwise.files import sync_folder
from lengthwise.sealed_arrays import read_sealed, write_sealed
from lengthwise.training.lane import Lane, read_lane
from lengthwise.training.recipe import Recipe

Saved: TypeAlias = dict[Lane, dict[str, np.ndarray]]
"""The state of each running lane, as named arrays."""

FORMAT = 1
KEYS = {"format", "recipe", "fingerprint", "lanes"}
"""The keys of the metadata of a checkpoint."""


@dataclass(frozen=True)
class Checkpoint:
    """The saved states of a bundle's lanes.

    Attributes:
        folder: A folder used by this bundle only.
        recipe: The recipe of the bundle.
        fingerprint: Everything else that determines the bits of results.
        forgiving: Whether to resume states with a different fingerprint.
    """

    folder: Path
    recipe: Recipe
    fingerprint: Mapping[str, str]
    forgiving: bool = False

    @property
    def current(self) -> Path:
        """The newest checkpoint."""
        return self.folder / "checkpoint.safetensors"

    @property
    def previous(self) -> Path:
        """The checkpoint before it, used if the newest one is damaged."""
        return self.folder / "checkpoint-previous.safetensors"

    def save(self, saved: Saved) -> None:
        """Writes the states; the current checkpoint becomes the previous one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        names = list(next(iter(saved.values()))) if saved else []
        arrays = {
            name: np.stack([state[name] for state in saved.values()]) for name in names
        }
        if self.current.exists():
            self.current.replace(self.previous)
            sync_folder(self.folder)
        write_sealed(self.current, arrays, self._note(saved))

    def load(self) -> Saved:
        """Returns the states of the newest undamaged checkpoint; empty without one.

        Raises:
            SpecError: It belongs to a different recipe or, unless `forgiving`, has a
                different fingerprint.
        """
        for path in (self.current, self.previous):
            try:
                arrays, note = read_sealed(path)
                lanes = _lanes(path, arrays, note)
            except FileNotFoundError:
                continue
            except FormatError as error:
                warnings.warn(f"{error}; using the previous checkpoint", stacklevel=2)
                continue
            self._check(path, note)
            return {
                lane: {name: rows[place] for name, rows in arrays.items()}
                for place, lane in enumerate(lanes)
            }
        return {}

    def remove(self) -> None:
        """Removes both generations."""
        for path in (self.current, self.previous):
            path.unlink(missing_ok=True)

    def _note(self, saved: Saved) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "recipe": self.recipe.plain(),
            "fingerprint": dict(self.fingerprint),
            "lanes": [lane.plain() for lane in saved],
        }

    def _check(self, path: Path, note: Mapping[str, Any]) -> None:
        own = self._note({})
        if note["format"] != FORMAT or note["recipe"] != _listed(own["recipe"]):
            raise SpecError(
                f"{path} belongs to another recipe or format; use another folder"
            )
        if note["fingerprint"] != own["fingerprint"] and not self.forgiving:
            changed = ", ".join(
                f"{key} {note['fingerprint'].get(key)} is now {value}"
                for key, value in own["fingerprint"].items()
                if note["fingerprint"].get(key) != value
            )
            raise SpecError(
                f"{path} was written in a different environment ({changed}), "
                "so results would differ; remove it to start over, or allow another "
                "fingerprint"
            )


def _lanes(
    path: Path, arrays: Mapping[str, np.ndarray], note: Mapping[str, Any]
) -> list[Lane]:
    """The lanes in the metadata that `Checkpoint.save` writes.

    Raises:
        FormatError: It is not such metadata, or lanes and rows of the arrays differ.
    """
    if note.get("format", FORMAT) != FORMAT:
        return []  # written by another version; the caller reports it
    try:
        lanes = [read_lane(lane) for lane in note["lanes"]]
        rows = {len(array) for array in arrays.values()} | {len(set(lanes))}
        whole = rows == {len(lanes)} and isinstance(note["fingerprint"], dict)
    except (LookupError, TypeError, ValueError, AttributeError):
        whole = False
    if not whole or set(note) != KEYS:
        raise FormatError(
            f"{path} is damaged or from another program: its metadata are invalid"
        )
    return lanes


def _listed(plain: Any) -> Any:  # noqa: ANN401
    """The data after a JSON round trip, with lists instead of tuples."""
    if isinstance(plain, dict):
        return {key: _listed(value) for key, value in plain.items()}
    if isinstance(plain, tuple | list):
        return [_listed(value) for value in plain]
    return plain
