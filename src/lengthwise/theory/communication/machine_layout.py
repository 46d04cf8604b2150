"""What messages about a limit transformer hold, and what was sent by its parts."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.errors import SpecError
from lengthwise.limit.machine import Head, LimitTransformer
from lengthwise.theory.communication.machine_classes import (
    Classes,
    classes_of,
    is_by_content,
    reach_of,
)
from lengthwise.theory.communication.message_layout import Layout, Summary

Place: TypeAlias = tuple[int, int]
"""A layer, from 0, and a coordinate of the stream in front of it."""


@dataclass(frozen=True, eq=False)
class Counted:
    """What was sent about the classes of a layer: counts, and the last classes."""

    classes: Classes
    counts: Int[np.ndarray, " classes"]
    past: Int[np.ndarray, " reach"]


@dataclass(frozen=True, eq=False)
class Opened:
    """What was sent, by coordinates and by layers with classes."""

    counts: dict[Place, int]
    windows: dict[Place, tuple[bool, ...]]
    classes: dict[int, Counted]


@dataclass(frozen=True, slots=True)
class MachineLayout:
    """What messages about a machine hold.

    Attributes:
        places: The coordinates that are counted, layer by layer.
        classes: The classes that are counted, for layers with content logits.
        layout: The parts of a message; it numbers `places` from 0, then the classes.
    """

    places: tuple[Place, ...]
    classes: tuple[Classes, ...]
    layout: Layout

    @property
    def last(self) -> int:
        """The last layer, from 0, in front of which something is counted."""
        counted = [layer for layer, _ in self.places]
        return max([0, *counted, *(one.layer for one in self.classes)])

    def opened(self, summary: Summary) -> Opened:
        """A summary by what its parts are about."""
        split = len(self.places)
        held = {
            number: row
            for (number, _), row in zip(
                self.layout.windows, summary.windows, strict=True
            )
        }
        by_class: dict[int, Counted] = {}
        start = split
        for one in self.classes:
            counts = np.array(summary.counts[start : start + len(one)])
            by_class[one.layer] = Counted(one, counts, one.read(held.get(start, ())))
            start += len(one)
        return Opened(
            dict(zip(self.places, summary.counts[:split], strict=True)),
            {self.places[k]: row for k, row in held.items() if k < split},
            by_class,
        )


def machine_layout(machine: LimitTransformer) -> MachineLayout:
    """Returns what messages about a machine hold.

    Raises:
        SpecError: Keys or values are real numbers, or attention is ``infinite``.
        TooLargeError: The classes of a later layer come from too many beginnings.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> machine_layout(compile_program(load("dyck1"))).layout.bits(8)
        12
    """
    if machine.attention.kind == "infinite":
        raise SpecError("infinite attention: weights change from query to query")
    reach: dict[Place, int] = {}
    for number, layer in enumerate(machine.layers):
        for head in layer.heads:
            if is_by_content(head):
                continue
            for column in columns_of(head):
                if not _silent(machine, number, column):
                    place = (number, column)
                    reach[place] = max(reach.get(place, 0), reach_of(head))
    places = sorted(reach)
    windows = [(k, reach[place]) for k, place in enumerate(places) if reach[place]]
    classes = classes_of(machine)
    total = len(places)
    for one in classes:
        windows += [(total, one.reach * one.digits)] * bool(one.reach)
        total += len(one)
    layout = Layout(
        counts=tuple(range(total)), windows=tuple(windows), period=machine.delta
    )
    return MachineLayout(tuple(places), classes, layout)


def columns_of(head: Head) -> list[int]:
    """The coordinates that a head averages."""
    return [int(k) for k in np.flatnonzero(head.value.any(axis=0))]


def _silent(machine: LimitTransformer, layer: int, column: int) -> bool:
    """Whether a coordinate is 0 at every symbol: only the mark ``$`` has it."""
    symbols = machine.embedding[: len(machine.alphabet), column]
    written = [symbols, machine.positions[:, column]]
    for below in machine.layers[:layer]:
        written += [head.value[column] for head in below.heads]
        written.append(below.mlp.outer[column])
    return not any(row.any() for row in written)
