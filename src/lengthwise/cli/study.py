"""``lengthwise study``: the main job."""

import json as encoding
import os
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from lengthwise.cli.progress import display
from lengthwise.cli.sweep import ANSWER


def study(
    task: str,
    /,
    *,
    store: str | None = None,
    out: Path | None = None,
    workers: int | None = None,
    quiet: bool = False,
    json: bool = False,
) -> None:
    """Find out how long the training words of a task must be, and write a page on it.

    What theory says of the task's exact construction, a sweep sized to this machine,
    the measured sufficient lengths, and one HTML page. Run it again to go on after
    Ctrl-C; what the store holds is not trained again.

    Example: lengthwise study simple:omega=6 --out page.html

    Args:
        task: simple, modp or kgram, with numbers as in simple:omega=6.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        out: Where the page goes. Default: study-TASK.html here.
        workers: Processes that train. Default: one a core, or one for a GPU.
        quiet: Show no progress, and print only the answer.
        json: Print JSON.
    """
    inherited = dict(os.environ)
    # This process only plans and writes: what is imported here must not take a GPU.
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.analysis.exact import exact_part
    from lengthwise.experiments.stopping import listening
    from lengthwise.studies.sizes import size_of
    from lengthwise.study import study as run_study
    from lengthwise.tasks.catalogue import task as task_of

    subject = task_of(task)
    size_of(subject)
    if not (quiet or json) and subject.name in {"simple", "modp"}:
        print(exact_part(subject), end="\n\n", flush=True)
    with listening(ANSWER) as stopping, display(quiet) as watch:
        found = run_study(
            subject,
            store=store,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
        )
    target = out or Path(f"study-{subject.name}.html")
    found.page.save(target)
    if json:
        print(encoding.dumps(_data(found.summary, target)))
        return
    print(found)
    print(f"the page: {target}")


def _data(summary: Any, target: Path) -> dict[str, Any]:  # noqa: ANN401
    return {
        "task": str(summary.task),
        "lengths": {str(eps): _plain(one) for eps, one in summary.lengths.items()},
        "exponent": _plain(summary.exponent),
        "plateaus": {str(n): _plain(one) for n, one in summary.plateaus.items()},
        "sup": {
            str(n): {str(e.length): e.sup for e in one.errors}
            for n, one in summary.audits.items()
        },
        "page": str(target),
    }


def _plain(value: Any) -> dict[str, Any]:  # noqa: ANN401 - an answer of any kind
    assert is_dataclass(value)
    assert not isinstance(value, type)
    found = asdict(value)
    found.pop("draws", None)
    return found
