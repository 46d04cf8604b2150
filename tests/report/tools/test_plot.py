import re
import subprocess
import sys
from dataclasses import replace
from zlib import decompress

import numpy as np
import pytest
from matplotlib.image import imread
from matplotlib.text import Text

from lengthwise.errors import HostError, SpecError
from lengthwise.report.study.study_figures import error_by_length, figures
from lengthwise.report.tools import plot as plotting
from lengthwise.report.tools.palette import look
from lengthwise.report.tools.plot import (
    COLUMN,
    PAGE,
    Plot,
    canvas,
    label_ticks,
    legend,
    style,
)
from tests.report.findings import simple


def crowded(entries=12):
    with style():
        figure, (axes,) = canvas()
        for place in range(entries):
            axes.plot([1, 10], [1, place + 1], label=f"N = {place}", **look(place, 12))
        axes.set_xlabel("test length (symbols)")
        label_ticks(axes)
        legend(figure, "training length")
    return Plot(name="crowded", figure=figure, caption="", description="", marks=())


def visible_texts(figure):
    return [t for t in figure.findobj(Text) if t.get_visible() and t.get_text()]


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_the_same_figure_gives_the_same_bytes_without_a_date(kind, tmp_path):
    for name in ("one", "two"):
        made = replace(crowded(), name="same").save(tmp_path / f"{name}.{kind}")
    one, two = (tmp_path / f"{name}.{kind}" for name in ("one", "two"))
    assert made == two
    assert one.read_bytes() == two.read_bytes()
    assert not re.search(rb"CreationDate|dc:date|Software", one.read_bytes())


def test_saving_leaves_the_figure_as_it_was(tmp_path):
    plot = crowded()
    before = plot.svg()
    plot.save(tmp_path / "a.pdf")
    assert plot.svg() == before


def test_a_png_is_one_column_wide_at_600_dots_an_inch(tmp_path):
    pixels = imread(crowded().save(tmp_path / "a.png"))
    assert pixels.shape[1] == COLUMN * 600
    assert np.all(pixels[0, 0, :3] == 1)


def test_fonts_are_in_the_file(tmp_path):
    found = crowded().save(tmp_path / "a.pdf").read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", found, re.DOTALL)
    assert b"/FontFile2" in found
    assert any(b"Tf" in decompress(s) for s in streams if s[:1] == b"x")
    assert "<text" not in crowded().save(tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("width", [COLUMN, PAGE])
def test_every_text_is_readable_and_inside(width):
    for made in (crowded(), *figures(simple())):
        with style():
            figure = plotting._resized(made.figure, width, None)
            figure.draw_without_rendering()
            assert min(t.get_fontsize() for t in visible_texts(figure)) >= 7
            for one in figure.legends:
                box = one.get_window_extent()
                assert box.x0 >= 0
                assert box.x1 <= width * figure.dpi


def test_height_and_width_can_be_chosen(tmp_path):
    path = crowded().save(tmp_path / "a.png", width=3, height=2)
    assert imread(path).shape[:2] == (1200, 1800)


def test_too_small_a_figure_is_refused(tmp_path):
    with pytest.raises(SpecError, match="2 x 1 inches leave no room"):
        crowded().save(tmp_path / "a.png", width=2, height=1)


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(SpecError, match=r"does not end in \.pdf, \.svg or \.png"):
        crowded().save(tmp_path / "a.jpg")


def test_a_folder_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(HostError, match="cannot write the figure"):
        crowded().save(tmp_path / "none" / "a.svg")


def test_in_gray_lines_differ_by_marker_or_dashes():
    looks = [look(k) for k in range(12)]
    shapes = {(one["marker"], one["linestyle"]) for one in looks}
    assert len(shapes) == 12


def test_figures_of_a_study_can_be_saved(tmp_path):
    plot = error_by_length(simple())
    assert plot.save(tmp_path / f"{plot.name}.pdf").read_bytes()[:5] == b"%PDF-"


DRAW = """
from lengthwise.report.tools.plot import Plot, canvas, style
with style():
    figure, (axes,) = canvas()
    axes.plot([1, 10], [1, 2], label="N = 4")
    axes.set_xlabel("test length (symbols)")
Plot(name="a", figure=figure, caption="", description="", marks=()).save("a.svg")
"""


def test_the_settings_of_the_folder_have_no_say(tmp_path):
    made = []
    for name, settings in (("plain", ""), ("odd", "text.usetex: True\nfont.size: 40")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "matplotlibrc").write_text(settings)
        subprocess.run([sys.executable, "-c", DRAW], cwd=folder, check=True, timeout=60)
        made.append((folder / "a.svg").read_bytes())
    assert made[0] == made[1]
