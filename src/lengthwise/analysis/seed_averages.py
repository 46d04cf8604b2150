r"""Two averages over seeds: geometric over those that trained, and mean over all.

*Typical* is the geometric mean of the error over the nets that learned their own
training lengths. It describes a net that trained, and a single bad seed does not
decide it. *Mean* is the root of the mean loss over all seeds, with nothing
left out; publications average so. Of rates, the mean is the plain one. Where both
differ, a few seeds decide the mean, so both are reported everywhere, with the number of
nets that the typical one leaves out.

Seeds are resampled jointly: one draw of seeds serves all training lengths. A seed may
fix weights and data for every training length; then the errors at different lengths go
up and down together (correlations up to 0.97 in our records), and intervals from
lengths that are resampled one by one are too narrow. Where seeds are independent
between lengths, the joint draw is as good: which error of one length is drawn with
which of another does not matter then. So it is always joint, and nothing is decided by
looking at the data.

All nets of a length see the same test words, so what these words do not tell is shared
by all seeds, and no resampling of seeds shows it. Each draw adds it: a normal number
for each test length, times the standard error that a record has for its loss. That is
exact if nets err on the same words, and too wide if they do not.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Bool, Float

from lengthwise.errors import SpecError

Average: TypeAlias = Literal["typical", "mean"]
"""Geometric mean over the seeds that trained, or the root of the mean loss over all."""

AVERAGES: tuple[Average, Average] = ("typical", "mean")

DRAWS = 1000
"""How often seeds are resampled."""

DIVERGED = 300.0
"""The logarithm that stands for the error of a net that diverged."""


def averaged(
    logs: Float[np.ndarray, "*draws seeds settings"],
    counts: Float[np.ndarray, "*draws seeds"],
    average: Average,
    *,
    power: int = 2,
) -> Float[np.ndarray, "*draws settings"]:
    """The logarithm of the average error of each setting.

    Args:
        logs: Logarithms of errors, the same for all draws or those of each; NaN where a
            seed has none.
        counts: How often each seed counts.
        average: Which average.
        power: The loss is the error to this power; the mean is that of losses.

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
    """The logarithm of the average error of each setting, in `DRAWS` resamplings.

    The same `seed` and as many seeds give the same draws, so that answers for several
    errors and tasks are resampled together.

    Args:
        logs: Logarithms of errors; NaN where a seed has none.
        noise: Standard errors of these from the test words, for each test length that
            the words were drawn for; settings share the words.
        average: Which average.
        power: The loss is the error to this power.
        seed: Of the resampling.

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
        # The mean of sums is the sum of means: no array of draws, seeds and settings.
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
    """How often each draw takes each seed; every setting keeps at least one."""
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
    """How often each of `seeds` comes up in as many draws with replacement."""
    counts = rng.multinomial(seeds, np.full(seeds, 1 / seeds), size=draws)
    return counts.astype(float)
