"""Names with numbers."""

from collections.abc import Iterable


def written(name: str, numbers: Iterable[tuple[str, int | float]]) -> str:
    """Returns ``name:number=value``; no digit is lost."""
    pairs = ",".join(
        f"{key}={int(value) if value == int(value) else repr(value)}"
        for key, value in numbers
    )
    return f"{name}:{pairs}" if pairs else name
