"""The measuring script, on a figure small enough for tests."""

import json
from dataclasses import replace

import pytest

from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.errors import FormatError, SpecError
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.figures import all_figures
from lengthwise.figures import exact_errors as exact
from lengthwise.figures.figure import from_folder
from lengthwise.jobs import train_figures as measure
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.constructions.named_machines import mod_p_task
from lengthwise.tasks.catalogue import task
from tests.models.canonical_net import SIMPLE

NET = {"width": [SIMPLE.model.width], "units": [SIMPLE.model.units]}
RECIPE = {"batch": [SIMPLE.batch], "threshold": [10.0], "max_steps": [256]}


def tiny(name, numbers, train_length, seeds):
    return grid(
        name,
        numbers=numbers,
        train_length=train_length,
        seed=range(seeds),
        model=NET,
        recipe=RECIPE,
        evaluation=Evaluation(lengths=(16, 64), words=64),
    )


@pytest.fixture
def made(monkeypatch):
    """A figure of two models, known by name."""
    small = (tiny("simple", {"omega": [2.0]}, 8, 2),)
    found = replace(
        all_figures.figure("izzo-fig1"),
        small=small,
        full=(),
        name="tiny",
        records="tiny",
    )
    monkeypatch.setitem(all_figures.FIGURES, "tiny", found)
    return found


def test_records_and_exact_errors_are_appended_and_not_made_twice(
    made, tmp_path, capsys
):
    asked = [str(tmp_path), "tiny-small", "--workers", "1"]
    assert measure.main([*asked, "--seconds", "0"]) == 1
    assert measure.main([*asked, "--seconds", "600"]) == 0
    assert measure.main(asked) == 0
    none, first, again = map(json.loads, capsys.readouterr().out.splitlines())
    assert (none["new"], none["models"], none["done"]) == (0, 0, False)
    assert (first["new"], again["new"], again["models"]) == (2, 0, 2)
    assert first["done"]
    assert len(list(read_lines(tmp_path / "tiny.jsonl"))) == 2
    lines = (tmp_path / "tiny-sup.jsonl").read_text().splitlines()
    found = [exact.read_exact(json.loads(line)) for line in lines]
    assert len(found) == 2
    assert all(one.sup[n] >= one.rms[n] for one in found for n in one.sup)
    assert all(one.ties is not None for one in found)  # these logits grow with log|x|
    old = json.loads(lines[0])
    del old["ties"]  # as lines were before
    assert exact.read_exact(old) == replace(found[0], ties=None)
    seen = from_folder(made, tmp_path)
    assert (len(seen.runs), len(seen.exact), seen.trials) == (2, 2, 2)
    assert seen.of("sup")[0].errors == {256: max(seen.exact[0].sup.values())}
    with pytest.raises(SpecError, match="run lengthwise reproduce izzo-fig1"):
        from_folder(replace(all_figures.figure("izzo-fig1"), records="tiny"), tmp_path)
    with pytest.raises(SpecError, match="--records"):
        from_folder(all_figures.figure("izzo-fig1"), tmp_path)


def test_time_is_kept_for_exact_errors_and_a_broken_line_is_cut_off(tmp_path):
    path = tmp_path / "tiny-sup.jsonl"
    path.write_text('{"a":1}\n{"b"')
    with measure.Exacts(path, 2) as exacts:
        assert exacts.left == 0
        exacts._asked, exacts._made, exacts._seconds = 30, 10, 5.0
        assert exacts.left == 20 * 0.5 / 2
    assert path.read_text() == '{"a":1}\n'


def test_attention_is_told_on_the_asked_residue_class_and_elsewhere():
    looks = exact.attention(mod_p_task(p=5, k=2, bits=20), task("modp:p=5,k=2"))
    assert looks.length == 80
    assert looks.on == pytest.approx((1 / 16, 0.0))
    assert looks.off == pytest.approx((0.0, 0.0))


def test_two_layers_are_run_on_all_words_of_short_lengths():
    subject = task("kgram:k=1,S=3")
    found = audit_words(k_gram(k=1, S=3, b=40.0, c=40.0), subject, [1, 2, 4, 7, 8])
    assert [error.length for error in found.errors] == [2, 4, 7]
    assert all(error.rms <= error.sup for error in found.errors)
    assert all(error.sup >= abs(error.output - error.label) for error in found.errors)


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"sup": 1, "sup": 2}', "[" * 100_000, '{"rms": []}']
)
def test_a_damaged_line_of_exact_errors_is_named(tmp_path, line):
    figure = replace(all_figures.figure("izzo-fig1"), records="tiny")
    (tmp_path / "tiny.jsonl").write_text("")
    (tmp_path / "tiny-sup.jsonl").write_text(line + "\n")
    with pytest.raises(FormatError, match=r"line 1: no (exact errors|JSON)") as caught:
        from_folder(figure, tmp_path)
    assert "\n" not in str(caught.value)
