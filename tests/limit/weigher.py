"""A machine whose outputs can be worked out by hand, and lengths that round badly."""

import numpy as np

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

SOFTMAX = Attention("softmax")


def weigher(logit_of_a, *, lags=(0.0,), attention=SOFTMAX, bos=False):
    """Outputs the attention to ``a``, whose keys have this content logit; others 0.

    Coordinates: is an a, constant 1, attention to a.
    """
    embedding = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    bilinear = np.zeros((3, 3))
    bilinear[0, 1] = logit_of_a
    value = np.zeros((3, 3))
    value[2, 0] = 1.0
    head = Head(bilinear=bilinear, value=value, lags=np.array(lags))
    return LimitTransformer(
        alphabet=Alphabet("ab"),
        embedding=embedding[: 2 + bos],
        layers=(Layer(heads=(head,), mlp=MLP.none(3)),),
        readout=np.array([[0.0, 0.0, 1.0]]),
        attention=attention,
        bos=bos,
    )


def border_cases():
    """Lengths 2^e and gaps k/q with e k = p q: the term is exactly 2^-p."""
    for e in range(1, 31):
        for q in range(1, 13):
            for k in range(1, 4 * q):
                if e * k % q == 0 and e * k // q >= 1:
                    yield 2**e, k / q, e * k // q
