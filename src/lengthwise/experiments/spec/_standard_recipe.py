"""The default recipe of a task.

The recipe for tasks with labels from counts is part of the file format: the key of a
trial in format 1 depends on the differences from it. So no value here may change
without a new format.
"""

from functools import cache
from typing import Any

from lengthwise.models import LimitNet, model_kind
from lengthwise.tasks.laws import Urn
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.batch import asks_blanks, shapes
from lengthwise.training.form_choice import forms
from lengthwise.training.recipe import Recipe, can_be_packed


@cache
def standard(name: TaskName, kind: str = LimitNet.kind) -> Recipe:
    """Returns the standard recipe of a task for a kind of model.

    A decoder has that of Huang et al. :cite:p:`huang2025formal`. Limit nets for tasks
    whose label is a function of counts have one layer with one head, width 16 and 256
    units, with as many position vectors as the task has residue classes; if words come
    from a chain of order k, two layers with k + 1 heads and one, width 32 and 128
    units, with lags up to k. Limit nets for all other tasks have two layers with two
    heads each, width 16 and 64 units, with lags up to 2. All run in their fastest form.

    Args:
        name: The task, with the parameters that lanes do not set.
        kind: The kind of model.

    Examples:
        >>> standard(TaskName("modp", (("p", 5),))).model.delta
        5
        >>> standard(TaskName("kgram", (("k", 2), ("S", 3)))).form
        'prefix'
        >>> standard(TaskName("parity_language")).form
        'sequence'
    """
    if kind != LimitNet.kind:
        return _published(name, kind)
    task = name.task
    net: dict[str, Any] = {"delta": task.period}
    rest: dict[str, Any] = {}
    if task.counts_rule is None:
        net |= {"heads": (2, 2), "lags": (2, 2), "units": 64}
        rest = {"batch": 64, "threshold": 1e-2, "max_steps": 2048}
        rest |= {"stop": "mean", "randomness": "setting"}
    elif isinstance(task.law, Urn):
        net |= {"heads": (task.order + 1, 1), "lags": (task.order, None)}
        net |= {"width": 32, "units": 128}
        rest = {"batch": 256, "threshold": 1e-4}
    if rest:
        net |= {"scaling": "query"}
    symbols, outputs, _, _ = shapes(task)
    model = LimitNet(symbols=symbols, outputs=outputs, **net)
    return Recipe(task=name, model=model, form=forms(model, task)[0], **rest)


def _published(name: TaskName, kind: str) -> Recipe:
    """The recipe of Huang et al.: AdamW, linear decay, stop at full accuracy.

    Packing is our addition. It changes how inputs share rows, not their distribution.
    The states of ``state-blank`` have a readout of their own, even if there are as many
    states as symbols.
    """
    task = name.task
    symbols, outputs, _, _ = shapes(task)
    rated = task.output.metrics[0].is_rate
    own: dict[str, Any] = {"tied": False} if asks_blanks(task) else {}
    return Recipe(
        task=name,
        model=model_kind(kind)(symbols=symbols, outputs=outputs, **own),
        form="sequence",
        batch=64,
        rate=1e-3,
        threshold=0.0,
        max_steps=30_000,
        stop="accuracy" if rated else "mean",
        randomness="setting",
        schedule="linear",
        weight_decay=0.01,
        clip=1.0,
        average="symbols",
        packing=can_be_packed(task),
    )
