r"""Messages between driver and workers: a line of JSON, then the bytes of weights.

The key ``bytes`` of the line has the size of each set of weights, ``null`` for none.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from lengthwise.experiments.spec.canonical import canonical

Weights: TypeAlias = Sequence[bytes | None]

Message: TypeAlias = tuple[dict[str, Any], Weights]
"""The content of a message and its weights."""


def encoded(content: Mapping[str, Any], weights: Weights = ()) -> bytes:
    r"""Returns a message as bytes.

    Examples:
        >>> encoded({"done": True}, [b"xyz", None])
        b'{"bytes":[3,null],"done":true}\nxyz'
    """
    sizes = [None if one is None else len(one) for one in weights]
    line = canonical({**content, "bytes": sizes})
    return b"".join([line.encode(), b"\n", *(one for one in weights if one)])


class Decoder:
    """Decodes messages from a byte stream in blocks of any size.

    Examples:
        >>> decoder = Decoder()
        >>> list(decoder.feed(encoded({"done": True}, [b"xyz", None])[:-1]))
        []
        >>> list(decoder.feed(b"z"))
        [({'done': True}, [b'xyz', None])]
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._searched = 0
        self._content: dict[str, Any] | None = None
        self._sizes: list[int | None] = []
        self._weights: list[bytes | None] = []

    def feed(self, block: bytes) -> Iterator[Message]:
        """Yields the messages that `block` completes.

        Weights are extracted one by one as they arrive, so that a message is never in
        memory twice.
        """
        self._rest += block
        while (self._content is not None or self._read_line()) and self._is_whole():
            content, self._content = self._content, None
            weights, self._weights = self._weights, []
            assert content is not None
            yield content, weights

    def _read_line(self) -> bool:
        end = self._rest.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._rest)
            return False
        content = json.loads(self._rest[:end])
        del self._rest[: end + 1]
        self._searched = 0
        self._sizes = content.pop("bytes")
        self._content = content
        return True

    def _is_whole(self) -> bool:
        for size in self._sizes[len(self._weights) :]:
            if len(self._rest) < (size or 0):
                return False
            self._weights.append(None if size is None else bytes(self._rest[:size]))
            del self._rest[: size or 0]
        return True
