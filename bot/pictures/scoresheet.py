"""The running score of a match on the table picture: a line for each side or player, the newest deals beside it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.canvas import Canvas, plate
from bot.pictures.layout import Box
from bot.pictures.scene import SheetScene
from bot.pictures.text import Style, common_size

MOST_LINES = 6
NARROWEST_CELL, WIDEST_CELL = 74, 130
PAD = 14
HEAD = 40
BETWEEN = 10
MORE = "…"

HEADING = Style(26, "quiet", "plate", bold=False)


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal on the sheet: what stands over it, and a cell for each line."""

    heading: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where a sheet's lines and columns are, in pixels: ``left`` and ``right`` hold the names and the totals."""

    top: int
    line: int
    left: int
    names: int
    cell: int
    right: int
    totals: int

    def middle(self, number: int) -> int:
        """How far down the middle of a line is."""
        return self.top + number * self.line + self.line // 2

    @property
    def size(self) -> int:
        """How large the letters of names and cells are."""
        return max(min(round(self.line * 0.7), 34), 14)


def sheet_height(sheet: SheetScene) -> int:
    """How high a sheet wants to be under the piles."""
    lines = min(len(sheet.columns), MOST_LINES)
    return HEAD + 2 * PAD + lines * (54 if lines <= 2 else 52 - 2 * lines)


def draw_sheet(canvas: Canvas, sheet: SheetScene, box: Box) -> None:
    """The whole sheet inside ``box``: as many deals as fit, the newest last, and the totals."""
    left, top, right, bottom = box
    totals = 120 if sheet.totals else 0
    free = right - left - totals - 3 * PAD - len(sheet.rows) * NARROWEST_CELL
    names = max(min(free, (right - left) // 2), (right - left) // 4)
    _draw(canvas, sheet, box, _grid(sheet, (left, top + HEAD, right, bottom), names, totals), headed=True)


def draw_short_sheet(canvas: Canvas, sheet: SheetScene, box: Box) -> None:
    """The sheet in a corner, at most as high as ``box``: names, totals, and the newest deal if it fits."""
    left, top, right, bottom = box
    low = bottom - min(bottom - top, 2 * PAD + 48 * min(len(sheet.columns), MOST_LINES))
    small = (left, low, right, bottom)
    names, totals = (right - left) * 3 // 5, 84 if sheet.totals else 0
    _draw(canvas, sheet, small, _grid(sheet, small, names, totals), headed=False)


def _grid(sheet: SheetScene, box: Box, names: int, totals: int) -> _Grid:
    left, top, right, bottom = box
    lines = max(min(len(sheet.columns), MOST_LINES), 1)
    room = right - left - names - totals - 3 * PAD
    cell = max(min(room // max(len(sheet.rows), 1), WIDEST_CELL), NARROWEST_CELL)
    return _Grid(
        top + PAD, (bottom - top - 2 * PAD) // lines, left + 2 * PAD, names, cell, right - PAD, totals
    )


def shown_deals(sheet: SheetScene, most: int) -> tuple[SheetDeal, ...]:
    """The deals to show, at most so many: all, or dots for the oldest and then the newest."""
    lines = len(sheet.columns)
    deals: list[SheetDeal] = []
    for number, row in enumerate(sheet.rows, 1):
        headed = len(row) > lines
        cells = row[1:] if headed else row
        deals.append(SheetDeal(row[0] if headed else str(number), (*cells, *[""] * (lines - len(cells)))))
    if len(deals) <= most:
        return tuple(deals)
    dots = SheetDeal(MORE, (MORE,) * lines)
    return (dots, *deals[len(deals) - most + 1 :]) if most > 1 else tuple(deals[len(deals) - most :])


def _leading(totals: tuple[str, ...]) -> frozenset[int]:
    """The lines with the highest total, if all are numbers and not all the same."""
    try:
        values = [int(total.replace("−", "-")) for total in totals]
    except ValueError:
        return frozenset()
    best = max(values, default=0)
    return frozenset(line for line, value in enumerate(values) if value == best and min(values) < best)


def _draw(canvas: Canvas, sheet: SheetScene, box: Box, grid: _Grid, *, headed: bool) -> None:
    left, top, right, bottom = box
    canvas.put(plate((right - left, bottom - top), 24), left, top)
    lines = range(min(len(sheet.columns), MOST_LINES))
    for line in lines:
        if line:
            canvas.rule(grid.left, grid.middle(line) - grid.line // 2, right - left - 4 * PAD)
    room = grid.right - grid.totals - grid.left - grid.names
    shown = shown_deals(sheet, max(room // grid.cell, 0))
    for number, column in enumerate(reversed(shown)):
        end = grid.right - grid.totals - number * grid.cell
        _draw_column(canvas, column, grid, end, newest=number == 0, headed=headed)
    if headed and sheet.totals:
        labelled = len(sheet.totals) > len(sheet.columns)
        heading = sheet.totals[0] if labelled else "Σ"
        canvas.write(heading, HEADING, (grid.right - PAD, grid.top - 6), grid.totals - PAD, 1)
    _draw_ends(canvas, sheet, grid)


def _draw_ends(canvas: Canvas, sheet: SheetScene, grid: _Grid) -> None:
    """The names at the left and the totals at the right; whoever leads in gold."""
    totals = sheet.totals[-len(sheet.columns) :] if sheet.columns else ()
    best = _leading(totals)
    names = sheet.columns[:MOST_LINES]
    size = common_size(names, Style(grid.size), grid.names - BETWEEN)
    for line, name in enumerate(names):
        base = grid.middle(line) + round(grid.size * 0.36)
        colour = "gold" if line in best else "white"
        canvas.write_at_size(name, Style(size, colour), (grid.left, base), grid.names - BETWEEN)
        if line < len(totals):
            style = Style(round(grid.size * 1.1), colour)
            canvas.write(totals[line], style, (grid.right - PAD, base + 2), grid.totals - BETWEEN - PAD, 1)


def _draw_column(
    canvas: Canvas, column: SheetDeal, grid: _Grid, end: int, *, newest: bool, headed: bool
) -> None:
    room = grid.cell - BETWEEN
    if headed:
        canvas.write(column.heading, HEADING, (end - BETWEEN // 2, grid.top - 6), room, 1)
    style = Style(round(grid.size * 0.92), "white" if newest else "quiet", "plate", bold=newest)
    for line, cell in enumerate(column.cells[:MOST_LINES]):
        base = grid.middle(line) + round(grid.size * 0.36)
        canvas.write(cell, style, (end - BETWEEN // 2, base), room, 1)
