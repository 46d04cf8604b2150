"""Reads the rows of a table in the order of their keys, page by page.

Each page is a separate transaction of bounded size, so that writers never wait long.
Keys that do not increase, which might never end, are rejected.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from lengthwise.errors import FormatError
from lengthwise.experiments.store._database import Database

PAGE = 256
"""Rows per page."""


def pages(
    database: Database,
    by: Sequence[sa.ColumnElement[Any]],
    columns: Sequence[sa.ColumnElement[Any]],
    *conditions: sa.ColumnElement[bool],
    size: int = PAGE,
) -> Iterator[list[Any]]:
    """Yields rows, preceded by the columns that order them.

    Args:
        database: The database.
        by: Columns that order the rows, such as the key of the table.
        columns: Further columns to read.
        conditions: Conditions on the rows.
        size: Rows per page.

    Raises:
        FormatError: The rows are not in order.
    """
    names = [column.label(f"place_{n}") for n, column in enumerate(by)]
    query = sa.select(*names, *columns).where(*conditions).order_by(*by).limit(size)
    last: tuple[Any, ...] = ()
    while True:
        after = sa.tuple_(*by) > sa.tuple_(*map(sa.literal, last))
        rows, whole = database.rows(query.where(after) if last else query)
        for row in rows:
            here = tuple(row[: len(by)])
            if last and not _grows(last, here):
                raise FormatError(f"{database} is damaged: its keys are not in order")
            last = here
        yield rows
        if whole and len(rows) < size:
            return


def _grows(last: tuple[Any, ...], here: tuple[Any, ...]) -> bool:
    try:
        return last < here
    except TypeError:  # a damaged key may be of any type
        return False
