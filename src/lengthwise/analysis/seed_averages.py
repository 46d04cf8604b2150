r"""Two averages over seeds: the geometric mean of those that trained, and the mean.

The *geometric mean over seeds* (``typical`` in code and JSON) is over the nets that
learned their own training lengths. It is robust to a single bad seed. The *mean* is the
root of the mean loss over all seeds without exclusions, as in publications. For rates,
it is the arithmetic mean. If both differ, a few seeds dominate the mean, so both are
always reported, with the number of nets excluded from the geometric mean.

Seeds are resampled jointly: one draw of seeds is used for all training lengths. A seed
may determine weights and data at every training length; then errors at different
lengths are correlated (up to 0.97 in our records), and resampling each length
separately would give intervals that are too narrow. If seeds are independent between
lengths, joint resampling is equally valid. So it is always joint, which needs no look
at the data.

All nets of a length see the same test words, so the sampling error is shared by all
seeds and resampling seeds does not show it. Each draw adds it as a normal variate per
test length, times the standard error in the record. This is exact if nets err on the
same words, and conservative otherwise.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Bool, Float

from lengthwise.errors import SpecError

Average: TypeAlias = Literal["typical", "mean"]
"""Geometric mean over the seeds that trained, or root of the mean loss over all."""

AVERAGES: tuple[Average, Average] = ("typical", "mean")

DRAWS = 1000
"""Number of bootstrap resamplings."""

DIVERGED = 300.0
"""The log error assigned to a diverged net."""


def averaged(
    logs: Float[np.ndarray, "*draws seeds settings"],
    counts: Float[np.ndarray, "*draws seeds"],
    average: Average,
    *,
    power: int = 2,
) -> Float[np.ndarray, "*draws settings"]:
    """Returns the logarithm of the average error of each setting.

    Args:
        logs: Log errors, shared by all draws or one set per draw; NaN for missing
            seeds.
        counts: The multiplicity of each seed.
        average: The kind of average.
        power: The loss is the error raised to this power; the mean is over losses.

    Examples:
        >>> logs = np.log([[0.1], [0.4]])
        >>> np.exp(averaged(logs, np.ones(2), "typical")).round(3)
        array([0.2])
        >>> np.exp(averaged(logs, np.ones(2), "mean")).round(3)
        array([0.292])
        >>> np.exp(averaged(logs, np.ones(2), "mean", power=1)).round(3)
        array([0.25])
    """
    known = ~np.isnan(logs)
    times = counts[..., None, :]
    total = (times @ known)[..., 0, :]
    if average == "typical":
        sums = (times @ np.where(known, logs, 0.0))[..., 0, :]
        return np.asarray(_share(sums, total))
    top = np.where(known, logs, -np.inf).max(axis=-2, keepdims=True)
    losses = np.where(known, np.exp(power * (np.where(known, logs, top) - top)), 0.0)
    means = _share((times @ losses)[..., 0, :], total)
    with np.errstate(divide="ignore"):
        return np.asarray(top[..., 0, :] + np.log(means) / power)


def _share(
    sums: Float[np.ndarray, "*draws settings"],
    total: Float[np.ndarray, "*draws settings"],
) -> Float[np.ndarray, "*draws settings"]:
    shares = np.full(sums.shape, np.nan)
    return np.asarray(np.divide(sums, total, out=shares, where=total > 0))


def resampled(
    logs: Float[np.ndarray, "seeds settings"],
    noise: Float[np.ndarray, "seeds settings lengths"],
    average: Average,
    *,
    power: int = 2,
    seed: int = 0,
) -> Float[np.ndarray, "draws settings"]:
    """Returns the log of the average error of each setting, in `DRAWS` resamplings.

    Draws depend only on `seed` and the number of seeds, so answers for several errors
    and tasks are resampled jointly.

    Args:
        logs: Log errors; NaN for missing seeds.
        noise: Their standard errors from the test words, by test length; settings share
            the words.
        average: The kind of average.
        power: The loss is the error raised to this power.
        seed: The seed of the resampling.

    Raises:
        SpecError: A setting has no error of any seed.
    """
    known = ~np.isnan(logs)
    if not known.any(axis=0).all():
        raise SpecError("a setting without a run cannot be resampled; leave it out")
    counts = _counts(known, seed)
    normal = np.random.default_rng([seed, 1]).normal(size=(DRAWS, noise.shape[2]))
    if not noise.any():
        return averaged(logs, counts, average, power=power)
    if average == "typical":
        # Means and sums commute, which avoids an array of draws, seeds and settings.
        averages = averaged(logs, counts, average)
        for k, part in enumerate(np.moveaxis(noise, 2, 0)):
            each = averaged(np.where(known, part, np.nan), counts, average)
            averages = averages + normal[:, k : k + 1] * each
        return averages
    noisy = logs + np.einsum("dk,snk->dsn", normal, noise)
    return averaged(noisy, counts, average, power=power)


def _counts(
    known: Bool[np.ndarray, "seeds settings"], seed: int
) -> Float[np.ndarray, "draws seeds"]:
    """The multiplicities of seeds in each draw; every setting keeps at least one."""
    seeds = len(known)
    counts = _first(seed, seeds).copy()
    again = np.random.default_rng([seed, 2])
    while len(empty := np.flatnonzero((counts @ known == 0).any(axis=1))):
        counts[empty] = _dealt(again, len(empty), seeds)
    return counts


@lru_cache(maxsize=64)
def _first(seed: int, seeds: int) -> Float[np.ndarray, "draws seeds"]:
    return _dealt(np.random.default_rng(seed), DRAWS, seeds)


def _dealt(
    rng: np.random.Generator, draws: int, seeds: int
) -> Float[np.ndarray, "draws seeds"]:
    """Multiplicities of `seeds` items in as many draws with replacement."""
    counts = rng.multinomial(seeds, np.full(seeds, 1 / seeds), size=draws)
    return counts.astype(float)
