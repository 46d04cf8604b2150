"""``lengthwise audit``: the exact error of a model by length."""

from dataclasses import asdict

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength
from lengthwise.analysis.enumerated.decisions import Decisions
from lengthwise.analysis.enumerated.recognizer_audit import RecognizerAudit
from lengthwise.analysis.every_length.certificates import Certificates, certificates
from lengthwise.api.audits import audit as audited
from lengthwise.bibliography import united
from lengthwise.cli.machine_argument import machine_and_task
from lengthwise.cli.number_options import read_lengths
from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError
from lengthwise.tasks.own.task_file import any_task

NO_CERTIFICATE = (
    "certificates are about numbers, not about decisions; a compiled machine decides "
    "as its program does at every length, by construction"
)


def audit(
    model: str,
    /,
    *,
    task: str | None = None,
    program: str | None = None,
    lengths: str | None = None,
    eps: float = 0.01,
    store: str | None = None,
    all_lengths: bool = False,
    share: float = 0.1,
    seconds: float = 20.0,
    json: bool = False,
) -> None:
    """Print the error of a model by length: rms over its task's words, and the sup.

    Both are exact: all words of a length are looked at, through their statistics for a
    model of one layer, one by one for the k-gram, which therefore stops at short
    lengths. The word that attains the sup stands beside it. Of a model that recognizes
    a language, such as a compiled program, wrong decisions are counted, and how near
    the closest decision is to its border.

    Args:
        model: A .safetensors file, a construction such as simple:omega=4, or the key of
            a trained model in the store, or at least its first 4 digits.
        task: What it should compute, such as simple:omega=4 or file.py:NAME. Default:
            the model's own.
        program: In its place, the program whose decisions the model should make: a name
            of the library, a file or a text.
        lengths: Lengths, as in 8,16,32 or 1-50. Default: powers of two up to 128; for
            the k-gram, and recognizers of several layers, up to 12.
        eps: How far the clustered margin reaches is told for this error.
        store: URL of the store where a key is looked up.
        all_lengths: Also certify how wrong the model is at most on words of every
            length; with logits times log n, up to some lengths.
        share: For simple, whose label jumps where there is no 0 and 1, also certify
            words with at least this share of them.
        seconds: The time that each certificate may take to become sharp.
        json: Print JSON.
    """
    machine, own = machine_and_task(model, store)
    if task is not None and program is not None:
        raise SpecError("--task and --program; give one of them to compare with")
    subject = None if program else any_task(task) if task else own
    if subject is None and program is None:
        raise SpecError(
            f"{model} does not say what it should compute; add --task or --program"
        )
    chosen = None if lengths is None else read_lengths(lengths)
    exact = audited(machine, subject, chosen, eps=eps, program=program)
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
