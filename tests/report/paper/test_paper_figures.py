"""Published figures are drawn from what was measured, in both norms."""

import json

import pytest

from lengthwise.figures.all_figures import FIGURES, figure
from lengthwise.figures.figure import from_folder
from lengthwise.jobs.reproduction import reproduction_of
from lengthwise.report.paper.paper_figures import paper_figure, paper_table
from tests.figures.measured import write_records


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_both_norms_legends_units_and_seeds(name, tmp_path):
    write_records(tmp_path, name)
    chosen = figure(name)
    plot = paper_figure(reproduction_of(from_folder(chosen, tmp_path)))
    rows = 1 if chosen.panels == ("attention",) else 2
    assert len(plot.figure.axes) == rows * len(chosen.panels)
    for axes in plot.figure.axes:
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        assert axes.get_legend() is not None or axes.texts
    assert "3 seeds" in plot.caption
    stops = any(trial.recipe.threshold for trial in chosen.trials("small"))
    assert ("reached the step limit" in plot.caption) == stops
    assert chosen.title in plot.caption


def test_a_figure_without_exact_errors_has_one_row(tmp_path):
    write_records(tmp_path, "izzo-fig1")
    (tmp_path / "izzo-fig1-sup.jsonl").unlink()
    plot = paper_figure(reproduction_of(from_folder(figure("izzo-fig1"), tmp_path)))
    assert len(plot.figure.axes) == 3
    assert "Sup" not in plot.caption


@pytest.mark.parametrize(
    ("name", "left_out"), [("izzo-fig1", "records"), ("izzo-fig3", "exact errors")]
)
def test_a_part_of_the_records_is_drawn_as_far_as_it_goes(name, left_out, tmp_path):
    """Of a figure whose records are not all there an empty panel says so."""
    write_records(tmp_path, name)
    chosen = figure(name)
    path, beside = (tmp_path / f"{chosen.records}{end}.jsonl" for end in ("", "-sup"))
    kept = [json.loads(line) for line in path.read_text().splitlines()]
    if left_out == "records":
        kept = [
            one for one in kept if one["trial"]["task"][chosen.number] != chosen.shown
        ]
    else:
        beside.unlink()
    path.write_text("".join(json.dumps(one) + "\n" for one in kept[:5]))
    found = reproduction_of(from_folder(chosen, tmp_path))
    panels = paper_figure(found).figure.axes
    said = [text.get_text() for axes in panels for text in axes.texts]
    assert any("among the records" in text for text in said)
    assert paper_table(found).rows
