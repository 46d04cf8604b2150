"""Colors and markers that are color-blind safe and readable in gray, light and dark.

Figures are drawn in the light colors. A page maps each color to a CSS variable, so that
the same drawing works in light and dark mode. Ordered series (training lengths) use
steps of the *plasma* scale with a contrast of at least 3 on the background; unordered
ones use the colors of Okabe and Ito.
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
    """Color, marker and dashes of a line, as arguments for ``axes.plot``.

    Args:
        place: Index of the series.
        count: Number of ordered series. Default: the series are unordered; they also
            differ in marker and dashes.

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
    """The colors as CSS variables for both color schemes; print is always light."""
    return (
        f":root{{color-scheme:light dark;{_declared(LIGHT)}}}\n"
        "@media screen and (prefers-color-scheme:dark)"
        f"{{:root{{{_declared(DARK)}}}}}\n"
    )


def _declared(colors: dict[str, str]) -> str:
    return ";".join(f"--{name}:{color}" for name, color in colors.items())
