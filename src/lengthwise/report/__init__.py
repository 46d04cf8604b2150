"""Tables, figures and pages, as pure functions of an analysis."""

import logging
import os
from pathlib import Path

from lengthwise.errors import FormatError
from lengthwise.files import read_text_file

LARGEST_SETTINGS = 1 << 20
"""Size limit of a ``matplotlibrc``, in bytes."""


def _matters(record: logging.LogRecord) -> bool:
    """Whether a log message of matplotlib is more than a missing configuration folder.

    If its folder is not writable it uses a temporary one, and a ``matplotlibrc`` has no
    effect on our figures.
    """
    return record.levelno >= logging.ERROR


def require_settings() -> None:
    """Rejects settings on which the import of matplotlib would fail.

    Raises:
        FormatError: They are not text, or not a regular file.
    """
    named = Path(os.environ.get("MATPLOTLIBRC", ""))
    for path in (Path("matplotlibrc"), named, named / "matplotlibrc"):
        if not path.exists() or path.is_dir():
            continue
        if not path.is_file():
            raise FormatError(
                f"{path} is not a file; give a file with matplotlib settings"
            )
        what = "a text file with matplotlib settings"
        read_text_file(path, limit=LARGEST_SETTINGS, what=what)


require_settings()
for _name in ("matplotlib", "matplotlib.font_manager"):
    logging.getLogger(_name).addFilter(_matters)
