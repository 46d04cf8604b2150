"""The names of the files that pages go to: different results never share one."""

import re
from collections.abc import Sequence
from pathlib import Path

from lengthwise.files import digest
from lengthwise.report.study.study_page import plain_name


def study_file(name: str, options: Sequence[tuple[str, str]] = ()) -> Path:
    """Returns where the page of a study goes unless the user says otherwise.

    A digest is added where the plain letters of the name do not tell it from others.

    Args:
        name: What is studied.
        options: What the user chose of its size, names and values.

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
