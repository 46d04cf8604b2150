"""The figures of Izzo, Nichani and Lee as data: what to train, what must come out.

Numeric axes of the published figures are not recoverable; the grids are ours. The full
size has the published net and recipe (width 16, 256 units, 1024 words a step, stop
below 1e-5), with more seeds (16 for 8) and a cap of 65,536 steps. Which logits were
trained is not published either: figures 1 and 2 are measured without a factor of the
length in the logits, and figure 1 also with the theorems' factor log|x|. Nets of two
layers multiply lag biases by the logarithm of the position; they stop at a loss of
1e-4. In figure 4 left the stop is at 1e-9, which no batch reaches: all nets make the
same number of steps, 16,384 at full size.

What a net for ModPTask gets right depends on the residue of the test length: the query
stands in that class, and must have been seen there with enough others. Test lengths of
figures 2 and 3 are multiples of every period, so that periods can be compared.

The first figures (``izzo``) stop at the first batch below the threshold, and a seed
fixes weights and data in all settings. ``izzo-mean`` and ``izzo-even`` are the same in
the arms of `lengthwise.figures._arms`: stop at the mean of 100 batches, and equal
steps, both with independent models. There one layer has at most 32,768 steps, and
k-gram has training lengths up to 64 and a panel for k = 2; the three k-gram panels
share records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lengthwise.errors import UnknownNameError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid, grid
from lengthwise.figures import trends
from lengthwise.figures._arms import ARMS, Arm
from lengthwise.figures.figure import Figure

PLAIN = {"scaling": ["none"]}
SMALL = {"scaling": ["none"], "units": [64]}
TINY = {"units": [64]}
OMEGAS = (2, 4, 6, 8, 12, 16)
PERIODS = (2, 3, 5, 8)
RATIOS = (1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3, 3.4, 4, 5, 6, 8)
NEAR = (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 80)
FAR = (128, 256, 512, 1024, 4096, 16384, 65536)
MULTIPLES = (120, 240, 480, 960, 3840, 15360, 61440)
QUICK = {"batch": [256], "max_steps": [4096], "threshold": [1e-4]}
LONG = {"max_steps": [65536]}
ASKED = (0.1, 0.2, 0.05, 0.03, 0.02)


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
        evaluation=Evaluation(lengths=MULTIPLES),
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


def _averages() -> tuple[Figure, ...]:
    one = Figure(
        name="izzo-fig1",
        title="SimpleTask, plain logits",
        number="omega",
        full=(_simple(NEAR, OMEGAS, 16, model=PLAIN, recipe=LONG),),
        small=(_simple(NEAR[:12:2], (2, 4, 6, 8), 4, model=SMALL, recipe=QUICK),),
        checks=(
            trends.levels_off,
            trends.falls_with_length,
            trends.rises_with_number,
            trends.is_straight,
        ),
        beyond=(trends.is_proportional,),
        records="izzo-fig1",
        panels=("by test length", "by training length", "length by number"),
        eps=ASKED,
        sup_eps=(0.5, 0.2, 0.1, 0.05),
        shown=6,
    )
    scaled = replace(
        one,
        name="izzo-fig1-log",
        title="SimpleTask, logits times log|x|",
        full=(_simple(NEAR, OMEGAS, 8, recipe=LONG),),
        small=(_simple(NEAR[:12:2], (2, 4, 6, 8), 4, model=TINY, recipe=QUICK),),
        records="izzo-fig1-log",
    )
    close = QUICK | {"threshold": [2e-5]}
    two = Figure(
        name="izzo-fig2",
        title="ModPTask",
        number="p",
        full=tuple(_mod_p(RATIOS, p, 16, model=PLAIN, recipe=LONG) for p in PERIODS),
        small=tuple(
            _mod_p((2, 3, 4, 6), p, 4, model=SMALL, recipe=close) for p in PERIODS[:3]
        ),
        checks=(
            trends.levels_off,
            trends.falls_with_length,
            trends.rises_with_number,
            trends.overlap,
        ),
        beyond=(trends.is_proportional,),
        records="izzo-fig2",
        panels=("by test length", "by training length", "by ratio"),
        eps=(0.02, 0.2, 0.1, 0.05, 0.01),
        sup_eps=(0.1, 0.5, 0.2, 0.05),
        shown=5,
    )
    three = replace(
        two,
        name="izzo-fig3",
        title="ModPTask, p = 5: attention at length 80",
        full=two.full[2:3],
        small=two.small[2:3],
        checks=(trends.looks_right,),
        beyond=(),
        panels=("attention",),
        eps=(),
        sup_eps=(),
    )
    return one, scaled, two, three


def _k_grams() -> tuple[Figure, ...]:
    lengths = (8, 16, 32, 64, 128)
    tiny = {"width": [16], "units": [32]}
    # As many steps for all: the loss of 64 words falls below any stop by chance.
    even = {"batch": [64], "max_steps": [4096], "threshold": [1e-9]}
    by_size = Figure(
        name="izzo-fig4-S",
        title="k-gram, k = 1, by vocabulary size",
        number="S",
        full=tuple(_k_gram(1, S, lengths, 12) for S in (2, 3, 4, 6)),
        small=tuple(
            _k_gram(1, S, lengths[:4], 8, model=tiny, recipe=even) for S in (2, 3, 4)
        ),
        checks=(
            trends.levels_off,
            trends.falls_with_length,
            trends.rises_with_number,
        ),
        records="izzo-fig4-S",
        panels=("by test length", "by training length"),
        shown=2,
    )
    by_order = replace(
        by_size,
        name="izzo-fig4-k",
        title="k-gram, S = 2, by order",
        number="k",
        full=tuple(_k_gram(k, 2, lengths, 12) for k in (1, 2, 3)),
        small=tuple(
            _k_gram(k, 2, lengths[:4], 8, model=tiny, recipe=even) for k in (1, 2, 3)
        ),
        records="izzo-fig4-k",
        shown=1,
    )
    # A stop out of reach: a batch falls below 1e-4 by chance, before a net is done.
    left = replace(
        by_size,
        name="izzo-fig4-left",
        title="k-gram, k = 1, S = 2, equal steps (the stop at 1e-9 is out of reach)",
        full=(_k_gram(1, 2, lengths, 12, recipe={"threshold": [1e-9]}),),
        small=by_size.small[:1],
        checks=(trends.levels_off, trends.falls_with_length),
        records="izzo-fig4-left",
    )
    return left, by_size, by_order


def _averages_in(arm: Arm) -> tuple[Figure, ...]:
    """Figures 1 to 3 in an arm: 16 seeds, 8 where logits are multiplied."""
    one, scaled, two, three = _averages()
    sixteen = {"seeds": 16, "steps": 32768}
    return (
        arm.of(one, **sixteen),
        arm.of(scaled, seeds=8, steps=32768),
        arm.of(two, **sixteen),
        arm.of(three, **sixteen),
    )


def _k_grams_in(arm: Arm) -> tuple[Figure, ...]:
    """Figure 4 in an arm: by S for k = 1 and k = 2, and by k for S = 2."""
    lengths = (8, 12, 16, 24, 32, 48, 64)  # 56 models of a setting, in one program
    tiny = {"width": [16], "units": [32]}
    quick = {"batch": [64], "max_steps": [4096], "threshold": [1e-3]}
    _, by_size, by_order = _k_grams()
    panels = {
        "S": (by_size, "k = 1, by vocabulary size", [(1, S) for S in (2, 3, 4, 6)]),
        "S-k2": (by_size, "k = 2, by vocabulary size", [(2, S) for S in (2, 3, 4, 6)]),
        "k": (by_order, "S = 2, by order", [(k, 2) for k in (1, 2, 3)]),
    }
    return tuple(
        arm.of(
            replace(
                like,
                name=f"izzo-fig4-{panel}",
                title=f"k-gram, {title}; our nets",
                full=tuple(_k_gram(k, S, lengths, 8) for k, S in numbers),
                small=tuple(
                    _k_gram(k, S, lengths[:6:2], 4, model=tiny, recipe=quick)
                    for k, S in numbers[:3]
                ),
                records="izzo-fig4",
            ),
            seeds=8,
            steps=16384,
        )
        for panel, (like, title, numbers) in panels.items()
    )


FIGURES: Mapping[str, Figure] = {
    one.name: one
    for one in (
        *_averages(),
        *_k_grams(),
        *(one for arm in ARMS for one in (*_averages_in(arm), *_k_grams_in(arm))),
    )
}
FAMILIES = ("izzo", *(f"izzo-{arm.name}" for arm in ARMS))
"""Names that stand for several figures."""


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


def figures(name: str) -> tuple[Figure, ...]:
    """The figures that `name` stands for: one, or all of a family.

    Raises:
        UnknownNameError: It stands for none.

    Examples:
        >>> len(figures("izzo")), len(figures("izzo-mean"))
        (7, 7)
    """
    if name in FAMILIES:
        return tuple(
            one for one in FIGURES.values() if one.name.startswith(f"{name}-fig")
        )
    if name not in FIGURES:
        raise UnknownNameError("figure", name, [*FIGURES, *FAMILIES])
    return (figure(name),)
