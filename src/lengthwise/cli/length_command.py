"""``lengthwise length``: the sufficient training length for one error, by bisection."""

import os

from lengthwise.cli.number_options import Whole
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.progress_lines import display
from lengthwise.cli.sweep_command import ANSWER
from lengthwise.jobs.studied_task import studied_task


def length(
    task: str,
    /,
    *,
    eps: float,
    longest: Whole = None,
    store: str | None = None,
    workers: Whole = None,
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Find the training length that suffices for one error, training models as needed.

    Training lengths double until the error (geometric mean over seeds) is small enough;
    then the gap is narrowed to a factor of 1.19. The error of a model is its limit at
    infinite length if the weights determine it, otherwise the error at the largest test
    lengths. The models are those of lengthwise study; stored ones are not trained
    again. The answer comes from as many models with new seeds at lengths near the
    crossing. The exit code is 1 if there is no answer.

    Example: lengthwise length simple:omega=6 --eps 0.1

    Args:
        task: A task, with parameters as in simple:omega=6, or one in a file, as in
            lead.py:TASK; the file is executed.
        eps: The allowed error, in the metric of the task: root mean square, or the
            share of wrong inputs.
        longest: The largest training length to try. Default: the shortest test length.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        workers: Number of training processes. Default: one per core, or one per GPU.
        quiet: Show no progress.
        json: Print JSON.
    """
    subject = studied_task(task)
    inherited = dict(os.environ)
    # This process only plans and writes: imports here must not claim a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.analysis.sufficient import SufficientLength
    from lengthwise.cli.study_command import metric_data, plain
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.jobs.length_search import search

    with listening(ANSWER) as stopping, display(quiet) as watch:
        outcome = search(
            subject,
            eps,
            longest=longest,
            store=store,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
        )
    if json:
        data = {
            "task": outcome.task,
            "eps": eps,
            "answer": plain(outcome.answer),
            "mean": plain(outcome.mean),
            "multiples": None
            if outcome.multiples is None
            else plain(outcome.multiples),
            "errors": outcome.errors,
        }
        print_json(data | metric_data(outcome.metric), sources=outcome.sources)
    else:
        print_text(outcome)
    return 0 if isinstance(outcome.answer, SufficientLength) else 1
