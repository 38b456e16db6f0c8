"""Charts as answers: files, drawn off the loop, or words alone."""

import asyncio
from hashlib import sha256

from bot.pictures import draw_chart
from bot.screens.charts import Chart
from bot.screens.types import File, NoteScreen
from bot.service.answers import Answer, Outcome

__all__ = ["charted"]


async def charted(chart: Chart, *, words_only: bool, table: str = "") -> Answer:
    """The chart as the person likes it: drawn, with the words beside it, or the words alone."""
    if words_only:
        return Answer(Outcome.SHOWN, note=NoteScreen(chart.alt), table=table)
    return Answer(Outcome.SHOWN, file=await _file(chart), table=table)


async def _file(chart: Chart) -> File:
    """The picture, named by what it shows, with the words beside it."""
    png = await asyncio.to_thread(draw_chart, chart.scene)
    return File(f"chart-{sha256(png).hexdigest()[:16]}.png", png, chart.alt)
