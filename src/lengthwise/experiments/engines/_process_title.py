"""The command line of this process, as other programs see it: without passwords.

Ray reads the command line of a driver from the system, keeps it in the table of jobs
that its head has, and shows it to everybody who may enter; the processes of a node read
it as well when memory is short. So it is replaced before Ray is used.
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
"""The command line of this process, as the system shows it."""


def title(words: Sequence[str]) -> str:
    """Returns a command line in which no address shows a password.

    Examples:
        >>> title(["python", "-m", "lengthwise", "--store", "postgresql://a:xyz@h/d"])
        'python -m lengthwise --store postgresql://a:***@h/d'
    """
    return list2cmdline([_shown(word) for word in words])


def hide_command_line(ray: ModuleType) -> None:
    """Gives the system a command line without passwords, where there is one in it.

    Args:
        ray: Ray, which brings what is needed for it.

    Raises:
        HostError: The system still shows the old one.
    """
    secret = [word for word in sys.orig_argv if _shown(word) != word]
    if not secret:
        return
    with suppress(AttributeError):  # a version of Ray without it
        ray._raylet.setproctitle(title(sys.orig_argv))  # noqa: SLF001
    if _says_one_of(secret):
        raise HostError(
            "the command line has a password, which Ray would show to others; name "
            "the store with LENGTHWISE_STORE, or keep the password in ~/.pgpass"
        )


def _shown(word: str) -> str:
    return address_without_secrets(word) if is_suspect(word) else word


def _says_one_of(words: Sequence[str]) -> bool:
    try:
        shown = COMMAND.read_bytes()
    except OSError:  # unknown, so assume the worst
        return True
    return any(os.fsencode(word) in shown for word in words)
