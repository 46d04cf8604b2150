"""Predictions as data for JSON."""

from typing import Any


def prediction_data(
    prediction: Any,  # noqa: ANN401 - loaded when it is called
    checked: Any,  # noqa: ANN401
    predicted: int,
    records: int,
) -> dict[str, Any]:
    """A prediction and what became of it.

    Args:
        prediction: What was said before the sweep.
        checked: Its statements beside what was measured.
        predicted: How many records carry its key.
        records: How many there are.
    """
    return {
        "key": prediction.key,
        "records": {"after": predicted, "all": records},
        "answers": dict(prediction.answers),
        "statements": [
            {
                "kind": one.statement.kind,
                "nets": one.statement.nets,
                "predicted": str(one.statement),
                "measured": one.measured,
                "outcome": one.outcome,
                "failure_means": one.statement.failure,
            }
            for one in checked
        ],
    }
