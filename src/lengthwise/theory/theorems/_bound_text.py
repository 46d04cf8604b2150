"""Bounds as sentences: sufficient lengths, necessary lengths, missing parameters."""

from collections.abc import Collection, Iterable, Sequence

from lengthwise.columns import aligned
from lengthwise.theory.theorems.bound import Theorem
from lengthwise.theory.theorems.magnitude import Size

FEW = 3
"""Number of theorems named for the same reason."""

_WEIGHTS = "the weights of two machines"
_BASIS = {
    "published": "published",
    "derived": "proved in the manual",
    "sketched": "proof sketched",
}


def length_text(size: Size | None) -> str:
    """Returns a length as text: all digits, or a power of ten.

    Examples:
        >>> length_text(Size.product((2, 20))), length_text(Size.product((2, 100)))
        ('1,048,576', '10^30.1')
    """
    if size is None:
        return "-"
    return f"10^{size.log10:.1f}" if size.log10 > 15 else f"{size.whole:,}"


def suffices(theorem: Theorem, size: Size | None, why: str) -> str:
    """Returns a sentence about a length sufficient for every word."""
    return (
        f"Training inputs up to {length_text(size)} symbols suffice: {why} "
        f"({theorem.name}, {_BASIS[theorem.basis]})."
    )


def is_needed(theorem: Theorem, why: str) -> str:
    """Returns a sentence about a length necessary for some machines."""
    return f"{why[0].upper()}{why[1:]} ({theorem.name}, {_BASIS[theorem.basis]})."


def rows_of(entries: Iterable[tuple[Size | None, str, str]]) -> str:
    """Returns lines with a length, the name of a theorem and its statement."""
    rows = [(f"  {length_text(size)}", name, why) for size, name, why in entries]
    return aligned(rows, "rll") if rows else ""


def option(name: str) -> str:
    """Returns the command-line option of a parameter.

    Examples:
        >>> option("positional_gamma"), option("the weights of two machines")
        ('--positional-gamma', '--f and --g')
    """
    return "--f and --g" if name == _WEIGHTS else f"--{name.replace('_', '-')}"


def topic(theorem: Theorem) -> str:
    """Returns a short description of a theorem's topic."""
    by_sense = {
        "automata": "learners of automata",
        "attention": "where attention becomes hardmax",
        "on average": "one layer, on average",
        "lemma": "Lemma 5.3, averages over an input",
    }
    by_layers = {1: "one layer, every input", 2: "two layers, every input"}
    unknown = by_layers.get(theorem.layers or 0, "the k-gram")
    return by_sense.get(theorem.sense, unknown)


def lacking(missing: Iterable[tuple[Theorem, tuple[str, ...]]]) -> dict[str, str]:
    """Returns, by topic, the options that its theorems still need.

    Args:
        missing: Theorems with their missing parameters.
    """
    options: dict[str, dict[str, None]] = {}
    for theorem, names in missing:
        options.setdefault(topic(theorem), {}).update(dict.fromkeys(names))
    return {about: _either(names) for about, names in options.items()}


def _either(names: Collection[str]) -> str:
    """The options for numbers; where weights help too, as the alternative to them.

    Examples:
        >>> _either(["C", "the weights of two machines"]), _either(["L"])
        ('--C or --f and --g', '--L')
    """
    numbers = " ".join(option(name) for name in names if name != _WEIGHTS)
    weights = [option(_WEIGHTS)] if _WEIGHTS in names else []
    return " or ".join([numbers] * bool(numbers) + weights)


def grouped(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Returns a line per reason, preceded by the theorems that it applies to.

    Args:
        pairs: Reasons with names of theorems.

    Examples:
        >>> grouped([("no p", "izzo-4.2"), ("no p", "izzo-hardmax")])
        ['izzo-4.2, izzo-hardmax: no p']
    """
    names: dict[str, list[str]] = {}
    for reason, name in pairs:
        names.setdefault(reason, []).append(name)
    return [f"{_few(known)}: {reason}" for reason, known in names.items()]


def _few(names: list[str]) -> str:
    """The first names, and the number of further ones.

    Examples:
        >>> _few(["a", "b", "c", "d", "e"])
        'a, b, c and 2 more'
    """
    if len(names) <= FEW + 1:
        return ", ".join(names)
    return f"{', '.join(names[:FEW])} and {len(names) - FEW} more"
