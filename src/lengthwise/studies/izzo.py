"""The figures of Izzo, Nichani and Lee as data: what to train, what must come out.

Numeric axes of the published figures are not recoverable; the grids are ours. The full
size has the published net and recipe (width 16, 256 units, 1024 words a step, stop
below 1e-5), with more seeds (16 for 8) and a cap of 65,536 steps. Which logits were
trained is not published either: figures 1 and 2 are measured without a factor of the
length in the logits, and figure 1 also with the theorems' factor log|x|.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lengthwise.analysis.runs import Run
from lengthwise.errors import UnknownNameError
from lengthwise.experiments.evaluation import Evaluation
from lengthwise.experiments.grid import Grid, grid
from lengthwise.studies import trends
from lengthwise.studies.check import Check

PLAIN = {"scaling": ["none"]}
SMALL = {"scaling": ["none"], "units": [64]}
TINY = {"units": [64]}
OMEGAS = (2, 4, 6, 8, 12, 16)
RATIOS = (1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3, 3.4, 4, 5, 6, 8)
QUICK = {"batch": [256], "max_steps": [4096], "threshold": [1e-4]}
LONG = {"max_steps": [65536]}
FAR = (128, 256, 512, 1024, 4096, 16384, 65536)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A published figure.

    Attributes:
        name: What `lengthwise reproduce` calls it.
        title: What it shows.
        number: The number of the task that makes its curves.
        full: Grids of the published size.
        small: Grids for two CPU cores.
        checks: Its trends, as functions of runs.
    """

    name: str
    title: str
    number: str
    full: tuple[Grid, ...]
    small: tuple[Grid, ...]
    checks: tuple[Callable[[Sequence[Run]], Check], ...] = field(repr=False)


def _simple(
    lengths: Sequence[int],
    omegas: Sequence[float],
    seeds: int,
    **how: Any,  # noqa: ANN401
) -> Grid:
    return grid(
        "simple",
        numbers={"omega": list(omegas)},
        train_length=lengths,
        seed=range(seeds),
        evaluation=Evaluation(lengths=FAR),
        **how,
    )


def _mod_p(ratios: Sequence[float], p: int, seeds: int, **how: Any) -> Grid:  # noqa: ANN401
    return grid(
        "modp",
        numbers={"p": [p], "k": [0]},
        train_length=sorted({round(ratio * p) for ratio in ratios}),
        seed=range(seeds),
        evaluation=Evaluation(lengths=FAR),
        **how,
    )


def _k_gram(k: int, S: int, lengths: Sequence[int], seeds: int, **how: Any) -> Grid:  # noqa: ANN401
    return grid(
        "kgram",
        numbers={"k": [k], "S": [S]},
        train_length=lengths,
        seed=range(seeds),
        evaluation=Evaluation(lengths=(256, 512, 1024, 2048), words=1024),
        **how,
    )


def _figures() -> Mapping[str, Figure]:
    near = (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 80)
    one = Figure(
        name="izzo-fig1",
        title="SimpleTask: error against test length, plateau and N against omega",
        number="omega",
        full=(_simple(near, OMEGAS, 16, model=PLAIN, recipe=LONG),),
        small=(_simple(near[:12:2], (2, 4, 6), 4, model=SMALL, recipe=QUICK),),
        checks=(
            lambda runs: trends.levels_off(runs, "omega"),
            lambda runs: trends.falls_with_length(runs, "omega"),
            lambda runs: trends.rises_with(runs, "omega"),
            lambda runs: trends.grows_linearly(runs, "omega", 0.1),
        ),
    )
    scaled = replace(
        one,
        name="izzo-fig1-log",
        title=f"{one.title}; logits times log|x|",
        full=(_simple(near, OMEGAS, 8, recipe=LONG),),
        small=(_simple(near[:12:2], (2, 4, 6), 4, model=TINY, recipe=QUICK),),
    )
    two = Figure(
        name="izzo-fig2",
        title="ModPTask: error against test length, plateau against N and N/p",
        number="p",
        full=tuple(
            _mod_p(RATIOS, p, 16, model=PLAIN, recipe=LONG) for p in (2, 3, 5, 8)
        ),
        small=tuple(
            _mod_p(
                (2, 3, 4, 6), p, 4, model=SMALL, recipe=QUICK | {"threshold": [2e-5]}
            )
            for p in (2, 3, 5)
        ),
        checks=(
            lambda runs: trends.levels_off(runs, "p"),
            lambda runs: trends.falls_with_length(runs, "p"),
            lambda runs: trends.overlap(runs, "p"),
        ),
    )
    lengths = (8, 16, 32, 64, 128)
    tiny = {"width": [16], "units": [32]}
    slow = {"batch": [64], "max_steps": [8192], "threshold": [1e-3]}
    by_size = Figure(
        name="izzo-fig4-S",
        title="k-gram, k = 1: plateau against N for several vocabulary sizes",
        number="S",
        full=tuple(_k_gram(1, S, lengths, 8) for S in (2, 3, 4, 6)),
        small=tuple(
            _k_gram(1, S, lengths[:4], 8, model=tiny, recipe=slow) for S in (2, 3, 4)
        ),
        checks=(
            lambda runs: trends.falls_with_length(runs, "S"),
            lambda runs: trends.rises_with(runs, "S"),
        ),
    )
    by_order = Figure(
        name="izzo-fig4-k",
        title="k-gram, S = 2: plateau against N for several orders",
        number="k",
        full=tuple(_k_gram(k, 2, lengths, 8) for k in (1, 2, 3)),
        small=tuple(
            _k_gram(k, 2, lengths[:4], 8, model=tiny, recipe=slow) for k in (1, 2, 3)
        ),
        checks=(
            lambda runs: trends.falls_with_length(runs, "k"),
            lambda runs: trends.rises_with(runs, "k"),
        ),
    )
    return {one.name: one for one in (one, scaled, two, by_size, by_order)}


FIGURES = _figures()


def figure(name: str) -> Figure:
    """The figure called `name`.

    Raises:
        UnknownNameError: There is none.

    Examples:
        >>> figure("izzo-fig1").number
        'omega'
    """
    if name not in FIGURES:
        raise UnknownNameError("figure", name, FIGURES)
    return FIGURES[name]
