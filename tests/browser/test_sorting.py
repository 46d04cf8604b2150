"""Tables of the suite are sorted by a click on a head, without a network."""

from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "static" / "sortable.js"
TABLE = """<table class="sortable"><thead><tr><th>task</th><th>ours</th></tr></thead>
<tbody><tr><td>sort</td><td>99.5</td></tr><tr><td>aa_star</td><td>–</td></tr>
<tr><td>parity</td><td>100</td></tr><tr><td>d2</td><td>1,000</td></tr></tbody></table>"""


def test_numbers_are_sorted_as_numbers_and_texts_as_texts(opened):
    tab = opened(f"{TABLE}<script>{SCRIPT.read_text('utf-8')}</script>")

    def column(place):
        return tab.page.locator(f"tbody td:nth-child({place})").all_text_contents()

    tab.page.get_by_role("button", name="ours").click()
    assert column(2) == ["99.5", "100", "1,000", "–"]
    tab.page.get_by_role("button", name="ours").click()
    assert column(2) == ["1,000", "100", "99.5", "–"]
    tab.page.get_by_role("button", name="task").click()
    assert column(1) == ["aa_star", "d2", "parity", "sort"]
    heads = tab.page.locator("th")
    found = [heads.nth(k).get_attribute("aria-sort") for k in range(2)]
    assert found == ["ascending", None]
    tab.assert_quiet()
