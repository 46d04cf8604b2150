"""The automaton behind a no, with the two states that counting cannot separate.

``python docs/pictures/certificate_states.py`` draws it anew.
"""

from pathlib import Path

from lengthwise.theory.verdict.automaton_drawing import Picture
from lengthwise.theory.verdict.decision import verdict

PICTURE = Path(__file__).with_suffix(".svg")
REGEX = "(a|b)*b(a|b)"


def picture() -> Picture:
    """The picture that the page of a study has, for the class without positions."""
    found = verdict(regex=REGEX, positions="none").picture()
    assert found is not None
    return found


if __name__ == "__main__":
    PICTURE.write_text(f"{picture().svg}\n", "utf-8")
