"""Every key that is named has its entry; results name what they rest on."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import lengthwise as lw
from lengthwise.bibliography import OURS, entries, united
from lengthwise.figures.all_figures import FIGURES
from lengthwise.tasks.catalogue import task, tasks_by_heading
from lengthwise.theory.knowledge import quoted_theorems
from lengthwise.theory.theorems.all_theorems import THEOREMS
from lengthwise.theory.verdict.consequences import consequences_of
from tests.report.findings import simple

SOURCES = sorted((Path(__file__).parents[1] / "src").rglob("*.py"))
KEY = re.compile(r"[a-z]+(19|20)\d\d[a-z]*")


def named_keys(path):
    """The texts of a file that can only be keys."""
    nodes = ast.walk(ast.parse(path.read_text()))
    texts = (one.value for one in nodes if isinstance(one, ast.Constant))
    return {text for text in texts if isinstance(text, str) and KEY.fullmatch(text)}


def test_every_key_in_the_source_has_an_entry():
    named = {key for path in SOURCES for key in named_keys(path)}
    assert named <= entries().keys()
    assert len(named) > 5


def test_every_entry_is_read_whole():
    for key, text in entries().items():
        assert re.match(rf"@\w+{{{key},\n", text)
        assert text.count("{") == text.count("}")


def test_theorems_figures_and_tasks_have_sources():
    keys = [one.theorem.key for one in THEOREMS]
    keys += [one.key for one in quoted_theorems.ALL]
    keys += [key for one in FIGURES.values() for key in one.sources]
    assert set(keys) <= entries().keys()
    assert all(one.sources for group in tasks_by_heading().values() for one in group)
    assert FIGURES["izzo-fig1"].sources == ("izzo2025quantitative", "yang2022tensor")


@pytest.mark.parametrize(
    ("subject", "sources"),
    [
        (
            {"regex": "(ab)*"},
            ("huang2025formal", "chen2025nonasymptotic", "yang2026algebraic"),
        ),
        (
            {"regex": "(aa)*b?"},
            (
                *("huang2025formal", "yang2026algebraic", "chen2025nonasymptotic"),
                "lengthwise",
            ),
        ),
        ({"program": "dyck1"}, ("huang2025formal", "yang2026computable")),
        ({"task": "modp"}, ("huang2025formal", "izzo2025quantitative")),
        (
            {"task": "retrieve_left"},
            (
                *("huang2025formal", "yang2026algebraic", "jobanputra2025born"),
                "lengthwise",
            ),
        ),
        ({"task": "parity"}, ("huang2025formal", "yang2026algebraic", "lengthwise")),
    ],
)
def test_a_verdict_rests_on_its_classes_its_theorems_and_its_task(subject, sources):
    found = lw.verdict(**subject)
    assert found.sources == sources
    assert found.json()["sources"] == list(found.sources)


def test_what_follows_from_a_verdict_rests_on_more():
    subject = task("modp:p=3")
    found = lw.verdict(task=subject)
    assert consequences_of(found, subject).sources == united(
        found.sources, lw.bounds_for(*[lw.machine("modp:p=3")] * 2, eps=0.3).sources
    )


def test_a_study_rests_on_its_theory_its_audits_and_its_nets():
    trained = replace(simple().provenance, sources=("yang2022tensor",))
    found = replace(simple(), provenance=trained)
    assert found.sources == (
        *("izzo2025quantitative", "huang2025formal", "yang2022tensor"),
    )
    assert replace(found, decided=None).sources == (
        *("izzo2025quantitative", "yang2022tensor"),
    )


def test_theorems_that_do_not_apply_are_no_sources():
    assert lw.bounds(n=3).sources == ("chen2025nonasymptotic",)
    assert lw.bounds(agreement=1.0).sources == ()


def test_sources_are_named_once_and_this_software_last():
    assert united([OURS, "b", "a"], ["a", OURS]) == ("b", "a", OURS)
