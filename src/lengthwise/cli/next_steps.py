"""What to do next: commands that begin with what was asked now."""

import shlex
from collections.abc import Mapping

from lengthwise.columns import listing


def command(name: str, *arguments: str, **options: str | None) -> str:
    """Returns a command line that a shell reads as it stands.

    Args:
        name: The command.
        arguments: What stands without a name.
        options: By name; ``None`` is left out, and an empty text is a switch.

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
    """Returns a list of commands, each behind what it does; empty where none is.

    Examples:
        >>> print(next_steps({"measure it": "lengthwise study simple"}))
        next steps
          measure it  lengthwise study simple
    """
    return f"next steps\n{listing(steps, indent=2)}" if steps else ""
