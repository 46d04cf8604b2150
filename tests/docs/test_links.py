"""Links of texts outside the manual lead somewhere; Sphinx checks those inside it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = sorted([*ROOT.glob("*.md"), *(ROOT / "results").glob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_or_heading(path):
    for address in LINK.findall(path.read_text("utf-8")):
        if address.startswith(("http:", "https:", "mailto:")):
            continue
        file, _, anchor = address.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), address
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", h).strip().lower() for h in heads}
            assert anchor in {slug.replace(" ", "-") for slug in slugs}, address


def test_every_page_of_the_manual_is_in_a_table_of_contents():
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    trees = re.findall(r"```\{toctree\}\n(.*?)```", index, re.DOTALL)
    listed = {line for tree in trees for line in tree.splitlines() if line}
    pages = (ROOT / "docs").rglob("*.md")
    names = {str(p.relative_to(ROOT / "docs").with_suffix("")) for p in pages}
    for name in names - {"index"}:
        assert any(Path(name).match(pattern) for pattern in listed), name
