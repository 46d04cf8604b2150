"""``lengthwise doctor``: what a bug report needs."""


def doctor(*, json: bool = False) -> None:
    """Print what a bug report needs."""
