r"""ALiBi: a penalty proportional to the distance, with one slope per head.

.. math:: a_{ij} - m_h (i - j), \qquad m_h = 2^{-8h/H}, \quad h = 1, \dots, H

The slopes are those of the paper :cite:p:`press2022train` and of BLOOM: if the number
:math:`H` of heads is not a power of two, the slopes of the next smaller power
:math:`H'` come first, then every second slope of :math:`2H'` heads. Slopes may be
learned, starting from these values.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Key

from lengthwise.models.positions.flags import flag
from lengthwise.models.positions.scheme import Biases, Numbers, Table
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class Alibi(SilentScheme):
    """Linear biases.

    Attributes:
        learned: Whether the slopes are learned.

    Raises:
        SpecError: `learned` is neither 0 nor 1.

    Examples:
        >>> Alibi().bias(None, np.array([3]), np.array([1, 2, 3])).tolist()
        [[[-0.0078125, -0.00390625, -0.0]]]
    """

    name: ClassVar[str] = "alibi"
    source: ClassVar[str] = "press2022train"

    learned: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "learned", flag("learned of alibi", self.learned))

    def bias_table(
        self, heads: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, " heads"] | None:
        """Returns the slopes if they are learned, otherwise ``None``."""
        del key
        return jnp.asarray(slopes(heads)) if self.learned else None

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns minus the slope of each head times the distance."""
        return linear_bias(slopes(heads) if table is None else table, query, key)


def linear_bias(
    slope: Float[Array, " heads"] | np.ndarray, query: Numbers, key: Numbers
) -> Biases:
    """Returns minus the slope of each head times the distance of query and key."""
    distance = query[..., :, None] - key[..., None, :]
    return -jnp.asarray(slope)[:, None, None] * distance[..., None, :, :]


def slopes(heads: int) -> np.ndarray:
    """Returns the slope of each head.

    Examples:
        >>> slopes(2).tolist(), slopes(3).tolist()
        ([0.0625, 0.00390625], [0.0625, 0.00390625, 0.25])
    """
    power = 1 << (heads.bit_length() - 1)
    first = 2.0 ** (-8 * np.arange(1, power + 1) / power)
    between = 2.0 ** (-4 * np.arange(1, 2 * power, 2) / power)
    return np.concatenate([first, between])[:heads].astype(np.float32)
