"""The measuring script, on a figure small enough for tests."""

import json
from dataclasses import replace

import pytest

from lengthwise.experiments.evaluation import Evaluation
from lengthwise.experiments.grid import grid
from lengthwise.experiments.jsonl import read_lines
from lengthwise.limit.constructions import mod_p_task
from lengthwise.limit.k_gram import k_gram
from lengthwise.studies import exact, izzo, measure
from lengthwise.tasks.catalogue import task
from tests.nets.canonical import SIMPLE

NET = {"width": [SIMPLE.architecture.width], "units": [SIMPLE.architecture.units]}
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


def test_records_and_exact_errors_are_appended_and_not_made_twice(
    tmp_path, monkeypatch, capsys
):
    small = (tiny("simple", {"omega": [2.0]}, 8, 2),)
    figure = replace(izzo.figure("izzo-fig1"), small=small)
    monkeypatch.setitem(izzo.FIGURES, "tiny", replace(figure, name="tiny"))
    measure.measure("tiny", tmp_path, small=True)
    measure.measure("tiny", tmp_path, small=True)
    first, again = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["new"], again["new"], again["models"]) == (2, 0, 2)
    assert len(list(read_lines(tmp_path / "tiny.jsonl"))) == 2
    lines = (tmp_path / "tiny-sup.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    assert len(found) == 2
    assert all(one["sup"][n] >= one["rms"][n] for one in found for n in one["sup"])


def test_attention_is_told_on_the_asked_residue_class_and_elsewhere():
    looks = exact.attention(mod_p_task(p=5, k=2, bits=20), task("modp:p=5,k=2"))
    assert looks["attention_length"] == 80
    assert looks["attention_on"] == pytest.approx([1 / 16, 0.0])
    assert looks["attention_off"] == pytest.approx([0.0, 0.0])


def test_two_layers_are_run_on_all_words_of_short_lengths():
    subject = task("kgram:k=1,S=3")
    close = exact.on_all_words(k_gram(k=1, S=3, b=40.0, c=40.0), subject)
    assert set(close["sup"]) == {"2", "4", "7"}
    assert all(close["rms"][n] <= close["sup"][n] for n in close["sup"])
    assert close["sup_at_least"]["256"] < close["sup_at_least"]["64"] / 2
