"""An automaton as a picture: states on a circle, components in colors."""

import math
from html import escape

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA

MOST_STATES = 16
"""Automata with more states are not drawn."""

COLORS = ("#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99", "#fb9a99")
RADIUS = 18

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
    'font-family="sans-serif" font-size="12" text-anchor="middle">'
    "<title>the automaton</title>"
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" '
    'orient="auto"><path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
)
_THIN = 'stroke="black" stroke-width="1"'


def drawing(dfa: DFA, pair: tuple[int, ...] = ()) -> str:
    """Returns the automaton as SVG; empty if it has too many states.

    A state has the color of its component, a second circle if it accepts, and a thick
    red one if it is one of `pair`. The start has an arrow without source.

    Args:
        dfa: The automaton.
        pair: States to mark.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> drawing(regex("(aa)*").dfa, (0, 1)).count("<circle")
        3
    """
    if len(dfa) > MOST_STATES:
        return ""
    size = 110 + 24 * len(dfa)
    places = [_place(state, len(dfa), size) for state in range(len(dfa))]
    labels: dict[tuple[int, int], list[str]] = {}
    for source, row in enumerate(dfa.transitions):
        for symbol, target in zip(dfa.alphabet, row, strict=True):
            labels.setdefault((source, target), []).append(symbol)
    color = {
        state: COLORS[number % len(COLORS)]
        for number, states in enumerate(components(dfa.transitions))
        for state in states
    }
    x, y = places[dfa.start]
    start = f"M{x - 45:.0f},{y:.0f} L{x - RADIUS - 2:.0f},{y:.0f}"
    parts = [_HEAD.format(size=size), _arrow(start)]
    for (source, target), symbols in labels.items():
        parts.append(_edge(places[source], places[target], " ".join(symbols)))
    for state, (x, y) in enumerate(places):
        ring = 'stroke="#cc0000" stroke-width="4"' if state in pair else _THIN
        parts.append(_circle(x, y, RADIUS, f'fill="{color[state]}" {ring}'))
        if state in dfa.accepting:
            parts.append(_circle(x, y, RADIUS - 4, f'fill="none" {_THIN}'))
        parts.append(f'<text x="{x:.0f}" y="{y + 4:.0f}">{state}</text>')
    return "".join([*parts, "</svg>"])


def _place(state: int, states: int, size: int) -> tuple[float, float]:
    angle = math.pi + 2 * math.pi * state / states
    radius = 0 if states == 1 else size / 2 - 55
    return size / 2 + radius * math.cos(angle), size / 2 + radius * math.sin(angle)


def _circle(x: float, y: float, radius: int, style: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" {style}/>'


def _arrow(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="black" marker-end="url(#tip)"/>'


def _edge(source: tuple[float, float], target: tuple[float, float], label: str) -> str:
    """A loop above its state, or an arc that leans to one side of the straight line."""
    (x, y), (u, v) = source, target
    if source == target:
        path = f"M{x - 8:.0f},{y - 17:.0f} C{x - 20:.0f},{y - 50:.0f} "
        path += f"{x + 20:.0f},{y - 50:.0f} {x + 8:.0f},{y - 18:.0f}"
        return _arrow(path) + _label(x, y - 44, label)
    length = math.hypot(u - x, v - y)
    along = ((u - x) / length, (v - y) / length)
    side = (-along[1], along[0])
    bend = 0.2 * length
    middle = ((x + u) / 2 + bend * side[0], (y + v) / 2 + bend * side[1])
    ends = []
    for (a, b), sign in ((source, 1), (target, -1)):
        ends.append((a + sign * RADIUS * along[0], b + sign * RADIUS * along[1]))
    (a, b), (c, d) = ends
    path = f"M{a:.0f},{b:.0f} Q{middle[0]:.0f},{middle[1]:.0f} {c:.0f},{d:.0f}"
    at = ((x + u) / 2 + 0.65 * bend * side[0], (y + v) / 2 + 0.65 * bend * side[1])
    return _arrow(path) + _label(*at, label)


def _label(x: float, y: float, label: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}">{escape(label)}</text>'
