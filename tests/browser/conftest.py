"""One Chromium for all browser tests, and tabs that write down what a page does."""

import shutil
from dataclasses import dataclass, field

import pytest

from tests.missing import missing

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
LOCAL = ("file:", "data:", "blob:", "about:")


@dataclass
class Tab:
    """A tab, and all that its page said, asked for, and tried to open."""

    page: object
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)

    def __post_init__(self):
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", self._dialog)
        self.page.on("popup", lambda popup: self.opened.append(popup.url))

    def _dialog(self, dialog):
        self.opened.append(dialog.message)
        dialog.dismiss()

    def assert_quiet(self):
        """The page said nothing, opened nothing, and no request left the machine."""
        assert self.said == []
        assert self.opened == []
        assert [url for url in self.asked if not url.startswith(LOCAL)] == []


@pytest.fixture(scope="session")
def browser():
    found = shutil.which("chromium")
    if found is None:
        missing("no chromium here; make system installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a document as a file in a tab of its own; options as for a context."""
    contexts = []

    def open_(html, *, width=1200, **options):
        path = tmp_path / f"{len(contexts)}.html"
        path.write_text(html, "utf-8", errors="replace")
        viewport = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=viewport, **options))
        tab = Tab(contexts[-1].new_page())
        tab.page.goto(path.as_uri())
        return tab

    yield open_
    for context in contexts:
        context.close()
