"""Colors and markers: safe for the color-blind, readable in gray, in light and dark.

Figures are drawn in the light colors. A page gives each color a CSS variable, so that
the same drawing follows the reader's choice of light or dark. Ordered series (training
lengths) take steps of the *plasma* scale, cut to those with a contrast of 3 or more on
the paper; unordered ones take colors of Okabe and Ito.
"""

MARKERS = "os^DvPX<>*hp"
DASHES = ("--", ":", "-.")

LIGHT = {
    "ink": "#1b1f24",
    "paper": "#ffffff",
    "grid": "#d9dde2",
    "blue": "#0072b2",
    "orange": "#d55e00",
    "green": "#009e73",
    "purple": "#b8578a",
    "brown": "#7f4f24",
    "gray": "#6b7280",
}
DARK = {
    "ink": "#e8eaed",
    "paper": "#14181d",
    "grid": "#333a42",
    "blue": "#56b4e9",
    "orange": "#f07a2a",
    "green": "#22c79a",
    "purple": "#e28fbe",
    "brown": "#c89f6c",
    "gray": "#9aa3ad",
}
CATEGORIES = ("orange", "green", "purple", "blue", "brown", "gray")

_LIGHT_STEPS = (
    *("#0d0887", "#2e0595", "#46039f", "#5e01a6", "#7401a8", "#8a09a5"),
    *("#9d189d", "#b02991", "#bf3984", "#cc4977", "#da5a6a", "#e56a5d"),
)
_DARK_STEPS = (
    *("#b12a90", "#c03a83", "#cd4a76", "#da5a6a", "#e56a5d", "#ee7b51"),
    *("#f68d45", "#fba139", "#fdb52e", "#fdcb26", "#f7e225", "#f0f921"),
)
LIGHT |= {f"step{k}": color for k, color in enumerate(_LIGHT_STEPS)}
DARK |= {f"step{k}": color for k, color in enumerate(_DARK_STEPS)}
VARIABLES = {color: f"var(--{name})" for name, color in LIGHT.items()}
"""The CSS variable of each light color."""


def step(place: int, count: int) -> str:
    """The color of one of `count` ordered series.

    Examples:
        >>> step(0, 3), step(2, 3)
        ('#0d0887', '#e56a5d')
    """
    last = len(_LIGHT_STEPS) - 1
    return _LIGHT_STEPS[round(place * last / max(count - 1, 1))]


def category(place: int) -> str:
    """The color of an unordered series."""
    return LIGHT[CATEGORIES[place % len(CATEGORIES)]]


def look(place: int, count: int | None = None) -> dict[str, str]:
    """How a line is drawn: its color, its marker and its dashes, for ``axes.plot``.

    Args:
        place: Number of the series.
        count: How many ordered series there are; unordered ones if not given. These
            are told apart by marker and dashes where colors cannot be seen.

    Examples:
        >>> look(1)
        {'color': '#009e73', 'marker': 's', 'linestyle': '--'}
        >>> look(0, 3)["color"]
        '#0d0887'
    """
    return {
        "color": category(place) if count is None else step(place, count),
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": ("-", *DASHES)[place % 4],
    }


def stylesheet() -> str:
    """The colors as CSS variables, for both color schemes; paper is always light."""
    return (
        f":root{{color-scheme:light dark;{_declared(LIGHT)}}}\n"
        "@media screen and (prefers-color-scheme:dark)"
        f"{{:root{{{_declared(DARK)}}}}}\n"
    )


def _declared(colors: dict[str, str]) -> str:
    return ";".join(f"--{name}:{color}" for name, color in colors.items())
