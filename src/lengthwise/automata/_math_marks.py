"""Notation of formal language theory in an expression: ε, ∅ and ∪."""

EMPTY_WORD = "εϵ"
EMPTY_SET = "∅"
UNION = "∪"
MARKS = frozenset(EMPTY_WORD + EMPTY_SET + UNION)

_MEANINGS = {
    **dict.fromkeys(EMPTY_WORD, "the empty word"),
    EMPTY_SET: "the empty language",
    UNION: "union",
}


def mark_notes(text: str, letters: frozenset[str]) -> tuple[str, ...]:
    r"""A note for each mark, and for letters that look like the empty word.

    Args:
        text: The expression.
        letters: The marks that the alphabet declares as letters.

    Examples:
        >>> print(*mark_notes("a|ε", frozenset()))
        'ε' is the empty word here; write \ε for the letter
        >>> mark_notes("a|λ", frozenset())
        ("'λ' is a letter here; the empty word is ε or ()",)
    """
    plain = text.replace("\\\\", "")
    for mark in MARKS:
        plain = plain.replace(f"\\{mark}", "")
    found = [
        f"{mark!r} is {meaning} here; write \\{mark} for the letter"
        for mark, meaning in _MEANINGS.items()
        if mark in plain and mark not in letters
    ]
    if "λ" in plain:
        found.append("'λ' is a letter here; the empty word is ε or ()")
    return tuple(found)
