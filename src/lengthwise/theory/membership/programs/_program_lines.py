"""Lines of a program as text: sums of counts, and which lines are needed."""

import re
from collections.abc import Iterable, Sequence


def total(terms: Iterable[tuple[int, str]]) -> str:
    """A sum of counts with whole factors.

    Examples:
        >>> total([(0, "x"), (-2, "y"), (1, "z")])
        '-2 * # y + # z'
    """
    text = ""
    for factor, name in terms:
        if factor:
            times = "" if abs(factor) == 1 else f"{abs(factor)} * "
            sign = (" + " if text else "") if factor > 0 else (" - " if text else "-")
            text += f"{sign}{times}# {name}"
    return text or "0"


def own_step(grows: int, text: str) -> str:
    """Takes back what the present letter adds to a count.

    Examples:
        >>> "n" + own_step(-2, "down")
        'n + (2 if down else 0)'
    """
    return f" {'-' if grows > 0 else '+'} ({abs(grows)} if {text} else 0)"


def needed(lines: Sequence[tuple[str, str]], outputs: Sequence[str]) -> str:
    """The lines (name, text) that the lines `outputs` need, and then these.

    Examples:
        >>> print(needed([("n", '# "a"'), ("m", '# "b"')], ["accept n == 1"]))
        n = # "a"
        accept n == 1
    """
    kept = list(reversed(outputs))
    names = {name for text in outputs for name in re.findall(r"\w+", text)}
    for name, text in reversed(lines):
        if name in names:
            names.update(re.findall(r"\w+", text))
            kept.append(f"{name} = {text}")
    return "\n".join(reversed(kept))
