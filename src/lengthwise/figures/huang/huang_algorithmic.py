"""Huang et al., algorithmic tasks: the published sizes, with and without positions.

The sizes are those selected by the paper's search. Where it went up to 12 layers, cells
have 4 layers, 4 heads and width 256, and are marked. The paper trains seeds until five
fit their training lengths; here eight are trained, and all of them are shown.
"""

from dataclasses import replace

from lengthwise.figures.huang.suite import SCHEMES, Cell, Scheme, Suite

_SMALLER = "published with 12 layers, 12 heads and width 768"

_SIZES = """
bin_majority            154 1 1 16 1e-3    1 1 16 1e-3
majority                154 1 2 256 1e-3   1 1 64 1e-3
unique_copy             303 2 1 64 1e-3    4 4 256 1e-3
sort                    303 1 2 256 1e-4   1 1 256 1e-3
bin_majority_interleave 156 2 4 256 1e-4   4 4 256 1e-4 *
parity                  154 4 2 256 1e-4   4 4 256 3e-5 *
repeat_copy             303 4 4 256 1e-3   4 4 256 1e-3
addition                300 4 4 256 1e-4 * 4 4 256 1e-4 *
"""
"""Task, rows of the table of positions; for each scheme layers, heads, width and
learning rate, with * if the published model has 12 layers."""

WIDE = 256
"""From this width on, factors of matrix products are rounded to TF32 (10 bits)."""


def _cells() -> tuple[Cell, ...]:
    cells = []
    for task, places, *rest in map(str.split, _SIZES.strip().splitlines()):
        for scheme in SCHEMES:
            layers, heads, width, rate = (rest.pop(0) for _ in range(4))
            is_smaller = rest[:1] == ["*"]
            del rest[:is_smaller]
            sizes = (int(layers), int(heads), int(width))
            cells.append(
                _cell(task, scheme, int(places), sizes, float(rate), is_smaller)
            )
    return tuple(sorted(cells, key=lambda cell: cell.model["layers"]))


def _cell(
    task: str,
    scheme: Scheme,
    places: int,
    sizes: tuple[int, int, int],
    rate: float,
    is_smaller: bool,  # noqa: FBT001
) -> Cell:
    layers, heads, width = sizes
    return Cell(
        task=task,
        scheme=scheme,
        places=places,
        model={"layers": layers, "heads": heads, "width": width},
        recipe={"precision": "tf32"} if width >= WIDE else {},
        rates=(rate,),
        seeds=8,
        note=_SMALLER if is_smaller else "",
    )


def _copy(scheme: Scheme, **recipe: object) -> Cell:
    cell = _cell("unique_copy", scheme, 303, (2, 1, 64), 1e-3, is_smaller=False)
    return replace(cell, recipe=recipe)


ALL_STEPS = {"stop": "mean"}
"""No early stopping."""

SUITES = (
    Suite(
        name="huang-algorithmic",
        title="Accuracy on eight algorithmic tasks, by length",
        cells=_cells(),
    ),
    Suite(
        name="huang-copy",
        title="Unique copy: the same decoder with positions and without",
        cells=(_copy("absolute"), _copy("absolute", **ALL_STEPS), _copy("none")),
    ),
)
