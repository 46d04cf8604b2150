r"""Theorem 4.1 without its looser steps, as named variants with all constants one.

For setting and notation see `lengthwise.theory.theorems.one_layer`. Origin of the
exponents: the simulation at resolution :math:`1/\varepsilon` has error
:math:`O(L \varepsilon (|\Sigma|^3 + \tau))` and length :math:`O(1/\varepsilon^2)`;
rescaling gives :math:`N_a`, and :math:`|\Sigma|^3 + \tau \le |\Sigma|^3 \tau` and pairs
(symbol, residue) in place of symbols the published exponents.
"""

from lengthwise.errors import SpecError
from lengthwise.theory.theorems.bound import GrowthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import Real, Size
from lengthwise.theory.theorems.one_layer import theorem_4_1

A = Theorem(
    name="izzo-4.1-a",
    order="max(2^(p/γ), L² (|Σ|³+τ)²/ε²)",
    key="izzo2025quantitative",
    place="proof of Theorem 4.1",
    basis="derived",
    layers=1,
    precision="rounded",
    norm="printed L",
)
B = Theorem(
    name="izzo-4.1-b",
    order="max(2^(p/γ), L² (|Σ|³+τ)²/(τ ε²))",
    key="izzo2025quantitative",
    place="proof of Theorem 4.1, workshop version",
    basis="derived",
    layers=1,
    precision="rounded",
    norm="printed L",
)
PE = Theorem(
    name="izzo-4.1-pe",
    order="max(2^(p/γ), Δ L² ((Δ|Σ|)³+τ)²/ε²)",
    key="izzo2025quantitative",
    place="proof of Theorem 4.1, on pairs of symbol and residue",
    basis="derived",
    layers=1,
    precision="rounded",
    norm="printed L",
)
C = Theorem(
    name="izzo-4.1-c",
    order="max(2^(p/γ), L² (|Σ|+τ)/ε²)",
    key="izzo2025quantitative",
    place="Theorem 4.1 with rounding errors counted at once",
    basis="derived",
    layers=1,
    precision="rounded",
    norm="printed L",
)
CPE = Theorem(
    name="izzo-4.1-cpe",
    order="max(2^(p/γ), Δ L² (Δ|Σ|+τ)/ε²)",
    key="izzo2025quantitative",
    place="Theorem 4.1 on pairs, rounding errors counted at once",
    basis="sketched",
    layers=1,
    precision="rounded",
    norm="printed L",
)


def require_no_positions(delta: int) -> None:
    """Raises a `SpecError` if positions have a period."""
    if delta != 1:
        raise SpecError(
            f"stated without positions, delta = 1, but delta = {delta}; see the pe form"
        )


def before_loosening(
    *,
    tau: int,
    L: Real,
    eps: Real,
    sigma: int,
    delta: int = 1,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 before :math:`|\Sigma|^3 + \tau \le |\Sigma|^3 \tau` is used.

    :math:`N_a = L^2 (|\Sigma|^3 + \tau)^2 / \varepsilon^2`, for :math:`\Delta = 1`.

    Examples:
        >>> before_loosening(tau=1, L=1, eps=0.1, sigma=2).at_constant_one.value
        8100.0
    """
    require_no_positions(delta)
    return theorem_4_1(
        A,
        Size.product((sigma**3 + tau, 2), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


def workshop_resolution(
    *,
    tau: int,
    L: Real,
    eps: Real,
    sigma: int,
    delta: int = 1,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 with the workshop version's resolution :math:`\tau/\varepsilon`.

    :math:`N_b = L^2 (|\Sigma|^3 + \tau)^2 / (\tau \varepsilon^2)`, for
    :math:`\Delta = 1`; the only bound that decreases in :math:`\tau`, up to
    :math:`|\Sigma|^3`.

    Examples:
        >>> workshop_resolution(tau=2, L=1, eps=0.1, sigma=2).at_constant_one.value
        5000.0
    """
    require_no_positions(delta)
    lag = max(tau, 1)
    return theorem_4_1(
        B,
        Size.product((sigma**3 + lag, 2), (lag, -1), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


def periodic(
    *,
    tau: int,
    delta: int,
    L: Real,
    eps: Real,
    sigma: int,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 before loosening, with pairs (symbol, residue) in place of symbols.

    :math:`N_{pe} = \Delta L^2 ((\Delta|\Sigma|)^3 + \tau)^2 / \varepsilon^2`; the
    factor :math:`\Delta` is the cost of placing each pair at its residue.

    Examples:
        >>> bound = periodic(tau=0, delta=2, L=1, eps=1, sigma=1)
        >>> bound.at_constant_one.value
        128.0
    """
    return theorem_4_1(
        PE,
        Size.product((delta, 1), ((delta * sigma) ** 3 + tau, 2), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


def counted_once(
    *,
    tau: int,
    L: Real,
    eps: Real,
    sigma: int,
    delta: int = 1,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 with rounding errors counted over all symbols at once.

    :math:`N_c = L^2 (|\Sigma| + \tau) / \varepsilon^2`, for :math:`\Delta = 1`: the
    cube of :math:`|\Sigma|` is an artifact of counting symbol by symbol. With explicit
    constants: `lengthwise.theory.theorems.explicit_constants.one_layer`.

    Examples:
        >>> counted_once(tau=1, L=1, eps=0.1, sigma=2).at_constant_one.value
        300.0
    """
    require_no_positions(delta)
    return theorem_4_1(
        C,
        Size.product((sigma + tau, 1), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


def counted_once_periodic(
    *,
    tau: int,
    delta: int,
    L: Real,
    eps: Real,
    sigma: int,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""The same with pairs (symbol, residue) in place of symbols; not proved in detail.

    :math:`N_{cpe} = \Delta L^2 (\Delta|\Sigma| + \tau) / \varepsilon^2`. With explicit
    constants: `lengthwise.theory.theorems.explicit_constants.periodic`.

    Examples:
        >>> bound = counted_once_periodic(tau=1, delta=2, L=1, eps=1, sigma=2)
        >>> bound.at_constant_one.value
        10.0
    """
    return theorem_4_1(
        CPE,
        Size.product((delta, 1), (delta * sigma + tau, 1), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


THEOREMS = (
    Statement(theorem=A, bound=before_loosening),
    Statement(theorem=B, bound=workshop_resolution),
    Statement(theorem=PE, bound=periodic),
    Statement(theorem=C, bound=counted_once),
    Statement(theorem=CPE, bound=counted_once_periodic),
)
"""The theorems of this file."""
