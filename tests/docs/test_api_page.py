import re
from pathlib import Path

import lengthwise as lw
from lengthwise.tasks.task import resolve

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def test_every_public_name_stands_on_the_page():
    named = set(re.findall(r"lw\.(\w+)", PAGE))
    assert named == set(lw.__all__) - {"__version__"}


def test_every_link_of_the_page_leads_to_what_it_names():
    for path in re.findall(r"<(lengthwise[\w.]+)>", PAGE):
        module, _, name = path.rpartition(".")
        assert resolve(f"{module}:{name}").__doc__
