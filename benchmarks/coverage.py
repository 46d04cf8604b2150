"""How often 90 % intervals hold the truth, from the records in ``results/``.

``python -m benchmarks.coverage`` prints two tables. The first is of sufficient lengths:
sweeps with the means and the covariance over seeds of Figure 1, so that the truth is
known, with seeds resampled jointly (as shipped) and with every training length
resampled alone (as it was). The second is of sampled losses: the share of nets whose
exact loss, enumerated or at infinite length, is within 1.645 standard errors. All nets
of a length see the same words, so a row of it is one draw. ``--sweeps`` says how many
sweeps a setting has.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.interval import of_bootstrap
from lengthwise.analysis.level_or_rising import SURE
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.seed_averages import DRAWS
from lengthwise.analysis.sufficient import (
    SufficientLength,
    crossing,
    sufficient_length,
)
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.figures.all_figures import figure
from lengthwise.figures.figure import from_folder
from lengthwise.figures.izzo.izzo_figure1 import OMEGAS
from tests.analysis.measured_spread import RESULTS, Spread, spread

SWEEPS = 200
LEAST = 0.86
ANSWERED = 0.9
"""A setting counts if so many of its sweeps have an answer."""
FAR = 4096
"""Test lengths from here on are held against the limit for infinite length."""
SAMPLED = ("izzo-mean-fig1", "izzo-even-fig1", "izzo-mean-fig1-log", "izzo-mean-fig2")


def of_lengths(sweeps: int = SWEEPS) -> list[dict[str, float]]:
    """Coverage of sufficient lengths by omega and error, in both ways to resample."""
    found = []
    asked = sorted(figure("izzo-fig1").eps)
    for omega in OMEGAS:
        known = spread("izzo-fig1", omega)
        lengths = np.array(known.lengths, dtype=float)
        rng = np.random.default_rng(omega)
        rows: dict[float, list[tuple[bool, bool]]] = defaultdict(list)
        truth = {
            eps: float(crossing(lengths, known.heights[None, :], eps)[0])
            for eps in asked
        }
        inside = [eps for eps in asked if math.isfinite(truth[eps])]
        for number in range(sweeps):
            runs = known.runs(rng)
            alone = _alone(known, runs, number)
            for eps in inside:
                joint = sufficient_length(runs, eps, seed=number)
                if isinstance(joint, SufficientLength):
                    before = of_bootstrap(crossing(lengths, alone, eps), joint.seeds)
                    both = (truth[eps] in joint.interval, truth[eps] in before)
                    rows[eps].append(both)
        found += [
            {
                "omega": omega,
                "eps": eps,
                "truth": truth[eps],
                "answered": len(rows[eps]) / sweeps,
                "joint": float(np.mean([one for one, _ in rows[eps]])),
                "alone": float(np.mean([one for _, one in rows[eps]])),
            }
            for eps in inside
            if rows[eps]
        ]
    return found


def _alone(known: Spread, runs: list[Any], number: int) -> np.ndarray:
    """Average heights with the seeds of every training length drawn by themselves."""
    rng = np.random.default_rng(number)
    groups = by_train_length(runs)
    columns = []
    for n in known.lengths:
        logs = heights(groups[n])
        columns.append(logs[rng.integers(len(logs), size=(DRAWS, len(logs)))].mean(1))
    return np.stack(columns, axis=1)


def of_losses() -> Iterator[dict[str, Any]]:
    """Coverage of sampled losses by file and test length."""
    for name in SAMPLED:
        exact = {one.trial: one for one in from_folder(figure(name), RESULTS).exact}
        rows: dict[int, list[float]] = defaultdict(list)
        for record in read_lines(RESULTS / f"{name}.jsonl"):
            one = exact.get(record.trial.key)
            for length, loss in record.outcome.losses.items():
                if one is None or not loss.standard_error > 0:
                    continue
                if length in one.rms:
                    true = one.rms[length]
                elif one.limits and length >= FAR:
                    true = one.limits[length % len(one.limits)]
                else:
                    continue
                off = (loss.mean_squared - true**2) / loss.standard_error
                rows[length].append(off)
        for length in sorted(rows):
            off = np.array(rows[length])
            yield {
                "file": name,
                "length": length,
                "nets": len(off),
                "within": float((np.abs(off) <= SURE).mean()),
                "below": float((off < -SURE).mean()),
                "above": float((off > SURE).mean()),
            }


def _average(found: list[dict[str, float]], way: str) -> str:
    shares = [one[way] for one in found]
    return (
        f"{np.mean(shares):.2f} on average, {min(shares):.2f} to {max(shares):.2f} "
        f"over {len(shares)} settings"
    )


def _line(row: Mapping[str, Any]) -> str:
    texts = {k: f"{v:.3g}" if isinstance(v, float) else str(v) for k, v in row.items()}
    return "  ".join(f"{name} {text}" for name, text in texts.items())


def rows(sweeps: int = 50) -> list[dict[str, Any]]:
    """Measured rows of the table, from fewer sweeps."""
    counted = [one for one in of_lengths(sweeps) if one["answered"] >= ANSWERED]
    mean = float(np.mean([one["joint"] for one in counted]))
    return [
        {
            "name": "90 % intervals of sufficient lengths hold the truth",
            "value": _average(counted, "joint"),
            "against": f"each length alone: {_average(counted, 'alone')}",
            "ratio": None,
            "target": f"{LEAST:g}",
            "met": mean >= LEAST,
        }
    ]


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser("coverage", description=__doc__.split("\n")[0])
    parser.add_argument("--sweeps", type=int, default=SWEEPS)
    found = of_lengths(parser.parse_args().sweeps)
    for one in found:
        print(_line(one), flush=True)
    counted = [one for one in found if one["answered"] >= ANSWERED]
    print(f"of settings where {ANSWERED:.0%} of the sweeps have an answer:")
    print(f"  seeds drawn jointly: {_average(counted, 'joint')}")
    print(f"  each length alone: {_average(counted, 'alone')}")
    for row in of_losses():
        print(_line(row))


if __name__ == "__main__":
    main()
