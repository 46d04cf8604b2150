"""Addresses of databases without what is secret in them: the only place that hides it.

What cannot be told apart is hidden: of an address that can be read in two ways only the
beginning is shown, and an option is shown only if it is known to be harmless.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote, quote_plus, unquote_plus

HIDDEN = "***"

HARMLESS = frozenset(
    (
        *("application_name", "channel_binding", "client_encoding", "connect_timeout"),
        *("dbname", "gssencmode", "host", "hostaddr", "keepalives", "mode", "passfile"),
        *("port", "service", "sslcert", "sslkey", "sslmode", "sslrootcert"),
        *("target_session_attrs", "tcp_user_timeout", "uri", "user"),
    )
)
"""Options whose values say nothing secret; ``passfile`` and ``sslkey`` are paths."""

_ADDRESS = re.compile(
    r"(?P<scheme>[A-Za-z][\w+.\-]*)://(?P<rest>(?:.*@)?[^\s'\"?]*(?:\?.*)?)"
)
_HOST = re.compile(r"(\[[^\]/@]*\]|[^:/@\[\]]*)(:[0-9]*)?(/.*)?")
_SETTING = re.compile(r"(?i)\b((?:ssl)?password\s*=\s*)(?!\*)\S.*")
"""A setting as libpq writes it, such as ``password=xyz``, and all behind it."""


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Returns a text in which no address shows a password.

    Args:
        text: An address, or a line that may have one.
        secrets: Other words that must not stand in it.

    Examples:
        >>> without_secrets("postgresql://anna:xyz@db/runs?sslmode=require")
        'postgresql://anna:***@db/runs?sslmode=require'
        >>> without_secrets("no store postgresql://db/runs?user=anna&password=xyz")
        'no store postgresql://db/runs?user=anna&password=***'
        >>> without_secrets("postgresql://anna:x?y@db/runs")
        'postgresql://***'
        >>> without_secrets("host=db password=xyz"), without_secrets("sqlite:///a@b.db")
        ('host=db password=***', 'sqlite:///a@b.db')
    """
    for secret in sorted({*secrets} - {""}, key=len, reverse=True):
        for written in (secret, quote(secret, safe=""), quote_plus(secret)):
            text = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", HIDDEN, text)
    shown = _ADDRESS.sub(_hidden, text) if "://" in text else text
    return shown if "://" in shown else _SETTING.sub(rf"\1{HIDDEN}", shown)


def is_ambiguous(address: str) -> bool:
    """Whether an address can be read in two ways, so that all of it must be hidden.

    Examples:
        >>> is_ambiguous("postgresql://anna:x@y@db/runs")
        True
        >>> is_ambiguous("postgresql://anna:x%40y@db/runs")
        False
    """
    return without_secrets(address).endswith(f"://{HIDDEN}")


def secrets_in(options: Mapping[str, str | Sequence[str]]) -> list[str]:
    """Returns the values of options that are not known to be harmless.

    Args:
        options: Values by name; a name that stands several times has a tuple of them.

    Examples:
        >>> secrets_in({"host": "db", "password": "xyz", "options": ("a", "b")})
        ['xyz', 'a', 'b']
    """
    hidden = (value for name, value in options.items() if name not in HARMLESS)
    return [
        one
        for value in hidden
        for one in ([value] if isinstance(value, str) else value)
    ]


def _hidden(found: re.Match[str]) -> str:
    scheme, rest = found["scheme"], found["rest"]
    if scheme.startswith("sqlite") and rest.startswith("/"):
        return found[0]  # a path
    before, mark, options = rest.partition("?")
    who, at, where = before.rpartition("@")
    user, colon, _ = who.partition(":")
    if "@" in who + options or "/" in user or not _HOST.fullmatch(where):
        return f"{scheme}://{HIDDEN}"
    shown = f"{user}{colon and f':{HIDDEN}'}{at}{where}{mark}"
    parts = (_option(one) for one in options.split("&") if one)
    return f"{scheme}://{shown}{'&'.join(parts)}"


def _option(text: str) -> str:
    name, equals, value = text.partition("=")
    if not equals:
        return HIDDEN
    known = unquote_plus(name) in HARMLESS or value.startswith(HIDDEN)
    return f"{name}={value if known else HIDDEN}"
