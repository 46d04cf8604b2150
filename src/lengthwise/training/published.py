"""The recipes of the published experiments, as far as they are known.

Width, units, batch, optimizer, rates and stop rule of the one-layer models come from
:cite:p:`izzo2025quantitative`; the rest, and all of the two-layer model, is ours.
"""

from lengthwise.nets.architecture import Architecture, Scaling
from lengthwise.training.problems import AbstractProblem, KGram
from lengthwise.training.recipe import Recipe


def published(problem: AbstractProblem, *, scaling: Scaling | None = None) -> Recipe:
    r"""Returns the recipe by which a task of the paper is trained.

    One layer and one head for the averages; for k-gram two layers, with as many heads
    in the first as symbols are looked at and learned lags :math:`0 \dots k`.

    Args:
        problem: The task.
        scaling: What multiplies the logits. Default: :math:`\log|x|` for one layer,
            :math:`\log i` at the lags for two.

    Examples:
        >>> from lengthwise.training.problems import ModP
        >>> published(ModP(p=5)).architecture.delta
        5
        >>> published(KGram(k=2, S=3)).architecture.heads
        (3, 1)
    """
    if not isinstance(problem, KGram):
        net = Architecture(
            symbols=problem.symbols, delta=problem.period, scaling=scaling or "length"
        )
        return Recipe(problem=problem, architecture=net)
    net = Architecture(
        symbols=problem.S,
        outputs=problem.S,
        heads=(problem.k + 1, 1),
        lags=(problem.k, None),
        width=32,
        units=128,
        scaling=scaling or "query",
    )
    return Recipe(
        problem=problem, architecture=net, form="prefix", batch=256, threshold=1e-4
    )
