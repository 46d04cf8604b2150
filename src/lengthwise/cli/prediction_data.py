"""Predictions as JSON data."""

from typing import Any


def prediction_data(
    prediction: Any,  # noqa: ANN401 - loaded when it is called
    checked: Any,  # noqa: ANN401
    predicted: int,
    records: int,
) -> dict[str, Any]:
    """A prediction and its outcome.

    Args:
        prediction: The prediction made before the sweep.
        checked: Its statements with their measurements.
        predicted: Number of records with its key.
        records: Number of records.
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
