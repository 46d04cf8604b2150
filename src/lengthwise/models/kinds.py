"""The kinds of models as a closed union, and their names in JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never, get_args

from lengthwise.errors import UnknownNameError
from lengthwise.models.gpt.gpt import Gpt
from lengthwise.models.limit_net.limit_net import LimitNet
from lengthwise.models.model import Model

Models: TypeAlias = LimitNet | Gpt
"""All kinds of models; add a new one here."""

KINDS: Mapping[str, type[Models]] = {kind.kind: kind for kind in get_args(Models)}
"""The kinds by name."""

if TYPE_CHECKING:

    def _conforms(model: Models) -> Model:
        return model  # a type error here means that a member of the union is incomplete


def model_kind(name: str) -> type[Models]:
    """Returns the kind of model with this name in JSON.

    Raises:
        UnknownNameError: No kind has this name.

    Examples:
        >>> model_kind("limit_net").__name__
        'LimitNet'
    """
    if name not in KINDS:
        raise UnknownNameError("kind of model", name, KINDS)
    return KINDS[name]


def plain_model(model: Models) -> dict[str, Any]:
    """Returns a model as JSON data; `read_model` is the inverse.

    A limit net has no ``kind``: it was the only kind when the format was defined, and
    the keys of records must not change.

    Examples:
        >>> plain_model(LimitNet(symbols=3))["width"]
        16
        >>> plain_model(Gpt(symbols=3))["kind"]
        'gpt'
    """
    match model:
        case LimitNet():
            return asdict(model)
        case Gpt():
            return {"kind": model.kind} | asdict(model)
        case _:
            assert_never(model)


def read_model(plain: Mapping[str, Any]) -> Models:
    """Returns the model that `plain_model` wrote; without a kind it is a limit net.

    Raises:
        UnknownNameError: No kind has this name.
        SpecError: The sizes do not fit together.
        TypeError: A size is missing, unknown, or of the wrong type.

    Examples:
        >>> read_model({"symbols": 3, "width": 8}).width
        8
    """
    sizes = dict(plain)
    return model_kind(sizes.pop("kind", LimitNet.kind))(**sizes)
