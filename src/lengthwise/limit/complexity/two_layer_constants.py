r"""Constants of a two-layer machine, explicit and in log space.

The complexity :math:`C(f)` of the two-layer theorem :cite:p:`izzo2025quantitative` is
printed as :math:`\exp(\mathrm{poly}(\dots)) \cdot \mathrm{poly}(\dots)` without the
polynomials. This module computes an explicit replacement, for infinite precision
(logits :math:`y_j^\top K^\top Q y_i + \log i \cdot \varphi[i - j]`) under four
assumptions: layer 2 has one head, without lags; all units are ReLU; no position vectors
(:math:`\Delta = 1`); no marker ``$``. With :math:`P_h, \gamma` of the positional
margin, :math:`M_h = \max P_h`, :math:`g = \min(\gamma, 1)`, :math:`\Lambda_l = 1 +
\|A_l\| \|B_l\|`, :math:`W = K_2^\top Q_2`:

.. math::

    v_h &= \max_s \|V_{1,h} E_s\|, \qquad
    \kappa_h = \max_{s, s'} |E_s^\top K_{1,h}^\top Q_{1,h} E_{s'}|, \qquad
    \rho = \max_s \|E_s\| \\
    R_1 &= \Lambda_1 (\rho + \textstyle\sum_h v_h) + \|B_1\| \|b_1\|, \qquad
    \beta = \|W\| R_1^2 \\
    L_y &= \Lambda_1 \textstyle\sum_{h: M_h = 1} 2 v_h e^{2 \kappa_h} \\
    d(i) &= \Lambda_1 \textstyle\sum_h 2 v_h
        \min\{1,\ 4 (\tau + 1) e^{2 \kappa_h} i^{-g}\} \\
    G &= e^\beta \max(1, \|V_2\| R_1), \qquad
    L_p = e^\beta L_y \max(\|V_2\| (1 + \beta),\ \|W\| R_1)

:math:`R_1` bounds the stream after layer 1, :math:`\beta` the logits of layer 2,
:math:`L_y` how layer 1 depends on the histogram, :math:`d(i)` its distance from its
limit form (only the part that grows like :math:`i^{M_h}`), :math:`G` and :math:`L_p`
the size and Lipschitz constant of the sums of layer 2. :math:`\beta` occurs in
exponents: for weights of scale 0.5, the bound is near :math:`10^{12}`, so every result
is a logarithm.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import positional_margin
from lengthwise.limit.complexity.norms import spectral
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.definition import BORDER


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoLayerConstants:
    r"""The constants of the two-layer bound, named as in the module docstring.

    Attributes:
        tau: The largest lag.
        gamma: The positional margin.
        rho: :math:`\rho`.
        v: :math:`v_h`, one per head of layer 1.
        kappa: :math:`\kappa_h`, one per head of layer 1.
        growing: Whether :math:`M_h = 1`, one per head of layer 1: whether the head
            still sees the histogram in long words.
        lambda_1: :math:`\Lambda_1`.
        lambda_2: :math:`\Lambda_2`.
        offset: :math:`\|B_1\| \|b_1\|`.
        W: :math:`\|K_2^\top Q_2\|`.
        V_2: :math:`\|V_2\|`.
        U: :math:`\|U\|`.
    """

    tau: int
    gamma: float
    rho: float
    v: tuple[float, ...]
    kappa: tuple[float, ...]
    growing: tuple[bool, ...]
    lambda_1: float
    lambda_2: float
    offset: float
    W: float
    V_2: float
    U: float

    @property
    def g(self) -> float:
        r""":math:`\min(\gamma, 1)`."""
        return min(self.gamma, 1.0)

    @property
    def R_1(self) -> float:  # noqa: N802
        """The largest norm of the stream after layer 1."""
        return self.lambda_1 * (self.rho + sum(self.v)) + self.offset

    @property
    def beta(self) -> float:
        """The largest absolute logit of layer 2."""
        return self.W * self.R_1 * self.R_1

    @property
    def log_L_y(self) -> float:  # noqa: N802
        r""":math:`\log L_y`; minus infinity if no head sees the histogram."""
        heads = zip(self.v, self.kappa, self.growing, strict=True)
        terms = (_log(2 * v) + 2 * k for v, k, grows in heads if grows)
        return _log(self.lambda_1) + _log_sum(terms)

    @property
    def log_G(self) -> float:  # noqa: N802
        r""":math:`\log G`."""
        return self.beta + max(0.0, _log(self.V_2 * self.R_1))

    @property
    def log_L_p(self) -> float:  # noqa: N802
        r""":math:`\log L_p`."""
        factor = max(self.V_2 * (1 + self.beta), self.W * self.R_1)
        return _log_product(self.beta, self.log_L_y, _log(factor))

    @property
    def exponent(self) -> float:
        r""":math:`\max(1/\gamma, 3)`, the power of :math:`C/\epsilon` in the length."""
        return max(1 / self.gamma, 3.0)

    def log_distance(self, *, log_decay: float) -> float:
        r""":math:`\log d`, with :math:`\log i^{-g}` given as `log_decay`.

        Examples:
            >>> from lengthwise.limit.constructions.named_machines import k_gram
            >>> constants = two_layer_constants(k_gram(k=1, S=2))
            >>> math.exp(constants.log_distance(log_decay=-math.log(1000)))
            0.032...
        """
        scale = math.log(4 * (self.tau + 1)) + log_decay
        heads = zip(self.v, self.kappa, strict=True)
        terms = (_log(2 * v) + min(0.0, scale + 2 * k) for v, k in heads)
        return _log(self.lambda_1) + _log_sum(terms)

    def log_bound(self, *, log_n: float, c: float = 1.0, c_mu: float = 1.0) -> float:
        r"""The logarithm of the bound on :math:`|f(x) - f(z)|` with :math:`|z| = n`.

        .. math::

            \mathrm{Bound}(n) = \|U\| \Lambda_2 \big\{
              & e^\beta (1 + \|V_2\| R_1) \, c \, (G + L_p) (\tau + 1) n^{-1/3}
              + \|V_2\| (1 + 2 \beta) e^{2 \beta} \cdot 2 D(n) \\
              & + (1 + 2 \beta \|V_2\|) (2 d(n) + L_y c_\mu n^{-1/3}) \big\}

        where :math:`D(n)`, the mean of :math:`d(i)` over :math:`i \le n`, is bounded by
        putting :math:`(1 + (n^{1-g} - 1)/(1 - g))/n` in place of :math:`i^{-g}`. It
        does not grow with :math:`n`.

        Args:
            log_n: :math:`\log n \ge 0`; lengths that make the bound small overflow
                floats.
            c: The constant of the simulation lemma, which the papers do not give; 1 is
                our choice.
            c_mu: The constant of the histogram error, likewise.

        Examples:
            >>> from lengthwise.limit.constructions.named_machines import k_gram
            >>> constants = two_layer_constants(k_gram(k=1, S=2))
            >>> constants.log_bound(log_n=1e4) < constants.log_bound(log_n=10.0)
            True
        """
        third = -log_n / 3
        far = self.log_distance(log_decay=-self.g * log_n)
        mean = self.log_distance(log_decay=_log_mean_decay(self.g, log_n))
        return self._log_brackets(_log(c) + third, mean, far, _log(c_mu) + third)

    def bound_at(self, n: int, *, c: float = 1.0, c_mu: float = 1.0) -> float:
        """The logarithm of the bound at the length `n`; see `log_bound`."""
        return self.log_bound(log_n=math.log(n), c=c, c_mu=c_mu)

    def log_C(self, *, c: float = 1.0, c_mu: float = 1.0) -> float:  # noqa: N802
        r"""The logarithm of :math:`\hat C`, which replaces :math:`C(f)`.

        With :math:`Q = \Lambda_1 \sum_h 8 v_h (\tau + 1) e^{2 \kappa_h}` and
        :math:`\sigma = \min\{1/(1 - g), 3\}`

        .. math::

            \hat C = \|U\| \Lambda_2 \big\{ e^\beta (1 + \|V_2\| R_1) c (G + L_p)
            (\tau + 1) + \|V_2\| (1 + 2\beta) e^{2\beta} 2 Q \sigma
            + (1 + 2 \beta \|V_2\|) (2 Q + L_y c_\mu) \big\}

        so that :math:`\mathrm{Bound}(n) \le \epsilon` from
        :math:`n = (\hat C/\epsilon)^{\max(1/\gamma, 3)}` on, the form of the theorem.

        Args:
            c: As in `log_bound`.
            c_mu: As in `log_bound`.
        """
        heads = zip(self.v, self.kappa, strict=True)
        sizes = _log_sum(_log(8 * v * (self.tau + 1)) + 2 * k for v, k in heads)
        Q = _log(self.lambda_1) + sizes
        sigma = 3.0 if self.g >= 2 / 3 else 1 / (1 - self.g)
        return self._log_brackets(_log(c), Q + math.log(sigma), Q, _log(c_mu))

    def _log_brackets(self, c: float, mean: float, far: float, c_mu: float) -> float:
        """The common form of both sums; all four arguments are logarithms."""
        beta, V = self.beta, self.V_2
        sums = _log_sum((self.log_G, self.log_L_p)) + math.log(self.tau + 1)
        brackets = (
            _log_product(beta, _log(1 + V * self.R_1), c, sums),
            _log_product(_log(V), _log(1 + 2 * beta), 2 * beta, math.log(2), mean),
            _log_product(
                _log_sum((0.0, _log_product(math.log(2), _log(beta), _log(V)))),
                _log_sum((math.log(2) + far, self.log_L_y + c_mu)),
            ),
        )
        return _log_product(_log(self.U), _log(self.lambda_2), _log_sum(brackets))


def two_layer_constants(machine: LimitTransformer) -> TwoLayerConstants:
    """The constants of a two-layer machine.

    Raises:
        SpecError: The machine does not meet the assumptions of the module.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import k_gram
        >>> two_layer_constants(k_gram(k=2, S=3, b=2.0)).beta
        32.0
    """
    _require_assumptions(machine)
    with np.errstate(over="ignore"):  # infinity is the right result
        return _constants(machine)


def _constants(machine: LimitTransformer) -> TwoLayerConstants:
    first, second = machine.layers
    tokens = machine.embedding + machine.positions[0]
    contents = [tokens @ head.bilinear @ tokens.T for head in first.heads]
    values = [tokens @ head.value.T for head in first.heads]
    inner, outer = spectral(first.mlp.inner), spectral(first.mlp.outer)
    return TwoLayerConstants(
        tau=machine.tau,
        gamma=positional_margin(machine),
        rho=_largest_row(tokens),
        v=tuple(map(_largest_row, values)),
        kappa=tuple(float(np.abs(content).max()) for content in contents),
        growing=tuple(bool(head.lags.max() <= 1 + BORDER) for head in first.heads),
        lambda_1=1 + inner * outer,
        lambda_2=1 + spectral(second.mlp.inner) * spectral(second.mlp.outer),
        offset=outer * float(np.linalg.norm(first.mlp.bias)),
        W=spectral(second.heads[0].bilinear),
        V_2=spectral(second.heads[0].value),
        U=spectral(machine.readout),
    )


def _require_assumptions(machine: LimitTransformer) -> None:
    if len(machine.layers) != 2 or len(machine.layers[1].heads) != 1:
        heads = [len(layer.heads) for layer in machine.layers]
        flaw = f"layers with {heads} heads; two layers, the second with one head,"
    elif machine.layers[1].heads[0].lags.any():
        flaw = "lags in layer 2; none"
    elif machine.delta > 1:
        flaw = f"position vectors of period {machine.delta}; none"
    elif any(any(layer.mlp.heaviside) for layer in machine.layers):
        flaw = "Heaviside units; ReLU units only"
    elif machine.bos:
        flaw = "the marker $; none"
    else:
        return
    raise SpecError(f"{flaw} are allowed for the constants of the two-layer bound")


def _largest_row(rows: np.ndarray) -> float:
    return float(np.linalg.norm(rows, axis=1).max())


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


def _log_sum(logs: Iterable[float]) -> float:
    return float(np.logaddexp.reduce(list(logs), initial=-math.inf))


def _log_product(*logs: float) -> float:
    """The sum of logarithms, where a factor 0 takes precedence over infinity."""
    return -math.inf if -math.inf in logs else sum(logs)


def _log_mean_decay(g: float, log_n: float) -> float:
    """The logarithm of ``(1 + (n**(1 - g) - 1) / (1 - g)) / n``; g = 1: its limit."""
    t = (1 - g) * log_n
    if t < 1:
        growth = math.log1p(math.expm1(t) / (1 - g) if g < 1 else log_n)
    else:
        growth = t + math.log1p(-g * math.exp(-t)) - math.log(1 - g)
    return growth - log_n
