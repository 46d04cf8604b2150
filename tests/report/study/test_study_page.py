import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.report.study.study_page import render
from tests.report.findings import (
    kgram,
    modp,
    page,
    simple,
    two_layers,
    verdict_page,
)
from tests.report.text import text_of

ROOT = Path(__file__).parents[3]
OTHER_PROCESS = (
    "from tests.report.findings import kgram;"
    "from lengthwise.report.study.study_page import render;"
    "import hashlib;"
    "print(hashlib.sha256(render(kgram()).html.encode()).hexdigest())"
)


def test_the_page_reads_as_it_should(snapshot):
    assert text_of(page(simple)) == snapshot


def test_a_page_without_an_answer_reads_as_it_should(snapshot):
    assert text_of(page(kgram)) == snapshot


def test_the_page_of_two_layers_reads_as_it_should(snapshot):
    assert text_of(page(two_layers)) == snapshot


def test_the_page_of_two_layers_has_all_parts_of_one_layer():
    one, two = (
        re.findall(r"(?:^h2|^caption): (.*)", text_of(page(study)), re.MULTILINE)
        for study in (lambda: replace(simple(), scaled=None), two_layers)
    )
    assert one
    # Theorems speak of another construction there than that of the verdict.
    two = [t.replace("construction in the class of the", "exact") for t in two]
    two = [t.replace("exact theorem", "exact construction") for t in two]
    # Margins and certificates are for one layer.
    other = ("Logit ma", "Certifie", "An input")
    assert {title for title in one if title[:8] not in other} <= {*two}
    text = text_of(page(two_layers))
    assert "Positional margins of the median seed" in text
    assert "An input x of length 100,000 and an input z of length 1,000" in text
    assert 'id="simulation"' in page(two_layers)


def test_the_page_of_two_layers_says_what_theory_does_not():
    text = text_of(page(two_layers))
    assert "published without their constants" in text
    assert "No lower bound is known for two layers" in text
    assert "defined for one layer only" in text
    assert "The guarantees assume unknown constants of 1" in text
    assert "is vacuous" in text
    assert "The exact construction against the task" in text
    assert "not an actual length" in text[: text.index("h2: Figures")]


@pytest.mark.parametrize(
    "subject",
    [{"regex": "(ab|aabb)*"}, {"task": "parity"}, {"program": "majority_language"}],
    ids=str,
)
def test_a_page_without_training_reads_as_it_should(subject, snapshot):
    assert text_of(verdict_page(**subject)) == snapshot


def test_nets_without_the_factor_of_the_theorems_are_told_of_in_the_answer():
    text = text_of(page(simple))
    start = text.index("h2: Answer")
    assert "With that scaling, N = " in text[start : text.index("h2: Figures")]
    assert "h2: Logits scaled by log n" in text
    assert "log n scaling" not in text_of(page(kgram))


def test_the_verdict_of_a_trained_task_stands_on_its_page():
    for study in (simple, kgram):
        text = text_of(page(study))
        assert "h2: Verdict" in text
        assert "machine | a limit transformer" in text
    assert "transformer that the verdict names" in text_of(page(kgram))
    assert "h2: Verdict" not in text_of(page(modp))


def test_the_same_summary_gives_the_same_bytes_in_another_process():
    done = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    here = hashlib.sha256(page(kgram).encode()).hexdigest()
    assert done.stdout.strip() == here


def test_the_answer_comes_before_everything_else():
    html = page(modp)
    places = [html.index(f'id="{name}"') for name in ("answer", "figures", "lengths")]
    assert places == sorted(places)
    assert html.index("Transformers trained on") < html.index("<figure")


def test_the_page_names_no_other_place():
    html = page(modp)
    assert not re.search(r"(src|href|action)=\"(?!#|data:)", html)
    assert not re.search(r"url\((?!#)", html)


def test_the_policy_allows_what_the_page_has_and_nothing_else():
    html = page(kgram)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    assert policy.startswith("default-src &#39;none&#39;")
    assert "unsafe" not in policy
    assert html.index("Content-Security-Policy") < html.index("<style")


def test_what_was_made_smaller_stands_on_the_page():
    assert "8 seeds, not 16" in text_of(page(simple))
    assert "All sizes are those of the published recipe" in text_of(page(modp))


def test_records_of_several_machines_are_all_named():
    prints = ({"device": "cpu"}, {"device": "gpu"})
    found = replace(kgram(), runs=(), lengths={}, plateaus={})
    several = replace(found.provenance, fingerprints=prints)
    text = text_of(render(replace(found, provenance=several)).html)
    assert "device cpu" in text
    assert "device gpu" in text


def test_a_page_is_small():
    # Two sorts of nets, each with certificates and predictions beside the curves.
    assert len(page(simple)) < 330_000
