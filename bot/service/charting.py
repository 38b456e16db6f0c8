"""Charts as files, drawn off the loop."""

import asyncio
from hashlib import sha256

from bot.pictures import draw_chart
from bot.screens.charts import Chart
from bot.screens.types import File

__all__ = ["chart_file"]


async def chart_file(chart: Chart) -> File:
    """The picture, named by what it shows, with the words beside it."""
    png = await asyncio.to_thread(draw_chart, chart.scene)
    return File(f"chart-{sha256(png).hexdigest()[:16]}.png", png, chart.alt)
