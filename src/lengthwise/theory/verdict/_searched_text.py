"""Describes the limits of a search and how to extend it."""

from lengthwise.theory.membership.evidence.evidence_kinds import Searched
from lengthwise.theory.verdict.verdict_answer import Evidence


def searched(found: Searched, *, advise: bool) -> Evidence:
    """Returns the evidence of an answer unknown.

    Args:
        found: The limits of the search.
        advise: Whether to name the options that extend it.

    Examples:
        >>> print(searched(Searched(4, 4, 8, all_blocks=False), advise=True).text)
        no program with a window up to 4 and a period up to 4, no certificate with
        blocks up to 8 was found; to search further, raise the limits, as in --window 6
        --period 8
        >>> few = Searched(-1, 1, 0, all_blocks=False, stopped="the memory is full")
        >>> print(searched(few, advise=True).text)
        not decided: the memory is full
    """
    return Evidence(
        kind="searched",
        text=f"{_tried(found)}{_further(found, advise=advise)}",
        details=(
            ("window", found.window),
            ("period", found.period),
            ("block", found.block),
            ("all_blocks", found.all_blocks),
            ("stopped", found.stopped),
        ),
    )


def _tried(found: Searched) -> str:
    blocks = f"no certificate with blocks up to {found.block}"
    if found.all_blocks:
        blocks = "no certificate with blocks of any length"
    if found.window < 0:
        return f"{blocks} was found" if found.block else "not decided"
    text = (
        f"no program with a window up to {found.window} and a period up to "
        f"{found.period}"
    )
    return f"{text}, {blocks} was found" if found.block else f"{text} was found"


def _further(found: Searched, *, advise: bool) -> str:
    if found.stopped is not None:
        alone = found.window < 0 and not found.block
        reason = "" if alone else "; the search for a program ended early"
        return f"{reason}: {found.stopped}"
    if not advise:
        return ""
    larger = f"--window {found.window + 2} --period {2 * found.period}"
    return f"; to search further, raise the limits, as in {larger}"
