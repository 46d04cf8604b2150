"""Trainable models and their position encodings.

Other packages import from here only; the implementation of each model is private.
"""

from lengthwise.models.cost import Cost, Shape
from lengthwise.models.forms import Form
from lengthwise.models.gpt.gpt import Gpt
from lengthwise.models.gpt.margin_penalty import margin_penalty
from lengthwise.models.gpt.position_curves import position_curves, position_logits
from lengthwise.models.inputs import Inputs, Summary, Words, summary
from lengthwise.models.kinds import (
    KINDS,
    Models,
    model_kind,
    plain_model,
    read_model,
)
from lengthwise.models.limit_net.limit_net import LimitNet
from lengthwise.models.model import Model, Source, Streaming, Weights
from lengthwise.models.named_arrays import named_arrays, restore, restore_all
from lengthwise.models.positions import ByCounts, Positions, with_places
from lengthwise.models.storage import BFLOAT16

__all__ = [
    "BFLOAT16",
    "KINDS",
    "ByCounts",
    "Cost",
    "Form",
    "Gpt",
    "Inputs",
    "LimitNet",
    "Model",
    "Models",
    "Positions",
    "Shape",
    "Source",
    "Streaming",
    "Summary",
    "Weights",
    "Words",
    "margin_penalty",
    "model_kind",
    "named_arrays",
    "plain_model",
    "position_curves",
    "position_logits",
    "read_model",
    "restore",
    "restore_all",
    "summary",
    "with_places",
]
