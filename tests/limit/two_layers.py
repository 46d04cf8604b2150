"""Random machines that meet the assumptions of the two-layer bound."""

from dataclasses import replace

import numpy as np

from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.machine import Head, Layer
from tests.strategies import machines


def first_layers():
    """One-layer machines; `with_second_layer` makes the rest of them."""
    return machines(
        layers=(1,),
        delta=(1,),
        kinds=("infinite",),
        bos=(False,),
        heaviside=(False,),
    )


def with_second_layer(machine, *, seed, beta=None):
    """The machine with a second layer of one head without lags.

    Not a strategy: the type checker of the tests draws from `random`.

    Args:
        machine: One of `first_layers`.
        seed: For the numbers of the second layer.
        beta: The bound on the logits of layer 2; without it, what comes out.
    """
    rng = np.random.default_rng(seed)
    d = machine.width
    head = Head(bilinear=rng.normal(size=(d, d)), value=rng.normal(size=(d, d)))
    mlp = machine.layers[0].mlp
    made = replace(machine, layers=(*machine.layers, Layer(heads=(head,), mlp=mlp)))
    if beta is None:
        return made
    scale = beta / two_layer_constants(made).beta
    head = replace(head, bilinear=scale * head.bilinear)
    return replace(made, layers=(*machine.layers, Layer(heads=(head,), mlp=mlp)))
