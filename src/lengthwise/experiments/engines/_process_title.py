"""Hides passwords in the command line of this process.

Ray reads the command line of a driver from the system, keeps it in the job table of its
head node, and shows it to everybody with access. The processes of a node also read it
when memory is short. So it is replaced before Ray is used.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import list2cmdline
from types import ModuleType

from lengthwise.addresses import address_without_secrets, is_suspect
from lengthwise.errors import HostError

COMMAND = Path("/proc/self/cmdline")
"""The file in which the system shows this process's command line."""


def title(words: Sequence[str]) -> str:
    """Returns a command line with the passwords in addresses hidden.

    Examples:
        >>> title(["python", "-m", "lengthwise", "--store", "postgresql://a:xyz@h/d"])
        'python -m lengthwise --store postgresql://a:***@h/d'
    """
    return list2cmdline([_shown(word) for word in words])


def hide_command_line(ray: ModuleType) -> None:
    """Replaces the command line shown by the system if it contains a password.

    Args:
        ray: Ray, which bundles the library for this.

    Raises:
        HostError: The system still shows the old command line.
    """
    secret = [word for word in sys.orig_argv if _shown(word) != word]
    if not secret:
        return
    with suppress(AttributeError):  # a version of Ray without it
        ray._raylet.setproctitle(title(sys.orig_argv))  # noqa: SLF001
    if _says_one_of(secret):
        raise HostError(
            "the command line contains a password, which Ray would show to others; "
            "name the store with LENGTHWISE_STORE, or keep the password in ~/.pgpass"
        )


def _shown(word: str) -> str:
    return address_without_secrets(word) if is_suspect(word) else word


def _says_one_of(words: Sequence[str]) -> bool:
    try:
        shown = COMMAND.read_bytes()
    except OSError:  # unknown: assume the worst
        return True
    return any(os.fsencode(word) in shown for word in words)
