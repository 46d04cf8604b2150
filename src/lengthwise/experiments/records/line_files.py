"""Files of lines, plain or compressed: a name that ends in ``.gz`` is a gzip file.

Lines are appended in blocks. Each compressed block is a separate gzip member, so a
crash costs at most the last block, and any gzip reads the file.
"""

import gzip
import io
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lengthwise.errors import FormatError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

RATIO = 200
"""Limit on bytes per compressed byte; records have 20 to 40."""

PIECE = 1 << 16
"""Bytes per read."""


def is_compressed(path: str | Path) -> bool:
    """Whether a file with this name is compressed.

    Examples:
        >>> is_compressed("huang-copy.jsonl.gz"), is_compressed("simple.jsonl")
        (True, False)
    """
    return Path(path).suffix.lower() == ".gz"


def open_lines(path: str | Path) -> IO[bytes]:
    """Opens a file for reading its lines.

    Raises:
        FormatError: While reading: a compressed file is damaged, incomplete or unpacks
            to far more than records would.
    """
    if not is_compressed(path):
        return Path(path).open("rb")
    return io.BufferedReader(_Unpacked(Path(path)), PIECE)


def append(path: Path, lines: Iterable[str]) -> None:
    """Appends lines as one block, and waits until they are on disk."""
    data = "".join(line + "\n" for line in lines).encode()
    with path.open("ab") as file:
        file.write(gzip.compress(data, mtime=0) if is_compressed(path) else data)
        file.flush()
        os.fsync(file.fileno())


def cut(path: Path) -> None:
    """Removes what a crash left at the end of a file: part of a line or of a block."""
    if not path.exists():
        return
    whole = _whole_blocks(path) if is_compressed(path) else _whole_lines(path)
    os.truncate(path, whole)


def _whole_lines(path: Path) -> int:
    return path.read_bytes().rfind(b"\n") + 1


def _whole_blocks(path: Path) -> int:
    """The length of the complete gzip members at the start of a file."""
    whole, block = 0, _new_block()
    with path.open("rb") as file:
        while data := file.read(PIECE):
            while data:
                try:
                    block.decompress(data)
                except zlib.error as error:
                    raise FormatError(f"{path} is damaged: {error}") from None
                data = block.unused_data
                if block.eof:
                    whole = file.tell() - len(data)
                    block = _new_block()
    return whole


def _new_block() -> "zlib._Decompress":
    return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)


class _Unpacked(io.RawIOBase):
    """The content of a gzip file; its errors are `FormatError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("rb")
        self._content = gzip.GzipFile(fileobj=self._file)
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, target: "WriteableBuffer", /) -> int:
        view = memoryview(target).cast("B")
        try:
            data = self._content.read1(len(view))
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{self._path} is damaged: {error}") from None
        self._read += len(data)
        if self._read > RATIO * (self._file.tell() + PIECE):
            raise FormatError(
                f"{self._path} unpacks to more than {RATIO} times its size; records "
                "never do: unpack it yourself if you trust it"
            )
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._content.close()
        self._file.close()
        super().close()
