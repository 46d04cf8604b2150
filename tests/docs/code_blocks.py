"""The fenced blocks of a page, and how each kind of them is run.

* ``console``: lines that begin with ``$ `` are commands, run in order in one folder a
  page; what stands below a command is compared with what it prints, ``...`` standing
  for anything.
* ``{code-block}`` with a ``:caption:`` is a file of that name in that folder.
* ``python`` without prompts is a script, run in that folder.
* Examples with prompts are run by doctest, not here.

A comment in front of a block says what is special about it: ``<!-- slow -->`` (runs in
make test-all), ``<!-- measured -->`` (decimals may differ by a tenth, since the bits of
a trained net depend on the machine), both, or ``<!-- not run: reason -->``.
"""

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(
    r"(?:^<!-- (?P<mark>slow|measured|slow, measured|not run: [^>]+) -->\n+)?"
    r"^(?P<ticks>`{3,})(?P<kind>[^\n`]*)\n(?P<text>.*?)^(?P=ticks)$",
    re.MULTILINE | re.DOTALL,
)
_OPTION = re.compile(r"^:(\w+): *(.*)\n", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its text, the file that it is, and its mark."""

    kind: str
    text: str
    file: str | None = None
    mark: str = ""

    @property
    def slow(self):
        return self.mark.startswith("slow")

    @property
    def measured(self):
        return self.mark.endswith("measured")

    @property
    def reason(self):
        """Why it is not run, or nothing."""
        return self.mark.removeprefix("not run: ") if ":" in self.mark else ""


def blocks(path):
    found = []
    for match in _FENCE.finditer(Path(path).read_text("utf-8")):
        kind, text, file = match["kind"].strip(), match["text"], None
        if kind.startswith("{code-block}"):
            kind = kind.removeprefix("{code-block}").strip()
            while option := _OPTION.match(text):
                file = option[2] if option[1] == "caption" else file
                text = text[option.end() :]
            text = text.removeprefix("\n")
        found.append(Block(kind, text, file, match["mark"] or ""))
    return found


def commands(text):
    """The commands of a console block, each with what it is said to print."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0][:-1] + line.strip(), found[-1][1])
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return found
