"""``lengthwise completion``: what makes a shell complete commands and options."""

import json as encoding
from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish"], /, *, json: bool = False) -> None:
    """Print the completions for a shell; the manual says where they go.

    Args:
        shell: bash, zsh or fish.
        json: Print JSON.
    """
    from lengthwise.cli.main import app

    text = app.generate_completion(shell=shell)
    print(encoding.dumps({"shell": shell, "text": text}) if json else text)
