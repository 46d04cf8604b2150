"""C-RASP: a language for what transformers do at every length.

The package can be called: ``lengthwise.crasp("dyck1")`` is
`lengthwise.crasp.library.loading.load`.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lengthwise.crasp.language.program import Program


class _Package(ModuleType):
    def __call__(self, what: "str | Path") -> "Program":
        from lengthwise.crasp.library.loading import load

        return load(what)


sys.modules[__name__].__class__ = _Package
