"""A finished page: one self-contained HTML document."""

import html
from dataclasses import dataclass
from pathlib import Path

from lengthwise.files import save_file


@dataclass(frozen=True, slots=True)
class Page:
    """One HTML document that needs no other files and makes no requests.

    Attributes:
        html: The document.

    Examples:
        >>> Page("<p>hello</p>")._repr_html_()[:36]
        '<iframe srcdoc="&lt;p&gt;hello&lt;/p'
    """

    html: str

    def save(self, path: str | Path) -> Path:
        """Writes the page to `path` atomically.

        Raises:
            HostError: The file cannot be written; an existing file is unchanged.
        """
        # Half a surrogate pair, which no file can hold, becomes "?".
        return save_file(path, self.html.encode("utf-8", "replace"), what="the page")

    def _repr_html_(self) -> str:
        """The page in an isolated frame for notebooks."""
        inside = html.escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{inside}" sandbox="allow-scripts allow-downloads" '
            'title="Lengthwise page" width="100%" height="800"></iframe>'
        )
