"""Writes the summary of the suite's records that is part of the package.

``python -m lengthwise.jobs.ship_results FOLDER`` reads the records of tables and
replaces ``lengthwise/figures/huang/shipped_results.json`` of this source tree.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.figures.huang import shipped_results
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.measured_suite import record_files
from lengthwise.figures.huang.shipped_results import FILE, of_records
from lengthwise.files import replace_file


def text_of(folder: Path) -> str:
    """Returns the summary of the records in a folder, one result per line.

    A trial in several tables counts only for the first one.
    """
    import json

    lines = []
    earlier: set[str] = set()
    for name in SUITES:
        paths = record_files(folder, [name])
        records = [one for path in paths for one in read_lines(path)]
        records = [one for one in records if one.key[0] not in earlier]
        earlier.update(one.key[0] for one in records)
        lines += [asdict(one) for one in of_records(name, records)]
    return "[" + ",\n".join(json.dumps(one) for one in lines) + "]\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns 0."""
    parser = argparse.ArgumentParser("ship_results", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    target = Path(shipped_results.__file__).with_name(FILE)
    text = text_of(options.folder)
    replace_file(target, text.encode())
    sys.stdout.write(f"{text.count('table')} results: {target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
