"""Estimates of a model's memory and multiplications."""

from typing import NamedTuple

from lengthwise.models.forms import Form


class Shape(NamedTuple):
    """The shape of a batch and the form in which the model runs.

    Attributes:
        words: Number of words.
        places: Positions per word, padding included; 1 in the form ``statistics``.
        form: How the model runs.
        blanks: Whether there are queries at blanks after all positions.
    """

    words: int
    places: int
    form: Form
    blanks: bool = False


class Cost(NamedTuple):
    """Estimated cost of one run.

    Attributes:
        weights: Number of parameters.
        kept: Activations that a training step stores for the backward pass.
        products: Multiplications in the forward pass.
    """

    weights: int
    kept: int
    products: float
