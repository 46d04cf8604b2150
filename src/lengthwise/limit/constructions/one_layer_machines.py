"""The one-layer machines of the length bounds: SimpleTask and ModPTask."""

import math

import numpy as np

from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.constructions._named_construction import Construction
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

LARGEST = 1 << 26
"""Limit on matrix entries of a machine: half a gigabyte."""

SINE = 0.01
"""The default number of pieces keeps the error of the sine below this."""


def pieces_of(omega: float) -> int:
    """Returns the default number of linear pieces for the sine: at least 64.

    Examples:
        >>> pieces_of(4.0), pieces_of(100.0)
        (64, 708)
    """
    return max(64, math.ceil(abs(omega) / math.sqrt(2 * SINE)))


def simple_task(
    *, omega: float, pieces: int | None = None, bits: int = 8
) -> LimitTransformer:
    r"""The machine for :math:`\sin(\omega (c_0 - c_1)/(c_0 + c_1))` over 0, 1, 2.

    Keys ``0`` and ``1`` have the logit :math:`p`, the bits of precision, key ``2`` has
    0: from length 2 on attention is uniform over the zeros and ones. Their values 1 and
    -1 give :math:`z = (c_0 - c_1)/(c_0 + c_1)`, and the MLP interpolates
    :math:`\sin \omega z` on :math:`[-1, 1]` in :math:`m` equal pieces: the error is at
    most :math:`\omega^2/(2 m^2)`, uniformly over all words
    :cite:p:`izzo2025quantitative`. Without a zero or one the output is 0.

    Args:
        omega: The frequency :math:`\omega`.
        pieces: The number :math:`m` of linear pieces. Default: 64, or more if needed
            for an error of at most 0.01.
        bits: The precision :math:`p`.

    Raises:
        SpecError: A number is out of range.

    Examples:
        >>> from lengthwise.limit.running.definition import outputs
        >>> machine = simple_task(omega=4.0)
        >>> error = outputs(machine, "0010212")[-1, 0] - math.sin(4 * 1 / 5)
        >>> bool(abs(error) < 4**2 / (2 * 64**2))
        True
    """
    if not math.isfinite(omega):
        raise SpecError(f"omega={omega}; it must be finite")
    pieces = pieces_of(omega) if pieces is None else pieces
    require_number("pieces", pieces, 1)
    require_number("bits", bits, 1, 1024)
    require_size(5 * pieces)
    # An odd function is the difference of two copies of its right half, so it is
    # exactly 0 at 0. Knots are where the slope changes; an odd number of pieces has its
    # middle piece split at 0 without a change of slope.
    right = np.arange(pieces % 2, pieces + 1, 2) / pieces
    knots = np.concatenate([[0.0], right[right > 0]])
    slopes = np.diff(np.sin(omega * knots)) / np.diff(knots)
    bends = np.diff(slopes, prepend=0.0)
    # Equal norms of rows of `inner` and columns of `outer` minimize the norm L.
    scale = np.sqrt(np.abs(bends))
    inner = np.zeros((2 * len(bends), 5))
    inner[:, 3] = np.concatenate([scale, -scale])
    bias = np.tile(-knots[:-1] * scale, 2)
    outer = np.zeros((5, 2 * len(bends)))
    outer[4] = np.outer([1, -1], np.sign(bends) * scale).ravel()
    eye = np.eye(5)
    return LimitTransformer(
        alphabet=Alphabet("012"),
        embedding=eye[:3],
        layers=(
            Layer(
                heads=(
                    Head(
                        bilinear=bits * np.outer(eye[0] + eye[1], eye[:3].sum(axis=0)),
                        value=np.outer(eye[3], eye[0] - eye[1]),
                    ),
                ),
                mlp=MLP(inner=inner, bias=bias, outer=outer),
            ),
        ),
        readout=eye[4:],
        attention=Attention("finite", bits),
        outputs=("sine",),
        dimensions=("is_0", "is_1", "is_2", "balance", "sine"),
    )


def mod_p_task(*, p: int, k: int = 0, bits: int = 8) -> LimitTransformer:
    r"""The machine for the mean of the symbols at positions :math:`i \equiv k \pmod p`.

    Position vectors are the :math:`p` unit vectors; a key has the logit `bits` exactly
    when its position is in class :math:`k`, so from length 2 on attention is uniform
    over that class :cite:p:`izzo2025quantitative`. The readout is linear and the result
    exact for every word of length at least :math:`p` (a shorter one may have no
    position in the class; the output is then the mean of all symbols).

    Args:
        p: The period, :math:`\Delta = p`.
        k: The residue class, from 0 to ``p - 1``. Positions count from 1.
        bits: The precision.

    Raises:
        SpecError: A number is out of range.
        TooLargeError: The machine would not fit into memory.

    Examples:
        >>> from lengthwise.limit.running.definition import outputs
        >>> outputs(mod_p_task(p=2, k=1), "10110")[-1]
        array([0.66666667])
    """
    require_number("p", p, 1)
    require_number("k", k, 0, p - 1)
    require_number("bits", bits, 1, 1024)
    width = p + 3
    require_size(width**2)
    eye = np.eye(width)
    places = eye[2:-1]
    return LimitTransformer(
        alphabet=Alphabet("01"),
        embedding=eye[:2],
        positions=places,
        layers=(
            Layer(
                heads=(
                    Head(
                        bilinear=bits * np.outer(places[k], places.sum(axis=0)),
                        value=np.outer(eye[-1], eye[1]),
                    ),
                ),
                mlp=MLP.none(width),
            ),
        ),
        readout=eye[-1:],
        attention=Attention("finite", bits),
        outputs=("mean",),
        dimensions=("is_0", "is_1", *(f"residue_{r}" for r in range(p)), "mean"),
    )


def require_number(name: str, number: int, least: int, most: int | None = None) -> None:
    """Raises a `SpecError` unless `number` is from `least` to `most`."""
    if number < least or (most is not None and number > most):
        upto = "or more" if most is None else f"to {most}"
        raise SpecError(f"{name}={number}; use {least} {upto}")


def require_size(numbers: int, advice: str = "") -> None:
    """Raises a `TooLargeError` if the matrices of a machine are too large."""
    if numbers > LARGEST:
        many = numbers if numbers < 10**18 else f"2^{numbers.bit_length() - 1} or more"
        raise TooLargeError(
            f"a machine of {many} numbers; at most {LARGEST} are built{advice}",
            size=numbers,
            limit=LARGEST,
        )


CONSTRUCTIONS = (
    Construction(
        name="simple",
        make=simple_task,
        task="simple",
        numbers={"omega": float},
        settings={"pieces": int, "bits": int},
    ),
    Construction(
        name="modp",
        make=mod_p_task,
        task="modp",
        numbers={"p": int, "k": int},
        settings={"bits": int},
    ),
)
"""The constructions of this file."""
