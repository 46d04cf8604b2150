"""The picture of the page on simulations: x and z as aligned histograms.

Run it from the root of the repository to draw the picture anew:
``python docs/pictures/stand_in.py``.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.theory.simulation.seen_prefix import attended
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.words import Alphabet, Statistics

PICTURE = Path(__file__).with_suffix(".svg")
COLORS = {"f": "#1f78b4", "f and g": "#6a3d9a", "g": "#e6550d", "": "#c8c8c8"}


def share(of: str, among: str) -> LimitTransformer:
    """The share of one symbol among some symbols of ``abcd``, with 12 bits."""
    width = 5
    bilinear, value = np.zeros((width, width)), np.zeros((width, width))
    bilinear[["abcd".index(s) for s in among], :4] = 1.0
    value[4, "abcd".index(of)] = 1.0
    head = Head(bilinear=bilinear, value=value)
    return LimitTransformer(
        alphabet=Alphabet("abcd"),
        embedding=np.eye(4, width),
        layers=(Layer(heads=(head,), mlp=MLP.none(width)),),
        readout=np.eye(1, width, k=4),
        attention=Attention("finite", 12),
    )


def example() -> Simulation:
    """A billion symbols; f attends to a and b, g to b and c, neither to d."""
    x = Statistics(
        alphabet=Alphabet("abcd"),
        delta=1,
        tau=0,
        counts=((600_000_000,), (200_000_000,), (150_000_000,), (50_000_000,)),
        suffix=("d",),
    )
    return simulate(x, share("a", "ab"), share("b", "bc"), eps=0.1)


def draw(found: Simulation, target: Path) -> None:
    """Writes the two histograms, one above the other, as SVG.

    Both are scaled to the largest attended count, so that equal proportions are equal
    heights; a bar that would be higher is cut.
    """
    x, z = found.x, found.z
    assert isinstance(x, Statistics)
    assert isinstance(z, Statistics)
    by_f, by_g = (attended(m, x) for m in (share("a", "ab"), share("b", "bc")))
    kinds = [_kind(k in by_f, k in by_g) for k in range(len(x.alphabet))]
    figure = Figure(figsize=(6.0, 4.4), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    for axes, name, seen in ((upper, "x", x), (lower, "z", z)):
        counts = [sum(row) for row in seen.counts]
        top = 1.3 * max(n for n, kind in zip(counts, kinds, strict=True) if kind)
        axes.bar(
            list(seen.alphabet),
            [min(n, top) for n in counts],
            color=[COLORS[kind] for kind in kinds],
            width=0.6,
        )
        for place, n in enumerate(counts):
            at = min(n, 0.87 * top)
            axes.text(place, at, f"{n:,}", ha="center", va="bottom", fontsize=9)
        axes.set_ylim(0, top)
        axes.set_yticks([])
        axes.set_title(f"|{name}| = {seen.length:,}", loc="left", fontsize=10)
        axes.spines[["top", "right", "left"]].set_visible(False)
    lower.set_xlabel("symbol of the prefix")
    labels = [f"attended by {kind or 'neither'}" for kind in COLORS]
    marks = [Patch(color=color) for color in COLORS.values()]
    figure.legend(marks, labels, loc="outside upper center", ncols=4, fontsize=8)
    with mpl.rc_context({"svg.hashsalt": "lengthwise", "svg.fonttype": "none"}):
        figure.savefig(target, format="svg", metadata={"Date": None})


def _kind(by_f: bool, by_g: bool) -> str:  # noqa: FBT001
    return " and ".join(name for name, yes in (("f", by_f), ("g", by_g)) if yes)


if __name__ == "__main__":
    draw(example(), PICTURE)
