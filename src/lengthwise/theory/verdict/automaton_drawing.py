"""Draws an automaton: states on a circle, components in colors."""

import math
from dataclasses import dataclass
from html import escape

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA

MOST_STATES = 16
"""Automata with more states are not drawn."""

COLORS = ("#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99", "#fb9a99")
MARKED = "#cc0000"
RADIUS = 18
SPACING = 120
"""The distance between neighboring states."""

MARGIN = 70

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
    'width="{width}" height="{height}" role="img" aria-label="{label}" '
    'font-family="sans-serif" font-size="13" text-anchor="middle" '
    'fill="currentColor">'
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" '
    'orient="auto"><path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
)

Point = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """A drawing with its caption.

    Attributes:
        svg: The drawing, in the color of the surrounding text.
        caption: One or two sentences.
    """

    svg: str
    caption: str


def picture(dfa: DFA, pair: tuple[int, ...] = ()) -> Picture | None:
    """Returns the drawing of an automaton with its caption; ``None`` if too large.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> print(picture(regex("(aa)*").dfa, (0, 1)).caption)
        The automaton: states of one color reach each other, accepting ones have two
        circles. Counting cannot separate states 0 and 1 (thick red circles).
    """
    if len(drawn_states(dfa, pair)) > MOST_STATES:
        return None
    caption = (
        "The automaton: states of one color reach each other, accepting ones have "
        "two circles."
    )
    parts = [caption]
    if len(drawn_states(dfa, pair)) < len(dfa):
        parts.append("Missing edges lead to a state from which nothing is accepted.")
    if pair:
        one, other = pair
        parts.append(
            f"Counting cannot separate states {one} and {other} (thick red circles)."
        )
    return Picture(drawing(dfa, pair), " ".join(parts))


def drawn_states(dfa: DFA, pair: tuple[int, ...] = ()) -> list[int]:
    """The states to draw: all but dead ones, unless initial or marked.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> drawn_states(regex("ab").dfa)
        [0, 1, 3]
    """
    drawn = {*dfa.live, dfa.start, *pair}
    return [state for state in range(len(dfa)) if state in drawn]


def drawing(dfa: DFA, pair: tuple[int, ...] = ()) -> str:
    """Returns the automaton as SVG.

    A state has the color of its component, a double circle if it accepts, and a thick
    red circle if it is in `pair`. An arrow without source marks the initial state.

    Args:
        dfa: The automaton.
        pair: States to mark.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> drawing(regex("(aa)*").dfa, (0, 1)).count("<circle")
        3
    """
    states = drawn_states(dfa, pair)
    around = 0.0 if len(states) == 1 else SPACING / 2 / math.sin(math.pi / len(states))
    order = [dfa.start, *(state for state in states if state != dfa.start)]
    turns = [math.pi + 2 * math.pi * k / len(order) for k in range(len(order))]
    high = max(abs(math.sin(turn)) for turn in turns) * around
    middle = (around + MARGIN, high + MARGIN)
    places = {
        state: _place(middle, turn, around)
        for state, turn in zip(order, turns, strict=True)
    }
    color = {
        state: COLORS[number % len(COLORS)]
        for number, members in enumerate(components(dfa.transitions))
        for state in members
    }
    label = f"an automaton with {len(dfa)} states"
    width, height = (f"{2 * half:.0f}" for half in middle)
    parts = [_HEAD.format(width=width, height=height, label=label)]
    x, y = places[dfa.start]
    parts.append(_arrow((x - 52, y), (x - RADIUS - 2, y)))
    for (source, target), symbols in _labels(dfa, states).items():
        if source == target:
            up = source == dfa.start
            turned = -math.pi / 2 if up else turns[order.index(source)]
            parts.append(_loop(places[source], turned, " ".join(symbols)))
        else:
            parts.append(_arc(places[source], places[target], " ".join(symbols)))
    for state, place in places.items():
        ring = f'stroke="{MARKED}" stroke-width="4"' if state in pair else ""
        parts.append(_circle(place, RADIUS, f'fill="{color[state]}" {ring}'))
        if state in dfa.accepting:
            parts.append(_circle(place, RADIUS - 5, 'fill="none"'))
        parts.append(_text(place, str(state), 'fill="#111111"'))
    return "".join([*parts, "</svg>"])


def _labels(dfa: DFA, states: list[int]) -> dict[tuple[int, int], list[str]]:
    labels: dict[tuple[int, int], list[str]] = {}
    for source in states:
        row = dfa.transitions[source]
        for symbol, target in zip(dfa.alphabet, row, strict=True):
            if target in states:
                labels.setdefault((source, target), []).append(symbol)
    return labels


def _place(middle: Point, angle: float, distance: float) -> Point:
    x, y = middle
    return x + distance * math.cos(angle), y + distance * math.sin(angle)


def _circle(place: Point, radius: int, style: str) -> str:
    line = style if "stroke" in style else f'{style} stroke="#111111"'
    return f'<circle cx="{place[0]:.0f}" cy="{place[1]:.0f}" r="{radius}" {line}/>'


def _text(place: Point, text: str, style: str = "") -> str:
    x, y = place
    return f'<text x="{x:.0f}" y="{y + 4.5:.0f}" {style}>{escape(text)}</text>'


def _path(path: str) -> str:
    line = 'fill="none" stroke="currentColor" marker-end="url(#tip)"'
    return f'<path d="{path}" {line}/>'


def _arrow(start: Point, end: Point) -> str:
    return _path(f"M{start[0]:.0f},{start[1]:.0f} L{end[0]:.0f},{end[1]:.0f}")


def _loop(place: Point, angle: float, label: str) -> str:
    """A self-loop on the side that `angle` points to."""

    def at(turn: float, distance: float) -> str:
        x, y = _place(place, angle + turn, distance)
        return f"{x:.0f},{y:.0f}"

    path = f"M{at(-0.45, 19.0)} C{at(-0.5, 52.0)} {at(0.5, 52.0)} {at(0.45, 20.0)}"
    return _path(path) + _text(_place(place, angle, 54.0), label)


def _arc(source: Point, target: Point, label: str) -> str:
    """A curved edge with its label on the outside."""
    (x, y), (u, v) = source, target
    length = math.hypot(u - x, v - y)
    side = (-(v - y) / length, (u - x) / length)
    bend = 14 + 0.14 * length
    control = ((x + u) / 2 + bend * side[0], (y + v) / 2 + bend * side[1])
    ends = []
    for (a, b), gap in ((source, RADIUS), (target, RADIUS + 2)):
        turn = math.atan2(control[1] - b, control[0] - a)
        ends.append((a + gap * math.cos(turn), b + gap * math.sin(turn)))
    (a, b), (c, d) = ends
    path = f"M{a:.0f},{b:.0f} Q{control[0]:.0f},{control[1]:.0f} {c:.0f},{d:.0f}"
    middle = ((a + c) / 4 + control[0] / 2, (b + d) / 4 + control[1] / 2)
    outside = (middle[0] + 10 * side[0], middle[1] + 10 * side[1])
    return _path(path) + _text(outside, label)
