"""Answers about real-valued tasks: the limit transformer, with its error."""

import math
from random import Random

import numpy as np

from lengthwise.limit.constructions import construction
from lengthwise.limit.evaluate import outputs
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.witnesses import simple_task
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence import Positions
from lengthwise.theory.verdict.answer import Answer, Evidence

LENGTH = 200
DRAWS = 20
"""The error is taken over so many drawn words, about so long."""


def machine_answers(task: Task) -> tuple[Answer, ...]:
    """Returns the answers for a task whose machine is known.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [row.answer for row in machine_answers(task("modp"))]
        ['unknown', 'yes']
    """
    machine = machine_of(task)
    error = largest_error(machine, task)
    return _answer(task, machine, error, "none"), _answer(
        task, machine, error, "periodic-local"
    )


def machine_of(task: Task) -> LimitTransformer:
    """Returns the machine of a task; that of a sine has an error of at most 0.01.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> machine_of(task("simple:omega=100")).layers[0].mlp.inner.shape[0]
        708
    """
    if task.name == "simple":
        omega = float(dict(task.numbers)["omega"])
        pieces = max(64, math.ceil(omega * math.sqrt(50)))
        return simple_task(omega=omega, pieces=pieces)
    return construction(str(task))


def largest_error(machine: LimitTransformer, task: Task) -> float:
    """Returns the largest error of an output on drawn words."""
    rng = Random(0)
    length = max(LENGTH, task.min_length)
    words = [task.draw(rng, length) for _ in range(DRAWS)]
    errors = [
        np.abs(outputs(machine, word)[-1] - np.asarray(task.label(word)))
        for word in words
    ]
    return float(np.max(errors))


def _answer(
    task: Task, machine: LimitTransformer, error: float, positions: Positions
) -> Answer:
    plain = machine.delta == 1 and machine.tau == 0
    found = positions == "periodic-local" or plain
    several = "" if len(machine.layers) == 1 else "s"
    facts = (
        f"{len(machine.layers)} layer{several}, period {machine.delta}, largest lag "
        f"{machine.tau}"
    )
    text = f"the limit transformer {task} ({facts}), error at most {error:.2g} on "
    text += f"{DRAWS} words of length about {LENGTH}"
    if not found:
        text = f"the known machine has positions ({facts}); without, not decided here"
    return Answer(
        positions=positions,
        acceptance="next",
        answer="yes" if found else "unknown",
        format=task.format,
        basis="class" if found else "class-upto",
        evidence=Evidence(
            kind="machine" if found else "searched",
            text=text,
            details=(("error", error), ("delta", machine.delta), ("tau", machine.tau))
            if found
            else (),
        ),
        bound="lengthwise bound --f and --g give the length for two such machines"
        if found
        else "none: no machine is known",
    )
