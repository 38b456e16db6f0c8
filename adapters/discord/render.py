"""Screens as Discord shows them: pictures in a gallery, text with harmless markup, buttons below."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
from discord import ui

from adapters.discord.buttons import PREFIX, ROW, Emblem, chunks, lines_of, press, told_apart
from adapters.discord.icons import Icons
from bot.screens.types import File, HandScreen, NoteScreen, PingScreen, Rows, TableScreen
from bot.service.ports import Picture

__all__ = [
    "Layout",
    "Text",
    "escape",
    "file",
    "form",
    "hand",
    "in_place_of",
    "note",
    "ping",
    "table",
    "token_of",
    "words",
]

TEMPLATE = re.compile(r"b[0-9]{0,2}:(?P<token>[A-Za-z0-9_-]{1,64})")
"""What our buttons' ids look like, in every version of every message."""

CONTENT = 2000
"""Characters in a plain message."""
LAYOUT = 3900
"""Characters in a message of components: 4000 in all, less some air."""
ALT = 256
COMPONENTS = 40
"""Components in one message, rows and buttons together."""
HEADING = 45
"""Characters in the title of a form, and in the label of its field."""
DIGITS = 8
"""Characters in a field for a number."""

ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
ALWAYS_MARKUP = re.compile(r"([\\*_~`|<\[])")
MARKUP_AT_LINE_START = re.compile(r"^(\s*)([#>+-])", re.MULTILINE)
LINK = re.compile(r"(?<=:)(?=//)|(?<=\.gg)(?=/)", re.IGNORECASE)


