"""Automata from files of any supported format."""

import re
from collections.abc import Callable

from lengthwise.automata.att_text import read_att
from lengthwise.automata.automaton_files import read_json
from lengthwise.automata.dot_text import read_dot
from lengthwise.automata.hoa_text import read_hoa
from lengthwise.automata.jflap_xml import read_jflap
from lengthwise.automata.nfa import Read
from lengthwise.errors import FormatError

FORMATS = "JSON, AT&T, HOA, JFLAP or Graphviz"

_BEGINS: tuple[tuple[str, Callable[[str], Read]], ...] = (
    (r"[{\[\"]|(null|true|false)\s*$", read_json),
    (r"HOA:", read_hoa),
    (r"<(\?xml|!|structure\b)", read_jflap),
    (
        r"(?>//[^\n]*\n|#[^\n]*\n|/\*(?s:.*?)\*/|\s+)*+(strict\s+)?(di)?graph\b[^{]*\{",
        read_dot,
    ),
    (r"", read_att),
)
"""The first characters of each format, and its reader."""


def read_automaton(data: bytes, name: str) -> Read:
    r"""Returns the automaton of a file, with notes on how it was read.

    Args:
        data: The content of the file.
        name: Its name, for messages.

    Raises:
        FormatError: It is not UTF-8 text, or not an automaton in a known format.

    Examples:
        >>> read_automaton(b"0 1 a\n1 0 b\n0\n", "ab.att").dfa.accepts("abab")
        True
        >>> read_automaton(b"digraph { x -> 0; 0 -> 0 [label=a] }", "a.dot")
        Traceback (most recent call last):
        lengthwise.errors.FormatError: the automaton has no start state; draw an arrow
        to it from a node with shape=point or shape=none
    """
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise FormatError(f"{name} is UTF-16 text; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{name} is not UTF-8 text: byte {error.start + 1} is "
            f"{data[error.start]:#04x}; an automaton in {FORMATS} was expected"
        ) from None
    if "\ufeff" in text or "\0" in text:
        found = "a byte-order mark" if "\ufeff" in text else "a NUL character"
        raise FormatError(f"{name} has {found} in the middle; leave it out")
    begin = text.lstrip()
    read = next(read for begins, read in _BEGINS if re.match(begins, begin))
    return read(text)
