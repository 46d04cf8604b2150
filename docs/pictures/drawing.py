"""Boxes, arrows and text as SVG, in one style, for the diagrams of the manual.

A diagram is put into the page itself, so its colors are the theme's, in light and in
dark. Opened as a file it follows the reader's system.
"""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

INK, SOFT, PAPER, LINE, ACCENT = "ink", "soft", "paper", "line", "accent"
_COLORS = {  # the theme's variable, then what stands for it in a file of its own
    INK: ("--color-foreground-primary", "#1b1f24", "#e8eaed"),
    SOFT: ("--color-foreground-muted", "#59636e", "#9aa3ad"),
    PAPER: ("--color-background-secondary", "#f6f8fa", "#1f252c"),
    LINE: ("--color-foreground-border", "#8b949e", "#6b7280"),
    ACCENT: ("--color-brand-content", "#0063a3", "#56b4e9"),
}
_RULES = """
.{p} text {{ font: 14px system-ui, sans-serif; fill: {ink}; }}
.{p} .small {{ font-size: 12.5px; }}
.{p} .soft {{ fill: {soft}; }}
.{p} .strong {{ font-weight: 600; }}
.{p} .mono {{ font-family: ui-monospace, monospace; font-size: 13px; }}
.{p} .accent {{ fill: {accent}; }}
.{p} .box {{ fill: {paper}; stroke: {line}; }}
.{p} .marked {{ stroke: {accent}; stroke-width: 2; }}
.{p} .arrow {{ stroke: {line}; stroke-width: 1.6; fill: none; }}
.{p} .head {{ fill: {line}; }}
.{p} .bar {{ fill: {accent}; }}
"""


@dataclass
class Drawing:
    """A diagram under construction.

    Attributes:
        name: What its file is called.
        title: What it shows, for readers who do not see it.
        width: In pixels.
        height: In pixels.
    """

    name: str
    title: str
    width: int
    height: int
    parts: list[str] = field(default_factory=list)

    def text(
        self, x: float, y: float, text: str, style: str = "", anchor: str = "middle"
    ) -> None:
        """Writes one line; `style` names classes, `anchor` is start, middle or end."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">'
            f"{escape(text)}</text>"
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *lines: str,
        marked: bool = False,
        mono: bool = False,
    ) -> None:
        """Draws a box with a bold first line and small lines below it, centered."""
        style = "box marked" if marked else "box"
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="7" '
            f'class="{style}"/>'
        )
        first = y + height / 2 + 5 - 9 * (len(lines) - 1)
        for place, line in enumerate(lines):
            kind = "strong" if place == 0 else "small soft"
            kind = "mono" if mono else kind
            self.text(x + width / 2, first + 18 * place, line, kind)

    def arrow(self, *points: tuple[float, float], label: str = "") -> None:
        """Draws a line through the points with a head at the last one."""
        path = " L ".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(
            f'<path d="M {path}" class="arrow" marker-end="url(#{self.name}-head)"/>'
        )
        if label:
            (x0, y0), (x1, y1) = points[-2:]
            self.text((x0 + x1) / 2, (y0 + y1) / 2 - 6, label, "small soft")

    def bar(self, x: float, y: float, width: float, height: float, dim: float) -> None:
        """Draws a filled rectangle; `dim` is its opacity."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'class="bar" fill-opacity="{dim:g}"/>'
        )

    def svg(self) -> str:
        """The diagram as an SVG element that can stand in a page or in a file."""
        name = f"lw-{self.name}"
        light, dark = (
            {key: f"var({value[0]}, {value[place]})" for key, value in _COLORS.items()}
            for place in (1, 2)
        )
        rules = _RULES.format(p=name, **light)
        rules += (
            f"@media (prefers-color-scheme: dark) {{{_RULES.format(p=name, **dark)}}}"
        )
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="diagram {name}" '
            f'role="img" aria-label="{escape(self.title)}" '
            f'viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}">\n<style>{rules}</style>\n'
            f'<defs><marker id="{self.name}-head" viewBox="0 0 8 8" refX="7" refY="4" '
            'markerWidth="8" markerHeight="8" orient="auto-start-reverse">'
            '<path d="M 0 0.5 L 8 4 L 0 7.5 z" class="head"/></marker></defs>\n'
            f"{body}\n</svg>\n"
        )

    def save(self, folder: Path) -> None:
        """Writes NAME.svg."""
        (folder / f"{self.name}.svg").write_text(self.svg(), "utf-8")
