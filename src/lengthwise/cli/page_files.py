"""File names of pages; different results never share a name."""

import re
from collections.abc import Sequence
from pathlib import Path

from lengthwise.errors import SpecError
from lengthwise.files import digest
from lengthwise.report.study.study_page import plain_name


def study_file(name: str, options: Sequence[tuple[str, str]] = ()) -> Path:
    """Returns the default path of a study's page.

    A digest is added if the name reduced to plain letters is ambiguous.

    Args:
        name: The subject of the study.
        options: The user's choices of its size, as names and values.

    Examples:
        >>> str(study_file("simple")), str(study_file("simple:omega=20"))
        ('study-simple.html', 'study-simple-omega-20.html')
        >>> str(study_file("simple", [("steps", "512")]))
        'study-simple-steps-512.html'
        >>> study_file("(ab)*") == study_file("(a|b)*")
        False
    """
    whole = " ".join([name, *(f"{key}={value}" for key, value in options)])
    plain = plain_name(whole)
    spelled = re.sub(r"[:=,_. @-]", "-", whole)
    mark = "" if plain == spelled else f"-{digest(whole)[:6]}"
    return Path(f"study-{plain}{mark}.html")


def require_page_file(path: Path) -> None:
    """Rejects a path that no page can be written to, before anything is trained.

    Raises:
        SpecError: The path is a folder, or is in a folder that does not exist.

    Examples:
        >>> require_page_file(Path("/nowhere/page.html"))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: --out /nowhere/page.html is in a folder that does
        not exist; create it, or name another file
    """
    if path.is_dir():
        raise SpecError(f"--out {path} is a folder; name a file for the page")
    if not path.absolute().parent.is_dir():
        raise SpecError(
            f"--out {path} is in a folder that does not exist; create it, or name "
            "another file"
        )
