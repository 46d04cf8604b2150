"""What the Heaviside units of the last layer see: how near a decision is to its border.

A compiled comparison is the sign of a number such as :math:`c/i + 1/(2i)`. Its output
is exactly 0 or 1, so the output has no margin; this number has one, and arithmetic that
rounds more coarsely than that decides otherwise.
"""

from dataclasses import replace

import numpy as np

from lengthwise.limit.frozen_arrays import Vector
from lengthwise.limit.machine import MLP, LimitTransformer


def sign_inputs(machine: LimitTransformer) -> tuple[LimitTransformer, Vector] | None:
    """Returns a machine whose outputs, plus a vector, are what signs are taken of.

    One output for each Heaviside unit of the last layer; ``None`` where it has none.

    Args:
        machine: Any machine.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> majority = compile_program(load("majority_language"))
        >>> linear, bias = sign_inputs(majority)
        >>> seen = (linear(word).outputs["sign 0"] + bias[0] for word in ("ab", "abb"))
        >>> [round(float(number), 3) for number in seen]
        [0.167, -0.125]
    """
    if not machine.layers:
        return None
    layer = machine.layers[-1]
    chosen = np.array(layer.mlp.heaviside, dtype=bool)
    if not chosen.any():
        return None
    linear = replace(layer, mlp=MLP.none(machine.width))
    seen = replace(
        machine,
        layers=(*machine.layers[:-1], linear),
        readout=layer.mlp.inner[chosen],
        outputs=tuple(f"sign {unit}" for unit in range(int(chosen.sum()))),
    )
    return seen, layer.mlp.bias[chosen]
