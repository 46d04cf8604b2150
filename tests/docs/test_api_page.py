import re
from pathlib import Path

import lengthwise as lw
from lengthwise.tasks.task import resolve

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_every_public_name_stands_on_the_page():
    named = set(re.findall(r"lw\.(\w+)", PAGE))
    assert named == set(lw.HOMES)


def test_every_link_of_the_page_leads_to_the_home_of_a_name_in_its_row():
    rows = [line for line in PAGE.splitlines() if "<lengthwise." in line]
    assert len(rows) > 20
    for row in rows:
        (path,) = re.findall(r"<(lengthwise[\w.]+)>", row)
        homes = set()
        for name in re.findall(r"lw\.(\w+)", row):
            module, _, there = lw.HOMES[name].partition(":")
            homes.add(f"lengthwise.{module}.{there or name}")
        assert path in homes
        module, _, name = path.rpartition(".")
        assert resolve(f"{module}:{name}").__doc__


def test_the_manual_has_a_page_for_every_package_but_the_command_line():
    said = re.findall(r'PACKAGES \+?= "([^"]*)"', (ROOT / "docs/conf.py").read_text())
    packages = {path.parent.name for path in ROOT.glob("src/lengthwise/*/__init__.py")}
    assert packages - {"cli"} <= set(" ".join(said).split())
