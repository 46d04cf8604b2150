import pytest

from lengthwise.report.tools.palette import DARK, LIGHT, VARIABLES, step, stylesheet


def luminance(color):
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_drawn_stands_out_from_the_paper(colors):
    for name, color in colors.items():
        if name not in ("paper", "grid"):
            assert contrast(color, colors["paper"]) >= 3, name
    assert contrast(colors["ink"], colors["paper"]) >= 7
    assert contrast(colors["blue"], colors["paper"]) >= 4.5


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_ordered_series_are_ordered_in_gray_too(colors):
    steps = [luminance(colors[f"step{k}"]) for k in range(12)]
    assert steps == sorted(steps)


def test_every_color_has_one_variable_in_both_schemes():
    assert LIGHT.keys() == DARK.keys()
    assert len(VARIABLES) == len(LIGHT)
    assert all(stylesheet().count(f"--{name}:") == 2 for name in LIGHT)


def test_series_take_the_whole_scale():
    assert [step(k, 2) for k in range(2)] == [LIGHT["step0"], LIGHT["step11"]]
    assert step(0, 1) == LIGHT["step0"]
    assert len({step(k, 12) for k in range(12)}) == 12
