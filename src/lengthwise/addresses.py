"""Addresses of databases without their secrets: the only place that hides them.

In doubt, text is hidden: for an address that is ambiguous or mistyped, only parts that
cannot be a password are shown, and an option is shown only if it is known to be
harmless.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, quote_plus, unquote_plus

HIDDEN = "***"

EXAMPLE = "postgresql://USER@HOST/NAME"
"""The notation for addresses in messages; it contains nothing secret."""

HARMLESS = frozenset(
    (
        *("application_name", "channel_binding", "client_encoding", "connect_timeout"),
        *("dbname", "gssencmode", "host", "hostaddr", "keepalives", "mode", "passfile"),
        *("port", "service", "sslcert", "sslkey", "sslmode", "sslrootcert"),
        *("target_session_attrs", "tcp_user_timeout", "uri", "user"),
    )
)
"""Options with harmless values; ``passfile`` and ``sslkey`` are paths."""

_ADDRESS = re.compile(
    r"(?P<scheme>[A-Za-z][\w+.\-]*)://(?P<rest>(?:.*@)?[^\s'\"?]*(?:\?.*)?)"
)
_WHOLE = re.compile(r"(?P<scheme>[A-Za-z][\w+.\-]*)://(?P<rest>.*)", re.DOTALL)
_HOST = re.compile(
    r"(\[[^\]/@\s]*\]|[^:/@\[\]\s;=&]*)(:[0-9]*)?(/[^\s;=&]*)?;?"  # name, port, path
)
_WORD = re.compile(r"[^\s'\"]*:[^\s'\"]*@[^\s'\"]*")
"""A possible address without a scheme, such as ``anna:xyz@db/runs``."""

_BEGINNING = re.compile(r"([\w+.\-]*[:/\\;=])?")
_PAIR = re.compile(r"\s*([\w\-]+)\s*=\s*([\w.,:/+\-]*)(?=\s|$)")
_SETTING = re.compile(r"(?i)\b((?:ssl)?password\s*=\s*)(?!\*)\S.*")
"""A setting in libpq notation, such as ``password=xyz``, and everything after it."""

_SUSPECT = re.compile(r"(?is)://|:.*@|(pass|pwd)\w*\s*=|host\s*=|postgres")


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Returns a text in which no address shows a password.

    Args:
        text: A line that may contain addresses; `address_without_secrets` does better
            for a text that is known to be one.
        secrets: Other strings that must not appear in it.

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
            text = re.sub(_as_word(written), HIDDEN, text)
    return EXAMPLE.join(map(_line, text.split(EXAMPLE)))


def address_without_secrets(address: str) -> str:
    """Returns an address, valid or mistyped, without its secrets.

    Examples:
        >>> address_without_secrets("postgresql:/anna:xyz@db/runs")
        'postgresql:***@db/runs'
        >>> address_without_secrets("anna:xyz@db/runs")
        'anna:***@db/runs'
        >>> address_without_secrets("host=db user=anna passwd=xyz dbname=runs")
        'host=db user=anna passwd=***'
        >>> address_without_secrets("lengthwise.db")
        'lengthwise.db'
    """
    text = address.strip()
    whole = _WHOLE.fullmatch(text)
    if whole is not None:
        blank = re.search(r"\s", whole["rest"].rpartition("@")[2])
        path = _is_path(whole["scheme"], whole["rest"])
        return f"{whole['scheme']}://{HIDDEN}" if blank and not path else _hidden(whole)
    if "@" in text:
        return _mistyped(text)
    if "=" in text:
        return _settings(text)
    if ":" not in text or text.startswith("sqlite") or _HOST.fullmatch(text):
        return text
    return _beginning(text)


def is_ambiguous(address: str) -> bool:
    """Whether an address is ambiguous, so that all of it must be hidden.

    Examples:
        >>> is_ambiguous("postgresql://anna:x@y@db/runs")
        True
        >>> is_ambiguous("postgresql://anna:x%40y@db/runs")
        False
    """
    return address_without_secrets(address).endswith(f"://{HIDDEN}")


def is_suspect(word: str) -> bool:
    """Whether a command-line argument may be an address with a password.

    Examples:
        >>> [is_suspect(word) for word in ("anna:xyz@db", "--passwd=xyz", "a:b", "a@b")]
        [True, True, False, False]
    """
    return _SUSPECT.search(word) is not None


def without_arguments(message: str, arguments: Sequence[str]) -> str:
    """Returns a message in which no address of a command line shows a password.

    Args:
        message: The message.
        arguments: The command-line arguments, which it may quote.

    Examples:
        >>> without_arguments("no file 'anna:x y@db'", ["show", "anna:x y@db"])
        "no file 'anna:***'"
    """
    values = (word.partition("=")[2] for word in arguments if word.startswith("-"))
    suspect = {word for word in (*arguments, *values) if is_suspect(word)}
    for word in sorted(suspect, key=len, reverse=True):
        shown = address_without_secrets(word)
        if shown != word:
            for form in (word, repr(word)[1:-1], str(Path(word))):
                message = message.replace(form, shown)
    return without_secrets(message)


def secrets_in(options: Mapping[str, str | Sequence[str]]) -> list[str]:
    """Returns the values of options that are not known to be harmless.

    Args:
        options: Values by name; a repeated name has a tuple of values.

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


