"""The inputs of Heaviside units in the last layer: the margins of decisions.

A compiled comparison is the sign of a number such as :math:`c/i + 1/(2i)`. Its output
is exactly 0 or 1 and has no margin, but this number has one: arithmetic that rounds
more coarsely can decide differently.
"""

from dataclasses import replace

import numpy as np

from lengthwise.limit.frozen_arrays import Vector
from lengthwise.limit.machine import MLP, LimitTransformer


def sign_inputs(machine: LimitTransformer) -> tuple[LimitTransformer, Vector] | None:
    """Returns a machine and a vector whose sum are the inputs of the sign units.

    It has one output per Heaviside unit of the last layer; ``None`` if there are none.

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
