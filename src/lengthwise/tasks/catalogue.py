"""All tasks by name.

A task is written ``name``, ``name:number=value,number=value``, and with a format other
than its first one ``name@format`` or ``name:number=value@format``.
"""

from collections.abc import Mapping

from lengthwise.arguments import require_text
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.names import head, read_name
from lengthwise.tasks.averages import average_tasks
from lengthwise.tasks.family import Family
from lengthwise.tasks.languages import counter_languages as counting
from lengthwise.tasks.languages import regular_languages as languages
from lengthwise.tasks.questions import question_tasks as instances
from lengthwise.tasks.questions import retrieval
from lengthwise.tasks.task import Task

FAMILIES: Mapping[str, Family] = {
    family.name: family
    for module in (average_tasks, instances, retrieval, languages, counting)
    for family in module.FAMILIES
}
"""Every family by its name."""

ALIASES: Mapping[str, str] = {
    "d2": "d_n:n=2",
    "d3": "d_n:n=3",
    "d4": "d_n:n=4",
    "d12": "d_n:n=12",
    "shuffle2": "shuffle:k=2",
    "shuffle4": "shuffle:k=4",
    "shuffle6": "shuffle:k=6",
    "boolean3": "boolean:n=3",
    "boolean5": "boolean:n=5",
}
"""Names under which some tasks are known."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Averages": ("simple", "modp", "kgram"),
    "Questions and answers": (
        "bin_majority",
        "majority",
        "bin_majority_interleave",
        "unique_copy",
        "repeat_copy",
        "sort",
        "parity",
        "addition",
    ),
    "Copying, counting, steps": (
        "step_copy:k=1",
        "step_copy:k=2",
        "step_copy:k=3",
        "unique_reverse",
        "repeat_reverse",
        "unique_bigram_copy",
        "count",
        "parity_cot",
    ),
    "Retrieval": (
        "retrieve_right",
        "retrieve_left",
        "retrieve_right_first",
        "retrieve_left_first",
        "retrieve_right_last",
        "retrieve_left_last",
    ),
    "The 17 regular languages": (
        "aa_star",
        "aaaa_star",
        "abab_star",
        "tomita3",
        "tomita5",
        "tomita6",
        "d2",
        "d3",
        "d4",
        "d12",
        "tomita1",
        "tomita2",
        "tomita4",
        "tomita7",
        "abcde",
        "ab_d_bc",
        "012_0_2",
    ),
    "Languages that count": (
        "dyck1",
        "shuffle2",
        "shuffle4",
        "shuffle6",
        "anbn",
        "anbncn",
        "anbncndn",
        "boolean3",
        "boolean5",
        "majority_language",
    ),
    "Size, depth and borders": (
        "parity_language",
        "parity_k",
        "count_k",
        "maj_k",
        "l_k",
        "contains_ab",
        "ends_in_b",
    ),
}
"""The tasks that are listed, by heading."""


def task(text: str, /, **numbers: float) -> Task:
    """Returns the task that `text` names.

    Args:
        text: A name; numbers and a format may follow.
        **numbers: Numbers, instead of those in the text.

    Raises:
        UnknownNameError: No task, number or format has that name.
        SpecError: A number is not allowed, or the text is not of this form.

    Examples:
        >>> task("simple:omega=4") == task("simple", omega=4)
        True
        >>> task("tomita4@recognize-end").label("1001")
        True
        >>> task("majorty")
        Traceback (most recent call last):
        lengthwise.errors.UnknownNameError: no task is called 'majorty'; did you mean
        'majority'?
    """
    require_text("the task", text, "sort:symbols=5")
    name = head(text)
    if name in ALIASES:
        rest = text.removeprefix(name)
        if rest.startswith(":"):
            raise SpecError(
                f"{name} stands for {ALIASES[name]}; write that with numbers"
            )
        text = ALIASES[name] + rest
        name = head(text)
    if name not in FAMILIES:
        raise UnknownNameError("task", name, [*FAMILIES, *ALIASES])
    found = read_name(text)
    return FAMILIES[name].task({**found.numbers, **numbers}, found.form)


def listed() -> dict[str, tuple[Task, ...]]:
    """Returns the tasks of `GROUPS`, by heading.

    Examples:
        >>> len(listed()["The 17 regular languages"])
        17
    """
    return {heading: tuple(map(task, names)) for heading, names in GROUPS.items()}
