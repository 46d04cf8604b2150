"""The pictures of HTML pages, taken in Chromium, in few colors to keep them small.

``lengthwise study simple`` and then ``python docs/pictures/screenshot.py
study-simple.html study-page.png`` takes that of the README anew.
"""

import subprocess
import sys
from pathlib import Path

from PIL import Image

WIDTH, HEIGHT, COLORS = 1100, 900, 224


def take(page: Path, picture: Path) -> None:
    """Writes what a window of this size shows of a page."""
    subprocess.run(
        [
            *("chromium", "--headless", "--no-sandbox", "--disable-gpu"),
            *("--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"),
            *(f"--screenshot={picture.resolve()}", page.resolve().as_uri()),
        ],
        check=True,
        capture_output=True,
    )
    Image.open(picture).convert("RGB").quantize(COLORS).save(picture, optimize=True)


if __name__ == "__main__":
    take(*map(Path, sys.argv[1:]))
