"""The glossary of the manual has every term of the pages, and is linked from them."""

import re
from pathlib import Path

import pytest

from lengthwise.report.study._page_terms import TERMS

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = (DOCS / "words.md").read_text("utf-8")
LISTS = "".join(re.findall(r"```\{glossary\}\n(.*?)```", GLOSSARY, re.DOTALL))
ENTRIES = dict(re.findall(r"^(\S.*)\n((?:  .*\n?)+)", LISTS, re.MULTILINE))


def plain(text):
    """Letters and digits only, without what Markdown and mathematics add."""
    text = re.sub(r"\{term\}`([^`<]*)[^`]*`", r"\1", text)
    text = text.replace(r"\varepsilon", "ε").replace(r"\log", "log")
    return " ".join(re.findall(r"[\w-]+", text))


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_pages_is_defined_alike_in_the_glossary(term):
    first = re.split(r"(?<=[.;:,]) ", TERMS[term])[0]
    assert plain(first) in plain(ENTRIES[term])


def test_no_term_is_defined_twice():
    assert len(ENTRIES) == len(re.findall(r"^\S.*$", LISTS, re.MULTILINE))
