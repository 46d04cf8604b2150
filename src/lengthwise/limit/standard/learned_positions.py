r"""Are learned positions translation invariant, local or periodic?

For one head of a trained model with a position table :math:`P`, the positional part of
the logits is :math:`G = (P W_Q)(P W_K)^\top / \sqrt{d_h}` on the lower triangle. With
:math:`m(\delta)` and :math:`s^2(\delta)` the mean and variance along the diagonal
:math:`\delta = i - j`, a limit transformer's heads have :math:`s^2 = 0` and
:math:`m(\delta) = 0` beyond :math:`\tau`, apart from a periodic part.

A model that normalizes its stream before attention does not use the raw table, so these
numbers are only a proxy.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError
from lengthwise.limit.frozen_arrays import Vector


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PositionReading:
    r"""Summary statistics of one head's positional logits.

    Attributes:
        invariance: :math:`1 - \mathrm{mean}_\delta\, s^2(\delta) / \mathrm{Var}(G)`;
            1 means that only the distance matters.
        means: :math:`m(\delta)` for ``delta = 0, 1, …``.
        locality: Entry :math:`\tau` is the share of :math:`\sum m(\delta)^2` beyond
            :math:`\tau`; for a local head it reaches 0 at its largest lag.
        spectrum: Absolute Fourier coefficients of the centered :math:`m(\delta)` beyond
            the given largest lag; a period shows as a peak.
    """

    invariance: float
    means: Vector
    locality: Vector
    spectrum: Vector

    def period(self) -> float | None:
        """The period of the long-distance part; ``None`` if it is flat.

        Examples:
            >>> places = np.arange(33)
            >>> table = np.stack([places % 4 == r for r in range(4)], axis=1) * 1.0
            >>> read_positions(table, np.eye(4), np.eye(4)).period()
            4.0
        """
        power = self.spectrum[1:]
        if not len(power) or power.max() <= 1e-9 * max(1.0, np.abs(self.means).max()):
            return None
        # A comb has overtones as strong as its base frequency: take the lowest.
        lowest = int(np.flatnonzero(power >= power.max() / 2)[0])
        return float(self._samples / (1 + lowest))

    @property
    def _samples(self) -> int:
        return 2 * (len(self.spectrum) - 1)


def read_positions(
    table: Float[np.ndarray, "places width"],
    query: Float[np.ndarray, "width key"],
    key: Float[np.ndarray, "width key"],
    *,
    tau: int = 0,
) -> PositionReading:
    """Returns the summary of one head's positional logits, from its weights.

    Args:
        table: One row per position.
        query: :math:`W_Q` of the head.
        key: :math:`W_K` of the head.
        tau: Distances up to this one are excluded from the spectrum.

    Raises:
        SpecError: Fewer than two distances remain beyond `tau`.
    """
    logits = (table @ query) @ (table @ key).T / np.sqrt(query.shape[1])
    return read_position_logits(logits, tau=tau)


def read_position_logits(
    logits: Float[np.ndarray, "places places"], *, tau: int = 0
) -> PositionReading:
    """Returns the summary of one head's positional logits.

    Args:
        logits: Entry ``[i, j]`` is for query ``i`` and key ``j``; entries with
            ``j > i`` are ignored.
        tau: Distances up to this one are excluded from the spectrum.

    Raises:
        SpecError: Fewer than two distances remain beyond `tau`.

    Examples:
        >>> read_position_logits(np.eye(4, k=-1)).locality.tolist()
        [1.0, 0.0, 0.0, 0.0]
    """
    places = len(logits)
    if places - tau - 1 < 2:
        raise SpecError(
            f"{places} places leave no distances beyond tau={tau}; use more places"
        )
    diagonals = [np.diagonal(logits, -distance) for distance in range(places)]
    variance = float(np.var(np.concatenate(diagonals)))
    along = float(np.mean([np.var(values) for values in diagonals]))
    means = np.array([values.mean() for values in diagonals])
    energy = np.cumsum((means**2)[::-1])[::-1]
    beyond = np.append(energy[1:], 0.0)
    far = means[tau + 1 :]
    far = far[: len(far) // 2 * 2]
    return PositionReading(
        invariance=1.0 - along / variance if variance > 0 else 1.0,
        means=means,
        locality=beyond / energy[0] if energy[0] > 0 else beyond,
        spectrum=np.abs(np.fft.rfft(far - far.mean())),
    )
