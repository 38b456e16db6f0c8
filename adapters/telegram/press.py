"""A press: who pressed, what the button means, and what kind of message it was on."""

from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic

from telegram import CallbackQuery, InlineKeyboardMarkup, Message

from adapters.telegram.places import Asker
from bot.screens.tokens import Ask, Do, parse_token
from bot.table import (
    Back,
    ClearSeat,
    End,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    Sit,
    Start,
)

__all__ = ["Kind", "Press"]

UNDER_TABLES = (Sit, SeatComputer, ClearSeat, Start, NextDeal, Rematch)
"""What buttons do that stand under tables and nowhere else."""
UNDER_HANDS = (MakeMove, PlayPosition, Back)
"""What buttons do under hands; in a group they may stand under the table as well."""


class Kind(Enum):
    """What a message of ours shows, told by its buttons: they outlive every restart."""

    TABLE = auto()
    """The public table."""
    HAND = auto()
    """Somebody's cards."""
    NOTE = auto()
    """Private words, with buttons of their own."""


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed a button."""

    by: Asker
    token: str
    keyboard: InlineKeyboardMarkup | None
    """All buttons of the message, where Telegram still shows it."""
    at: float

    @classmethod
    def of(cls, query: CallbackQuery) -> "Press | None":
        """The press behind a query; None when Telegram does not say where it was, or there was nothing on it."""
        by = Asker.of_press(query)
        if by is None or query.data is None:
            return None
        keyboard = query.message.reply_markup if isinstance(query.message, Message) else None
        return cls(by, query.data, keyboard, monotonic())

    @property
    def kind(self) -> Kind:
        """What the message pressed shows. In private a doubtful one is no table, so that no hand becomes one."""
        alone = self.by.where.private or self.by.ephemeral is not None
        if self.keyboard is None and not alone:
            return Kind.TABLE
        kinds = {_kind_of(token) for token in self._tokens}
        if Kind.TABLE in kinds:
            return Kind.TABLE
        if any(map(_ends, self._tokens)):
            return Kind.NOTE  # asked back: it offers the menu as well, as a hand does
        if Kind.HAND in kinds:
            return Kind.HAND if alone else Kind.TABLE
        return Kind.NOTE

    @property
    def public_message(self) -> str:
        """The number of the table's message, or of what may be one."""
        return str(self.by.message) if self.kind is Kind.TABLE and self.by.message else ""

    @property
    def plays_card(self) -> bool:
        """Whether the button names a card, as those of a hand do."""
        wanted = parse_token(self.token)
        return isinstance(wanted, Do) and isinstance(wanted.act, MakeMove)

    @property
    def asks(self) -> bool:
        """Whether the button only asks something, so that it may be asked again in another place."""
        return isinstance(parse_token(self.token), Ask)

    def lacks_positions(self, table: str) -> bool:
        """Whether the message shows a playing table without the cards by position, and no other way to them."""
        rows = self.keyboard.inline_keyboard if self.keyboard else ()
        shown = [button for row in rows for button in row]
        asks = any(button.callback_data == f"{table}-hand" for button in shown)
        return asks and not any(button.url for button in shown)

    @property
    def _tokens(self) -> list[str]:
        rows = self.keyboard.inline_keyboard if self.keyboard else ()
        shown = [button.callback_data for row in rows for button in row]
        return [token for token in shown if isinstance(token, str)] or [self.token]


def _ends(token: str) -> bool:
    """Whether this button gives up a match or ends a table: only notes have such."""
    meant = parse_token(token)
    return isinstance(meant, Do) and isinstance(meant.act, End | Resign)


def _kind_of(token: str) -> Kind:
    match parse_token(token):
        case Ask(what="hand"):
            return Kind.TABLE
        case Ask(what="more"):
            return Kind.HAND
        case Do(act=act) if isinstance(act, UNDER_TABLES):
            return Kind.TABLE
        case Do(act=act) if isinstance(act, UNDER_HANDS):
            return Kind.HAND
        case _:
            return Kind.NOTE
