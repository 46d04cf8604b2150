"""One language in four formats, where the verdict depends on the format.

The same words can be presented to a model in different ways: is the word a member,
asked at its last symbol or after it; which state is the automaton in; what is the next
set. These correspond to different classes of programs, and earlier tables compare the
verdict on one with a measurement of another. Here each measurement is compared with the
verdict in its own format.

The languages are all those of the catalogue whose answers differ between formats,
according to the decider (verified by a test); only (a|b)*b goes from no to yes, the
others go from no to unknown. As a control, one further language has the same answer in
all formats.
"""

from lengthwise.figures.huang.huang_languages import MODEL, PLACES, RECIPE
from lengthwise.figures.huang.suite import SCHEMES, Cell, Suite
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.task_format import Format
from lengthwise.training.samplers.host_sampler import longest

FORMATS: tuple[Format, ...] = (
    "recognize-last",
    "recognize-end",
    "state-blank",
    "next-set",
)

DIFFERENT = (
    "ends_in_b",
    "contains_ab",
    "tomita4",
    "aa_star",
    "aaaa_star",
    "abab_star",
    "012_0_2",
    "tomita3",
    "parity_language",
    "tomita5",
    "tomita6",
)
"""Languages whose verdicts differ by format, those with a yes somewhere first."""

CONTROL = "tomita2"
"""A language in both classes in every format."""

LONGEST = 150
"""The longest test inputs."""


def _places(name: str) -> int:
    """Rows for the longest input; more if blanks are inserted between symbols."""
    return max(PLACES, longest(task(name), task(name).lengths(1, LONGEST)[-1]))


def _cell(language: str, form: Format, scheme: str) -> Cell:
    name = f"{language}@{form}"
    return Cell(
        task=name,
        scheme="absolute" if scheme == "absolute" else "none",
        places=_places(name),
        model=MODEL,
        recipe=RECIPE,
    )


SUITES = (
    Suite(
        name="huang-formats",
        title="Accuracy on one language in four formats, by length",
        cells=tuple(
            _cell(language, form, scheme)
            for language in (*DIFFERENT, CONTROL)
            for form in FORMATS
            for scheme in SCHEMES
        ),
    ),
)
