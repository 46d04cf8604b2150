"""Random inputs of a task with their labels, for training elsewhere.

A row is plain data: ``tokens``, the ``length`` in the task's own measure, and two lists
of equal length: ``targets[k]`` is the target after the first ``positions[k]`` tokens.
So one layout serves every format: only the last position for a recognizer, each
position of the answer for a question task.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.files import replacing
from lengthwise.tasks._task_data import plain
from lengthwise.tasks.task import Task

ROWS = "train.jsonl"
"""The file of rows in a Hugging Face dataset folder."""

MOST_ROWS = 100_000_000
"""The largest number of rows."""

LONGEST = 1 << 20
"""The length of the longest input that is drawn."""


def rows(
    task: Task, number: int, lengths: Sequence[int], *, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Yields `number` random inputs with their targets.

    Each length is equally likely. Row ``i`` depends only on `seed`, the lengths and
    ``i``, so a longer file starts with the rows of a shorter one.

    Raises:
        SpecError: `number` or a length is out of range, or the task has no input of
            these lengths.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> (row,) = rows(task("parity"), 1, [2])
        >>> row["tokens"][:1], row["tokens"][-1:], row["positions"]
        (['<bos>'], ['<eos>'], [4, 5])
    """
    if not 1 <= number <= MOST_ROWS:
        raise SpecError(f"{number} rows; allowed are 1 to {MOST_ROWS:,}")
    if max(lengths, default=0) > LONGEST:
        raise SpecError(f"inputs of length {max(lengths)}; allowed is {LONGEST:,}")
    possible = [n for n in lengths if task.lengths(n, n)]
    if not possible:
        raise SpecError(
            f"{task} has no input of the lengths {_range(lengths)}; its shortest "
            f"inputs have length {_shortest(task)}"
        )
    for place in range(number):
        rng = Random(f"{seed}/{place}")
        length = rng.choice(possible)
        word = task.draw(rng, length)
        targets = task.targets(word)
        yield {
            "tokens": list(word),
            "length": length,
            "positions": list(targets),
            "targets": [plain(target) for target in targets.values()],
        }


def write_rows(path: Path, drawn: Iterator[dict[str, Any]]) -> int:
    """Writes rows as JSON lines, whole or not at all; returns their number."""
    written = 0
    with replacing(path) as file:
        for row in drawn:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            written += 1
    return written


def write_folder(
    folder: Path, task: Task, drawn: Iterator[dict[str, Any]], *, command: str
) -> int:
    """Writes a folder for ``datasets.load_dataset`` of Hugging Face."""
    folder.mkdir(parents=True, exist_ok=True)
    written = write_rows(folder / ROWS, drawn)
    with replacing(folder / "README.md") as file:
        file.write(_card(task, command).encode())
    return written


def _card(task: Task, command: str) -> str:
    symbols = " ".join(task.alphabet.symbols)
    return f"""---
configs:
- config_name: default
  data_files:
  - split: train
    path: {ROWS}
---

# {task}

{task.summary}

Made by `{command}`. Format: {task.format}. Alphabet, in order: `{symbols}`.

`tokens` is the whole input, `length` the length that the task counts. `targets[k]` is
what must be answered once the first `positions[k]` tokens are read.
"""


def _range(lengths: Sequence[int]) -> str:
    return f"{min(lengths)} to {max(lengths)}" if lengths else "given"


def _shortest(task: Task) -> str:
    return ", ".join(map(str, task.lengths(task.min_length, task.min_length + 50)[:3]))
