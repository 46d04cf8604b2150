"""The picture of a simulation: a long and a short input as aligned histograms."""

from collections import Counter

from lengthwise.numbers import readable
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Mark, Plot, canvas, drawable, legend, style
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.words import Statistics, Word

LABELS = 16
"""The largest number of labeled bars."""


def simulation(simulated: Simulation, *, window: int = 1) -> Plot:
    """The percentage of each symbol in x (above) and in z (below).

    Args:
        simulated: The simulation.
        window: Number of consecutive symbols per bar, if x and z are words, as seen by
            two layers.
    """
    whole = not isinstance(simulated.x, Statistics)
    window = window if whole else 1
    above, below = (
        frequencies(word, window=window) for word in (simulated.x, simulated.z)
    )
    bars = sorted({**above, **below}) if whole else list({**above, **below})
    period = _period(simulated.x)
    one = "symbol" if window == 1 else f"{window} symbols in a row"
    labels = [drawable(s) + (f", {r}" if period > 1 else "") for s, r in bars]
    marks = []
    with style():
        figure, panels = canvas(2, 1, sharex=True, sharey=True, logarithmic=False)
        sides = (("x", simulated.x_length, above), ("z", simulated.z_length, below))
        for panel, (name, length, counts) in enumerate(sides):
            total = max(sum(counts.values()), 1)
            shares = [100 * counts.get(bar, 0) / total for bar in bars]
            color = LIGHT["blue" if panel == 0 else "orange"]
            panels[panel].bar(
                range(len(bars)),
                shares,
                width=0.7,
                color=color,
                hatch=None if panel == 0 else "///",
                edgecolor=LIGHT["paper"],
                linewidth=0,
                label=f"{name}, length {readable(length)}",
                gid=f"series:{panel}",
            )
            panels[panel].set_ylabel(f"share in {name} (%)")
            panels[panel].grid(visible=False, axis="x")
            marks += [
                Mark(
                    axes=panel,
                    x=k,
                    y=share,
                    series=panel,
                    text=f"{labels[k]} in {name}: "
                    f"{readable(counts.get(bar, 0))} times\n"
                    f"{readable(share)} % of the {'input' if whole else 'prefix'}",
                )
                for k, (bar, share) in enumerate(zip(bars, shares, strict=True))
            ]
        every = -(-len(bars) // LABELS)
        places = range(0, len(bars), every)
        panels[1].set_xticks(places, [labels[k] for k in places])
        panels[1].set_xlabel(one if period == 1 else "symbol, class")
        legend(figure)
    return Plot(
        name="simulation",
        figure=figure,
        caption=(
            f"An input x of length {readable(simulated.x_length)} and an input z of "
            f"length {readable(simulated.z_length)} that simulates it: share of "
            + _shares(simulated.x, window)
        ),
        description=(
            "The outputs of the machine on x and on z differ by "
            f"{readable(simulated.f.error)}"
            f", of its perturbed copy by {readable(simulated.g.error)}."
        ),
        marks=tuple(marks),
    )


def frequencies(
    word: Word | Statistics, *, window: int = 1
) -> dict[tuple[str, int], int]:
    """The count of each symbol in each residue class before the last symbols.

    A word given by its symbols is counted as a whole, with a single class.

    Args:
        word: The word or its statistics.
        window: Number of consecutive symbols counted as one, for a word given by its
            symbols.

    Examples:
        >>> frequencies(("a", "b", "a"))
        {('a', 0): 2, ('b', 0): 1}
        >>> frequencies(("a", "b", "a"), window=2)
        {('a b', 0): 1, ('b a', 0): 1}
    """
    if not isinstance(word, Statistics):
        rows = Counter(
            " ".join(word[k : k + window]) for k in range(len(word) - window + 1)
        )
        return {(seen, 0): n for seen, n in sorted(rows.items())}
    return {
        (symbol, r): row[r]
        for r in range(word.delta)
        for symbol, row in zip(word.alphabet, word.counts, strict=True)
    }


def _shares(x: Word | Statistics, window: int) -> str:
    if window > 1:
        return f"every {window} symbols in a row, which layer 2 averages over."
    where = " before the last ones" if isinstance(x, Statistics) else ""
    where += ", by residue class of the position" if _period(x) > 1 else ""
    return (
        f"each symbol{where}. Shares may differ for symbols that neither machine "
        "attends to."
    )


def _period(word: Word | Statistics) -> int:
    return word.delta if isinstance(word, Statistics) else 1
