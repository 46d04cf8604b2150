"""Where two pairs of programs differ, in the plane of the counts of a and b.

Every point is computed by running both programs on a word with these counts; these
programs see nothing else of a word. ``python docs/pictures/separating_words.py`` draws
it anew.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

import lengthwise as lw
from lengthwise.crasp.running.interpreter import batch
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Plot, canvas, legend, style
from lengthwise.words import Word

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 3.9
SHADES = ("#ffffff", "#cfe3f1")
"""Rejected by both, accepted by both."""


@dataclass(frozen=True)
class Pair:
    """Two programs about the counts of a and b, and how much of the plane is drawn."""

    title: str
    first: str
    second: str
    most_a: int
    most_b: int

    def accepted(self, program: str) -> np.ndarray:
        """What a program says, ``[counts of a, counts of b]``, without the empty word.

        A row is one run: the prefixes of ``a...ab...b`` that end in the right number
        of a, or are longer.
        """
        text = lw.program(f'alphabet "a" "b"\n{program}')
        words = [("a",) * k + ("b",) * self.most_b for k in range(self.most_a + 1)]
        holds = batch(text, words).accepts
        assert holds is not None
        grid = np.zeros((self.most_a + 1, self.most_b + 1), dtype=bool)
        for k in range(self.most_a + 1):
            for m in range(self.most_b + 1):
                grid[k, m] = k + m > 0 and holds[k, k + m - 1]
        return grid

    def shortest(self) -> Word:
        """A shortest word on which the programs differ."""
        word = lw.equivalent(self.first, self.second).word
        assert word is not None
        return word


PAIRS = (
    Pair(
        "a wedge",
        'accept # "a" >= # "b"',
        'accept # "a" >= # "b" && 2*# "b" < # "a" + 10',
        30,
        30,
    ),
    Pair(
        "points of a line",
        'accept 50*# "a" >= 2 + 71*# "b"',
        'accept 50*# "a" > 2 + 71*# "b"',
        200,
        150,
    ),
)


def draw(axes: Axes, pair: Pair) -> None:
    """Both programs in one panel, and a shortest word on which they differ."""
    first, second = pair.accepted(pair.first), pair.accepted(pair.second)
    assert not (second & ~first).any()
    axes.contourf(second.T.astype(float), levels=(-0.5, 0.5, 1.5), colors=SHADES)
    axes.scatter(
        *np.argwhere(first & ~second).T,
        s=11,
        color=LIGHT["orange"],
        label="only the first accepts" if pair is PAIRS[0] else None,
    )
    word = pair.shortest()
    a, b, length = word.count("a"), word.count("b"), len(word)
    axes.plot(
        (length - pair.most_b, length),
        (pair.most_b, 0),
        color=LIGHT["ink"],
        lw=0.9,
        ls=(0, (4, 2)),
        label="as long as the circled word" if pair is PAIRS[0] else None,
    )
    axes.scatter(a, b, s=90, facecolor="none", edgecolor=LIGHT["ink"], zorder=3)
    axes.annotate(
        f"{a} a, {b} b",
        (a, b),
        (15, -4),
        textcoords="offset points",
    )
    axes.set(xlim=(0, pair.most_a), ylim=(0, pair.most_b), title=pair.title)
    axes.set(xlabel="number of a", ylabel="number of b")
    axes.grid(visible=False)


def picture() -> Plot:
    """One panel a pair."""
    with style():
        figure, panels = canvas(1, len(PAIRS), logarithmic=False)
        for axes, pair in zip(panels, PAIRS, strict=True):
            draw(axes, pair)
        legend(figure, columns=3)
    return Plot(
        name="separating_words",
        figure=figure,
        caption="Shaded: accepted by both.",
        description="Left, two programs differ in a wedge, whose tip is the shortest "
        "word. Right, they differ only on a few points of a line, and the first of "
        "them is far from the origin.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
