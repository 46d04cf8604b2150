"""What one half of an input must tell the other: two programs, two tasks without one.

``python docs/pictures/message_bits.py`` draws it anew.
"""

from math import log2
from pathlib import Path

from lengthwise.crasp.library.loading import load
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Plot, canvas, label_ticks, legend, style
from lengthwise.tasks.catalogue import task
from lengthwise.theory.communication.protocol_bits import protocol_of
from lengthwise.theory.knowledge.lookup import knowledge_of

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 3.4
LENGTHS = tuple(2**k for k in range(1, 12))
PROGRAMS = {
    "dyck1": ("Dyck-1, message of a program", "blue"),
    "unique_copy": ("unique copy over 7 symbols, likewise", "green"),
}
TASKS = {
    "repeat_copy": ("repeat copy, needed by any program", "orange"),
    "addition": ("addition, likewise", "purple"),
}


def needed_bits(name: str) -> list[float]:
    """The logarithm of the residual classes that are proved, at each length."""
    family = knowledge_of(task(name)).rows
    assert family is not None
    return [log2(family.at_least(task(name), half)) for half in LENGTHS]


def picture() -> Plot:
    """Bits of messages and lower bounds on them, against N."""
    with style():
        figure, (axes,) = canvas()
        axes.set(xscale="log", yscale="log")
        for name, (label, color) in PROGRAMS.items():
            found = protocol_of(load(name), LENGTHS)
            axes.plot(
                LENGTHS,
                [row.bits for row in found.rows],
                color=LIGHT[color],
                marker="o",
                markersize=3,
                label=label,
            )
        for name, (label, color) in TASKS.items():
            axes.plot(
                LENGTHS,
                needed_bits(name),
                color=LIGHT[color],
                linestyle="--",
                label=label,
            )
        axes.set(xlim=(1.8, 2300), ylim=(1, 2300))
        label_ticks(axes)
        axes.set_xlabel("N, symbols of each half")
        axes.set_ylabel("bits")
        legend(figure, columns=2)
    return Plot(
        name="message_bits",
        figure=figure,
        caption="Bits that the first N symbols must tell the next N.",
        description="Messages of programs grow with the logarithm of N; what repeat "
        "copy and addition need grows like N and overtakes them.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
