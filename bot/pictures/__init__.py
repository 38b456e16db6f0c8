"""Card art, sprites, and the pictures of the table and of a hand."""

from bot.pictures.cards import back_svg, card_svg
from bot.pictures.chart import draw_chart
from bot.pictures.fonts import drawable_name, shaping_available
from bot.pictures.hand import draw_hand
from bot.pictures.names import clean_name
from bot.pictures.scene import (
    ChartScene,
    HandScene,
    PileScene,
    SeatScene,
    SeriesScene,
    SheetScene,
    TableScene,
)
from bot.pictures.table import draw_table

__all__ = [
    "ChartScene",
    "HandScene",
    "PileScene",
    "SeatScene",
    "SeriesScene",
    "SheetScene",
    "TableScene",
    "back_svg",
    "card_svg",
    "clean_name",
    "draw_chart",
    "draw_hand",
    "draw_table",
    "drawable_name",
    "shaping_available",
]
