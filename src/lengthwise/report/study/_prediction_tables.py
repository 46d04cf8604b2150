"""The tables of what is predicted, and what became of it."""

import math

from lengthwise.analysis.predicted.statements import FAR
from lengthwise.analysis.summary import Summary
from lengthwise.tables import Table


def prediction(summary: Summary) -> Table:
    """Every statement: what was predicted, what was measured, and whether it held."""
    return Table(
        name="prediction",
        caption="What is predicted, and what came out.",
        header=("outcome", "about", "nets", "predicted", "measured", "failure means"),
        rows=tuple(
            (
                one.outcome,
                one.statement.kind,
                one.statement.nets,
                str(one.statement),
                one.measured,
                one.statement.failure,
            )
            for one in summary.checked
        ),
        note=(
            "Exponents and their order come from the machines of the task. Where a "
            "measured interval lies partly outside, or data cannot answer, nothing was "
            "measured. A failed statement is about trained nets: the theorems speak of "
            "an idealized learner or of the worst case, and are not contradicted."
        ),
    )


def limits(summary: Summary) -> Table:
    """Every net with a limit: its error by its weights, and by sampled long words."""
    return Table(
        name="limits",
        caption="The rms error as T goes to infinity, by the weights, and as sampled.",
        header=("net", "limit", "sampled", "standard errors off", "prediction"),
        rows=tuple(
            (
                one.net,
                one.limit,
                math.sqrt(one.sampled),
                one.off,
                "miss" if one.off > FAR else "hit",
            )
            for one in summary.limits
        ),
        note=(
            "Limit: an integral over frequencies of symbols, no word is sampled. "
            "Sampled: at the longest test length, from as many words as a length has; "
            f"a miss is more than {FAR:g} standard errors of the mean square off."
        ),
        folded=True,
    )
