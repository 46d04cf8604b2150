"""The number of lanes that run side by side, and their memory."""

import os

import jax

from lengthwise.errors import HostError
from lengthwise.models import Models, Shape
from lengthwise.training.batch import asks_blanks
from lengthwise.training.recipe import Recipe

SHARE = 0.6
"""The fraction of a device's memory that lanes may use."""


def lane_bytes(recipe: Recipe, padded: int | None) -> int:
    """Returns an estimate of the memory of one lane's training step, in bytes.

    It counts the largest activations stored for the backward pass, and the state.

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
    """Returns the memory of the device, in bytes."""
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

    On a CPU it is the only width. On a GPU it is the width of deterministic runs, and
    all other widths are multiples of it.
    """
    return model.widths.cpu if on_cpu() else model.widths.gpu


def width_for(
    recipe: Recipe, padded: int | None, lanes: int, *, deterministic: bool = False
) -> int:
    """Returns the number of lanes of a bundle that run side by side on this device.

    Args:
        recipe: The recipe.
        padded: The padded length of its words.
        lanes: Number of lanes in the bundle.
        deterministic: Whether bits must be independent of `lanes` also on a GPU.

    Raises:
        HostError: Not even the smallest width fits in the memory of the device, or the
            device does not have this precision.
    """
    if recipe.precision == "tf32" and on_cpu():
        raise HostError(
            "precision 'tf32' needs a GPU, and this computer trains on its CPU; "
            "use 'float32', or 'bfloat16', which a CPU computes in float32"
        )
    least = least_width(recipe.model)
    need, have = lane_bytes(recipe, padded), int(SHARE * device_bytes())
    if least * need > have:
        raise HostError(
            f"{least} lanes need about {least * need / 2**30:.1f} GiB, and "
            f"{have / 2**30:.1f} GiB are available; use a smaller batch, fewer units "
            "or shorter words"
        )
    if on_cpu() or deterministic:
        return least
    wanted = -(-lanes // least) * least
    return min(wanted, have // need // least * least)
