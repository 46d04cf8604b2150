"""Known results on majorities, sorting, counting, parity and addition."""

from collections.abc import Mapping

from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge import _task_programs as task_programs
from lengthwise.theory.knowledge._program_sources import in_library, written_by
from lengthwise.theory.knowledge.known import Known
from lengthwise.theory.knowledge.outside import Proof, Reduction, Rows
from lengthwise.theory.knowledge.program_sizes import COUNT, SORT
from lengthwise.theory.knowledge.quoted_theorems import COLUMNS


def _has_columns(task: Task) -> bool:
    return dict(task.numbers)["period"] >= 2


KNOWN: Mapping[str, Known] = {
    "bin_majority": Known(program=in_library()),
    "majority": Known(program=in_library(symbols=26)),
    "bin_majority_interleave": Known(
        program=in_library(),
        proof=Proof(
            cited=COLUMNS,
            covers=_has_columns,
            text="for every program without positions there is a beginning after "
            "which 0 1 and 1 0 leave all its counts the same; the majorities of two "
            "neighboring columns may depend on just that (proved in the manual)",
            positions="none",
        ),
    ),
    "sort": Known(
        program=in_library(), sizes=dict.fromkeys(("none", "periodic-local"), SORT)
    ),
    "count": Known(
        program=written_by(task_programs.count),
        sizes=dict.fromkeys(("none", "periodic-local"), COUNT),
    ),
    "parity": Known(
        reduction=Reduction(
            left="<bos>",
            blocks={"0": "0", "1": "1"},
            right="<sep>",
            answer="e",
            language="0*(10*10*)*",
        )
    ),
    "parity_cot": Known(program=in_library()),
    "addition": Known(
        rows=Rows(
            2, 1, "the numbers of N bits that begin with 1 are read off when 0 is added"
        )
    ),
}
"""By the name of the family."""