def _as_word(written: str) -> str:
    """A pattern for a secret that is not part of another word."""
    before = r"(?<!\w)" if re.match(r"\w", written) else ""
    after = r"(?!\w)" if re.match(r"\w", written[-1]) else ""
    return f"{before}{re.escape(written)}{after}"


def _line(text: str) -> str:
    shown = _SETTING.sub(rf"\1{HIDDEN}", _ADDRESS.sub(_hidden, text))
    return _WORD.sub(_of_word, shown)


def _of_word(match: re.Match[str]) -> str:
    handled = match[0].partition(":")[2].startswith(("//", f"{HIDDEN}@"))
    return match[0] if handled else _mistyped(match[0])


def _is_path(scheme: str, rest: str) -> bool:
    return scheme.startswith("sqlite") and rest.startswith("/")


def _hidden(match: re.Match[str]) -> str:
    scheme, rest = match["scheme"], match["rest"]
    if _is_path(scheme, rest):
        return match[0]
    before, mark, options = rest.partition("?")
    who, at, where = before.rpartition("@")
    user, colon, _ = who.partition(":")
    unclear = "@" in who + options or "/" in user or "%3a" in user.lower()
    if unclear or not _HOST.fullmatch(where):
        return f"{scheme}://{HIDDEN}"
    shown = f"{user}{colon and f':{HIDDEN}'}{at}{where}{mark}"
    parts = (_option(one) for one in options.split("&") if one)
    return f"{scheme}://{shown}{'&'.join(parts)}"


def _option(text: str) -> str:
    name, equals, value = text.partition("=")
    if not equals:
        return HIDDEN
    known = _is_harmless(unquote_plus(name), value) or value.startswith(HIDDEN)
    return f"{name}={value if known else HIDDEN}"


def _is_harmless(name: str, value: str) -> bool:
    """Whether an option can be shown: nothing else is attached to its value."""
    stuck = r"\S*=" if name != "user" else r"\S*([=:/]\S|%3[aA])"
    return name in HARMLESS and not re.match(stuck, value)


def _mistyped(text: str) -> str:
    """An address with an ``@`` and no scheme that can be separated from the rest."""
    who, _, where = text.rpartition("@")
    plain = "@" not in who and not re.search(r"[\s=?]", text)
    if not plain or not _HOST.fullmatch(where):
        return _beginning(text)
    is_name = re.fullmatch(r"[\w+.\-]*", who)
    return f"{who if is_name else _beginning(who)}@{where}"


def _beginning(text: str) -> str:
    """A text up to the possible start of a password."""
    match = _BEGINNING.match(text)
    return f"{match[0] if match else ''}{HIDDEN}"


def _settings(text: str) -> str:
    """Settings in libpq notation, up to the first that may be secret."""
    shown, place = [], 0
    while place < len(text):
        match = _PAIR.match(text, place)
        if match is None or not _is_harmless(match[1], match[2]):
            shown.append(_beginning(text[place:].lstrip()))
            break
        shown.append(f"{match[1]}={match[2]}")
        place = match.end()
    return " ".join(shown)
