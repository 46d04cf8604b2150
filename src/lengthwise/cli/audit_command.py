"""``lengthwise audit``: the exact error of a model by length."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength
from lengthwise.analysis.every_length.certificates import Certificates, certificates
from lengthwise.api.audits import audit as audited
from lengthwise.bibliography import united
from lengthwise.cli.number_options import read_lengths
from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError
from lengthwise.experiments.spec.canonical import require_digits
from lengthwise.limit.constructions.named_machines import machine as machine_of
from lengthwise.limit.constructions.named_machines import task_text
from lengthwise.tasks.catalogue import task as task_of
from lengthwise.tasks.own.task_file import any_task

if TYPE_CHECKING:
    from lengthwise.limit.machine import LimitTransformer
    from lengthwise.tasks.task import Task


def audit(
    model: str,
    /,
    *,
    task: str | None = None,
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
    lengths. The word that attains the sup stands beside it.

    Args:
        model: A .safetensors file, a construction such as simple:omega=4, or the key of
            a trained model in the store, or at least its first 4 digits.
        task: What it should compute, such as simple:omega=4 or file.py:NAME. Default:
            the model's own.
        lengths: Lengths, as in 8,16,32 or 1-50. Default: powers of two up to 128; for
            the k-gram up to 12.
        eps: How far the clustered margin reaches is told for this error.
        store: URL of the store where a key is looked up.
        all_lengths: Also certify how wrong the model is at most on words of every
            length; with logits times log n, up to some lengths.
        share: For simple, whose label jumps where there is no 0 and 1, also certify
            words with at least this share of them.
        seconds: The time that each certificate may take to become sharp.
        json: Print JSON.
    """
    machine, own = _model(model, store)
    subject = any_task(task) if task else own
    if subject is None:
        raise SpecError(f"{model} does not say what it should compute; add --task")
    chosen = None if lengths is None else read_lengths(lengths)
    exact = audited(machine, subject, chosen, eps=eps)
    certified = (
        certificates(machine, subject, share=share, seconds=seconds)
        if all_lengths
        else None
    )
    if json:
        print_json(
            {**_data(exact), **_certified(certified)},
            sources=united(exact.sources, certified.sources if certified else ()),
        )
    else:
        print_text(exact)
        if certified is not None:
            print_text(f"\n{certified}")


def _model(name: str, store: str | None) -> "tuple[LimitTransformer, Task | None]":
    if re.fullmatch(r"[0-9a-f]+", name) and not Path(name).exists():
        require_digits(name)
        from lengthwise.analysis.trained_nets import trained
        from lengthwise.experiments.store.store import Store

        with Store(store, create=False) as kept:
            return trained(kept, name)
    is_construction = not Path(name).exists() and not name.endswith(".safetensors")
    return machine_of(name), task_of(task_text(name)) if is_construction else None


def _data(audit: Audit) -> dict[str, object]:
    return {
        "task": str(audit.task),
        "errors": [_error(one) for one in audit.errors],
        "eta": None if audit.margin is None else audit.margin.eta,
        "gamma_eta": None if audit.margin is None else audit.margin.gamma,
        "log2_T_max": audit.log2_T_max,
        "remark": audit.remark,
    }


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
