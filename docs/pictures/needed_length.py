"""Training length against accuracy: a theorem, the exact value, and a lower bound.

``python docs/pictures/needed_length.py`` draws it anew.
"""

from pathlib import Path

import lengthwise as lw
from lengthwise.limit.machine import LimitTransformer
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Plot, canvas, label_ticks, legend, style
from lengthwise.theory.minimax.patterns import attending

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 4.0
BITS = 8
GAMMAS = {0.5: "blue", 2.0: "green"}
"""Logit margins, each with the color of its curve."""
ACCURACIES = [10 ** (-k / 20) for k in range(41)]
TRAINED = (4, 6, 8, 12, 16, 24)
PAIRS = {
    "01 and 012": ("purple", "o"),
    "01 and 12": ("brown", "s"),
}
"""What f and g attend to, with the look of the pair."""


def sufficient(gamma: float) -> list[int]:
    """The length of Theorem 4.1 with explicit constants, at each accuracy."""
    return [_length("izzo-4.1-explicit", eps, gamma) for eps in ACCURACIES]


def necessary() -> list[int]:
    """The length below which some pair of machines differs, at each accuracy."""
    return [_length("lower-delta-l-eps", eps, max(GAMMAS)) for eps in ACCURACIES]


def _length(theorem: str, eps: float, gamma: float) -> int:
    found = lw.bounds(tau=1, delta=1, L=1, eps=eps, sigma=3, p=BITS, gamma=gamma)
    value = found[theorem].value
    assert value is not None
    return int(value)


def disagreement(pair: str) -> list[float]:
    """How far machines may be apart that agree up to each of the lengths."""
    first, second = (_attending(symbols) for symbols in pair.split(" and "))
    return [lw.minimax(N=n, f=first, g=second).value for n in TRAINED]


def _attending(symbols: str) -> LimitTransformer:
    return attending(lw.Alphabet("012"), dict.fromkeys(symbols, 1.0))


def picture() -> Plot:
    """Lengths against accuracy, both logarithmic."""
    with style():
        figure, (axes,) = canvas()
        for gamma, color in GAMMAS.items():
            axes.plot(
                ACCURACIES,
                sufficient(gamma),
                color=LIGHT[color],
                linewidth=1.4 if gamma == max(GAMMAS) else 3.5,
                label=f"sufficient, every pair (margin {gamma:g})",
            )
        for pair, (color, marker) in PAIRS.items():
            axes.plot(
                disagreement(pair),
                TRAINED,
                color=LIGHT[color],
                marker=marker,
                label=f"exactly needed, attending to {pair}",
            )
        axes.step(
            ACCURACIES,
            necessary(),
            where="post",
            color=LIGHT["orange"],
            linestyle="--",
            label="necessary for some pair",
        )
        axes.set(xlim=(1, 0.01), ylim=(0.8, 3e7))
        label_ticks(axes)
        axes.set_xlabel("accuracy ε (smaller to the right)")
        axes.set_ylabel("training length N")
        legend(figure, columns=2)
    return Plot(
        name="needed_length",
        figure=figure,
        caption=f"L = 1, three symbols, {BITS} bits.",
        description="The sufficient length of Theorem 4.1 is constant, then grows like "
        "one over the square of the accuracy. The exactly needed lengths of two pairs "
        "and the lower bound grow like one over the accuracy, far below it.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
