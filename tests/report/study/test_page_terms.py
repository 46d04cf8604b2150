"""What a page says is defined on the page, as in the manual."""

import re
from pathlib import Path

from lengthwise.report.study._page_terms import TERMS, anchor, linked
from tests.report.findings import page, recognized, simple

MANUAL = Path(__file__).parents[3] / "docs" / "words.md"


def test_every_term_is_in_the_glossary_of_the_manual():
    known = re.findall(
        r"^([\w-][^\n:$`]*)\n  \S", MANUAL.read_text("utf-8"), re.MULTILINE
    )
    assert set(TERMS) <= set(known)


def test_every_link_leads_to_a_definition_on_the_page():
    for study in (simple, recognized):
        html = page(study)
        used = set(re.findall(r'class="term" href="#([^"]+)"', html))
        defined = set(re.findall(r'<dt id="(term-[^"]+)"', html))
        assert used <= defined
        assert "term-seed" in used


def test_text_from_outside_stays_text():
    assert linked("<i>a seed</i>") == (
        '&lt;i&gt;a <a class="term" href="#term-seed">seed</a>&lt;/i&gt;'
    )
    assert len({anchor(term) for term in TERMS}) == len(TERMS)
