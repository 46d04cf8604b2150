"""The tables of a store, and the schema of a file of each version."""

from typing import Any

import sqlalchemy as sa

from lengthwise.experiments.store import _foreign_files as foreign_files

VERSION = 2
"""Version of the tables; ``_migrations`` lists older ones."""

TABLES = sa.MetaData()
VERSIONS = sa.Table("lengthwise", TABLES, sa.Column("version", sa.Integer))
RECORDS = sa.Table(
    "records",
    TABLES,
    sa.Column("trial", sa.String(64), primary_key=True),
    sa.Column("evaluation", sa.String(64), primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),  # SHA-256 of the line
)
WEIGHTS = sa.Table(
    "weights",
    TABLES,
    sa.Column("trial", sa.String(64), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),  # as in the record's outcome
)
PROGRESS = sa.Table(
    "progress",
    TABLES,
    sa.Column("run", sa.String(64), primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)

OLDER = {
    "lengthwise": "CREATE TABLE lengthwise (version INTEGER)",
    "records": (
        "CREATE TABLE records (trial VARCHAR(64) NOT NULL, evaluation VARCHAR(64) "
        "NOT NULL, line TEXT NOT NULL, PRIMARY KEY (trial, evaluation))"
    ),
    "weights": (
        "CREATE TABLE weights (trial VARCHAR(64) NOT NULL, data BLOB NOT NULL, "
        "PRIMARY KEY (trial))"
    ),
    "progress": (
        "CREATE TABLE progress (run VARCHAR(64) NOT NULL, line TEXT NOT NULL, "
        "PRIMARY KEY (run))"
    ),
}
"""The tables of version 1 in a file."""

SCHEMAS = {
    1: foreign_files.schema_of(OLDER),
    VERSION: foreign_files.schema_of(foreign_files.statements(TABLES)),
}
"""The exact schema of a file, by version."""


def raw(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """Returns a column without type conversion: damaged values may have any type."""
    return sa.type_coerce(column, sa.types.NullType()).label(column.name)
