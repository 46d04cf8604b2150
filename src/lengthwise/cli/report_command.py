"""``lengthwise report``: the page of a study or a sweep, from stored records."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lengthwise.addresses import without_secrets
from lengthwise.bibliography import united
from lengthwise.cli.number_options import read_errors
from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.jobs.studied_task import short_name, studied_task
from lengthwise.names import digits

if TYPE_CHECKING:
    from lengthwise.experiments.store.store import Store
    from lengthwise.jobs.study_findings import Findings
    from lengthwise.jobs.sweep_findings import SweepFindings


def report(
    task: str | None = None,
    /,
    *,
    store: str | None = None,
    eps: str | None = None,
    out: Path | None = None,
    json: bool = False,
) -> None:
    """Write a page from stored records, without training.

    With a task, this is the page of its study, or of its sweeps if it has no study in
    the store. Without a task, the page shows every sweep in the store: error by test
    length, sufficient training lengths, settings and records. Tasks from files are
    shown by name; their files are not executed.

    Example: lengthwise report --store sqlite:///mine.db --eps 0.1,0.05 --out page.html

    Args:
        task: A task, with parameters as in simple:omega=6; the stored name of a task
            from a file; or lead.py:TASK, which executes that file.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        eps: Errors to find a sufficient training length for, separated by commas, in
            the metric of the task. Writes the page of the sweeps, not of a study.
            Default: 0.2,0.1,0.05.
        out: The file of the page. Default: study-TASK.html or sweep-TASK.html here.
        json: Print JSON.
    """
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.experiments.store.store import existing

    errors = None if eps is None else read_errors(eps)
    with existing(store) as kept:
        if kept is None:
            named = without_secrets(store) if store else "to read"
            raise SpecError(
                f"there is no store {named}; run lengthwise study {task or 'TASK'} "
                "first, or choose another with --store"
            )
        findings = None if task is None or errors else _study(task, kept)
        swept = None if findings is not None else _sweeps(task, kept, errors)
    from lengthwise.cli.page_files import study_file
    from lengthwise.cli.study_command import data
    from lengthwise.report.study.study_page import plain_name, study_page
    from lengthwise.report.study.sweep_page import render_sweep

    if findings is not None:
        assert task is not None
        target = out or study_file(short_name(studied_task(task)))
        page, facts = study_page(findings), data(findings, target)
    else:
        assert swept is not None
        target = out or Path(f"sweep-{plain_name(swept.title)}.html")
        page, facts = render_sweep(swept), _data(swept, target)
    page.save(target)
    if json:
        print_json(facts, sources=facts["sources"])
        return
    print_text(findings or swept)
    print_text(f"the page: {target}")


def _study(task: str, store: "Store") -> "Findings | None":
    """The study of a task from the catalogue or a file, if there is one."""
    from lengthwise.jobs.study import stored_study

    try:
        return stored_study(task, store)
    except UnknownNameError:  # it may be the name of a task in the store
        return None


def _sweeps(
    task: str | None, store: "Store", eps: tuple[float, ...] | None
) -> "SweepFindings":
    """The findings of the sweeps of a task, or of all sweeps."""
    from lengthwise.jobs.sweep_findings import EPS, stored_settings, sweep_findings

    words = ["lengthwise", "report", *([] if task is None else [task])]
    words += [] if eps is None else ["--eps", ",".join(map(digits, eps))]
    settings = stored_settings(store, task)
    return sweep_findings(settings, eps=eps or EPS, command=shlex.join(words))


def _data(swept: "SweepFindings", target: Path) -> dict[str, Any]:
    """Sweeps as JSON data."""
    from lengthwise.cli.study_command import measured, metric_data

    return {
        "trained": True,
        "page": str(target),
        "sources": list(united(*(summary.sources for _, summary in swept.settings))),
        "settings": [
            {
                "task": str(setting.task),
                "origin": setting.task.origin,
                "setting": dict(setting.values),
                "train_lengths": list(setting.train_lengths),
                "seeds": list(setting.seeds),
                "records": len(setting.records),
                **measured(summary),
                **metric_data(summary.metric),
            }
            for setting, summary in swept.settings
        ],
    }
