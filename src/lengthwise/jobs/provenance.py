"""The provenance of a study: the command that reproduces it, and its environment."""

import shlex
from collections.abc import Iterable, Mapping, Sequence

from lengthwise import __version__
from lengthwise.analysis.summary import Provenance
from lengthwise.bibliography import united
from lengthwise.errors import SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.jobs.decoder_size import DecoderSize
from lengthwise.jobs.presets import is_published
from lengthwise.jobs.study_size import Size
from lengthwise.tasks.own.task_file import file_of
from lengthwise.tasks.task import Task


def provenance(
    task: Task, size: Size | DecoderSize, records: Sequence[Record]
) -> Provenance:
    """The provenance of the study of `task` from `records`."""
    if isinstance(size, DecoderSize):
        smaller, published = size.smaller(task), size.is_published(task)
    else:
        smaller = size.sentences(task)
        published = task.origin is None and is_published(task.name)
    chosen = [f"--{name} {shlex.quote(value)}" for name, value in size.options]
    return Provenance(
        command=" ".join(["lengthwise study", command_argument(task), *chosen]),
        version=__version__,
        fingerprints=fingerprints(records),
        records=len(records),
        smaller=smaller,
        sources=united(*(record.trial.sources for record in records)),
        published=published,
    )


def fingerprints(records: Iterable[Record]) -> tuple[Mapping[str, str], ...]:
    """The determinants of the bits of some records, each once."""
    distinct = {tuple(sorted(one.circumstances.fingerprint.items())) for one in records}
    return tuple(dict(one) for one in sorted(distinct))


def command_argument(task: Task) -> str:
    """The command-line form of a task: its name, or the path of its file with the name.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> command_argument(task("modp:p=3"))
        'modp:p=3,k=0'
    """
    if task.origin is None and task.rule.startswith("lengthwise."):
        return shlex.quote(str(task))
    try:
        file, name = file_of(task)
    except SpecError:  # built in a notebook, of which nothing is trained
        return shlex.quote(str(task))
    return f"{file.stem}.py:{name}"
