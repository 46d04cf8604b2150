"""Digests that stand beside what a store keeps: one flipped bit, and it is found."""

import hashlib

from safetensors import SafetensorError
from safetensors.numpy import load

from lengthwise.training import trained_net


def line_digest(line: object) -> str:
    """Returns the SHA-256 of the line of a record; an empty text if it is no text.

    Examples:
        >>> line_digest("{}")[:12]
        '44136fa355b3'
    """
    if not isinstance(line, str):
        return ""
    return hashlib.sha256(line.encode("utf-8", "surrogateescape")).hexdigest()


def weights_digest(data: object) -> str:
    """Returns the digest of weights as an outcome has it; an empty text of others.

    Args:
        data: Bytes of a safetensors file, if all is well.

    Examples:
        >>> weights_digest(b"no weights")
        ''
    """
    try:
        return trained_net.digest(load(data)) if isinstance(data, bytes) else ""
    except (SafetensorError, ValueError, LookupError, TypeError):
        return ""
