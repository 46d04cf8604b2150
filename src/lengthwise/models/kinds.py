"""The kinds of models, as one closed union, and their names in JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never, get_args

from lengthwise.errors import UnknownNameError
from lengthwise.models.gpt.gpt import Gpt
from lengthwise.models.limit_net.limit_net import LimitNet
from lengthwise.models.model import Model

Models: TypeAlias = LimitNet | Gpt
"""Every kind of model; a new one is a name more here."""

KINDS: Mapping[str, type[Models]] = {kind.kind: kind for kind in get_args(Models)}
"""The kinds by name."""

if TYPE_CHECKING:

    def _conforms(model: Models) -> Model:
        return model  # an error here: a member of the union lacks a part


def model_kind(name: str) -> type[Models]:
    """Returns the kind of model with this name in JSON.

    Raises:
        UnknownNameError: There is none.

    Examples:
        >>> model_kind("limit_net").__name__
        'LimitNet'
    """
    if name not in KINDS:
        raise UnknownNameError("kind of model", name, KINDS)
    return KINDS[name]


def plain_model(model: Models) -> dict[str, Any]:
    """Returns a model as data for JSON; `read_model` is the inverse.

    The limit net says no kind: it was the only one when the format was made, and a
    record keeps its key.

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
    """Returns the model of `plain_model` data; without a kind it is a limit net.

    Raises:
        UnknownNameError: There is no such kind.
        SpecError: The sizes do not fit together.
        TypeError: A size is missing, has another name or another type.

    Examples:
        >>> read_model({"symbols": 3, "width": 8}).width
        8
    """
    sizes = dict(plain)
    return model_kind(sizes.pop("kind", LimitNet.kind))(**sizes)
