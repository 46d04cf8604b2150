"""Sweeps whose truth is known."""

import math

from lengthwise.analysis.runs import Run

TESTED = (256, 1024, 4096, 16384, 65536)


def runs_at(rng, train_length, height, *, seeds=8, spread=0.3, noise=0.02, slope=0.0):
    """Runs with log-normal plateaus around `height`, and noise at each length."""
    made = []
    for seed in range(seeds):
        level = height * math.exp(spread * rng.normal())
        errors = {
            t: level * (t / TESTED[-2]) ** slope * math.exp(noise * rng.normal())
            for t in TESTED
        }
        made.append(Run(train_length=train_length, seed=seed, errors=errors))
    return made


def sweep(rng, *, factor=1.0, power=1.5, lengths=None, **options):
    """Typical error (factor / N) ** power."""
    lengths = lengths or [round(8 * 1.19**k) for k in range(12)]
    return [
        run
        for n in lengths
        for run in runs_at(rng, n, (factor / n) ** power, **options)
    ]
