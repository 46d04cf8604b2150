r"""Messages between driver and workers: a line of JSON, then the bytes of weights.

The line has ``bytes``: how many follow for each of the weights, ``null`` for none.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from lengthwise.experiments.spec.canonical import canonical

Weights: TypeAlias = Sequence[bytes | None]

Message: TypeAlias = tuple[dict[str, Any], Weights]
"""What was said, and the weights that came with it."""


def frame(said: Mapping[str, Any], weights: Weights = ()) -> bytes:
    r"""Returns a message as bytes.

    Examples:
        >>> frame({"done": True}, [b"xyz", None])
        b'{"bytes":[3,null],"done":true}\nxyz'
    """
    sizes = [None if one is None else len(one) for one in weights]
    line = canonical({**said, "bytes": sizes})
    return b"".join([line.encode(), b"\n", *(one for one in weights if one)])


class Frames:
    """Bytes in any pieces as messages.

    Examples:
        >>> frames = Frames()
        >>> list(frames.feed(frame({"done": True}, [b"xyz", None])[:-1]))
        []
        >>> list(frames.feed(b"z"))
        [({'done': True}, [b'xyz', None])]
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._searched = 0
        self._said: dict[str, Any] | None = None
        self._sizes: list[int | None] = []

    def feed(self, block: bytes) -> Iterator[Message]:
        """Yields the messages that are complete with `block`."""
        self._rest += block
        while (self._said is not None or self._read_line()) and self._is_whole():
            weights: list[bytes | None] = []
            for size in self._sizes:
                weights.append(None if size is None else bytes(self._rest[:size]))
                del self._rest[: size or 0]
            said, self._said = self._said, None
            assert said is not None
            yield said, weights

    def _read_line(self) -> bool:
        end = self._rest.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._rest)
            return False
        said = json.loads(self._rest[:end])
        del self._rest[: end + 1]
        self._searched = 0
        self._sizes = said.pop("bytes")
        self._said = said
        return True

    def _is_whole(self) -> bool:
        return len(self._rest) >= sum(size or 0 for size in self._sizes)
