"""Known results on copying, with and without repeated symbols."""

from collections.abc import Mapping

from lengthwise.crasp.library.copies import longest_without_equal_pairs, steps
from lengthwise.theory.knowledge import _task_programs as task_programs
from lengthwise.theory.knowledge._program_sources import in_library, written_by
from lengthwise.theory.knowledge.known import Known
from lengthwise.theory.knowledge.outside import Rows
from lengthwise.theory.knowledge.program_sizes import ORDERED, UniformFamily, digits


def _steps_without_positions(k: int, symbols: int) -> int:
    places = (k * number + 1 for number in range(1, steps(k, symbols) + 1))
    figures = sum(3 + place.bit_length() for place in places)
    return 10 * symbols**2 + 9 * symbols + 10 + figures


def _bigrams_without_positions(symbols: int) -> int:
    last = longest_without_equal_pairs(symbols)
    figures = digits(last) + digits(last + 1) - 1
    return 7 * symbols**3 + 9 * symbols**2 + 8 * symbols + 23 + figures


_REPEATS = Known(
    rows=Rows(0, 0, "each prefix x can be read off the answer if nothing follows")
)

KNOWN: Mapping[str, Known] = {
    "unique_copy": Known(
        program=in_library(without_positions="unique_copy_nope"),
        sizes={
            "none": ORDERED,
            "periodic-local": UniformFamily(
                "|Σ|^2", lambda symbols: 7 * symbols**2 + 21 * symbols + 16
            ),
        },
    ),
    "unique_reverse": Known(
        program=written_by(
            task_programs.unique_reverse, without_positions="unique_reverse_nope"
        ),
        sizes={
            "none": ORDERED,
            "periodic-local": UniformFamily(
                "|Σ|^2", lambda symbols: 8 * symbols**2 + 18 * symbols + 22
            ),
        },
    ),
    "step_copy": Known(
        program=written_by(task_programs.step_copy, without_positions="step_copy_nope"),
        sizes={
            "none": UniformFamily("|Σ|^2", _steps_without_positions),
            "periodic-local": UniformFamily(
                "|Σ|^2",
                lambda k, symbols: (
                    8 * symbols**2 + 22 * symbols + 26 + (symbols + 1) * k.bit_length()
                ),
            ),
        },
    ),
    "unique_bigram_copy": Known(
        program=written_by(
            task_programs.unique_bigram_copy,
            symbols=3,
            without_positions="unique_bigram_copy_nope",
        ),
        sizes={
            "none": UniformFamily("|Σ|^3", _bigrams_without_positions),
            "periodic-local": UniformFamily(
                "|Σ|^3",
                lambda symbols: 10 * symbols**3 + 20 * symbols**2 + 30 * symbols + 36,
            ),
        },
    ),
    "repeat_copy": _REPEATS,
    "repeat_reverse": _REPEATS,
}
"""By the name of the family; a test measures the sizes."""
