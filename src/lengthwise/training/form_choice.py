"""The forms in which a model can be trained on a task, the fastest first.

The position scheme and the depth of a model determine its forms. The distribution of a
task determines which of these forms can be given their inputs. No task is treated by
name here.
"""

from typing import assert_never

from lengthwise.models import Form, Models
from lengthwise.tasks.laws import Compositions, Residues
from lengthwise.tasks.task import Task
from lengthwise.training.samplers.device_sampler import drawn_on_device

NEEDS: dict[Form, str] = {
    "statistics": "one layer, positions with the period of the task, and inputs "
    "drawn by their counts",
    "prefix": "a label from counts, and layers whose positions can be counted",
    "sequence": "every task",
}
"""What each form requires, for messages."""


def forms(model: Models, task: Task) -> tuple[Form, ...]:
    """Returns the forms in which `model` can be trained on `task`, the fastest first.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.catalogue import task
        >>> forms(LimitNet(symbols=2, delta=5), task("modp:p=5"))
        ('statistics', 'prefix', 'sequence')
        >>> forms(LimitNet(symbols=2, delta=5), task("modp:p=3"))
        ('prefix', 'sequence')
        >>> forms(LimitNet(symbols=3, outputs=3), task("tomita4"))
        ('sequence',)
    """
    return tuple(form for form in model.forms if _fits(form, model, task))


def _fits(form: Form, model: Models, task: Task) -> bool:
    match form:
        case "statistics":
            return (
                drawn_on_device(task)
                and isinstance(task.law, Compositions | Residues)
                and model.by_counts is not None
                and model.by_counts.delta == task.period
            )
        case "prefix":
            return drawn_on_device(task)
        case "sequence":
            return True
        case _:
            assert_never(form)
