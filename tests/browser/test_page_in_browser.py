import pytest
from axe_playwright_python.sync_playwright import Axe

from lengthwise.report.study.study_tables import sufficient
from lengthwise.report.tools.page import Page
from lengthwise.report.tools.palette import DARK, LIGHT
from tests.report.findings import kgram, page, simple, verdict_page

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def rgb(color):
    parts = [str(int(color[k : k + 2], 16)) for k in (1, 3, 5)]
    return f"rgb({', '.join(parts)})"


@pytest.mark.parametrize(("scheme", "width"), [("light", 380), ("dark", 1600)])
def test_the_page_fits_is_accessible_and_leaves_nothing(opened, width, scheme):
    tab = opened(page(simple), width=width, color_scheme=scheme)
    found = tab.page.evaluate("document.documentElement.scrollWidth")
    assert found <= width
    colors = LIGHT if scheme == "light" else DARK
    assert tab.page.evaluate(BACKGROUND) == rgb(colors["paper"])
    report = Axe().run(tab.page)
    assert report.violations_count == 0, report.generate_report()
    tab.assert_quiet()


@pytest.mark.parametrize(("scheme", "width"), [("light", 380), ("dark", 1600)])
@pytest.mark.parametrize(
    "subject", [{"regex": "(ab|aabb)*"}, {"program": "dyck1"}], ids=str
)
def test_the_page_of_a_verdict_fits_and_is_accessible(opened, width, scheme, subject):
    tab = opened(verdict_page(**subject), width=width, color_scheme=scheme)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    report = Axe().run(tab.page)
    assert report.violations_count == 0, report.generate_report()
    if "regex" in subject:
        box = tab.page.locator(".automaton svg").bounding_box()
        assert 200 < box["width"] <= width
        assert tab.page.locator('circle[stroke="#cc0000"]').count() == 2
    tab.assert_quiet()


def test_a_page_without_an_answer_is_accessible(opened):
    tab = opened(page(kgram), width=800)
    report = Axe().run(tab.page)
    assert report.violations_count == 0, report.generate_report()
    tab.assert_quiet()


def test_pointing_at_a_curve_shows_its_values(opened):
    tab = opened(page(simple))
    figure = tab.page.locator("#error-by-length")
    tip = figure.locator(".tip")
    assert not tip.is_visible()
    figure.locator(".plot").hover()
    assert "error 0." in tip.inner_text()
    assert figure.locator("[data-series].faded").count() > 0
    tab.page.mouse.move(0, 0)
    assert not tip.is_visible()
    assert figure.locator("[data-series].faded").count() == 0
    tab.assert_quiet()


def test_a_value_is_shown_where_it_is_drawn(opened):
    tab = opened(page(simple))
    tab.page.locator("#audit .plot").focus()
    tab.page.keyboard.press("ArrowRight")
    gap = tab.page.evaluate("""() => {
      const at = (node) => {
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [x, y] = at(document.querySelector("#audit .ring"));
      return Math.min(...[...document.querySelectorAll("#audit use")].map(
        (use) => Math.hypot(at(use)[0] - x, at(use)[1] - y)));
    }""")
    assert gap < 1.5


def test_every_value_can_be_read_with_the_keyboard(opened):
    tab = opened(page(simple))
    tab.page.locator("#plateau-by-training-length .plot").focus()
    tip = tab.page.locator("#plateau-by-training-length .tip")
    tab.page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith("trained on N = 8\n")
    tab.page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith("trained on N = 10\n")
    tab.page.keyboard.press("ArrowLeft")
    assert tip.inner_text().startswith("trained on N = 8\n")
    tab.page.keyboard.press("ArrowDown")
    assert tip.inner_text().startswith("ε = 0.04 rms")
    tab.page.keyboard.press("ArrowUp")
    assert tip.inner_text().startswith("trained on N = 11\n")
    tab.page.keyboard.press("Escape")
    assert not tip.is_visible()
    tab.assert_quiet()


def test_figures_stand_without_script(opened):
    tab = opened(page(simple), java_script_enabled=False)
    for name in (
        "error-by-length",
        "plateau-by-training-length",
        "audit",
        "simulation",
    ):
        box = tab.page.locator(f"#{name} svg").bounding_box()
        assert box["width"] > 300
        assert box["height"] > 200


def test_a_printed_page_is_light_and_cuts_no_table(opened):
    tab = opened(page(simple), width=760, color_scheme="dark")
    tab.page.emulate_media(media="print")
    assert tab.page.evaluate(BACKGROUND) == rgb(LIGHT["paper"])
    assert tab.page.locator("#audit svg").is_visible()
    assert not tab.page.locator("nav").is_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 760
    assert tab.page.pdf().startswith(b"%PDF")


def test_a_table_is_downloaded_in_full(opened):
    tab = opened(page(simple), accept_downloads=True)
    with tab.page.expect_download() as waiting:
        links = tab.page.get_by_role("link", name="CSV of the table: The smallest")
        links.first.click()
    file = waiting.value
    assert file.suggested_filename == "simple-omega-4-sufficient-lengths.csv"
    with open(file.path(), newline="", encoding="utf-8") as read:  # noqa: PTH123
        assert read.read() == sufficient(simple()).csv()
    tab.assert_quiet()


def test_a_notebook_shows_the_page_in_a_frame_that_runs_and_reaches_nothing(opened):
    frame = Page(page(simple))._repr_html_()
    tab = opened(f"<!doctype html><title>notebook</title><body>{frame}</body>")
    inside = tab.page.frames[1]
    inside.wait_for_selector("h1")
    assert inside.locator(".plot[tabindex]").count() == 6
    reach = "() => { try { return parent.document.title } catch { return 'refused' } }"
    assert inside.evaluate(reach) == "refused"
    assert tab.page.title() == "notebook"
    tab.assert_quiet()
