"""The grids shared by the figures of Izzo, Nichani and Lee.

Numeric axes of the published figures are not recoverable; the grids are ours. The full
size has the published net and recipe (width 16, 256 units, 1024 words per step, stop
below 1e-5), with more seeds (16 instead of 8) and a cap of 65,536 steps. Which logits
were trained is not published either: figures 1 and 2 are measured with plain softmax
attention, and figure 1 also with logits scaled by log|x| as in the theorems. Two-layer
nets multiply lag biases by the logarithm of the position; they stop at a loss of 1e-4.

The accuracy of a net for ModPTask depends on the residue of the test length: the query
is in that class, which must have occurred in training together with enough other
positions. Test lengths of figures 2 and 3 are multiples of every period, so that
periods can be compared.

The first figures (``izzo``) stop at the first batch below the threshold, and a seed
determines weights and data in all settings. ``izzo-mean`` and ``izzo-even`` are the
same in the arms of `lengthwise.figures.izzo._arms`: stopping at the mean of 100
batches, and equal steps, both with independent models. There one-layer nets have at
most 32,768 steps.
"""

from collections.abc import Sequence
from typing import Any

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid, grid

PAPER = "izzo2025quantitative"
"""The key of the paper."""

PLAIN = {"scaling": ["none"]}
SMALL = {"scaling": ["none"], "units": [64]}
FAR = (128, 256, 512, 1024, 4096, 16384, 65536)
MULTIPLES = (120, 240, 480, 960, 3840, 15360, 61440)
QUICK = {"batch": [256], "max_steps": [4096], "threshold": [1e-4]}
LONG = {"max_steps": [65536]}


def simple_grid(
    lengths: Sequence[int],
    omegas: Sequence[float],
    seeds: int,
    **how: Any,  # noqa: ANN401
) -> Grid:
    """SimpleTask on words of up to these lengths."""
    return grid(
        "simple",
        numbers={"omega": list(omegas)},
        train_length=lengths,
        seed=range(seeds),
        evaluation=Evaluation(lengths=FAR),
        **how,
    )


def mod_p_grid(ratios: Sequence[float], p: int, seeds: int, **how: Any) -> Grid:  # noqa: ANN401
    """ModPTask on words of up to this many periods."""
    return grid(
        "modp",
        numbers={"p": [p], "k": [0]},
        train_length=sorted({round(ratio * p) for ratio in ratios}),
        seed=range(seeds),
        evaluation=Evaluation(lengths=MULTIPLES),
        **how,
    )


def k_gram_grid(
    k: int,
    S: int,
    lengths: Sequence[int],
    seeds: int,
    **how: Any,  # noqa: ANN401
) -> Grid:
    """The k-gram over `S` symbols on words of up to these lengths."""
    return grid(
        "kgram",
        numbers={"k": [k], "S": [S]},
        train_length=lengths,
        seed=range(seeds),
        evaluation=Evaluation(lengths=(256, 512, 1024, 2048), words=1024),
        **how,
    )
