"""The programs that come along: text files, and texts with numbers to choose.

A program is written ``name`` or ``name:number=value,number=value``, as tasks are, and
has the name of its task where there is one. To add a program, put a file
``name.crasp`` with a comment into the folder ``library`` beside this module, or a
function that makes a text into `FAMILIES`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lengthwise.crasp.library import _emitters as emitters
from lengthwise.crasp.library import _families as families
from lengthwise.crasp.library import copies
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.names import base, read_name
from lengthwise.tasks.family import Parameter
from lengthwise.tasks.languages.brackets import BRACKETS
from lengthwise.tasks.languages.prefix_notation import OPERATORS


@dataclass(frozen=True)
class Words:
    """A parameter that is a text."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Family:
    """Programs with numbers to choose.

    Attributes:
        build: Makes the text; called by name with the parameters.
        parameters: What can be chosen.
    """

    build: Callable[..., str]
    parameters: tuple[Parameter | Words, ...]


def _symbols(default: int, most: int) -> Parameter:
    return Parameter("symbols", default, 2, most, "how many symbols there are")


FAMILIES: Mapping[str, Family] = {
    "a_k_star": Family(
        families.powers, (Parameter("k", 2, 1, 10**6, "what divides the length"),)
    ),
    "d_n": Family(
        families.bounded_dyck, (Parameter("n", 2, 1, 10**9, "largest depth"),)
    ),
    "shuffle": Family(
        families.shuffle, (Parameter("k", 2, 1, len(BRACKETS), "kinds of brackets"),)
    ),
    "boolean": Family(
        families.boolean, (Parameter("n", 3, 2, len(OPERATORS), "largest arity"),)
    ),
    "l_k": Family(families.blocks, (Parameter("k", 3, 1, 1000, "number of blocks"),)),
    "subsequence": Family(
        families.subsequence, (Words("word", "aba", "letters among a, b, c"),)
    ),
    "parity_k": Family(
        families.few_and_even, (Parameter("k", 8, 1, 10_000, "largest number of 1"),)
    ),
    "count_k": Family(
        families.at_least, (Parameter("k", 8, 1, 10**9, "how many 1 suffice"),)
    ),
    "maj_k": Family(families.lead, (Parameter("k", 8, 0, 10**9, "lead of 1"),)),
    "majority": Family(emitters.majority, (_symbols(26, 26),)),
    "bin_majority_interleave": Family(
        emitters.interleaved_majority, (Parameter("period", 3, 1, 1000, "columns"),)
    ),
    "unique_copy": Family(emitters.unique_copy, (_symbols(7, 40),)),
    "unique_copy_nope": Family(copies.unique_copy, (_symbols(7, 40),)),
    "unique_reverse_nope": Family(copies.unique_reverse, (_symbols(7, 40),)),
    "step_copy_nope": Family(
        copies.step_copy, (Parameter("k", 2, 1, 20, "the step"), _symbols(7, 40))
    ),
    "unique_bigram_copy_nope": Family(copies.unique_bigram_copy, (_symbols(3, 9),)),
    "sort": Family(emitters.sort, (_symbols(7, 40),)),
    "first_occurrence": Family(emitters.first_occurrence, (_symbols(3, 26),)),
    "retrieve_right": Family(emitters.retrieve_right, (_symbols(26, 40),)),
    "retrieve_right_first": Family(emitters.retrieve_right, (_symbols(26, 40),)),
    "retrieve_left": Family(emitters.retrieve_left, (_symbols(26, 40),)),
    "retrieve_left_first": Family(emitters.retrieve_left, (_symbols(26, 40),)),
}
"""Programs that are made from numbers, by name."""

ALIASES: Mapping[str, str] = {
    "aa_star": "a_k_star:k=2",
    "aaaa_star": "a_k_star:k=4",
    "d2": "d_n:n=2",
    "d3": "d_n:n=3",
    "d4": "d_n:n=4",
    "d12": "d_n:n=12",
    "shuffle2": "shuffle:k=2",
    "shuffle4": "shuffle:k=4",
    "shuffle6": "shuffle:k=6",
    "boolean3": "boolean:n=3",
    "boolean5": "boolean:n=5",
}
"""Names under which some of them are known."""


@cache
def files() -> tuple[str, ...]:
    """The names of the programs that are files, sorted.

    Examples:
        >>> "dyck1" in files()
        True
    """
    folder = resources.files("lengthwise.crasp.library").joinpath("texts")
    return tuple(sorted(f.name.removesuffix(".crasp") for f in folder.iterdir()))


def names() -> tuple[str, ...]:
    """Every name that `text` knows, sorted."""
    return tuple(sorted({*files(), *FAMILIES, *ALIASES}))


def text(name: str) -> str:
    """Returns the text of a program of the library.

    Args:
        name: A name; numbers may follow, as in ``d_n:n=3``.

    Raises:
        UnknownNameError: No program or number has that name.
        SpecError: A number is not allowed.

    Examples:
        >>> print(text("count_k:k=3"), end="")
        // COUNT_k for k = 3: at least 3 times 1.
        alphabet "0" "1"
        accept # "1" >= 3
    """
    full = ALIASES.get(name, name)
    short = base(full)
    rest = full.removeprefix(short).removeprefix(":")
    if short in files():
        if rest:
            raise SpecError(f"{short} has no numbers; leave out {rest}")
        folder = resources.files("lengthwise.crasp.library").joinpath("texts")
        return folder.joinpath(f"{short}.crasp").read_text("utf-8")
    if short not in FAMILIES:
        raise UnknownNameError("program", short, names())
    found = read_name(full)
    if found.form is not None:
        raise SpecError(f"{name!r} has a format; leave out @{found.form}")
    return _made(short, FAMILIES[short], found.values)


def _made(short: str, family: Family, given: Mapping[str, str]) -> str:
    known = {parameter.name: parameter for parameter in family.parameters}
    for name in given:
        if name not in known:
            raise UnknownNameError(f"number of {short}", name, known)
    values = {
        name: _value(parameter, given.get(name), of=short)
        for name, parameter in known.items()
    }
    return family.build(**values)


def _value(parameter: Parameter | Words, given: str | None, *, of: str) -> int | str:
    if given is None:
        return (
            parameter.default
            if isinstance(parameter, Words)
            else int(parameter.default)
        )
    if isinstance(parameter, Words):
        return given
    if not given.isascii() or not given.isdecimal() or len(given) > 20:
        raise SpecError(
            f"{of} has {parameter.name}={given}; "
            f"{parameter.name} must be {parameter.allowed}"
        )
    return int(parameter.checked(int(given), of=of))


def comment(program_text: str) -> str:
    r"""The comment at the head of a text, on one line.

    Examples:
        >>> comment("// First.\n// Second.\naccept true")
        'First. Second.'
    """
    rows = []
    for row in program_text.splitlines():
        if not row.startswith("//"):
            break
        rows.append(row.removeprefix("//").strip())
    return " ".join(rows)
