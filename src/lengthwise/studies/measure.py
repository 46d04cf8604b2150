"""Trains the models of a figure on a machine without a database.

``python -m lengthwise.studies.measure FOLDER NAME …`` appends records to
``FOLDER/NAME.jsonl`` and, for one-layer tasks, exact errors of every trained net to
``FOLDER/NAME-sup.jsonl``. It needs neither SQLAlchemy nor the command line, and goes on
where it was stopped.
"""

import json
import os
import sys
import time
from pathlib import Path
from random import Random

INHERITED = dict(os.environ)
os.environ["JAX_PLATFORMS"] = (
    "cpu"  # the workers train; this process must not take a GPU
)

import numpy as np  # noqa: E402

from lengthwise.analysis.audit import audit  # noqa: E402
from lengthwise.experiments import host  # noqa: E402
from lengthwise.experiments.canonical import canonical  # noqa: E402
from lengthwise.experiments.jsonl import Lines  # noqa: E402
from lengthwise.experiments.record import Record  # noqa: E402
from lengthwise.experiments.running import arrays  # noqa: E402
from lengthwise.experiments.sweep import run_sweep  # noqa: E402
from lengthwise.limit.machine import LimitTransformer  # noqa: E402
from lengthwise.limit.statistics import masses  # noqa: E402
from lengthwise.nets.export import to_limit  # noqa: E402
from lengthwise.nets.net import restore  # noqa: E402
from lengthwise.studies.izzo import figure  # noqa: E402
from lengthwise.tasks.catalogue import task  # noqa: E402
from lengthwise.tasks.task import Task  # noqa: E402
from lengthwise.words import Statistics  # noqa: E402

AUDITED = {"simple": (4, 8, 16, 32, 64, 128), "modp": (8, 16, 32)}


def exact_errors(record: Record) -> dict[str, object] | None:
    """The exact errors of a trained net by length, root mean square and sup."""
    trial = record.trial
    if trial.task not in AUDITED or record.weights is None:
        return None
    numbers = ",".join(f"{name}={value:g}" for name, value in trial.numbers.items())
    subject = task(f"{trial.task}:{numbers}")
    machine = to_limit(restore(trial.model, arrays(record)), subject.alphabet)
    lengths = [n for n in AUDITED[trial.task] if n >= subject.min_length]
    if trial.numbers.get("p", 1) > 5:
        lengths = lengths[:2]
    found = audit(machine, subject, lengths)
    looks = attention(machine, subject) if trial.task == "modp" else {}
    return looks | {
        "trial": trial.key,
        "task": str(subject),
        "train_length": trial.train_length,
        "seed": trial.seed,
        "rms": {str(e.length): e.rms for e in found.errors},
        "sup": {str(e.length): e.sup for e in found.errors},
    }


def attention(machine: LimitTransformer, subject: Task) -> dict[str, object]:
    """Mean attention on one position of the asked residue class, and on one other."""
    p, k = (int(dict(subject.numbers)[name]) for name in "pk")
    length = 16 * p
    words = [subject.draw(Random(seed), length) for seed in range(64)]
    seen = [Statistics.of(w, subject.alphabet, delta=p, tau=0) for w in words]
    by_residue = np.mean(
        [masses(machine, one).sum(axis=(0, 1)) for one in seen], axis=0
    )
    on = float(by_residue[k % p]) / 16
    off = float(by_residue.sum() - by_residue[k % p]) / (length - 16)
    return {"attention_length": length, "attention_on": on, "attention_off": off}


def measure(name: str, folder: Path, *, small: bool = False) -> None:
    """Trains what ``folder/name.jsonl`` does not hold yet."""
    chosen = figure(name)
    store = Lines(folder / f"{name}.jsonl")
    exact = (folder / f"{name}-sup.jsonl").open("a", encoding="utf-8")
    engine = host.engine(inherited=INHERITED)
    begun, new = time.perf_counter(), 0
    for trials in chosen.small if small else chosen.full:
        for record in run_sweep(trials, trials.evaluation, store=store, engine=engine):
            new += 1
            errors = exact_errors(record)
            if errors is not None:
                exact.write(canonical(errors) + "\n")
    exact.close()
    seconds = time.perf_counter() - begun
    steps = sum(record.outcome.steps for record in store)
    done = {"figure": name, "models": len(store), "new": new, "steps": steps}
    sys.stdout.write(json.dumps(done | {"seconds": round(seconds, 1)}) + "\n")


if __name__ == "__main__":
    for figure_name in sys.argv[2:]:
        measure(
            figure_name.removesuffix("-small"),
            Path(sys.argv[1]),
            small=figure_name.endswith("-small"),
        )
