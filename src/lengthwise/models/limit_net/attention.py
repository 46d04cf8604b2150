"""Where a trained net looks: attention after the softmax, by residue class."""

from jaxtyping import Array, Float

from lengthwise.models.inputs import Summary
from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.statistics_form import masses, tables


def residue_mass(net: Net, seen: Summary) -> Float[Array, "words heads delta"]:
    r"""Returns the attention mass of layer 1 on each residue class, by word and head.

    The mass on a class divided by its number of positions is the mean attention on one
    position of it; over all :math:`\Delta` classes masses sum to 1.

    Args:
        net: The net.
        seen: Words, seen from their last positions.

    Examples:
        >>> import jax
        >>> from lengthwise.models import LimitNet, summary
        >>> from lengthwise.models.limit_net.net import blank
        >>> from lengthwise.words import Alphabet, Statistics
        >>> word = Statistics.of("abab", Alphabet("ab"), delta=2, tau=0)
        >>> net = blank(LimitNet(symbols=2, delta=2))
        >>> jax.eval_shape(residue_mass, net, summary([word])).shape
        (1, 1, 2)
    """
    a = net.model
    mass = masses(net, tables(net), seen, seen.place)
    by_class = mass.reshape(-1, a.symbols, a.delta, mass.shape[-1]).sum(1)
    return by_class.transpose(2, 0, 1)
