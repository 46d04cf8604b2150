"""Progress of a sweep: a live line on the terminal, or plain lines in a log."""

import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lengthwise.cli.printing import print_note

if TYPE_CHECKING:
    from lengthwise.experiments.sweep.plan import Plan
    from lengthwise.experiments.sweep.progress import Progress

PATIENCE = 2.0
"""Seconds before progress is shown."""

INTERVAL = 10.0
"""Seconds between plain lines."""


@contextmanager
def display(quiet: bool, *, after: str = "") -> Iterator[Callable[["Progress"], None]]:
    """Yields a function that shows progress on standard error.

    Warnings are printed there even if progress is not shown.

    Args:
        quiet: Whether no progress is shown.
        after: What follows when all models are done, and may take long.
    """
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        if quiet:
            yield lambda _: None
        elif sys.stderr.isatty():
            with _moving(after) as show:
                yield show
        else:
            yield _Lines(after).show


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print_note(message)


class _Lines:
    """Plain lines at intervals."""

    def __init__(self, after: str) -> None:
        self._shown = time.monotonic() - INTERVAL + PATIENCE
        self._after = after
        self._is_over = False

    def show(self, now: "Progress") -> None:
        is_over = (
            bool(self._after) and now.done == now.trials and now.seconds >= PATIENCE
        )
        last = is_over and not self._is_over
        if last or time.monotonic() - self._shown >= INTERVAL:
            self._shown = time.monotonic()
            self._is_over = is_over
            print_note(_with_what_follows(now, self._after))


@contextmanager
def _moving(after: str) -> Iterator[Callable[["Progress"], None]]:
    """A progress bar with one line of text."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(bar_width=20), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", visible=False)

        def show(now: "Progress") -> None:
            bar.update(
                task,
                description=_with_what_follows(now, after),
                total=now.trials,
                completed=now.done,
                visible=now.seconds >= PATIENCE,
            )

        yield show


def _with_what_follows(now: "Progress", after: str) -> str:
    done = now.done == now.trials
    return f"{described(now)}, {after}" if after and done else described(now)


def announcement(quiet: bool) -> Callable[["Plan"], None]:
    """Returns a function that prints a sweep's estimated time on standard error."""

    def say(plan: "Plan") -> None:
        new = plan.trials - plan.stored - plan.trained
        if quiet or not (new or plan.trained):
            return
        what = [f"{new} models to train"] if new else []
        what += [f"{plan.trained} trained models to test"] if plan.trained else []
        kept = f", {plan.stored} are in the store" if plan.stored else ""
        print_note(
            f"{' and '.join(what)}{kept}; about {duration(plan.seconds)} on "
            f"{plan.workers} {'worker' if plan.workers == 1 else 'workers'}, less "
            "where models converge early. Ctrl-C stops it, and the same command resumes"
        )

    return say


def duration(seconds: float) -> str:
    """Returns a time as text, in a suitable unit.

    Examples:
        >>> duration(72), duration(400), duration(9000)
        ('72 seconds', '7 minutes', '2 hours')
    """
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def described(now: "Progress") -> str:
    """Returns the progress of a sweep as one line.

    Examples:
        >>> from lengthwise.experiments.sweep.progress import Progress
        >>> described(Progress(run="a", trials=360, done=12, bundles=15, running=16))
        '12 of 360 models done, 16 in training'
        >>> described(Progress(run="a", trials=360, bundles=15))
        '0 of 360 models done, starting workers and compiling'
        >>> described(Progress(run="a", trials=360, done=360, bundles=15))
        '360 of 360 models done'
    """
    parts = [f"{now.done} of {now.trials} models done"]
    if now.running:
        parts.append(f"{now.running} in training")
    elif now.done < now.trials:
        parts.append(
            "compiling or testing" if now.steps else "starting workers and compiling"
        )
    else:
        return parts[0]
    if now.rate:
        parts.append(f"{now.rate:,.0f} steps/s")
    if math.isfinite(now.loss):
        parts.append(f"loss {now.loss:.1e}")
    if math.isfinite(now.accuracy):
        parts.append(f"accuracy {now.accuracy:.3f}")
    if math.isfinite(now.seconds_left):
        minutes, seconds = divmod(round(now.seconds_left), 60)
        parts.append(f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left")
    return ", ".join(parts)


def spaced_notes() -> Callable[[str], None]:
    """Returns a function that prints notes on standard error, at intervals."""
    shown = time.monotonic() - INTERVAL + PATIENCE

    def show(text: str) -> None:
        nonlocal shown
        if time.monotonic() - shown >= INTERVAL:
            shown = time.monotonic()
            print_note(text)

    return show
