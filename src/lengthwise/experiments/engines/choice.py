"""Selects the engine by name: local processes, or a Ray cluster."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, TypeAlias, get_args

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.local import Local
from lengthwise.experiments.engines.ray_engine import Cluster

EngineName: TypeAlias = Literal["local", "ray"]
"""Local processes, or a Ray cluster."""


@contextmanager
def chosen_engine(
    name: EngineName = "local",
    *,
    address: str | None = None,
    workers: int | None = None,
    inherited: Mapping[str, str] | None = None,
) -> Iterator[Local | Cluster]:
    """Opens an engine for the duration of the context.

    Args:
        name: The engine.
        address: Address of the Ray cluster. Default: a private one on this computer.
        workers: Number of training processes. Default: one per core, or one per GPU.
        inherited: The environment that workers extend.

    Raises:
        UnknownNameError: No engine has that name.
        SpecError: An address is given but the engine is not Ray.
        HostError: Ray is not installed, or the cluster cannot be reached.

    Examples:
        >>> with chosen_engine(workers=2) as engine:
        ...     engine.workers
        2
    """
    require_engine(name, address)
    if name == "local":
        yield host.engine(workers, inherited=inherited)
        return
    with Cluster(address, workers=workers, inherited=inherited) as cluster:
        yield cluster


def require_engine(name: str, address: str | None) -> None:
    """Rejects an unknown engine, and an address for an engine that has none.

    Raises:
        SpecError: An address is given but the engine is not Ray.
        UnknownNameError: No engine has this name.
    """
    if name not in get_args(EngineName):
        raise UnknownNameError("engine", name, get_args(EngineName))
    if address is not None and name != "ray":
        raise SpecError(
            f"the address {address} is for the engine ray; choose it with --engine ray"
        )
