"""Digests of stored data, which detect even a single flipped bit."""

from lengthwise.errors import FormatError
from lengthwise.files import digest
from lengthwise.sealed_arrays import array_digest, arrays_in


def line_digest(line: object) -> str:
    """Returns the SHA-256 of a record's line; an empty string if it is not text.

    Examples:
        >>> line_digest("{}")[:12]
        '44136fa355b3'
    """
    if not isinstance(line, str):
        return ""
    return digest(line.encode("utf-8", "surrogateescape"))


def weights_digest(data: object) -> str:
    """Returns the digest of weights as in an outcome; an empty string for other data.

    Args:
        data: Normally the bytes of a safetensors file.

    Examples:
        >>> weights_digest(b"no weights")
        ''
    """
    try:
        return array_digest(arrays_in(data)) if isinstance(data, bytes) else ""
    except FormatError:
        return ""
