"""``lengthwise report``: the page of a study again, from the store alone."""

import os
from pathlib import Path

from lengthwise.cli.printing import print_json, print_text


def report(
    task: str,
    /,
    *,
    store: str | None = None,
    out: Path | None = None,
    json: bool = False,
) -> None:
    """Write the page of a study from what the store holds; nothing is trained.

    Example: lengthwise report simple --out page.html

    Args:
        task: A task, with numbers as in simple:omega=6, or one in a file of your own.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        out: Where the page goes. Default: study-TASK.html here.
        json: Print JSON.
    """
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.api.study import report as report_of
    from lengthwise.cli.study_command import data
    from lengthwise.report.study.study_page import plain_name

    found = report_of(task, store=store)
    name = plain_name(found.title.partition(":")[0])
    target = out or Path(f"study-{name}.html")
    found.page.save(target)
    if json:
        said = data(found, target)
        print_json(said, sources=said["sources"])
        return
    print_text(found)
    print_text(f"the page: {target}")
