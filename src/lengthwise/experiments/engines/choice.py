"""The engine that a user names: processes of this computer, or a Ray cluster."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, TypeAlias, get_args

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.local import Local
from lengthwise.experiments.engines.ray_engine import Cluster

EngineName: TypeAlias = Literal["local", "ray"]
"""Processes of this computer, or a Ray cluster."""


@contextmanager
def chosen_engine(
    name: EngineName = "local",
    *,
    address: str | None = None,
    workers: int | None = None,
    inherited: Mapping[str, str] | None = None,
) -> Iterator[Local | Cluster]:
    """Gives what runs the work, while the context lasts.

    Args:
        name: Which engine.
        address: Address of the Ray cluster. Default: a private one on this computer.
        workers: Processes that train. Default: one a core, or one for each GPU.
        inherited: What to make the environment of workers from.

    Raises:
        UnknownNameError: No engine has that name.
        SpecError: An address is given, and the engine is not Ray.
        HostError: Ray is not installed, or the cluster cannot be reached.

    Examples:
        >>> with chosen_engine(workers=2) as engine:
        ...     engine.workers
        2
    """
    if name not in get_args(EngineName):
        raise UnknownNameError("engine", name, get_args(EngineName))
    if address is not None and name != "ray":
        raise SpecError(
            f"the address {address} is for the engine ray; choose it with --engine ray"
        )
    if name == "local":
        yield host.engine(workers, inherited=inherited)
        return
    with Cluster(address, workers=workers, inherited=inherited) as cluster:
        yield cluster
