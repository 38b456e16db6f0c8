"""Draws what a surface should show now, from what is committed now."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from bot.game import commitment
from bot.screens.hand import hand_screen
from bot.screens.people import Names
from bot.screens.ping import ping_screen
from bot.screens.table import broken_screen, table_screen
from bot.screens.tastes import home_deck
from bot.screens.telling import waiting_of
from bot.screens.types import HandScreen, TableScreen
from bot.service.keeper import BrokenJournalError, Keeper
from bot.service.levels import level_of_host
from bot.service.ports import Screen, Tx
from bot.service.records import Chat, Player, Surface, SurfaceKind, TableRow, Taste
from bot.table import Over, Table
from bot.words import Words, words

__all__ = ["Studio", "Urgency"]


class Urgency(IntEnum):
    """What is brought up to date first, where not everything can be at once."""

    TABLE = 0
    """What everybody looks at."""
    HAND_ON_TURN = 1
    """The cards of whoever is to play."""
    PING = 2
    """A call to somebody."""
    HAND = 3
    """Cards in a private chat; a message that has to go."""
    CAN_WAIT = 4
    """A hand, in the chat of its table, of somebody who is not to play: six of them are many."""


@dataclass(frozen=True, slots=True)
class Studio:
    """Makes screens inside a reading transaction."""

    keeper: Keeper

    def screen(self, tx: Tx, surface: Surface) -> Screen | None:
        """The latest screen for a surface; None where there is nothing to show (any more)."""
        row = tx.table(surface.table)
        if row is None:
            return None
        chat = tx.chat_by_id(row.chat)
        match surface.kind:
            case SurfaceKind.TABLE:
                return self.table(tx, row, chat)
            case SurfaceKind.HAND:
                elsewhere = surface.chat != chat.ref or surface.platform != chat.platform
                place = chat.title if elsewhere else ""
                return self.hand(tx, row, surface.viewer, place=place) or self.before_cards(
                    tx, row, surface.viewer
                )
            case SurfaceKind.PING:
                return self._ping(tx, row, surface.viewer, chat)

    def is_pinned(self, tx: Tx, surface: Surface, screen: Screen | None) -> bool:
        """Whether the message should stand at the top of its chat: that of a table that lives, where it is liked."""
        if not isinstance(screen, TableScreen) or screen.over:
            return False
        chat = tx.chat_by_ref(surface.platform, surface.chat)
        return chat is not None and chat.habits.pins

    def table(
        self, tx: Tx, row: TableRow, chat: Chat, locale: str = "", taste: Taste | None = None
    ) -> TableScreen:
        """The public table, in the chat's language and as it likes its tables, unless one visitor's are given."""
        spoken = words(locale or chat.locale)
        if row.phase == "trouble":
            return broken_screen(row.id, spoken)
        table = self.keeper.load(tx, row)
        sealed = commitment(row.next_seed) if row.next_seed else ""
        liked = taste or _taste_of(tx, table, chat)
        return table_screen(
            table,
            _names(tx, table),
            spoken,
            next_commitment=sealed,
            level=level_of_host(tx, table),
            deck=liked.deck,
            picture=not liked.words_only,
        )

    def hand(self, tx: Tx, row: TableRow, viewer: str, *, place: str = "") -> HandScreen | None:
        """The hand of `viewer`, in their own language and as they like it; None when they hold none here."""
        if row.phase == "trouble":
            return None
        table = self.keeper.load(tx, row)
        seat = table.seat_of(viewer)
        if seat is None:
            return None
        names = _players(tx, table)
        player = names.get(viewer)
        spoken, liked = words(player.locale if player else ""), player.taste if player else Taste()
        given = {key: player.name for key, player in names.items()}
        deck = self.deck(tx, row, table, liked)
        return hand_screen(table, seat, given, spoken, place=place, deck=deck, picture=not liked.words_only)

    def deck(self, tx: Tx, row: TableRow, table: Table, liked: Taste) -> str:
        """The deck for somebody with this taste: their own, else that of the table."""
        chosen = liked.deck or _taste_of(tx, table, tx.chat_by_id(row.chat)).deck
        return chosen or home_deck(table.rules.game)

    def before_cards(self, tx: Tx, row: TableRow, viewer: str) -> HandScreen | None:
        """What stands in a private message until the cards of a table come there: of a next one, or one joined by a link."""
        table = self.keeper.load(tx, row) if row.phase == "lobby" else None
        if table is None or table.seat_of(viewer) is None:
            return None
        player = tx.players([viewer]).get(viewer)
        said = words(player.locale if player else "").say(
            "Your cards come here when the host starts the game."
        )
        return HandScreen(table.id, viewer, table.seq, None, said, said, said, said, ())

    def waiting(self, tx: Tx, table: Table, viewer: str, locale: str) -> str:
        """What `viewer` waits for at the table, in that language."""
        spoken = words(locale)
        return waiting_of(table, viewer, self.names(tx, table, spoken), spoken)

    def names(self, tx: Tx, table: Table, spoken: Words) -> Names:
        """What everybody at the table is called, in that language."""
        return Names(table, _names(tx, table), spoken)

    def is_on_turn(self, tx: Tx, surface: Surface) -> bool:
        """Whether the surface's viewer is to play."""
        row = tx.table(surface.table)
        if row is None or row.phase != "playing":
            return False
        try:
            table = self.keeper.load(tx, row)
        except BrokenJournalError:
            return False
        return table.turn is not None and table.turn == table.seat_of(surface.viewer)

    def urgency(self, tx: Tx, surface: Surface) -> Urgency:
        """How soon the surface should be brought up to date, beside the others of its chat."""
        match surface.kind:
            case SurfaceKind.TABLE:
                return Urgency.TABLE
            case SurfaceKind.PING:
                return Urgency.PING
            case SurfaceKind.HAND:
                if self.is_on_turn(tx, surface) and not surface.gone:
                    return Urgency.HAND_ON_TURN
                return Urgency.CAN_WAIT if self._can_wait(tx, surface) else Urgency.HAND

    def _can_wait(self, tx: Tx, surface: Surface) -> bool:
        """Whether it is in its table's chat, and of somebody who sits there: whose cards have to go, it cannot."""
        row = tx.table(surface.table)
        if row is None or surface.gone or tx.chat_by_id(row.chat).ref != surface.chat:
            return False
        try:
            return row.phase != "trouble" and self.keeper.load(tx, row).seat_of(surface.viewer) is not None
        except BrokenJournalError:
            return False

    def _ping(self, tx: Tx, row: TableRow, viewer: str, chat: Chat) -> Screen | None:
        if row.phase != "playing":
            return None
        table, spoken = self.keeper.load(tx, row), words(chat.locale)
        return ping_screen(table, viewer, self.names(tx, table, spoken), spoken)


def _taste_of(tx: Tx, table: Table, chat: Chat) -> Taste:
    """How the table is shown: in a private chat, where one person looks at it, as that person likes it."""
    if not chat.private:
        return chat.taste
    host = tx.players([table.host]).get(table.host)
    return host.taste if host is not None else chat.taste


def _players(tx: Tx, table: Table) -> Mapping[str, Player]:
    """Everybody whom a screen may name: those at the table, its host, and whoever left or ended it and sits there no more."""
    by = table.phase.by if isinstance(table.phase, Over) else ""
    keys = [*table.people, *(one.key for one in table.leavers), *filter(None, [by, table.host])]
    return tx.players(list(dict.fromkeys(keys)))


def _names(tx: Tx, table: Table) -> dict[str, str]:
    return {key: player.name for key, player in _players(tx, table).items()}
