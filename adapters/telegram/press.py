"""A press: who pressed, what the button means, and what kind of message it was on."""

from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic

from telegram import CallbackQuery, InlineKeyboardMarkup, Message

from adapters.telegram.places import Asker
from bot.screens.tokens import Ask, Choose, Do, Open, Read, Settings, parse_token
from bot.table import (
    Abandon,
    Act,
    Anew,
    Back,
    ClearSeat,
    End,
    FillSeats,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    SetRule,
    Sit,
    Start,
    Watch,
)

__all__ = ["Kind", "Press"]

UNDER_TABLES = (Sit, SeatComputer, ClearSeat, FillSeats, Start, NextDeal, Rematch, Anew)
"""What buttons do that stand under tables; a menu may have some as well."""
UNDER_HANDS = (PlayPosition, Back)
"""What buttons do under hands; in a group they may stand under the table as well."""
ASKED_BACK = (End, Resign)
"""What buttons do under notes that ask back; they offer the menu as well, as a hand does."""
ASKED_IN_NOTES = ("fair", "resigning", "sheet", "export", "options", "house", "nohouse", "computers")
"""What is asked by buttons that stand under notes and nowhere else."""
OF_CARDS = ("play", "exchange")
"""Moves whose buttons stand under hands. Bids, passes, calls and signs may stand under a note of their own."""
TOLD_BY_THE_TABLE = ("bid", "pass", "call", "sign")
"""Moves after which one's cards are what they were."""
OF_CHOOSERS = ("option_", "computer_", "level_")
"""How questions begin that are asked by buttons of a chooser."""
CHOICES = ("games", "options", "house", "nohouse", "levels", "computers")
"""Questions that are answered with something to choose from."""


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
        """The press behind a query; None when it is not told where or by whom, or there was nothing on it."""
        by = Asker.of_press(query)
        if by is None or not by.is_somebody or query.data is None:
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
        for sure in (Kind.NOTE, Kind.TABLE):
            if sure in kinds:
                return sure
        if any(map(_asks_back, self._tokens)):
            return Kind.NOTE
        if Kind.HAND in kinds:
            return Kind.HAND if alone else Kind.TABLE
        return Kind.NOTE

    @property
    def public_message(self) -> str:
        """The number of the table's message, or of what may be one."""
        return str(self.by.message) if self.kind is Kind.TABLE and self.by.message else ""

    @property
    def moves(self) -> bool:
        """Whether the button makes a move at cards, as those of a hand do."""
        return bool(self._verb)

    @property
    def changes_no_card(self) -> bool:
        """Whether it is a move that leaves one's cards as they were: a bid, a pass, a call, a sign."""
        return self._verb in TOLD_BY_THE_TABLE

    @property
    def asks(self) -> bool:
        """Whether the button only asks something, so that it may be asked again in another place."""
        return isinstance(parse_token(self.token), Ask)

    @property
    def chooses(self) -> bool:
        """Whether the button chooses among games, rules, settings or pages, or asks for what there is to choose from."""
        match parse_token(self.token):
            case Ask(what=what):
                return what in CHOICES or what.startswith(OF_CHOOSERS)
            case Do(act=SeatComputer() | ClearSeat()):
                return self.kind is Kind.NOTE
            case Do(act=act):
                return isinstance(act, SetRule)
            case Read() | Settings() | Choose(in_settings=True):
                return True
            case _:
                return False

    @property
    def opens(self) -> bool:
        """Whether the button opens a table."""
        return isinstance(parse_token(self.token), Open)

    @property
    def begins_anew(self) -> bool:
        """Whether the button opens the next table for the same people, so that they change its rules there."""
        meant = parse_token(self.token)
        return isinstance(meant, Do) and isinstance(meant.act, Anew)

    @property
    def sits(self) -> bool:
        """Whether the button takes a seat."""
        meant = parse_token(self.token)
        return isinstance(meant, Do) and isinstance(meant.act, Sit)

    @property
    def settles(self) -> bool:
        """Whether there is nothing left to choose at the table once this is done."""
        meant = parse_token(self.token)
        return isinstance(meant, Do) and isinstance(meant.act, Start | End)

    @property
    def _verb(self) -> str:
        """The first word of the move on the button; empty where there is none."""
        meant = parse_token(self.token)
        return _verb(meant.act) if isinstance(meant, Do) else ""

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


def _verb(act: Act) -> str:
    return str(act.move).partition(" ")[0] if isinstance(act, MakeMove) else ""


def _asks_back(token: str) -> bool:
    meant = parse_token(token)
    return isinstance(meant, Do) and isinstance(meant.act, ASKED_BACK)


def _kind_of(token: str) -> Kind | None:
    """What the button is a sure sign of; None for one that may stand anywhere."""
    match parse_token(token):
        case Do(act=act) if isinstance(act, SetRule | Abandon | Watch) or _verb(act) == "sign":
            return Kind.NOTE
        case Ask(what=what) if what in ASKED_IN_NOTES or what.startswith(OF_CHOOSERS):
            return Kind.NOTE
        case Ask(what="hand"):
            return Kind.TABLE
        case Do(act=act) if isinstance(act, UNDER_TABLES):
            return Kind.TABLE
        case Ask(what="more"):
            return Kind.HAND
        case Do(act=act) if isinstance(act, UNDER_HANDS) or _verb(act) in OF_CARDS:
            return Kind.HAND
        case _:
            return None
