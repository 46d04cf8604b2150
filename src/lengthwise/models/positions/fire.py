r"""FIRE: biases from a small network that reads the relative distance of a key.

.. math::

    a_{ij} + f_\theta\!\left( \frac{\psi(i - j)}{\psi(\max(i, L))} \right),
    \qquad \psi(x) = \log(c x + 1)

Functional interpolation :cite:p:`li2024functional`: the relative distance is at most 1
at every length, so longer inputs stay in the trained range. The network
:math:`f_\theta` has one hidden layer of ReLU units and one output per head; :math:`c`
and the factor of the threshold :math:`L` are learned too. Each layer has its own.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.models.positions.layout import Layout
from lengthwise.models.positions.scheme import Biases, Numbers, Table
from lengthwise.models.positions.silent import SilentScheme

SLOPE = 0.1
"""The initial :math:`c` of the paper."""
EPS = 1e-6
"""The constant that the authors' code adds to the denominator."""


@dataclass(frozen=True, slots=True)
class Fire(SilentScheme):
    """Biases from a network.

    Attributes:
        units: Number of hidden units of the network.
        threshold: The initial threshold :math:`L`.

    Raises:
        SpecError: A number is not positive.

    Examples:
        >>> table = Fire(units=4).bias_table(2, jax.random.key(0))
        >>> place = jnp.arange(1, 6)
        >>> Fire(units=4).bias(table, place, place).shape
        (2, 5, 5)
    """

    name: ClassVar[str] = "fire"
    source: ClassVar[str] = "li2024functional"

    units: int = 32
    threshold: int = 512

    def __post_init__(self) -> None:
        whole_number("units of fire", self.units, 1)
        whole_number("threshold of fire", self.threshold, 1)

    def bias_table(
        self, heads: int, /, key: Key[Array, ""] | None = None
    ) -> dict[str, Float[Array, "..."]]:
        """Returns the network, :math:`c` and the factor of the threshold."""
        shapes = {
            "inner": (self.units,),
            "inner_bias": (self.units,),
            "outer": (self.units, heads),
            "outer_bias": (heads,),
        }
        inputs = {"inner": 1, "inner_bias": 1}
        table = {name: jnp.zeros(shape) for name, shape in shapes.items()}
        if key is not None:  # the uniform distribution of PyTorch's linear layers
            for name, one in zip(shapes, jax.random.split(key, 4), strict=True):
                most = inputs.get(name, self.units) ** -0.5
                table[name] = jax.random.uniform(one, shapes[name], None, -most, most)
        return table | {"slope": jnp.float32(SLOPE), "factor": jnp.float32(1.0)}

    def numbering(self, layout: Layout, _key: Key[Array, ""] | None, /) -> Numbers:
        """Returns the positions in words."""
        return layout.place

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns the output of the network for each distance."""
        del heads
        distance = jnp.maximum(query[..., :, None] - key[..., None, :], 0)
        reach = jnp.maximum(query, jnp.abs(table["factor"] * self.threshold))
        slope = jnp.abs(table["slope"])
        share = (
            jnp.log1p(slope * distance) / (jnp.log1p(slope * reach) + EPS)[..., None]
        )
        hidden = share[..., None] * table["inner"] + table["inner_bias"]
        biases = jnp.einsum("...qju,uh->...hqj", jax.nn.relu(hidden), table["outer"])
        return biases + table["outer_bias"][:, None, None]
