"""Trains products of position vectors on relations of positions.

``python -m lengthwise.jobs.train_positions FOLDER`` appends a line to
``FOLDER/huang-positions.fits`` for every relation, width and seed that is missing
there. Run it again to resume; with ``--seconds`` it stops by itself.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

if __name__ == "__main__":  # the tables are small: a GPU would wait for its launches
    os.environ.setdefault("JAX_PLATFORMS", "cpu")

from lengthwise.experiments.records.line_files import cut
from lengthwise.figures.huang.huang_positions import (
    FILE,
    POSITIONS,
    RELATIONS,
    WIDTHS,
    WINDOWS,
    Relation,
)
from lengthwise.figures.huang.position_fits import (
    Fit,
    mean_along,
    read_fits,
    window_errors,
)


def fit(
    relation: Relation,
    width: int,
    seed: int,
    stopping: Callable[[], bool] = lambda: False,
) -> Fit | None:
    """Returns the fit of a relation, or ``None`` if `stopping` returned true."""
    from lengthwise.training.device.fingerprint import fingerprint
    from lengthwise.training.position_product import ProductRecipe, train_product

    recipe = ProductRecipe(
        width=width, seed=seed, positions=POSITIONS, window=WINDOWS[0]
    )
    begun = time.perf_counter()
    scores = train_product(recipe, relation.target, stopping)
    if scores is None:
        return None
    return Fit(
        relation=relation.name,
        width=width,
        seed=seed,
        errors=window_errors(relation, scores),
        along=mean_along(scores),
        seconds=round(time.perf_counter() - begun, 1),
        fingerprint=fingerprint(1),
    )


def fits(
    folder: Path,
    *,
    widths: Sequence[int] = WIDTHS,
    seeds: int = 3,
    stopping: Callable[[], bool] = lambda: False,
) -> Iterator[Fit]:
    """Yields the fits that were missing in the folder, after writing them there."""
    path = folder / FILE
    cut(path)
    known = {one.key for one in read_fits(folder)} if path.exists() else set()
    for seed in range(seeds):
        for width in widths:
            for relation in RELATIONS:
                if (relation.name, width, seed) in known:
                    continue
                new = fit(relation, width, seed, stopping)
                if new is None:
                    return
                with path.open("a", encoding="utf-8") as file:
                    file.write(new.line() + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                yield new


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns 0."""
    parser = argparse.ArgumentParser(
        "train_positions", description=__doc__.split("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--width", type=int, nargs="+", default=WIDTHS)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--seconds", type=float, help="stop within this time")
    options = parser.parse_args(arguments)
    end = None if options.seconds is None else time.time() + options.seconds

    def stopping() -> bool:
        return end is not None and time.time() > end

    options.folder.mkdir(parents=True, exist_ok=True)
    for one in fits(
        options.folder, widths=options.width, seeds=options.seeds, stopping=stopping
    ):
        errors = ", ".join(f"{error:.3g}" for error in one.errors.values())
        sys.stdout.write(
            f"{one.relation}, d = {one.width}, seed {one.seed}: {errors} "
            f"({one.seconds:.0f} s)\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
