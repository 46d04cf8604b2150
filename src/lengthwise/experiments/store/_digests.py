"""Digests of what a store keeps, which detect a single flipped bit."""

from lengthwise.errors import FormatError
from lengthwise.files import digest
from lengthwise.sealed_arrays import array_digest, arrays_in


def line_digest(line: object) -> str:
    """Returns the SHA-256 of the line of a record; an empty text if it is no text.

    Examples:
        >>> line_digest("{}")[:12]
        '44136fa355b3'
    """
    if not isinstance(line, str):
        return ""
    return digest(line.encode("utf-8", "surrogateescape"))


def weights_digest(data: object) -> str:
    """Returns the digest of weights as an outcome has it; an empty text of others.

    Args:
        data: Bytes of a safetensors file, if all is well.

    Examples:
        >>> weights_digest(b"no weights")
        ''
    """
    try:
        return array_digest(arrays_in(data)) if isinstance(data, bytes) else ""
    except FormatError:
        return ""
