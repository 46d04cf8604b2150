"""Types of the settings of a trial, in grids and in records."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""A number that has a place in every database and table."""

NUMBER = Whole | float
LAGS = list[Whole | Literal["none"] | None]

TYPES: dict[str, dict[str, Any]] = {
    "model": {
        "kind": str,
        "delta": Whole,
        "heads": list[Whole],
        "lags": LAGS,
        "width": Whole,
        "units": Whole,
        "scaling": str,
    },
    "recipe": {
        "form": str,
        "batch": Whole,
        "rate": float,
        "hidden_rate": float,
        "threshold": float,
        "max_steps": Whole,
        "stop": str,
        "randomness": str,
    },
}
"""Types of the settings of a trial."""

OPTIONAL = frozenset({"kind"})
"""What format 2 leaves out of a model that is a limit net."""

WHOLE_MODEL = TYPES["model"] | {"symbols": Whole, "outputs": Whole}
"""Types of all that format 2 says of a model."""
