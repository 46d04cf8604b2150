"""PostgreSQL, the database of a team: its settings, its errors."""

from lengthwise.errors import FormatError, HostError, LengthwiseError

DRIVER = "postgresql+psycopg"


class LostError(HostError):
    """A server was lost; it may come back.

    Attributes:
        briefly: The error without advice.
    """

    def __init__(self, briefly: str, advice: str) -> None:
        super().__init__(f"{briefly}; {advice}")
        self.briefly = briefly


SETTINGS = {
    "client_encoding": "utf8",
    "connect_timeout": 10,  # seconds; a host may drop all packets
    "tcp_user_timeout": 60_000,  # milliseconds until a silent host counts as lost
}
"""Options of a connection whose URL does not set them."""

LOST = "nothing that was acknowledged is lost; run the command again when it is up"

REASONS = {
    "08": f"the connection was lost; {LOST}",
    "25006": "it is read-only; use the main server with --store",
    "28": "check user and password in the URL",
    "3D000": "create it with createdb, or correct the URL",
    "42501": "ask the owner of the database for that right",
    "53100": "the disk of the server is full; free some space and run it again",
    "53": "the server lacks connections or memory; run the command again",
    "57": f"the server is going down or coming up; {LOST}",
}
"""Explanations of errors or advice, by SQLSTATE prefix."""

GONE = ("08", "57P")
"""Errors after which a server may come back."""

DAMAGE = ("XX", "23", "42")
"""Errors that never occur with intact tables, since all our statements fit them."""

BEFORE = {
    "password authentication failed": "28",
    "no password supplied": "28",
    "no pg_hba.conf entry": "28",
    'role "': "28",
    'database "': "3D000",
    "too many": "53",
    "starting up": "57P03",
    "shutting down": "57P03",
    "in recovery mode": "57P03",
}
"""Server messages before a connection exists, which have no SQLSTATE."""


def begin(patience: float) -> str:
    """Returns the first statement of a writer, which sets its lock timeout.

    Examples:
        >>> begin(60.0)
        'SET LOCAL lock_timeout = 60000'
    """
    return f"SET LOCAL lock_timeout = {max(1, round(1000 * patience))}"


def explanation(
    store: str, state: str | None, text: str, *, patience: float
) -> LengthwiseError:
    """Returns a PostgreSQL error as one of ours.

    Args:
        store: The name of the store.
        state: The SQLSTATE, if any.
        text: Its message in one line.
        patience: Seconds spent waiting for a lock.

    Examples:
        >>> explanation("postgresql://u@h/d", "53100", "could not extend", patience=1)
        HostError('postgresql://u@h/d: could not extend; the disk of the server is
        full; free some space and run it again')
    """
    _, fatal, message = text.partition("FATAL:")
    message = message.strip() if fatal else text.strip()
    if state is None and fatal:
        words = (word for word in BEFORE if word in message)
        state = BEFORE.get(next(words, ""))
    if state == "55P03":
        return HostError(
            f"{store} is locked by another process and was not freed within "
            f"{patience:g} s; run the command again"
        )
    if state is not None and state.startswith(DAMAGE) and state not in REASONS:
        return FormatError(f"{store} is damaged ({message}); restore a copy")
    if state is None and "closed the connection" in message:
        state = "08"
    if state is None:
        advice = "check the URL, and that the server is running"
        return LostError(f"{store} cannot be reached: {message}", advice)
    meaning = next((REASONS[key] for key in REASONS if state.startswith(key)), "")
    if not meaning:
        return HostError(f"{store} cannot be used: {message}")
    if state.startswith(GONE):
        return LostError(f"{store}: {message}", meaning)
    return HostError(f"{store}: {message}; {meaning}")
