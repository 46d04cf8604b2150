"""Every exception that Lengthwise raises on purpose.

.. code-block:: text

    LengthwiseError
    ├── InputError              what was given cannot be used         exit code 2
    │   ├── SpecError           parts of a value do not fit together  (ValueError)
    │   ├── WordError           a word leaves its alphabet            (ValueError)
    │   ├── UnknownNameError    nothing has that name                 (LookupError)
    │   ├── FormatError         a file is damaged or not ours         (ValueError)
    │   ├── FileError           a file cannot be used as it is named  (OSError)
    │   │   └── MissingFileError    there is none      (FileNotFoundError)
    │   ├── TooLargeError       exact work that would never end       (ValueError)
    │   └── CraspError          a program text, with line and column  (ValueError)
    │       ├── CraspSyntaxError    the text is not a program
    │       ├── CraspNameError      unknown, repeated or misplaced name
    │       └── CraspSortError      a Boolean where a count belongs, or the reverse
    ├── StoppedError            stopped by the user, can be resumed   exit code 3
    └── HostError            disk, memory, store (OSError)         exit code 4

Each also derives from the standard exception of which it is a special case. A message
is one line: what was found, what was allowed, what to do. Any other exception that
reaches a user is a bug, and has exit code 70.
"""

import difflib
from collections.abc import Iterable
from typing import ClassVar

from lengthwise.printable import brief


class LengthwiseError(Exception):
    """The base class of all exceptions of this package."""

    exit_code: ClassVar[int] = 2


class InputError(LengthwiseError):
    """The input cannot be used."""


class SpecError(InputError, ValueError):
    """Parts of a value do not fit together."""


class WordError(InputError, ValueError):
    """A word leaves its alphabet, or has a length that the question does not allow."""


class UnknownNameError(InputError, LookupError):
    """Nothing has that name.

    Examples:
        >>> str(UnknownNameError("task", "majorty", ["majority", "parity"]))
        "no task is called 'majorty'; did you mean 'majority'?"
        >>> str(UnknownNameError("task", "copy", ["unique_copy", "step_copy", "sort"]))
        "no task is called 'copy'; did you mean 'step_copy' or 'unique_copy'?"
        >>> str(UnknownNameError("task", "SIMPLE", ["simple", "parity"]))
        "no task is called 'SIMPLE'; did you mean 'simple'?"
        >>> str(UnknownNameError("task", "xyz", ["majority", "parity"]))
        "no task is called 'xyz'; known are: majority, parity"

    Attributes:
        kind: The kind of thing.
        name: The unknown name.
        known: All known names.
    """

    SHOWN = 20
    """The largest number of names in the message."""

    LONGEST = 100
    """The number of characters of a name used in comparisons."""

    ALIKE = 0.65
    """The minimum similarity of a suggested name, in the measure of `difflib`."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        part = name[: self.LONGEST].lower()
        lower = {one.lower(): one for one in names}
        within = [lower[one] for one in lower if len(part) > 2 and part in one]
        close = difflib.get_close_matches(part, lower, 1, self.ALIKE)
        alike = [lower[one] for one in close]
        near = list(dict.fromkeys([*within[: self.SHOWN], *alike]))
        more = len(names) - self.SHOWN
        listed = ", ".join(names[: self.SHOWN])
        listed += f" and {more} more" if more > 0 else ""
        *others, last = map(repr, near or [""])
        meant = f"{', '.join(others)} or {last}" if others else last
        hint = f"did you mean {meant}?" if near else f"known are: {listed}"
        super().__init__(f"no {kind} is called {brief(name)}; {hint}")
        self.kind = kind
        self.name = name
        self.known = tuple(names)


class FormatError(InputError, ValueError):
    """A file is damaged, not ours, or in a format unknown to this version."""


class FileError(InputError, OSError):
    """A file cannot be read or written under this name: it may be a folder."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no file or folder with this name."""


class TooLargeError(InputError, ValueError):
    """Exact work was requested whose size exceeds the limit.

    Attributes:
        size: The number of items.
        limit: The largest allowed number.
    """

    def __init__(self, message: str, *, size: int, limit: int) -> None:
        super().__init__(message)
        self.size = size
        self.limit = limit


class CraspError(InputError, ValueError):
    """A program text cannot be used.

    Attributes:
        reason: What was found and what was allowed.
        line: Line in the text, from 1; ``None`` if the program had no text.
        column: Column in that line, from 1.
        source: That line of the text.

    Examples:
        >>> print(CraspSyntaxError("unexpected '!'", line=2, column=3, source="  ! b"))
        line 2, column 3: unexpected '!'
          ! b
          ^
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.source = source
        super().__init__(self._message())

    def _message(self) -> str:
        if self.line is None or self.column is None:
            return self.reason
        place = f"line {self.line}, column {self.column}: {self.reason}"
        if self.source is None:
            return place
        pad = "".join(
            "\t" if c == "\t" else " " for c in self.source[: self.column - 1]
        )
        return f"{place}\n{self.source}\n{pad}^"


class CraspSyntaxError(CraspError):
    """The text is not a program."""


class CraspNameError(CraspError, LookupError):
    """A name or symbol that is unknown, repeated, or used before its definition."""


class CraspSortError(CraspError, TypeError):
    """A Boolean where a count belongs, or the reverse."""


class StoppedError(LengthwiseError):
    """The user stopped the work; it can be resumed."""

    exit_code = 3


class HostError(LengthwiseError, OSError):
    """The computer failed (disk, memory, store); nothing acknowledged is lost."""

    exit_code = 4
