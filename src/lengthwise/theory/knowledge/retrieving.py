"""Known results on retrieving the neighbor of a query."""

from collections.abc import Mapping
from dataclasses import replace

from lengthwise.theory.knowledge import _task_programs as task_programs
from lengthwise.theory.knowledge._program_sources import in_library, written_by
from lengthwise.theory.knowledge.known import Known
from lengthwise.theory.knowledge.outside import Reduction

_LEFT = Reduction(
    left="<bos> 2",
    blocks={"1": "1", "2": "2"},
    right="0 1 <sep> 0",
    answer="1",
    language="(1|2)*1",
    positions="none",
)


def _last(left: str, first: str, other: str) -> Known:
    """Why the last of many neighbors cannot be retrieved, by words over blocks a, b, e.

    Args:
        left: The prefix of every word.
        first: The block after which the answer is 1.
        other: The block after which the answer is 2.
    """
    return Known(
        reduction=Reduction(
            left=left,
            blocks={"a": first, "b": other, "e": "2 2"},
            right="<sep> 0",
            answer="1",
            language="((a|b|e)*a)?e*",
        )
    )


_RIGHT = Known(program=written_by(task_programs.retrieve_right))

KNOWN: Mapping[str, Known] = {
    "retrieve_right": _RIGHT,
    "retrieve_right_first": _RIGHT,
    "retrieve_left": Known(program=in_library(), reduction=_LEFT),
    "retrieve_left_first": Known(
        program=in_library(), reduction=replace(_LEFT, right="0 1 0 1 <sep> 0")
    ),
    "retrieve_right_last": _last("<bos> 0 1 0 1", "0 1", "0 2"),
    "retrieve_left_last": _last("<bos> 1 0 1 0", "1 0", "2 0"),
}
"""By the name of the family."""
