"""The recipe that a task is trained with where a trial says nothing else.

What is written here is a part of the file format: a trial is named by what differs from
it, so a change of a number needs another `lengthwise.experiments.canonical.FORMAT`.
"""

from functools import cache
from typing import Any

from lengthwise.nets.architecture import Architecture
from lengthwise.training.problems import AbstractProblem, KGram
from lengthwise.training.recipe import Recipe


@cache
def standard(problem: AbstractProblem) -> Recipe:
    """Returns the standard recipe of a task.

    One layer with one head, width 16 and 256 units, read from statistics, with as many
    position vectors as the task has residue classes; for the k-gram task two layers
    with k + 1 heads and one, width 32 and 128 units, with lags up to k.

    Examples:
        >>> from lengthwise.training.problems import ModP
        >>> standard(ModP(5)).architecture.delta, standard(KGram(k=2, S=3)).form
        (5, 'prefix')
    """
    net: dict[str, Any] = {"delta": problem.period}
    rest: dict[str, Any] = {}
    if isinstance(problem, KGram):
        net |= {
            "heads": (problem.k + 1, 1),
            "lags": (problem.k, None),
            "width": 32,
            "units": 128,
            "scaling": "query",
        }
        rest = {"form": "prefix", "batch": 256, "threshold": 1e-4}
    return Recipe(
        problem=problem,
        architecture=Architecture(
            symbols=problem.symbols, outputs=problem.outputs, **net
        ),
        **rest,
    )
