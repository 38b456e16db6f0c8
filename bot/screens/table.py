"""The public table as a screen: lobby, play and result, in the chat's language."""

from collections.abc import Mapping

from bot.computer import Level
from bot.screens.drawing import scene_of
from bot.screens.fitting import fitted, size
from bot.screens.people import Names
from bot.screens.pressing import positions_of, rows_of
from bot.screens.tastes import home_deck
from bot.screens.telling import foot_of, lately_of, lines_of, news_of
from bot.screens.titles import title_of
from bot.screens.types import TableScreen
from bot.screens.unseen import unseen_lines
from bot.table import Over, Playing, Table
from bot.words import Words

__all__ = ["broken_screen", "table_screen"]

CAPTION = 1024
TOLD = 3000
"""Room where there is no picture to be seen: messages of words are longer on every platform."""
ALT = 256


def table_screen(
    table: Table,
    given: Mapping[str, str],
    words: Words,
    *,
    next_commitment: str = "",
    level: Level = Level.NORMAL,
    deck: str = "",
    picture: bool = True,
) -> TableScreen:
    """The table as everybody sees it. `given` are the names by player key.

    `next_commitment` is that of the rematch, shown with the offer; `level` that of the computers that its host would
    add. Without a `deck` it is the one at home in the game; without a `picture` there are words alone.
    """
    words = words.of_deck(deck or home_deck(table.rules.game))
    names = Names(table, given, words)
    title = title_of(table, names, words)
    lines, room = [title, *lines_of(table, names, words)], CAPTION
    if not picture:
        lines, room = [*lines, *unseen_lines(table, names, words)], TOLD
    foot = fitted(foot_of(table, names, words, next_commitment), CAPTION)
    return TableScreen(
        table=table.id,
        scene=scene_of(table, names, words, title) if picture else None,
        title=title,
        caption=_with_foot(lines, foot, room),
        alt=_alt([*lines, foot]),
        rows=rows_of(table, words, level),
        positions=positions_of(table, words),
        over=isinstance(table.phase, Over),
        between=isinstance(table.phase, Playing) and table.phase.match.needs_deal,
        news=news_of(table, names, words),
        lately=lately_of(table, names, words),
    )


def _with_foot(lines: list[str], foot: str, room: int) -> str:
    """As many of the lines as fit above the last ones, for which there is always room."""
    if not foot:
        return fitted(lines, room)
    return fitted(lines, room - size(foot) - 1) + "\n" + foot


def broken_screen(table: str, words: Words) -> TableScreen:
    """What stands where a table failed: it is closed, and says how to go on."""
    title = words.say("Something went wrong at this table, so it is closed. Nothing was counted.")
    caption = title + "\n" + words.say("Tell whoever runs the bot this number: {table}", table=table)
    return TableScreen(table, None, title, caption, _alt([title]), (), over=True)


def _alt(lines: list[str]) -> str:
    """The lines as sentences, for somebody who hears them."""
    sentences = [line if line.endswith((".", "!", "?", "…")) else f"{line}." for line in lines if line]
    return fitted(sentences, ALT, " ")
