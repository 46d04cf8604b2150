"""Numbers in readable form."""

import math

NOTHING = "–"
RAISED: dict[int, int] = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The superscript of each character of an exponent."""


def readable(value: float | int | None, *, digits: int = 3) -> str:
    """A number with `digits` digits; integers in full up to a quadrillion.

    Examples:
        >>> readable(538_090_094), readable(0.0123456), readable(34.2), readable(1e-5)
        ('538,090,094', '0.0123', '34.2', '10⁻⁵')
        >>> readable(None), readable(float("inf")), readable(10**20)
        ('–', '∞', '10²⁰')
    """
    if value is None:
        return NOTHING
    if not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "−∞"}.get(value, "not a number")
    if isinstance(value, int) and abs(value) < 10**15:
        return f"{value:,}".replace("-", "−")
    if value != 0 and not 1e-3 <= abs(value) < 1e6:
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        factor = "" if float(mantissa) == 1 else f"{float(mantissa):g} × "
        return f"{factor}10{superscript(int(power))}".replace("-", "−")
    if abs(value) >= 10**digits:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.{digits}g}".replace("-", "−")


def superscript(power: int) -> str:
    """An exponent as a superscript.

    Examples:
        >>> superscript(-12)
        '⁻¹²'
    """
    return str(power).translate(RAISED)


def tick(value: float, _place: int | None = None) -> str:
    """The label of a tick on a logarithmic axis.

    Examples:
        >>> tick(0.01), tick(1e-5), tick(3000.0), tick(2e6)
        ('0.01', '10⁻⁵', '3000', '2·10⁶')
    """
    if 1e-3 <= value < 1e5:
        return f"{value:.6g}"
    mantissa, _, power = f"{value:.0e}".partition("e")
    factor = "" if mantissa == "1" else f"{mantissa}·"
    return f"{factor}10{superscript(int(power))}"


def readable_bytes(number: int) -> str:
    """A number of bytes in a suitable unit.

    Examples:
        >>> readable_bytes(999), readable_bytes(123_456), readable_bytes(5 * 10**9)
        ('999 bytes', '123.5 kB', '5.0 GB')
    """
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"
