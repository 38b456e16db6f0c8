"""The guide as a note: a page of it at a time, with buttons for the pages, the topics and the games."""

from collections.abc import Iterator

from bot.game import Preset
from bot.screens.fitting import fitted, size
from bot.screens.forms import Choice
from bot.screens.guide import Guide, Topic, guide_of, topics_of
from bot.screens.tokens import Read
from bot.screens.types import Button, NoteScreen, Rows
from bot.words import Words

__all__ = ["guide_note"]

ROOM = 940
"""Room for a page in UTF-16 units: so many fit a message that is changed where one person sees it."""
IN_A_ROW = 3


def guide_note(words: Words, topic: str, game: str, page: int = 1) -> NoteScreen:
    """A page of the guide; the nearest one where it has no such page, the rules where there is no such topic."""
    known = Topic(topic) if topic in tuple(Topic) else Topic.RULES
    guide = guide_of(known, game, words)
    pages = list(_pages(guide))
    number = min(max(page, 1), len(pages))
    here = Read(known.value, guide.game or game or Preset.BRISCOLA.value, number)
    title = f"{guide.title} ({number}/{len(pages)})" if len(pages) > 1 else guide.title
    game_line = next((one.label for one in guide.games if one.value == guide.game), "")
    head = f"{title} · {game_line}" if game_line else title
    rows = (_turning(here, len(pages), words), _topics(here, words), *_games(here, guide))
    return NoteScreen(f"{head}\n\n{pages[number - 1]}", tuple(row for row in rows if row))


# -- pages ----------------------------------------------------------------------------------------


def _pages(guide: Guide) -> Iterator[str]:
    """The whole guide in pages that have room for it; no heading stands at the end of one."""
    page = ""
    for paragraph in _paragraphs(guide):
        longer = f"{page}\n{paragraph}" if page else paragraph
        if size(longer) <= ROOM:
            page = longer
        else:
            yield page
            page = fitted([paragraph.lstrip("\n")], ROOM)
    yield page


def _paragraphs(guide: Guide) -> Iterator[str]:
    """The lines, a heading together with the one that follows it."""
    for number, section in enumerate(guide.sections):
        for place, line in enumerate(section.lines):
            before = "\n" if number and not place else ""
            heading = f"{section.heading}\n" if section.heading and not place else ""
            yield f"{before}{heading}• {line}"


# -- buttons --------------------------------------------------------------------------------------


def _turning(here: Read, pages: int, words: Words) -> tuple[Button, ...]:
    """To the page before and to the next."""
    back = Button(words.say("Back"), str(Read(here.topic, here.game, here.page - 1)), symbol="◀️")
    on = Button(words.say("Next"), str(Read(here.topic, here.game, here.page + 1)), symbol="▶️")
    return tuple(one for one, there in ((back, here.page > 1), (on, here.page < pages)) if there)


def _topics(here: Read, words: Words) -> tuple[Button, ...]:
    return tuple(_choice(one, here.topic, Read(one.value, here.game)) for one in topics_of(words))


def _games(here: Read, guide: Guide) -> Rows:
    """The games to choose from, where the topic differs by game."""
    buttons = [_choice(one, here.game, Read(here.topic, one.value)) for one in guide.games]
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW))


def _choice(one: Choice, now: str, leads_to: Read) -> Button:
    return Button(f"✓ {one.label}" if one.value == now else one.label, str(leads_to))
