"""Next steps: suggested commands, based on the current one."""

import shlex
from collections.abc import Mapping

from lengthwise.columns import listing


def command(name: str, *arguments: str, **options: str | None) -> str:
    """Returns a command line, quoted for a shell.

    Args:
        name: The command.
        arguments: The positional arguments.
        options: Options by name; ``None`` is omitted, and an empty string is a flag.

    Examples:
        >>> command("verdict", regex="(ab)*", alphabet=None, show_program="")
        "lengthwise verdict --regex '(ab)*' --show-program"
    """
    parts = ["lengthwise", name, *map(shlex.quote, arguments)]
    for key, value in options.items():
        if value is not None:
            parts.append(f"--{key.replace('_', '-')}")
            parts += [shlex.quote(value)] if value else []
    return " ".join(parts)


def next_steps(steps: Mapping[str, str]) -> str:
    """Returns a list of commands with descriptions; empty if there are none.

    Examples:
        >>> print(next_steps({"measure it": "lengthwise study simple"}))
        next steps
          measure it  lengthwise study simple
    """
    return f"next steps\n{listing(steps, indent=2)}" if steps else ""
