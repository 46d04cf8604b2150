"""Text for LaTeX, with special characters escaped."""

import re

from lengthwise.numbers import RAISED

_SIGNS = {
    "\\": r"\textbackslash{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "Δ": r"$\Delta$",
    "Σ": r"$\Sigma$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "ε": r"$\varepsilon$",
    "τ": r"$\tau$",
    "ω": r"$\omega$",
}
_SPECIAL = re.compile("[" + re.escape("".join(_SIGNS)) + "]")
_RAISED = {chr(high): chr(low) for low, high in RAISED.items()}
_POWER = re.compile(f"[{''.join(_RAISED)}]+")


def latex(words: str) -> str:
    r"""Returns a text for a cell of a LaTeX table, on one line.

    Examples:
        >>> print(latex("50 % of 10⁻⁵"), latex("[x]"))
        50 \% of 10$^{-5}$ {[}x]
    """
    flat = " ".join(words.split())
    if flat.startswith(("[", "*")):  # an option of the \\\\ before it
        return f"{{{flat[0]}}}{latex(flat[1:])}"
    plain = _SPECIAL.sub(lambda match: _SIGNS[match.group()], flat)
    return _POWER.sub(lambda match: f"$^{{{_lowered(match.group())}}}$", plain)


def _lowered(power: str) -> str:
    return "".join(_RAISED[sign] for sign in power)
