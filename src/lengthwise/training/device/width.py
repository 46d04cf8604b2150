"""How many lanes run side by side, and how much memory they take."""

import os

import jax

from lengthwise.errors import HostError
from lengthwise.models import Models, Shape
from lengthwise.training.batch import asks_blanks
from lengthwise.training.recipe import Recipe

SHARE = 0.6
"""The part of a device's memory that lanes may take."""


def lane_bytes(recipe: Recipe, padded: int | None) -> int:
    """Returns about how much memory a step of one lane takes, in bytes.

    Counted are the largest arrays that a step keeps for the way back, and the state.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.task_name import TaskName
        >>> net = LimitNet(symbols=3)
        >>> recipe = Recipe(task=TaskName("simple"), model=net)
        >>> lane_bytes(recipe, None) // 2**20
        3
    """
    blanks = asks_blanks(recipe.subject)
    shape = Shape(recipe.rows, padded or 1, recipe.form, blanks)
    cost = recipe.model.cost(shape)
    kept = cost.kept
    if padded is not None:
        task = recipe.subject
        contexts = len(task.alphabet) ** (task.order + 1)
        kept += recipe.batch * task.period * contexts
        kept += 3 * recipe.rows * padded * recipe.model.outputs * recipe.hosted
    return 4 * (kept + 6 * cost.weights)


def device_bytes() -> int:
    """Returns how much memory the device has, in bytes."""
    (device, *_) = jax.devices()
    known = device.memory_stats()
    if known is not None and "bytes_limit" in known:
        return int(known["bytes_limit"])
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def on_cpu() -> bool:
    """Whether the device is a CPU."""
    return bool(jax.devices()[0].platform == "cpu")


def least_width(model: Models) -> int:
    """Returns the smallest number of models that run side by side on this device.

    On a CPU it is the only one. On a GPU it is the width of deterministic runs, and
    others are multiples of it.
    """
    return model.widths.cpu if on_cpu() else model.widths.gpu


def width_for(
    recipe: Recipe, padded: int | None, lanes: int, *, deterministic: bool = False
) -> int:
    """Returns how many lanes of a bundle run side by side on this computer.

    Args:
        recipe: The recipe.
        padded: The padded length of its words.
        lanes: How many lanes there are.
        deterministic: Whether bits must not depend on `lanes` on a GPU either.

    Raises:
        HostError: Not even the smallest width fits the memory of the device, or it has
            no such products.
    """
    if recipe.precision == "tf32" and on_cpu():
        raise HostError(
            "precision 'tf32' needs a GPU, and this computer would train on its CPU; "
            "take 'float32', or 'bfloat16', which a CPU computes in float32"
        )
    least = least_width(recipe.model)
    need, have = lane_bytes(recipe, padded), int(SHARE * device_bytes())
    if least * need > have:
        raise HostError(
            f"{least} lanes need about {least * need / 2**30:.1f} GiB, and "
            f"{have / 2**30:.1f} GiB may be used; take a smaller batch, fewer units or "
            "shorter words"
        )
    if on_cpu() or deterministic:
        return least
    wanted = -(-lanes // least) * least
    return min(wanted, have // need // least * least)
