r"""Draws a short random word coupled with a long one through its posterior.

The average-case theorem :cite:p:`izzo2025quantitative` has words whose symbols are
independent draws from a distribution :math:`q`, itself drawn from
:math:`\mathrm{Dirichlet}(\alpha)`. Its argument compares a word of length :math:`T`
with one of length :math:`N_0` with the same :math:`q` and the same suffix. Given a long
word, the posterior of :math:`q` is :math:`\mathrm{Dirichlet}(\alpha + \text{counts})`.
So drawing :math:`q` from it and then a short word gives the pair exactly the joint
distribution of the argument.
"""

import math

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.simulation._one_layer_reader import Reader
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.theory.theorems.average_case import average_case
from lengthwise.words import Statistics, class_sizes

LARGEST = float(1 << 62)
"""Limit on the parameters of the distribution, which act as prior counts."""


def coupling(
    x: Statistics,
    f: LimitTransformer,
    g: LimitTransformer,
    *,
    eps: float,
    alpha: tuple[float, ...],
    length: int | None = None,
    seed: int = 0,
) -> Simulation:
    r"""Returns the simulation of a word by a random one with the same distribution.

    On average over the distribution, the errors are of order :math:`\varepsilon` from
    :math:`N_0 = \tilde O(\varepsilon^{-2-2/\alpha_0})` on, with unknown constants.
    The theorem gives no bound for a single word, so the promises are ``None``.

    Args:
        x: Statistics for a multiple of both periods and at least both largest lags.
        f: A machine with ``finite`` or ``hardmax`` attention.
        g: A second machine over the same alphabet.
        eps: The target error.
        alpha: The parameters of the Dirichlet distribution, one per symbol.
        length: The length of the short word. Default: :math:`N_0` with constant one.
        seed: The random seed.

    Raises:
        SpecError: The theorem does not cover such machines or parameters.
    """
    if not 0 < eps < 1:
        raise SpecError(f"eps is {eps}; the average case needs a value between 0 and 1")
    _require_law(x, alpha)
    readers = tuple(Reader.of(machine) for machine in (f, g))
    if length is None:
        target = average_case(eps=eps, alpha0=min(alpha)).at_constant_one.value
    else:
        target = float(length)
    z, bound = x, target + x.delta - 1
    if x.length > bound:
        rng = np.random.default_rng(seed)
        z = coupled(x, alpha=alpha, length=math.ceil(target), rng=rng)
    on_f, on_g = (
        reader.sight(x).fidelity(reader.sight(z), distance=None) for reader in readers
    )
    return Simulation(
        x=x,
        z=z,
        f=on_f,
        g=on_g,
        eps=eps,
        bound=float(math.ceil(bound)) if bound < math.inf else bound,
        method="coupling",
        resolution=None,
        case="short" if z is x else None,
        padding="none",
        basis="none",
    )


def coupled(
    x: Statistics, *, alpha: tuple[float, ...], length: int, rng: np.random.Generator
) -> Statistics:
    """Returns the statistics of a random word of about `length` coupled with `x`.

    It has the suffix of `x` at the same residues: with positions, the length is raised
    to equal that of `x` modulo the period.

    Args:
        x: Statistics of the long word.
        alpha: One positive number per symbol.
        length: The length of the short word, more than the suffix.
        rng: The random generator.

    Raises:
        SpecError: `alpha` does not fit the alphabet, or `length` is too small.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> x = Statistics(
        ...     alphabet=Alphabet("ab"),
        ...     delta=1,
        ...     tau=0,
        ...     counts=((250_000_000,), (750_000_000,)),
        ...     suffix=("a",),
        ... )
        >>> rng = np.random.default_rng(0)
        >>> coupled(x, alpha=(1.0, 1.0), length=1001, rng=rng).counts
        ((255,), (745,))
    """
    _require_law(x, alpha)
    prefix = length - len(x.suffix)
    if prefix < 0 or len(x.suffix) <= x.tau:
        raise SpecError(
            f"length {length} for a word of {x.length} symbols; both must be at least "
            f"{x.tau + 1}, the length of the suffix"
        )
    prefix += (x.length - length) % x.delta
    occurrences = np.array(x.counts).sum(axis=1) + np.array(
        [x.suffix.count(symbol) for symbol in x.alphabet]
    )
    q = rng.dirichlet(np.array(alpha) + occurrences)
    columns = [rng.multinomial(n, q).tolist() for n in class_sizes(prefix, x.delta)]
    return Statistics(
        alphabet=x.alphabet,
        delta=x.delta,
        tau=x.tau,
        counts=tuple(zip(*columns, strict=True)),
        suffix=x.suffix,
    )


def _require_law(x: Statistics, alpha: tuple[float, ...]) -> None:
    if len(alpha) != len(x.alphabet) or not all(0 < a <= LARGEST for a in alpha):
        raise SpecError(
            f"alpha is {alpha}; one positive number for each of the symbols "
            f"{x.alphabet} is needed, at most 2**62"
        )
