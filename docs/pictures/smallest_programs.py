"""Lines of the smallest program that is right up to each length, for four languages.

``python docs/pictures/smallest_programs.py`` draws it anew.
"""

from pathlib import Path

import lengthwise as lw
from lengthwise.report.tools.palette import LIGHT, category
from lengthwise.report.tools.plot import Plot, canvas, style
from lengthwise.theory.programs.learned import Learned

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 3.0
LANGUAGES = {
    "majority_language": ("majority of a", "none"),
    "tomita7": ("0*1*0*1*", "local"),
    "anbn": ("aⁿbⁿ", "none"),
    "dyck1": ("balanced brackets", "none"),
}
"""Each with its title and its class of programs."""
LONGEST = 7


def learned(name: str) -> Learned:
    """What the learner finds at each length."""
    return lw.learn(name, hypotheses=LANGUAGES[name][1], length=LONGEST)


def picture() -> Plot:
    """One panel a language."""
    enough: dict[str, int] = {}
    with style():
        figure, panels = canvas(1, len(LANGUAGES), sharey=True, logarithmic=False)
        for place, (axes, name) in enumerate(zip(panels, LANGUAGES, strict=True)):
            found = learned(name)
            color = category(place)
            lengths = [row.n for row in found.rows]
            sizes = [row.size for row in found.rows]
            axes.step(lengths, sizes, where="mid", color=color, linewidth=1)
            for row in found.rows:
                inside = color if row.final else LIGHT["paper"]
                axes.plot(row.n, row.size, "o", color=color, markerfacecolor=inside)
                if row.first_error is not None:
                    axes.annotate(
                        f"{len(row.first_error)}",
                        (row.n, row.size),
                        (0, 6),
                        textcoords="offset points",
                        ha="center",
                        fontsize=8,
                    )
            assert found.n0 is not None
            enough[LANGUAGES[name][0]] = found.n0
            axes.axvline(found.n0, color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)), zorder=1)
            axes.annotate(
                f"N₀ = {found.n0}",
                (found.n0, 0.5),
                (4, 0) if found.n0 < 5 else (-4, 0),
                textcoords="offset points",
                ha="left" if found.n0 < 5 else "right",
            )
            axes.set(title=LANGUAGES[name][0], xticks=lengths)
            axes.set(xlim=(0.4, LONGEST + 0.5), ylim=(0, 10.6))
        panels[0].set_ylabel("lines")
        figure.supxlabel("n, length of the longest training words", fontsize=10)
    return Plot(
        name="smallest_programs",
        figure=figure,
        caption="Hollow: wrong on a word of the length that is written above.",
        description="The smallest program grows with the length of the training words "
        "until it is right: "
        + ", ".join(f"from {n} on for {title}" for title, n in enough.items())
        + ".",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
