"""Screens in Telegram's markup: words, a picture and buttons below them.

What everybody may see (`Open`) and what one person may see (`Secret`) are unrelated types here as well.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import (
    CallbackQueryLimit,
    InlineKeyboardButtonLimit,
    KeyboardButtonStyle,
    MessageLimit,
    ParseMode,
)

from bot.screens.tokens import Do, parse_token
from bot.screens.types import Button, File, HandScreen, NoteScreen, PingScreen, Rows, Style, TableScreen
from bot.service.ports import Picture
from bot.table import PlayPosition, Sit

__all__ = [
    "Draft",
    "Links",
    "Open",
    "Secret",
    "Ways",
    "alert",
    "clip",
    "document",
    "for_all",
    "hand",
    "inert",
    "keyboard",
    "linked",
    "note",
    "ping",
    "table",
    "with_links",
    "with_positions",
]

STYLES = {
    Style.PRIMARY: KeyboardButtonStyle.PRIMARY,
    Style.SUCCESS: KeyboardButtonStyle.SUCCESS,
    Style.DANGER: KeyboardButtonStyle.DANGER,
}
Links = Sequence[tuple[str, str]]
"""Buttons that open an address: what stands on each, and where it leads."""
WIDE = 5
"""So many buttons stand side by side and can still be read on a phone."""
FEW = 2
"""So many stand side by side where there are words on them."""
LIVE = re.compile(r"(?<=@)(?=\w)|(?<=\w\.)(?=[^\W\d_])|(?<=://)(?=\S)")
"""Where Telegram would find a mention or an address in plain words; ours have none, but people's names may."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as it will be sent. Words are plain text, so that no name can break them, unless `html`."""

    words: str
    keyboard: InlineKeyboardMarkup | None = None
    picture: Picture | None = None
    html: bool = False
    file: File | None = None

    @property
    def mode(self) -> ParseMode | None:
        """How Telegram shall read the words."""
        return ParseMode.HTML if self.html else None


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to one's cards where a group cannot show them to one member."""

    hand: str
    """The address that shows the hand in the private chat."""
    seat: str
    """The address that takes a seat and opens the private chat."""
    inline: bool = False
    """Whether moves can be chosen from a list in the line where one writes."""


@dataclass(frozen=True, slots=True)
class Open:
    """A message that everybody may see."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Secret:
    """A message with somebody's cards."""

    draft: Draft

    def __repr__(self) -> str:
        return "Secret(…)"


def for_all(what: Open) -> Draft:
    """The draft of what everybody may see, and of nothing else."""
    # Types say so already; said again where a mistake would show somebody's cards.
    if not isinstance(what, Open):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("only what everybody may see can be shown to everybody")
    return what.draft


def table(screen: TableScreen, picture: Picture | None, *, ways: Ways | None = None) -> Open:
    """The public table.

    With `ways` to the private chat it is a table for a group that cannot show a hand to one member only:
    there are buttons for the cards by position, and more ways to one's cards.
    """
    buttons = keyboard(screen.rows)
    if ways and not screen.over:
        buttons = with_positions(buttons, screen, ways)
    return Open(_draft(screen.caption, screen.title, buttons, picture))


def with_positions(
    buttons: InlineKeyboardMarkup | None, screen: TableScreen, ways: Ways
) -> InlineKeyboardMarkup | None:
    """The buttons with the cards by position, and the ways where there are seats or hands; once, if said twice."""
    rows = [list(row) for row in buttons.inline_keyboard] if buttons else []
    there = {button.callback_data or button.url for row in rows for button in row}
    new = [button for button in screen.positions if button.token not in there]
    places = [button for button in new if _is_place(button)]
    others = [button for button in new if not _is_place(button)]
    rows += [[_button(one) for one in row] for row in (*_split(places, WIDE), *_split(others, FEW))]
    if ways.hand not in there and (more := _other_ways(screen, ways)):
        rows.append(more)
    return InlineKeyboardMarkup(rows) if rows else None


def _other_ways(screen: TableScreen, ways: Ways) -> list[InlineKeyboardButton]:
    """The ways that fit what the table offers: to a seat, or to one's cards."""
    every = [button for row in screen.rows for button in row]
    if asks := [button for button in every if button.token == f"{screen.table}-hand"]:
        more = [InlineKeyboardButton(f"{asks[0].label} ↗", url=ways.hand)]
        if ways.inline:
            more.append(InlineKeyboardButton(f"{asks[0].label} ⌨️", switch_inline_query_current_chat=""))
        return more
    seats = [button for button in every if _is_seat(button)]
    if not seats:
        return []
    label = f"{seats[0].symbol} {seats[0].label if len(seats) == 1 else ''}".strip()
    return [InlineKeyboardButton(f"{label} ↗", url=ways.seat)]


