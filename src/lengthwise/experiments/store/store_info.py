"""Statistics of a store, without reading its records."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from lengthwise.experiments.store.sql_tables import PROGRESS, RECORDS, VERSION, WEIGHTS
from lengthwise.experiments.store.store import Store
from lengthwise.printable import printable


def facts(store: Store) -> dict[str, Any]:
    """Returns statistics of `store` by name, as JSON data."""
    database = store.database
    trials = sa.func.count(RECORDS.c.trial.distinct())
    counts = sa.select(RECORDS.c.evaluation, sa.func.count()).group_by(
        RECORDS.c.evaluation
    )
    size = sa.func.coalesce(sa.func.sum(sa.func.length(WEIGHTS.c.data)), 0)
    with database.reading() as connection:
        rows = [(printable(key), number) for key, number in connection.execute(counts)]
        by_evaluation = sorted(rows)
        numbers = {
            "store": str(store),
            "database": database.kind,
            "version": VERSION,
            "bytes": _bytes(store, connection),
            "records": sum(number for _, number in by_evaluation),
            "trials": connection.execute(sa.select(trials)).scalar_one(),
            "evaluations": dict(by_evaluation),
            "weights": _count(connection, WEIGHTS),
            "weights_bytes": int(connection.execute(sa.select(size)).scalar_one()),
            "reports": _count(connection, PROGRESS),
        }
    files = set(store.weights.in_files())
    in_files = sum(map(store.weights.file_size, files))
    numbers["weights_bytes"] += in_files
    numbers |= {
        "weights_files": len(files),
        "weights_files_bytes": in_files,
    }
    folders = _folders(store.checkpoints)
    return numbers | {
        "checkpoints": len(folders),
        "checkpoints_bytes": sum(
            file.lstat().st_size for folder in folders for file in folder.iterdir()
        ),
    }


def _count(connection: sa.Connection, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    return int(connection.execute(query).scalar_one())


def _bytes(store: Store, connection: sa.Connection) -> int:
    if store.database.file is not None:
        return Path(store.database.file).stat().st_size
    size = sa.func.pg_database_size(sa.func.current_database())
    return int(connection.execute(sa.select(size)).scalar_one())


def _folders(path: Path) -> list[Path]:
    return [one for one in path.iterdir() if one.is_dir()] if path.is_dir() else []
