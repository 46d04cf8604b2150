"""The tables of predictions and outcomes."""

import math

from lengthwise.analysis.predicted.statements import FAR
from lengthwise.analysis.summary import Summary
from lengthwise.tables import Table


def prediction(summary: Summary) -> Table:
    """Every statement with its prediction, measurement and outcome."""
    return Table(
        name="prediction",
        caption="Predictions and outcomes.",
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
            "Exponents and their order come from the machines of the task. Not "
            "measured: the data do not answer, or the measured interval lies partly "
            "outside. A prediction is about trained nets; a failure contradicts no "
            "theorem, since theorems are about an idealized learner or the worst case."
        ),
    )


def limits(summary: Summary) -> Table:
    """Every net with a limit: its error computed from the weights, and measured."""
    return Table(
        name="limits",
        caption="Rms error at infinite length, from the weights and sampled.",
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
            "Limit: an integral over symbol frequencies, without sampling. Sampled: at "
            f"the longest test length. A miss is more than {FAR:g} standard errors of "
            "the mean square off."
        ),
        folded=True,
    )