def hand(screen: HandScreen, picture: Picture | None) -> Secret:
    """One person's cards with a button a card."""
    return Secret(_draft(screen.caption, screen.title, keyboard(screen.rows), picture))


def note(screen: NoteScreen) -> Open:
    """Words that hold nothing hidden."""
    return Open(_draft(screen.text, "…", keyboard(screen.rows), None))


def document(file: File, words: str) -> Open:
    """A file that holds nothing hidden, with words below it; a picture is shown as one."""
    if file.alt:
        return Open(_draft(words or file.alt, "…", None, Picture(file.name, file.data)))
    return Open(Draft(clip(words, MessageLimit.CAPTION_LENGTH), file=file))


def linked(screen: NoteScreen, label: str, link: str) -> Open:
    """A note with a button that opens an address."""
    return with_links(NoteScreen(screen.text), [(label, link)])


def with_links(screen: NoteScreen, links: Links) -> Open:
    """A note with buttons that open addresses, below its own."""
    draft = note(screen).draft
    rows = [list(row) for row in draft.keyboard.inline_keyboard] if draft.keyboard else []
    rows += [[InlineKeyboardButton(label, url=link)] for label, link in links]
    return Open(replace(draft, keyboard=InlineKeyboardMarkup(rows) if rows else None))


def ping(screen: PingScreen, user: str | None) -> Open:
    """A call to one person: with their Telegram id it mentions them, else it only names them."""
    words = clip(screen.text, MessageLimit.MAX_TEXT_LENGTH // 4)
    before, name, after = words.partition(screen.name)
    if not (user and user.isascii() and user.isdigit() and screen.name and name):
        return Open(_draft(words, "…", None, None))
    link = f'<a href="tg://user?id={user}">{html.escape(inert(name))}</a>'
    return Open(Draft(html.escape(inert(before)) + link + html.escape(inert(after)), html=True))


def keyboard(rows: Rows) -> InlineKeyboardMarkup | None:
    """The buttons, a long row as several; each carries its token unchanged.

    Raises:
        ValueError: a token is too long for a button.
    """
    drawn = [[_button(button) for button in part] for row in rows for part in _split(row, WIDE)]
    return InlineKeyboardMarkup(drawn) if drawn else None


def alert(words: str) -> str:
    """Words as they fit the answer to a press."""
    return clip(words, CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)


def inert(words: str) -> str:
    """Words that read as before, and in which nobody is called and nothing leads anywhere."""
    return LIVE.sub("\u2060", words)


def clip(words: str, most: int) -> str:
    """Words of at most `most` units as Telegram counts them (UTF-16), the last one an ellipsis if cut."""
    if len(words.encode("utf-16-le")) // 2 <= most:
        return words
    cut = words.encode("utf-16-le")[: (most - 1) * 2].decode("utf-16-le", "ignore")
    return cut.rstrip() + "…"


def _split(row: Sequence[Button], most: int) -> Iterator[Sequence[Button]]:
    """The row, or where it is too long several of about one length."""
    count = -(-len(row) // most)
    for start in range(0, len(row), size := -(-len(row) // max(count, 1)) or 1):
        yield row[start : start + size]


def _is_place(button: Button) -> bool:
    meant = parse_token(button.token)
    return isinstance(meant, Do) and isinstance(meant.act, PlayPosition)


def _is_seat(button: Button) -> bool:
    meant = parse_token(button.token)
    return isinstance(meant, Do) and isinstance(meant.act, Sit)


def _draft(words: str, instead: str, buttons: InlineKeyboardMarkup | None, picture: Picture | None) -> Draft:
    most = MessageLimit.CAPTION_LENGTH if picture else MessageLimit.MAX_TEXT_LENGTH
    said = words if words.strip() else instead
    return Draft(clip(inert(said) if said.strip() else "…", most), buttons, picture)


def _button(button: Button) -> InlineKeyboardButton:
    size = len(button.token.encode())
    if not InlineKeyboardButtonLimit.MIN_CALLBACK_DATA <= size <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA:
        raise ValueError(f"the token of a button has {size} bytes, not 1 to 64")
    label = f"{button.symbol} {button.label}".strip() or "…"
    return InlineKeyboardButton(label, callback_data=button.token, style=STYLES.get(button.style))
