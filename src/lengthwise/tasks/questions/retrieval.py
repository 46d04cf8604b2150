"""Retrieval and copying with repeats: ``<bos> context <sep> query answer <eos>``.

The tasks of Jobanputra et al., "Born a Transformer – Always a Transformer?": the
neighbor of the query in the context. With a query that occurs there once, or with its
first occurrence, the tasks are in C-RASP with local predicates; with its last
occurrence, or copying with repeats, they are not. Copying without repeats is
`unique_copy` and `unique_reverse`. The length of an instance is that of the context.
"""

from lengthwise.tasks.family import LARGEST, Family, Parameter
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.questions.question_tasks import fixed, instance_family, numerals

_BORN = "jobanputra2025born"


def _retrieval(
    name: str, answer: str, questions: str, summary: str, example: str
) -> Family:
    return instance_family(
        name,
        numerals,
        answer=answer,
        questions=questions,
        summary=summary,
        example=fixed(example),
        source=_BORN,
        parameters=(
            Parameter("symbols", 26, 3, LARGEST, "how many numbers there are"),
        ),
        lengths=lambda **_: (4, None, 1),
        output=NextToken(query=1),
    )


FAMILIES = (
    _retrieval(
        "retrieve_right",
        "right_of_first",
        "once_with_right",
        "The symbol right of the query, which occurs once",
        "0 1 2 0 1",
    ),
    _retrieval(
        "retrieve_left",
        "left_of_first",
        "once_with_left",
        "The symbol left of the query, which occurs once",
        "2 1 0 0 1",
    ),
    _retrieval(
        "retrieve_right_first",
        "right_of_first",
        "repeated",
        "The symbol right of the query's first occurrence",
        "0 1 2 1 0 1",
    ),
    _retrieval(
        "retrieve_left_first",
        "left_of_first",
        "repeated_after_first",
        "The symbol left of the query's first occurrence",
        "0 1 2 1 0 1",
    ),
    _retrieval(
        "retrieve_right_last",
        "right_of_last",
        "repeated_before_last",
        "The symbol right of the query's last occurrence",
        "0 1 2 1 0 1",
    ),
    _retrieval(
        "retrieve_left_last",
        "left_of_last",
        "repeated",
        "The symbol left of the query's last occurrence",
        "0 1 2 1 0 1",
    ),
    instance_family(
        "repeat_reverse",
        lambda symbols: tuple("abcdefghijklmnopqrstuvwxyz"[:symbols]),
        answer="reverse",
        questions="letters",
        summary="Reverse the input; its symbols may repeat",
        example=fixed("a b b a b"),
        source=_BORN,
        parameters=(Parameter("symbols", 2, 2, 26, "how many letters there are"),),
    ),
)
"""The families in this file."""

GROUPS = {
    "Retrieval": (
        "retrieve_right",
        "retrieve_left",
        "retrieve_right_first",
        "retrieve_left_first",
        "retrieve_right_last",
        "retrieve_left_last",
    ),
}
"""Their headings in listings."""
