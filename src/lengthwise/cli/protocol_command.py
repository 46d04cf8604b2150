"""``lengthwise protocol``: bits that one half of an input must send the other."""

from lengthwise.api.protocols import protocol as found_protocol
from lengthwise.cli.machine_argument import machine_and_task
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
    machine: str | None = None,
    task: str | None = None,
    lengths: str | None = None,
    seed: WholeNumber = 0,
    dialect: Dialect = "new",
    json: bool = False,
) -> int:
    """Count the bits that the first half of an input must send to the second.

    For a program, Alice writes the message about the first N symbols of a random input,
    and Bob computes every line on the next N; his values are compared with those of the
    interpreter on the whole input. The exit code is 1 if they differ, which would be a
    bug.

    For a machine, his activations are compared with those of the machine on the whole
    input.

    For a task, the command counts the residual classes of prefixes of N symbols:
    prefixes that some continuation distinguishes. Every program must send at least the
    logarithm of their number.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        compiled: Compile the program, and let Alice and Bob run the transformer:
            activations are compared instead of lines.
        machine: Instead of a program, a machine: a file or a construction such as
            simple:omega=4. Machines whose heads average real numbers are rejected.
        task: Instead of both, a task such as repeat_copy, or file.py:NAME. Tasks whose
            length is bounded by the alphabet, such as sort, are rejected.
        lengths: Values of N, as in 16,256 or 1-8. Default: 8,64,512,4096, and
            1,2,3,4,6,8,16 for tasks.
        seed: Random seed of the inputs.
        dialect: old reads the program as the older interpreter does.
        json: Print JSON.
    """
    require_program(program, dialect)
    found: Protocol | Residuals
    chosen = None if lengths is None else read_lengths(lengths)
    given = [one for one in (program, machine, task) if one is not None]
    if len(given) != 1 or (compiled and program is None):
        raise SpecError(
            "give a program, as in lengthwise protocol dyck1, or --machine or --task "
            "alone"
        )
    if task is not None:
        found = found_protocol(task=task, lengths=chosen, seed=seed)
    elif machine is not None:
        found = found_protocol(machine_and_task(machine)[0], chosen, seed=seed)
    else:
        assert program is not None
        subject = read_program(program, dialect)
        used = compile_program(subject) if compiled else subject
        found = found_protocol(used, chosen, seed=seed)
    if json:
        print_json(found.json(), sources=found.sources)
    else:
        print_text(found)
    wrong = isinstance(found, Protocol) and not all(row.equal for row in found.rows)
    return int(wrong)
