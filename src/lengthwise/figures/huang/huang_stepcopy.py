"""Huang et al., appendix G.7: copying every k-th of distinct symbols.

The paper gives the sizes of its search but not the selected ones: with positions two
layers, one head, widths 64 to 512, dropout 0 or 0.1; without positions two to five
layers and one to four heads. Here each has one size, that of unique copy, with the
published steps and warm-up, and with positions both dropout rates. The second half of
the table trains on inputs of up to 128 and tests on up to 384.
"""

from collections.abc import Mapping
from typing import Any

from lengthwise.figures.huang.huang_algorithmic import WIDE
from lengthwise.figures.huang.suite import BINS, SCHEMES, Cell, Scheme, Suite
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.training.samplers.host_sampler import longest

STEPS = (1, 2, 3)
"""Every k-th symbol is copied."""

LONG_BINS = (LengthBin(1, 128), LengthBin(129, 256), LengthBin(257, 384))
"""The second scheme of lengths; its alphabet has as many symbols as the longest input,
384, and that of the first has 150."""

SIZES: Mapping[Scheme, Mapping[str, Any]] = {
    "absolute": {"layers": 2, "heads": 1, "width": 64},
    "none": {"layers": 4, "heads": 4, "width": 256},
}
DROPOUT: Mapping[Scheme, tuple[float, ...]] = {"absolute": (0.0, 0.1), "none": (0.1,)}
WARMUP = 1500


def _cell(name: str, bins: tuple[LengthBin, ...], scheme: Scheme, rate: float) -> Cell:
    sizes = SIZES[scheme]
    precise = {"precision": "tf32"} if sizes["width"] >= WIDE else {}
    return Cell(
        task=name,
        scheme=scheme,
        places=longest(task(name), task(name).lengths(1, bins[-1].high)[-1]),
        model={**sizes, "dropout": rate} if rate else sizes,
        recipe={"warmup": WARMUP, **precise},
        note="one of the sizes that the paper searched; the winner is not published",
        bins=bins,
    )


SUITES = (
    Suite(
        name="huang-stepcopy",
        title="Accuracy on copying every k-th symbol, by length",
        cells=tuple(
            _cell(f"step_copy:k={k}{more}", bins, scheme, rate)
            for more, bins in (("", BINS), (",symbols=384", LONG_BINS))
            for scheme in SCHEMES
            for k in STEPS
            for rate in DROPOUT[scheme]
        ),
    ),
)
