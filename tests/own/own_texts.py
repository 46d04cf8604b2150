"""A task in a file outside the clone that is no function of counts, and its grid."""

from pathlib import Path

from lengthwise.experiments.spec.schema import grid_of
from lengthwise.tasks import task_name
from lengthwise.tasks.labels.rules import MODULES
from lengthwise.tasks.own import task_file as own
from tests.tasks.task_texts import task_text

FILE = "parity_of_ones.py"

TEXT = task_text(
    "parity_of_ones",
    """\
with Path(LOG).open("a") as log:  # who executes it leaves a line
    print(os.getpid(), file=log)


def even_run(word):
    runs = "".join(word).split("0")
    return max(map(len, runs)) % 2 == 0
""",
    head='''\
"""Does the longest run of 1s have even length?"""

import os
from pathlib import Path

''',
    rule="parity_of_ones:even_run",
    summary="Does the longest run of 1s have even length?",
    example='("0", "1", "1")',
)

GRID = """\
task = "TASK"
train_length = [6, 9]
seed = [0, 1]
[model]
heads = [1, 1]
lags = [1, "none"]
width = 4
units = 8
[recipe]
batch = 8
max_steps = 64
[evaluation]
lengths = [12, 16]
words = 64
"""
"""Two training lengths, two bundles, four trials."""


def write(folder, old="", new=""):
    """Writes file and grid into a folder, with one text in place of another."""
    text = TEXT.replace("LOG", repr(str(folder / "log")))
    assert old in text
    (folder / FILE).write_text(text.replace(old, new) if old else text + new)
    (folder / "grid.toml").write_text(GRID)
    return folder


def executions(folder):
    """The processes that executed the file, in order."""
    log = Path(folder) / "log"
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def forget():
    """Makes this process one that never executed a task file."""
    own._EXECUTED.clear()
    own._FILES.clear()
    MODULES.clear()
    task_name._task.cache_clear()


def trials(folder, text=GRID):
    """The trials of the grid; the file is executed here."""
    file = own.read_task_file(folder / FILE)
    own.load(file)
    return grid_of(text, origin=file.digest)
