"""Parsing of the letters given on a command line."""


def named_letters(text: str) -> tuple[tuple[str, ...], str | None]:
    """Returns the letters, and a note where commas or blanks separate them.

    Without commas and blanks, each character is a letter. A trailing comma is a letter.

    Examples:
        >>> named_letters("abc")
        (('a', 'b', 'c'), None)
        >>> named_letters("a,b")
        (('a', 'b'), "--alphabet 'a,b' names the letters a b; for ',' as a letter write
        it last, as in ab,")
        >>> named_letters("ab,")
        (('a', 'b', ','), None)
    """
    blanks, commas = text.split(), text.split(",")
    if len(blanks) > 1:
        separated = [part.strip(",") or part for part in blanks]
        return tuple(separated), None
    if len(commas) > 1 and all(commas):
        note = (
            f"--alphabet {text!r} names the letters {' '.join(commas)}; for ',' as a "
            "letter write it last, as in ab,"
        )
        return tuple(commas), note
    return tuple(text), None
