"""How much memory and how many operations a model takes."""

from typing import NamedTuple

from lengthwise.models.forms import Form


class Shape(NamedTuple):
    """What a model is run on.

    Attributes:
        words: How many words.
        places: Positions of each, padding included; 1 in the form ``statistics``.
        form: How the model runs.
        blanks: Whether it is asked at blanks behind all positions.
    """

    words: int
    places: int
    form: Form
    blanks: bool = False


class Cost(NamedTuple):
    """What one run takes, about.

    Attributes:
        weights: Numbers that the model has.
        kept: Numbers that a training step keeps for the way back.
        products: Multiplications of the forward pass.
    """

    weights: int
    kept: int
    products: float
