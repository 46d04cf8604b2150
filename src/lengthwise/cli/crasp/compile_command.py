"""``lengthwise crasp compile``: compiles a program to a limit transformer."""

from dataclasses import asdict
from pathlib import Path

import numpy as np

from lengthwise.cli.crasp.crasp_commands import LANGUAGE
from lengthwise.cli.number_options import Whole
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.program_argument import print_notes, read_program
from lengthwise.columns import listing
from lengthwise.crasp.language.parser import Dialect
from lengthwise.errors import SpecError
from lengthwise.files import replacing
from lengthwise.limit.compile.compiler import SUFFICIENT_BITS, compile_program
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.stream_trace import trace as traced
from lengthwise.limit.saving import save, tensors
from lengthwise.limit.standard.regularizer import regularizer
from lengthwise.limit.standard.translation import translate


def compile_(
    program: str,
    /,
    *,
    out: Path | None = None,
    arrays: Path | None = None,
    trace: str | None = None,
    context: Whole = None,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Compile a program to a limit transformer, exact at every length.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        out: Save the machine to this .safetensors file.
        arrays: Save plain arrays, with vocabulary and unembedding, to this .npz file.
        trace: Show every dimension of the residual stream on this word.
        context: Also translate to a standard transformer with a context of this size
            and print its regularizer.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read.
        json: Print JSON.
    """
    subject = read_program(program, dialect, quiet=quiet)
    print_notes(filter(None, [subject.spare_letter_note]), quiet=quiet)
    machine = compile_program(subject)
    data = _facts(machine)
    if context is not None:
        terms = regularizer(translate(machine, context))
        data["regularizer"] = asdict(terms) | {"total": terms.total}
    if out is not None:
        _require_ending(out, ".safetensors")
        save(machine, out)
        data["saved"] = str(out)
    if arrays is not None:
        _require_ending(arrays, ".npz")
        with replacing(arrays) as file:
            np.savez(file, allow_pickle=False, **_arrays(machine))
        data["arrays"] = str(arrays)
    if json:
        print_json(data, sources=LANGUAGE)
        return
    print_text(listing((name, _text(value)) for name, value in data.items()))
    if trace is not None:
        print_text(traced(machine, subject.read(trace)))


def _facts(machine: LimitTransformer) -> dict[str, object]:
    return {
        "layers": len(machine.layers),
        "width": machine.width,
        "heads": [len(layer.heads) for layer in machine.layers],
        "units": [layer.mlp.units for layer in machine.layers],
        "delta": machine.delta,
        "tau": machine.tau,
        "sufficient_bits": SUFFICIENT_BITS,
        "outputs": list(machine.outputs),
        "dimensions": list(machine.dimensions),
    }


def _arrays(machine: LimitTransformer) -> dict[str, np.ndarray]:
    words = {
        "vocabulary": np.array([*machine.alphabet, "$"]),
        "outputs": np.array(machine.outputs),
        "dimensions": np.array(machine.dimensions),
        "attention": np.array(str(machine.attention)),
    }
    return tensors(machine) | words


def _require_ending(path: Path, ending: str) -> None:
    if path.suffix != ending:
        raise SpecError(f"{path} does not end in {ending}; rename it")


def _text(value: object) -> str:
    if isinstance(value, list):
        return "  ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {number:.4g}" for name, number in value.items())
    return str(value)
