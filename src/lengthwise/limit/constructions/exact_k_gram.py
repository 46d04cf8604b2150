r"""A two-layer machine for the in-context k-gram that is exact on every input.

`lengthwise.limit.constructions.k_gram` stays inside the class of Theorem 5.2
:cite:p:`izzo2025quantitative` and is exact only in the limit. This one uses features
outside that class (the marker ``$``, Heaviside units, content logits multiplied by
:math:`\log |x|`) and has no error.
"""

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.constructions._named_construction import Construction
from lengthwise.limit.constructions.one_layer_machines import (
    require_number,
    require_size,
)
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

LAG = 2.0
"""The lag bias of the heads in layer 1."""


def exact_k_gram(*, k: int, S: int, bits: int = 8) -> LimitTransformer:
    r"""The machine for the in-context k-gram over ``S`` symbols, exact on every input.

    The target is the share of each symbol among those that followed an earlier
    occurrence of the last :math:`k` symbols, and :math:`1/S` each if there was none.
    The machine reads ``$`` in front of the word; :math:`n` is the length with it,
    :math:`i` a position, ``$`` being the first.

    *Layer 1* recovers the :math:`k` symbols before each position. Head 0 averages
    ``$``, which is :math:`1/i`. Head :math:`h \le k` has the bias 2 at lag :math:`h`
    and averages the one-hot vectors of symbols; a Heaviside unit computes the bit
    "symbol :math:`s` is at :math:`i - h`" from its average :math:`v`: whether
    :math:`v \ge 1/2 + (h - 1)/(2i)`. This is exact:

    - For :math:`i > h`, position :math:`i - h` has all the weight except
      :math:`q \le (n - 1)/(n^2 + n - 1)`. If its symbol is ``s``, :math:`v \ge 1 - q`
      is above the threshold by at least :math:`1/(h + 1) - q > 0`, since
      :math:`n \ge h + 1`. Otherwise :math:`v \le q < 1/2`.
    - For :math:`i \le h`, there is no such position, and attention is uniform. ``$`` is
      not a symbol, so :math:`v \le 1 - 1/i`, which is below the threshold by at least
      :math:`1/(2h)`: all bits are 0.

    *Layer 2* compares the last :math:`k` symbols with the :math:`k` symbols before each
    key, by bits: a key whose :math:`m` symbols agree has the logit :math:`2pm`, where
    :math:`p` is `bits`, and ``$`` has :math:`2p(k - 1/2)`. The value of a key is the
    one-hot vector of its symbol, that of ``$`` is :math:`1/S` everywhere. So the logits
    of full matches are :math:`p` above ``$``, and ``$`` is :math:`p` above all others.
    A key with fewer than :math:`k` symbols before it is never a full match.

    *Error.* A logit that is :math:`p` lower has the relative weight :math:`n^{-p} \le
    2^{-p}`, which attention with :math:`p` bits drops. This leaves the full matches,
    with equal weights, or ``$`` if there are none: **the error is 0 on every word**.
    The same holds with ``hardmax``. With exact ``softmax`` it is at most
    :math:`n^{1-p}` in each output (`softmax_error`). On words of at most :math:`k`
    symbols, for which the task is undefined, the outputs are :math:`1/S` each.

    Args:
        k: Number of symbols to match.
        S: The number of symbols, ``0`` to ``S - 1``.
        bits: The precision :math:`p`, and the smallest gap between logits.

    Raises:
        SpecError: A number is out of range.
        TooLargeError: The machine would not fit in memory.

    Examples:
        One earlier ``01`` among thousands of symbols; then a new context.

        >>> from lengthwise.limit.running.evaluator import last
        >>> last(exact_k_gram(k=2, S=3), ["012" + "0" * 3000 + "1", "000012"])
        array([[0.        , 0.        , 1.        ],
               [0.33333333, 0.33333333, 0.33333333]])
    """
    require_number("k", k, 1)
    require_number("S", S, 1)
    require_number("bits", bits, 1, 1024)
    blocks = 2 * k + 2
    width = blocks * S + 2
    require_size((2 * (k + 2) + 1) * width**2)
    eye = np.eye(width)
    mark, inverse = eye[-2:]
    # Block 0: the symbol; 1 to k: averages at lags; then their bits; last: the answer.
    block = eye[:-2].reshape(blocks, S, width)
    bit = [block[0], *block[k + 1 : -1]]

    def map_of(target: np.ndarray, source: np.ndarray) -> np.ndarray:
        return np.asarray(target.T @ source)

    local = [
        Head(
            bilinear=np.zeros((width, width)),
            value=map_of(block[h], block[0]),
            lags=np.eye(1, h + 1, k=h)[0] * LAG,
        )
        for h in range(1, k + 1)
    ]
    first = Head(bilinear=np.zeros((width, width)), value=np.outer(inverse, mark))
    late = np.repeat(np.arange(k) / 2, S)
    anything = mark + block[0].sum(axis=0)
    agree = np.sum([map_of(bit[h], bit[h - 1]) for h in range(1, k + 1)], axis=0)
    match = Head(
        bilinear=2.0 * bits * (agree + (k - 0.5) * np.outer(mark, anything)),
        value=map_of(block[-1], block[0]) + np.outer(block[-1].sum(axis=0), mark) / S,
    )
    names = [
        "is",
        *(f"back_{h}_near" for h in range(1, k + 1)),
        *(f"back_{h}_is" for h in range(1, k + 1)),
        "next_is",
    ]
    return LimitTransformer(
        alphabet=Alphabet(str(s) for s in range(S)),
        embedding=np.vstack([block[0], mark]),
        layers=(
            Layer(
                heads=(first, *local),
                mlp=MLP(
                    inner=block[1 : k + 1].reshape(-1, width) - np.outer(late, inverse),
                    bias=np.full(k * S, -0.5),
                    outer=block[k + 1 : -1].reshape(-1, width).T,
                    heaviside=(True,) * (k * S),
                ),
            ),
            Layer(heads=(match,), mlp=MLP.none(width)),
        ),
        readout=block[-1],
        attention=Attention("finite", bits),
        bos=True,
        outputs=tuple(f"next_is_{s}" for s in range(S)),
        dimensions=(*(f"{name}_{s}" for name in names for s in range(S)), "$", "1/i"),
    )


def softmax_error(*, bits: int, length: int) -> float:
    r"""The largest error of an output of `exact_k_gram` with exact softmax.

    Let :math:`n` be the length with ``$``. The mass outside the full matches is at most
    :math:`n^{-p} + (n - 2) n^{-2p} \le 2 n^{-p}`; without a match, the mass outside
    ``$`` is at most :math:`(n - 1) n^{-p}`. Both are at most :math:`n^{1-p}`. All
    values are distributions, so no output is off by more than this mass.

    Args:
        bits: The precision that the machine was built with.
        length: The length of the word, without ``$``.

    Raises:
        SpecError: `bits` or `length` is below 1.

    Examples:
        >>> softmax_error(bits=8, length=9)
        1e-07
    """
    if bits < 1 or length < 1:
        raise SpecError(f"bits={bits}, length={length}; both must be 1 or more")
    return float(length + 1) ** (1 - bits)


CONSTRUCTIONS = (
    Construction(
        name="kgram_exact",
        make=exact_k_gram,
        task="kgram",
        numbers={"k": int, "S": int},
        settings={"bits": int},
        remark="kgram_exact is exact on every word, but outside the class of Theorem "
        "5.2, which has no rounding, Heaviside units or marker $; kgram is inside",
    ),
)
"""The construction of this file."""
