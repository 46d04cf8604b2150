"""``lengthwise study``: theory, training and a page for one task."""

import os
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from lengthwise.bibliography import united
from lengthwise.cli.number_options import Whole, read_errors, read_lengths
from lengthwise.cli.prediction_data import prediction_data
from lengthwise.cli.printing import finite, print_json, print_text
from lengthwise.cli.progress_lines import announcement, display
from lengthwise.cli.study_plans import decoder_data, say_plan, say_what_is_known
from lengthwise.cli.sweep_command import ANSWER
from lengthwise.errors import SpecError
from lengthwise.jobs.studied_task import short_name, studied_task

Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
AFTER = "now computing exact errors and the page"
"""What a study does when its models are trained."""

Trains = Annotated[bool, Parameter(negative="--no-train")]


def study(
    task: str | None = None,
    /,
    *,
    regex: Text = None,
    alphabet: Text = None,
    program: str | None = None,
    store: str | None = None,
    out: Path | None = None,
    train: Trains = True,
    dry_run: bool = False,
    lengths: str | None = None,
    seeds: Whole = None,
    steps: Whole = None,
    eps: str | None = None,
    width: Whole = None,
    workers: Whole = None,
    engine: Literal["local", "ray"] = "local",
    address: str | None = None,
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Find out how long the training inputs of a task must be, and write a page.

    A study consists of the verdict with its evidence, a sweep sized to this computer,
    and one HTML page. For questions and languages of the catalogue, the sweep trains
    decoders with and without absolute positions, at one training length, and compares
    them with the verdict. For other tasks, it trains limit nets at many training
    lengths, shows the bounds for the exact construction, and measures the sufficient
    length. The estimated time is printed before training starts. Run the same command
    again to resume after Ctrl-C; stored models are not trained again. For a regular
    expression or a program, the study is its verdict.

    Example: lengthwise study simple:omega=6 --out page.html

    Args:
        task: A task, with parameters as in simple:omega=6; lengthwise tasks lists them.
            Or one in a file of your own, as in lead.py:TASK; the file is executed.
        regex: Instead of a task, a regular expression in Python's syntax.
        alphabet: The letters for --regex. Default: those of the expression.
        program: Instead of a task, a C-RASP program: a library name, a file or the
            program text.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        out: The file of the page. Default: study-TASK.html here.
        train: With --no-train, only the verdict, which takes a second.
        dry_run: Only print the plan and its estimated time.
        lengths: Training lengths, as in 8,16,32 or 4-12; for decoders one, as in 20.
            Default: lengths that suit the parameters of the task.
        seeds: Number of models per training length.
        steps: The largest number of training steps per model.
        eps: Errors to find a sufficient training length for, as in 0.1,0.05, in the
            metric of the task. Not for decoders.
        width: The width of the models.
        workers: Number of training processes. Default: one per core, or one per GPU.
        engine: Where to train: processes on this computer, or a Ray cluster.
        address: Address of the Ray cluster. Default: a private one on this computer.
        quiet: Show no progress, and print only the answer.
        json: Print JSON.
    """
    if [task, regex, program].count(None) != 2:
        raise SpecError("give exactly one of a task, --regex and --program")
    subject = None if task is None else studied_task(task)
    chosen = _chosen(lengths, seeds, steps, eps, width)
    if subject is None and chosen:
        raise SpecError(
            f"--{next(iter(chosen))} is for a task; nothing is trained for a regular "
            "expression or a program"
        )
    inherited = dict(os.environ)
    # This process only plans and writes: imports here must not claim a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.api.study_result import study as run_study
    from lengthwise.cli.page_files import require_page_file, study_file
    from lengthwise.experiments.engines.choice import require_engine
    from lengthwise.experiments.engines.host import has_gpu
    from lengthwise.experiments.store.store import Store
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.jobs.study import sized, usual_size

    require_engine(engine, address)
    if out is not None:
        require_page_file(out)
    size = None
    if subject is not None and train:
        usual = usual_size(subject, gpu=has_gpu(inherited))
        size = sized(usual, subject, chosen)
        if dry_run:
            say_plan(subject, size, store, workers, inherited, json=json)
            return
        with Store(store):  # one that cannot be used is refused before any output
            pass
        if not (quiet or json or alphabet):
            say_what_is_known(subject, size)
    if dry_run:
        raise SpecError("--dry-run needs a task to train; nothing would be trained")
    with listening(ANSWER) as stopping, display(quiet, after=AFTER) as watch:
        findings = run_study(
            subject,
            regex=regex,
            alphabet=alphabet,
            program=program,
            store=store,
            train=train,
            workers=workers,
            size=size,
            engine=engine,
            address=address,
            stopping=stopping,
            watch=watch,
            announce=announcement(quiet or json),
            inherited=inherited,
        )
    name = findings.title if subject is None else short_name(subject)
    target = out or study_file(name, size.options if size else ())
    findings.page.save(target)
    if json:
        facts = data(findings, target)
        print_json(facts, sources=facts["sources"])
        return
    print_text(findings)
    print_text(f"the page: {target}")


def _chosen(
    lengths: str | None,
    seeds: int | None,
    steps: int | None,
    eps: str | None,
    width: int | None,
) -> dict[str, Any]:
    """The user's choices of a study's size, by the argument names of `chosen_size`."""
    numbers = {"seeds": seeds, "steps": steps, "width": width}
    chosen: dict[str, Any] = {k: v for k, v in numbers.items() if v is not None}
    if lengths is not None:
        chosen["lengths"] = read_lengths(lengths)
    if eps is not None:
        chosen["eps"] = read_errors(eps)
    return chosen


def data(findings: Any, target: Path) -> dict[str, Any]:  # noqa: ANN401
    """A study as JSON data."""
    summary = findings.summary
    trained = () if summary is None else summary.sources
    facts = {
        "task": findings.title,
        "verdict": findings.verdict.json(),
        "program": findings.decided.program,
        "trained": summary is not None or findings.decoders is not None,
        "page": str(target),
        "sources": list(united(findings.decided.sources, trained)),
    }
    if findings.decoders is not None:
        return facts | {"decoders": decoder_data(findings.decoders)}
    if summary is None:
        return facts
    theirs = None if summary.scaled is None else measured(summary.scaled)
    predicted = None
    if summary.prediction is not None:
        predicted = prediction_data(
            summary.prediction,
            summary.checked,
            summary.predicted,
            summary.provenance.records,
        )
    rest = {"scaled": theirs, "prediction": predicted}
    return facts | measured(summary) | rest | metric_data(summary.metric)


def measured(summary: Any) -> dict[str, Any]:  # noqa: ANN401
    """The results of training as JSON data."""
    return {
        "lengths": {str(eps): plain(one) for eps, one in summary.lengths.items()},
        "exponent": plain(summary.exponent),
        "means": {str(eps): plain(one) for eps, one in summary.means.items()},
        "mean_exponent": plain(summary.mean_exponent),
        "multiples": {str(eps): plain(one) for eps, one in summary.multiples.items()},
        "plateaus": {str(n): plain(one) for n, one in summary.plateaus.items()},
        "sup": {
            str(n): {str(e.length): e.sup for e in one.errors}
            for n, one in summary.audits.items()
        },
        "agreement": {str(n): delta for n, delta in summary.agreements.items()},
        "L_safe": {str(n): one.L_safe for n, one in summary.audits.items()},
        "certified": {
            str(n): [
                {
                    "share": one.share,
                    "longest": one.longest,
                    "bound": one.bound,
                    "attained": one.attained,
                }
                for one in group
            ]
            for n, group in summary.certificates.items()
        },
    }


def plain(value: Any) -> dict[str, Any]:  # noqa: ANN401 - an answer of any kind
    """An answer as JSON data."""
    assert is_dataclass(value)
    assert not isinstance(value, type)
    fields = asdict(value)
    fields.pop("draws", None)
    fields.pop("metric", None)
    metric = getattr(value, "metric", None)
    numbers: dict[str, Any] = finite(fields)
    return numbers if metric is None else numbers | metric_data(metric)


def metric_data(metric: Any) -> dict[str, str]:  # noqa: ANN401 - of `lengthwise.tasks`
    """The name of a metric as JSON data; omitted for rms errors."""
    return {"metric": metric.name} if metric.is_rate else {}
