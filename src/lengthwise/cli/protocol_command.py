"""``lengthwise protocol``: bits that one half of an input must send the other."""

from lengthwise.api.protocols import protocol as found_protocol
from lengthwise.cli.number_options import WholeNumber, read_lengths
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.program_argument import read_program, require_program
from lengthwise.crasp.language.parser import Dialect
from lengthwise.errors import SpecError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.theory.communication.protocol_bits import Protocol
from lengthwise.theory.communication.residual_table import Residuals


def protocol(
    program: str | None = None,
    /,
    *,
    compiled: bool = False,
    task: str | None = None,
    lengths: str | None = None,
    seed: WholeNumber = 0,
    dialect: Dialect = "new",
    json: bool = False,
) -> int:
    """Count the bits that the first half of an input must tell the second.

    Of a program, Alice writes the message about the first N symbols of a random input,
    and Bob computes every line on the next N; his values are compared with those of the
    interpreter on the whole input. The exit code is 1 if they differ, which would be a
    bug.

    Of a task, the residual classes of beginnings of N symbols are counted: beginnings
    that some continuation tells apart. Every program must send their logarithm.

    Args:
        program: A file, a name of the library such as d_n:n=3, or a text.
        compiled: Compile the program, and let Alice and Bob run the transformer: his
            activations are compared in place of lines.
        task: In its place, a task such as repeat_copy, or file.py:NAME. Tasks whose
            length the alphabet bounds, such as sort, are refused.
        lengths: Values of N, as in 16,256 or 1-8. Default: 8,64,512,4096, and
            1,2,3,4,6,8,16 for tasks.
        seed: Of the random inputs.
        dialect: old reads the program as the older interpreter does.
        json: Print JSON.
    """
    require_program(program, dialect)
    found: Protocol | Residuals
    chosen = None if lengths is None else read_lengths(lengths)
    if task is not None and program is None and not compiled:
        found = found_protocol(task=task, lengths=chosen, seed=seed)
    elif program is not None and task is None:
        subject = read_program(program, dialect)
        machine = compile_program(subject) if compiled else None
        found = found_protocol(machine or subject, chosen, seed=seed)
    else:
        raise SpecError(
            "give a program, as in lengthwise protocol dyck1, or --task alone"
        )
    if json:
        print_json(found.json(), sources=found.sources)
    else:
        print_text(found)
    wrong = isinstance(found, Protocol) and not all(row.equal for row in found.rows)
    return int(wrong)
