"""``lengthwise audit``: the exact error of a model by length."""

from dataclasses import asdict

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength
from lengthwise.analysis.enumerated.decisions import Decisions
from lengthwise.analysis.enumerated.recognizer_audit import RecognizerAudit
from lengthwise.analysis.every_length.certificates import Certificates, certificates
from lengthwise.bibliography import united
from lengthwise.cli.machine_argument import machine_and_task
from lengthwise.cli.number_options import read_lengths
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.program_argument import read_program, require_program
from lengthwise.crasp.language.parser import Dialect
from lengthwise.errors import SpecError
from lengthwise.tasks.own.task_file import any_task

NO_CERTIFICATE = (
    "certificates bound real-valued errors, not decisions; a compiled machine makes "
    "the same decisions as its program at every length, by construction"
)


def audit(
    model: str,
    /,
    *,
    task: str | None = None,
    program: str | None = None,
    dialect: Dialect = "new",
    lengths: str | None = None,
    eps: float = 0.01,
    store: str | None = None,
    all_lengths: bool = False,
    share: float = 0.1,
    seconds: float = 20.0,
    json: bool = False,
) -> None:
    """Print the exact error of a model at each length: rms and sup over all inputs.

    The rms error is over the input distribution of the task; the sup is the largest
    error over all inputs of a length, printed with an input that attains it. Inputs are
    enumerated by their statistics for one-layer models, and one by one for the k-gram,
    so only at short lengths. For a model that recognizes a language, such as a compiled
    program, the command counts wrong decisions and prints the smallest distance of an
    output to the decision boundary.

    Args:
        model: A .safetensors file, a construction such as simple:omega=4, or the key of
            a trained model in the store (at least its first 4 digits).
        task: What the model should compute, such as simple:omega=4 or file.py:NAME.
            Default: the model's own task.
        program: Instead of a task, the program that the model should agree with: a
            library name, a file or the program text.
        dialect: old reads the program as the older interpreter does.
        lengths: Lengths, as in 8,16,32 or 1-50. Default: powers of two up to 128
            that can be enumerated; for the k-gram, and recognizers of several layers,
            up to 12.
        eps: The error for which the reach of the clustered margin is computed.
        store: URL of the store where a key is looked up.
        all_lengths: Also certify the largest error over inputs of every length (up to a
            limit if logits are scaled by log n).
        share: For simple, also certify inputs with at least this share of 0s and 1s;
            its label jumps at inputs without any.
        seconds: Time limit for sharpening each certificate.
        json: Print JSON.
    """
    require_program(program, dialect)
    machine, own = machine_and_task(model, store)
    if task is not None and program is not None:
        raise SpecError("--task and --program were both given; give only one")
    subject = None if program else any_task(task) if task else own
    if subject is None and program is None:
        raise SpecError(
            f"{model} does not say what it should compute; add --task or --program"
        )
    chosen = None if lengths is None else read_lengths(lengths)
    from lengthwise.api.audits import audit as audited

    other = read_program(program, dialect) if program else None
    exact = audited(machine, subject, chosen, eps=eps, program=other)
    certified = None
    if all_lengths:
        if subject is None or isinstance(exact, RecognizerAudit):
            certified = Certificates(certificates=(), reason=NO_CERTIFICATE)
        else:
            certified = certificates(machine, subject, share=share, seconds=seconds)
    if json:
        print_json(
            {**_data(exact), **_certified(certified)},
            sources=united(exact.sources, certified.sources if certified else ()),
        )
    else:
        print_text(exact)
        if certified is not None:
            print_text(f"\n{certified}")


def _data(audit: Audit | RecognizerAudit) -> dict[str, object]:
    if isinstance(audit, RecognizerAudit):
        nothing = dict.fromkeys(("eta", "gamma_eta", "log2_T_max"))
        return {
            "task": audit.subject.name,
            "errors": [],
            **nothing,
            "remark": audit.remark,
            "decisions": [_decision(row) for row in audit.rows],
        }
    return {
        "task": str(audit.task),
        "errors": [_error(one) for one in audit.errors],
        "eta": None if audit.margin is None else audit.margin.eta,
        "gamma_eta": None if audit.margin is None else audit.margin.gamma,
        "log2_T_max": audit.log2_T_max,
        "remark": audit.remark,
    }


def _decision(row: Decisions) -> dict[str, object]:
    return asdict(row) | {"worst": list(row.worst)}


def _error(one: ErrorAtLength) -> dict[str, object]:
    return {
        "length": one.length,
        "rms": one.rms,
        "sup": one.sup,
        "word": list(one.worst.word()) if one.length <= 10_000 else None,
        "found": one.output,
        "label": one.label,
    }


def _certified(certified: Certificates | None) -> dict[str, object]:
    if certified is None:
        return {"certificates": [], "cannot_certify": None, "premise": None}
    return {
        "certificates": [one.as_json() for one in certified.certificates],
        "cannot_certify": certified.reason or None,
        "premise": None if certified.premise is None else asdict(certified.premise),
    }
