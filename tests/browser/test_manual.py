"""The built manual: accessible, readable on a phone and in dark, with search."""

import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Tab

ROOT = Path(__file__).parents[2]
PAGES = (
    *("index", "how-to/own-task"),
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in (
            "tutorial",
            "theory",
            "bounds",
            "formats",
            "studies",
            "suite",
            "commands",
        )
    ),
)


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    """The manual as ``make docs`` built it, or built now where it was not."""
    built = ROOT / "build" / "docs"
    newest = max(path.stat().st_mtime for path in (ROOT / "docs").rglob("*.md"))
    if (built / "searchindex.js").exists() and (
        (built / "searchindex.js").stat().st_mtime > newest
    ):
        return built
    target = tmp_path_factory.mktemp("manual")
    command = [sys.executable, "-m", "sphinx", "--quiet", "-d", target / "trees"]
    subprocess.run([*command, ROOT / "docs", target / "html"], check=True, timeout=110)
    return target / "html"


@pytest.fixture
def at(browser, manual):
    """Opens a page of the manual in a tab of its own."""
    contexts = []

    def open_(name, *, width=1200, scheme="light"):
        viewport = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=viewport, color_scheme=scheme))
        tab = Tab(contexts[-1].new_page())
        tab.page.goto((manual / f"{name}.html").as_uri())
        return tab

    yield open_
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", [380, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_the_manual_is_accessible_and_fits(at, name, width, scheme):
    tab = at(name, width=width, scheme=scheme)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    tab.assert_quiet()  # before axe, which reads style sheets once more
    report = Axe().run(tab.page)
    assert report.violations_count == 0, report.generate_report()


def test_dark_is_dark(at):
    background = "getComputedStyle(document.body).backgroundColor"
    colors = {
        s: at("index", scheme=s).page.evaluate(background) for s in ("light", "dark")
    }
    brightness = {s: sum(map(int, c[4:-1].split(","))) for s, c in colors.items()}
    assert brightness["dark"] < 200 < 600 < brightness["light"]


def test_search_finds_a_page_without_a_server(at):
    tab = at("search")
    tab.page.goto(tab.page.url + "?q=minimax")
    found = tab.page.locator("#search-results li a[href*='bounds']")
    found.first.wait_for(timeout=10_000)  # results come one by one


def test_formulas_are_drawn_by_the_browser_itself(at):
    tab = at("bounds")
    boxes = tab.page.locator("math")
    assert boxes.count() > 20
    assert boxes.first.bounding_box()["width"] > 5
    assert "$" not in tab.page.locator("article p").first.inner_text()
