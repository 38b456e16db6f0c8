"""A few strokes of SVG, written once: paths, discs, groups and whole drawings, as strings."""

from __future__ import annotations

INK = "#1d1713"
CREAM = "#fffaf0"
WHITE = "#ffffff"
RED = "#c62f2a"
RED_DARK = "#95201f"
BLUE = "#2c5aa0"
BLUE_DARK = "#1d3f75"
BLUE_PALE = "#dfe8f5"
STEEL = "#a9bcd2"
GOLD = "#f4b731"
GOLD_DARK = "#b9760f"
GOLD_PALE = "#ffe9a8"
GREEN = "#3a8a4f"
GREEN_DARK = "#27633a"
BROWN = "#7a4a22"
WOOD = "#b07a3e"
FELT = "#206944"
FELT_DARK = "#185238"
ARROW = "#ffd21f"
EDGE = "#b9ae94"
VIOLET = "#7d4b96"
VIOLET_DARK = "#52306a"
SKIN = "#f7d3ab"
SKIN_DARK = "#dc9f70"
BLUSH = "#f0ae88"
BROWN_DARK = "#4f2d14"
GREY = "#cfcac0"
GREY_DARK = "#8f8a83"
NIGHT = "#3d3644"
RUST = "#c96a2b"


def number(value: float) -> str:
    """A coordinate with at most two decimals, the same text every time."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _stroke(colour: str | None, width: float) -> str:
    if colour is None:
        return ""
    return f' stroke="{colour}" stroke-width="{number(width)}" stroke-linejoin="round" stroke-linecap="round"'


def path(d: str, fill: str | None = None, stroke: str | None = INK, width: float = 2.0) -> str:
    """An outline in SVG's own path language, filled or only stroked."""
    return f'<path d="{d}" fill="{fill or "none"}"{_stroke(stroke, width)}/>'


def disc(x: float, y: float, r: float, fill: str | None, stroke: str | None = INK, width: float = 2.0) -> str:
    """A circle."""
    at = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    return f'<circle {at} fill="{fill or "none"}"{_stroke(stroke, width)}/>'


def oval(
    centre: tuple[float, float],
    radii: tuple[float, float],
    fill: str | None,
    stroke: str | None = INK,
    width: float = 2.0,
) -> str:
    """An ellipse."""
    at = f'cx="{number(centre[0])}" cy="{number(centre[1])}" rx="{number(radii[0])}" ry="{number(radii[1])}"'
    return f'<ellipse {at} fill="{fill or "none"}"{_stroke(stroke, width)}/>'


def box(
    corner: tuple[float, float],
    size: tuple[float, float],
    radius: float,
    fill: str | None,
    stroke: str | None = INK,
    width: float = 2.0,
) -> str:
    """A rectangle with round corners."""
    at = f'x="{number(corner[0])}" y="{number(corner[1])}" rx="{number(radius)}"'
    span = f'width="{number(size[0])}" height="{number(size[1])}"'
    return f'<rect {at} {span} fill="{fill or "none"}"{_stroke(stroke, width)}/>'


def placed(drawing: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A drawing made around the origin, set down at (x, y), scaled and turned (degrees, clockwise)."""
    turned = f" rotate({number(turn)})" if turn else ""
    scaled = f" scale({scale:.4f})" if scale != 1.0 else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned}{scaled}">{drawing}</g>'


def mirrored(drawing: str) -> str:
    """A drawing and its reflection across the vertical axis."""
    return f'{drawing}<g transform="scale(-1 1)">{drawing}</g>'


def document(width: float, height: float, drawing: str) -> str:
    """A whole SVG file."""
    size = f'width="{number(width)}" height="{number(height)}"'
    view = f'viewBox="0 0 {number(width)} {number(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>{drawing}</svg>'
