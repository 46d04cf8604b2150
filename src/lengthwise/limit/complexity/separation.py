"""Whether hardmax attention in float64 equals exact hardmax attention."""

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import (
    logit_margin,
    only_layer,
    possible_logits,
)
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.definition import BORDER


def require_separated(machine: LimitTransformer) -> None:
    """Raises an error if hardmax evaluation would treat different logits as equal.

    The evaluators treat logits as equal that differ by at most ``1e-9`` of the largest.

    Raises:
        SpecError: Two logits of one query differ by no more than that; or the machine
            has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> require_separated(simple_task(omega=4.0))
    """
    largest = max(
        (
            float(np.abs(values).max())
            for head in only_layer(machine).heads
            for values in possible_logits(machine, head)
        ),
        default=0.0,
    )
    gamma = logit_margin(machine)
    if gamma <= 2 * BORDER * max(1.0, largest):
        raise SpecError(
            f"hardmax attention with logits of size {largest:g} that differ by "
            f"{gamma:g}: the evaluators treat them as equal; make the logits "
            "smaller or their differences larger"
        )
