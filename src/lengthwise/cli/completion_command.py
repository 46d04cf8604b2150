"""``lengthwise completion``: shell completion of commands and options."""

from typing import Literal

from lengthwise.cli.printing import print_json, print_source


def completion(shell: Literal["bash", "zsh", "fish"], /, *, json: bool = False) -> None:
    """Print the completions for a shell; the manual explains how to install them.

    Args:
        shell: bash, zsh or fish.
        json: Print JSON.
    """
    from lengthwise.cli.main import app

    text = app.generate_completion(shell=shell)
    if json:
        print_json({"shell": shell, "text": text})
    else:
        print_source(f"{text}\n")
