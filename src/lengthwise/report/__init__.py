"""Tables, figures and pages: pure functions of what an analysis found."""

import logging
import os
from pathlib import Path

from lengthwise.errors import FormatError
from lengthwise.files import read_text_file

LARGEST_SETTINGS = 1 << 20
"""Bytes that a ``matplotlibrc`` may have."""


def _matters(record: logging.LogRecord) -> bool:
    """Whether matplotlib says more than that it found no settings of its own.

    Where its folder cannot be written it uses a temporary one, and what a
    ``matplotlibrc`` says has no effect on our figures.
    """
    return record.levelno >= logging.ERROR


def require_settings() -> None:
    """Refuses settings that matplotlib, which reads them when imported, would fail at.

    Raises:
        FormatError: They are no text, or no file that ends.
    """
    named = Path(os.environ.get("MATPLOTLIBRC", ""))
    for path in (Path("matplotlibrc"), named, named / "matplotlibrc"):
        if not path.exists() or path.is_dir():
            continue
        if not path.is_file():
            raise FormatError(
                f"{path} is not a file; give a file with settings of matplotlib"
            )
        what = "a text with settings of matplotlib"
        read_text_file(path, limit=LARGEST_SETTINGS, what=what)


require_settings()
for _name in ("matplotlib", "matplotlib.font_manager"):
    logging.getLogger(_name).addFilter(_matters)
