r"""RoPE: queries and keys are rotated by angles proportional to their position.

.. math::

    \begin{pmatrix} q'_k \\ q'_{k + r/2} \end{pmatrix} =
    \begin{pmatrix} \cos i\theta_k & -\sin i\theta_k \\
                    \sin i\theta_k & \cos i\theta_k \end{pmatrix}
    \begin{pmatrix} q_k \\ q_{k + r/2} \end{pmatrix},
    \qquad \theta_k = b^{-2k/r}, \quad k = 0, \dots, r/2 - 1

The product of a query and a key then depends on their distance only
:cite:p:`su2021roformer`. Of the :math:`d_h` coordinates of a head, the first :math:`r`
are rotated, in the layout of Llama and GPT-NeoX; GPT-NeoX rotates a quarter of them
:cite:p:`black2022gptneox`.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from lengthwise.arguments import real_number
from lengthwise.errors import SpecError
from lengthwise.models.positions.scheme import Rotation
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class Rope(SilentScheme):
    """Rotated queries and keys.

    Attributes:
        base: The base :math:`b` of the angles.
        share: The fraction of a head's coordinates that is rotated.

    Raises:
        SpecError: A number is out of range.

    Examples:
        >>> cosine, sine = Rope().rotation(2, 4)
        >>> cosine.shape, sine[0].tolist()
        ((2, 2), [0.0, 0.0])
    """

    name: ClassVar[str] = "rope"
    source: ClassVar[str] = "su2021roformer"

    base: float = 10000.0
    share: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "base", real_number("base of rope", self.base, above=1)
        )
        share = real_number("share of rope", self.share, above=0)
        if share > 1:
            raise SpecError(f"share of rope is {share}; it must be at most 1")
        object.__setattr__(self, "share", share)

    def turned(self, size: int) -> int:
        """Returns the number of rotated coordinates of a head.

        Raises:
            SpecError: The number is odd.

        Examples:
            >>> Rope(share=0.25).turned(64)
            16
        """
        turned = int(size * self.share)
        if turned < 2 or turned % 2:
            raise SpecError(
                f"rope rotates {turned} of the {size} coordinates of a head; the "
                "number must be even: use another width, number of heads or share"
            )
        return turned

    def rotation(self, places: int, size: int, /) -> Rotation:
        """Returns the cosines and sines, computed in float64."""
        turned = self.turned(size)
        frequency = self.base ** (-np.arange(0, turned, 2) / turned)
        angle = np.arange(places)[:, None] * frequency
        return jnp.float32(np.cos(angle)), jnp.float32(np.sin(angle))

    def rotate(
        self, vectors: Float[Array, "rows places heads size"], rotation: Rotation, /
    ) -> Float[Array, "rows places heads size"]:
        """Returns queries or keys, rotated by the `rotation` of their positions."""
        cosine, sine = (part[..., None, :] for part in rotation)
        half = cosine.shape[-1]
        first, second = vectors[..., :half], vectors[..., half : 2 * half]
        turned = (first * cosine - second * sine, second * cosine + first * sine)
        return jnp.concatenate([*turned, vectors[..., 2 * half :]], -1)
