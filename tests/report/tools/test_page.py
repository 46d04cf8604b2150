import html
import re

import pytest

from lengthwise.errors import HostError
from lengthwise.report.tools.page import Page


def test_a_page_is_saved_whole(tmp_path):
    path = Page("<p>α</p>").save(tmp_path / "a.html")
    assert path.read_text("utf-8") == "<p>α</p>"
    assert list(tmp_path.iterdir()) == [path]


def test_a_page_that_cannot_be_written_leaves_what_was_there(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(HostError, match=r"cannot write the page .*a: "):
        Page("new").save(tmp_path / "a")
    assert [found.name for found in tmp_path.iterdir()] == ["a"]
    with pytest.raises(HostError, match="No such file"):
        Page("new").save(tmp_path / "missing" / "a.html")


def test_half_a_surrogate_pair_can_be_saved(tmp_path):
    assert Page("a\ud800b").save(tmp_path / "a.html").read_text("utf-8") == "a?b"


def test_a_notebook_holds_the_page_in_a_frame_that_it_cannot_leave():
    given = "<script>\"'&</script>"
    shown = Page(given)._repr_html_()
    found = re.fullmatch(r'<iframe srcdoc="([^"]*)" sandbox="([^"]*)" .*', shown)
    assert html.unescape(found[1]) == given
    assert "allow-same-origin" not in found[2]
    assert "<script" not in shown