def token_of(custom_id: str) -> str | None:
    """What a pressed button says; None for one that is not of our make."""
    found = TEMPLATE.fullmatch(custom_id)
    return None if found is None else found["token"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A message of components with its picture (hands and tables)."""

    view: ui.LayoutView
    picture: Picture | None = None
    alt: str | None = None

    @property
    def files(self) -> list[discord.File]:
        """The picture to be uploaded, anew for each try: a file can be sent only once."""
        if self.picture is None:
            return []
        return [discord.File(BytesIO(self.picture.png), self.picture.name, description=self.alt)]


@dataclass(frozen=True, slots=True)
class Text:
    """A plain message (notes, words, pings)."""

    content: str
    view: ui.View | None = None
    mention: int | None = None
    """The one person it may call."""
    file: File | None = None

    @property
    def files(self) -> list[discord.File]:
        """The file to be uploaded, anew for each try."""
        if self.file is None:
            return []
        return [discord.File(BytesIO(self.file.data), self.file.name, description=self.file.alt or None)]


def escape(text: str) -> str:
    """Text that Discord shows as it stands: no markup, no mention, no link, whatever names are in it."""
    text = ALWAYS_MARKUP.sub(r"\\\1", text)
    text = MARKUP_AT_LINE_START.sub(r"\1\\\2", text)
    return LINK.sub(ZERO_WIDTH, text.replace("@", "@" + ZERO_WIDTH))


def table(screen: TableScreen, picture: Picture | None) -> Layout:
    """The public table. No hidden card can get in: the screen has none."""
    return _layout(_titled(screen.title, screen.caption), screen.alt, screen.rows, picture)


def hand(
    screen: HandScreen, picture: Picture | None, line: str = "", *, icons: Icons | None = None
) -> Layout:
    """One person's cards, under a line of news if there is some; `icons` show cards on the buttons."""
    text, news = _titled(screen.title, screen.caption), escape(line)
    return _layout(text, screen.alt, screen.rows, picture, news, _on_buttons(icons, screen.deck))


def _on_buttons(icons: Icons | None, deck: str) -> Emblem:
    """What is shown on each button besides its words."""
    return lambda button: None if icons is None else icons.of(deck, button.card)


def note(screen: NoteScreen, line: str = "", thread: int = 0) -> Text:
    """Words with buttons, under a line of news if there is some, that may link to a thread."""
    content = "\n\n".join(part for part in (_linked(line, thread), escape(screen.text)) if part)
    return Text(_clip(content, CONTENT), _plain_view(screen.rows))


def file(given: File, line: str = "") -> Text:
    """A file to keep, under a line of news if there is some."""
    return Text(_clip(escape(line), CONTENT) if line else "", file=given)


def form(token: str, title: str, label: str) -> ui.Modal:
    """A form with one field for a number; filled in, it says `token` and what was written."""
    asked = ui.Modal(title=title[:HEADING], timeout=None, custom_id=PREFIX + token)
    field = ui.TextInput[Any](custom_id="number", min_length=1, max_length=DIGITS)
    asked.add_item(ui.Label[Any](text=label[:HEADING], component=field))
    asked.stop()  # as for views: no record of it, so that a form of before a restart is answered too
    return asked


def words(sentence: str, thread: int = 0) -> Text:
    """One sentence, that may link to a thread."""
    return Text(_clip(_linked(sentence, thread), CONTENT))


def _linked(line: str, thread: int) -> str:
    """A line with a link where it says `{thread}`."""
    return escape(line).replace("{thread}", f"<#{thread}>") if thread else escape(line)


def ping(screen: PingScreen, user: str | None) -> Text:
    """A call to one person, with a real mention where their Discord account is known."""
    if user is None or not user.isdecimal():
        return Text(_clip(escape(screen.text), CONTENT))
    mention = f"<@{user}>"
    before, found, after = screen.text.partition(screen.name) if screen.name else ("", "", screen.text)
    if not found:
        before, after = "", f" {screen.text}"
    return Text(_clip(escape(before) + mention + escape(after), CONTENT), mention=int(user))


def in_place_of(message: discord.Message, sentence: str) -> Layout | Text:
    """One sentence instead of all that a message of ours showed: its words, its picture, its buttons."""
    if not message.flags.components_v2:
        return words(sentence)
    return _finished(ui.TextDisplay[Any](_clip(escape(sentence), CONTENT)))


def _titled(title: str, caption: str) -> str:
    rest = caption.removeprefix(title).lstrip("\n") if title else caption
    head = f"**{escape(title.strip())}**" if title.strip() else ""
    return "\n".join(part for part in (head, escape(rest)) if part)


def _layout(
    text: str,
    alt: str,
    rows: Rows,
    picture: Picture | None,
    line: str = "",
    emblem: Emblem = lambda _button: None,
) -> Layout:
    items: list[ui.Item[Any]] = []
    described = alt[:ALT] or None
    if line:
        items.append(ui.TextDisplay(_clip(line, CONTENT // 2)))
    if picture is not None:
        picture = replace(picture, name=_file_name(picture.name))
        gallery = discord.MediaGalleryItem(f"attachment://{picture.name}", description=described)
        items.append(ui.MediaGallery(gallery))
    items.append(ui.TextDisplay(_clip(text, LAYOUT - len(line))))
    items.extend(_action_rows(rows, COMPONENTS - len(items), emblem))
    return Layout(_finished(*items).view, picture, described)


def _finished(*items: ui.Item[Any]) -> Layout:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    told_apart(view.walk_children())
    view.stop()  # so that discord.py keeps no record of the message: the client answers every press itself
    return Layout(view)


def _action_rows(rows: Rows, room: int, emblem: Emblem) -> Iterator[ui.ActionRow[Any]]:
    for chunk in chunks(rows):
        if room < 2:
            return
        fitting = chunk[: room - 1]
        room -= 1 + len(fitting)
        action_row = ui.ActionRow[Any]()
        for button in fitting:
            action_row.add_item(press(button, emblem(button)))
        yield action_row


def _plain_view(rows: Rows) -> ui.View | None:
    if not rows:
        return None
    view = ui.View(timeout=None)
    for index, line in enumerate(lines_of(rows)[:ROW]):
        for item in line:
            item.row = index
            view.add_item(item)
    told_apart(view.walk_children())
    view.stop()
    return view


def _file_name(name: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name.removesuffix(".png"))
    return f"{stem or 'picture'}.png"


def _clip(text: str, limit: int) -> str:
    text = text.strip() or "–"
    return text if len(text) <= limit else text[: limit - 1].rstrip("\\") + "…"
