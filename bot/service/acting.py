"""Does at tables what people press, and answers in their language."""

from dataclasses import replace

from bot.game import Bid, Play
from bot.game.moves import POINT_BIDS
from bot.screens.choosing import games_note, note_after
from bot.screens.computers import note_after_change
from bot.screens.types import HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.desk import Admin
from bot.service.finding import bidding_table
from bot.service.hands import Hands
from bot.service.homes import Homes
from bot.service.keeper import Happened, Keeper
from bot.service.levels import Levels, level_in, level_of
from bot.service.ports import Store, Tx
from bot.service.records import Player, Where
from bot.service.studio import Studio
from bot.service.usual import text_of
from bot.table import (
    Abandon,
    Accepted,
    Act,
    Anew,
    ClearSeat,
    Computer,
    Duplicate,
    End,
    Leave,
    MakeMove,
    NextDeal,
    Playing,
    PlayPosition,
    Refused,
    Rematch,
    Resign,
    SeatComputer,
    SetRule,
    Stale,
    Start,
    Table,
)
from bot.words import Words, words
from bot.words.cards import card_name
from bot.words.reasons import reason

__all__ = ["Acting", "no_such_table"]

SHOW_HAND_AFTER = (Start, NextDeal, MakeMove, PlayPosition, Rematch, Abandon)
"""Acts after which a person wants to see their own cards."""
CHOOSES_RULES = (SetRule, Start)
"""Acts by which a chat chooses the rules that it plays by."""


class Acting:
    """From what a person wants to do at a table to the answer."""

    def __init__(
        self, store: Store, keeper: Keeper, commands: Commands, hands: Hands, homes: Homes, levels: Levels
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._hands = hands
        self._homes = homes
        self._levels = levels
        self._studio = Studio(keeper)

    async def do(
        self,
        table: str,
        act: Act,
        where: Where,
        player: Player,
        *,
        event: str = "",
        admin: Admin | None = None,
    ) -> Answer:
        """Do it, if it can be done."""
        if not await self._homes.has(table, where):
            return no_such_table(player, table)
        if isinstance(act, End):
            act = End(admin=await self._homes.has_authority(table, where, admin))
        if isinstance(act, Leave | Resign):
            act = replace(act, stand_in=await self._levels.of_stand_in(table))
        happened = await self._commands.act(table, player.key, act, event=(where.platform, event))
        if happened is None:
            return no_such_table(player, table)
        if isinstance(act, CHOOSES_RULES) and isinstance(happened.reply, Accepted):
            await self._remember_rules(happened)
        if isinstance(happened.reply, Accepted):
            player = await self._levels.remember(player, level_in(act))
        note = await self._note_after(happened, act, where, player, admin)
        return await self._answer(happened, act, player, note)

    async def _remember_rules(self, happened: Happened) -> None:
        """The chat has chosen what it plays."""
        chat, text = happened.row.chat, text_of(happened.table.rules)
        await self._store.write(lambda tx: tx.set_chat_rules(chat, text))

    # -- answers ----------------------------------------------------------------------------------
    async def _answer(self, happened: Happened, act: Act, player: Player, note: NoteScreen | None) -> Answer:
        spoken, table = words(player.locale), happened.table
        match happened.reply:
            case Accepted(act=done):
                shown = happened.next_table or table
                hand = await self._hand_after(act, shown, player)
                said = _done(spoken.of_deck(hand.deck if hand else ""), act, done, table, player.key)
                return Answer(Outcome.ACCEPTED, said, hand, note, table=shown.id)
            case Duplicate():
                hand = await self._hand_after(act, table, player)
                return Answer(Outcome.DUPLICATE, hand=hand, note=note, table=table.id)
            case Stale():
                hand = await self._hands.own(table.id, player)
                said = (
                    spoken.say("The table has moved on. This is how it stands now.")
                    if hand
                    else spoken.say("The table has moved on.")
                )
                return Answer(Outcome.STALE, said, hand, table=table.id)
            case Refused(reason=why, fields=told):
                hand = await self._hand_after(act, table, player)
                return Answer(Outcome.REFUSED, reason(spoken, why, told), hand, table=table.id)

    async def _hand_after(self, act: Act, table: Table, player: Player) -> HandScreen | None:
        return await self._hands.own(table.id, player) if isinstance(act, SHOW_HAND_AFTER) else None

    async def _note_after(
        self, happened: Happened, act: Act, where: Where, player: Player, admin: Admin | None
    ) -> NoteScreen | None:
        """Where rules are chosen, the note to go on with."""
        spoken, table = words(player.locale), happened.next_table or happened.table
        match act, happened.reply:
            case SetRule(option=option), Accepted() | Duplicate():
                asked = option in ("preset", "players")
                may = asked and await self._homes.has_authority(table.id, where, admin)
                return note_after(table, act, spoken, host=table.host == player.key, admin=may)
            case (SeatComputer() | ClearSeat()) as done, Accepted() if _was_computers(happened, done.seat):
                return await self._computers_note(table, done, player)
            case Anew(), Accepted():
                return games_note(table, spoken, host=table.host == player.key, admin=False)
            case _:
                return None

    async def _computers_note(
        self, table: Table, act: SeatComputer | ClearSeat, player: Player
    ) -> NoteScreen | None:
        spoken = words(player.locale)
        names = await self._commands.read(lambda tx: self._studio.names(tx, table, spoken))
        return note_after_change(table, act, names, level_of(player))

    # -- a number that was typed --------------------------------------------------------------------
    async def bid(self, where: Where, player: Player, points: str, *, table: str, event: str) -> Answer:
        """A number of points typed as a bid."""
        spoken = words(player.locale)
        if (bid := _bid(points)) is None:
            said = spoken.say(
                "Write a whole number of points, from {least} to {most}.",
                least=POINT_BIDS[0],
                most=POINT_BIDS[-1],
            )
            return Answer(Outcome.REFUSED, said, table=table)
        if table and not await self._homes.has(table, where):
            return no_such_table(player, table)
        if event and await self._has_seen(where, event):
            return Answer(Outcome.DUPLICATE, table=table)
        here = await self._commands.read(lambda tx: self._auction(tx, where, player, table))
        seat = here.seat_of(player.key) if here is not None else None
        step = here.step_for(seat, bid) if here is not None and seat is not None else None
        if here is None or step is None:
            said = spoken.say("You are in no auction here: points are bid at a table of Briscola Chiamata.")
            return Answer(Outcome.REFUSED, said, table=table)
        return await self.do(here.id, MakeMove(step, bid), where, player, event=event)

    async def _has_seen(self, where: Where, event: str) -> bool:
        return await self._store.read(lambda tx: tx.seen(where.platform, event))

    def _auction(self, tx: Tx, where: Where, player: Player, name: str) -> Table | None:
        if not name:
            return bidding_table(tx, self._keeper, where, player)
        row = tx.table(name)
        return self._keeper.load(tx, row) if row is not None and row.phase != "trouble" else None


def _was_computers(happened: Happened, seat: int) -> bool:
    """Whether a computer sat there before: only choosers have buttons for such a seat."""
    return happened.before is not None and isinstance(happened.before.seats[seat], Computer)


def no_such_table(player: Player, table: str) -> Answer:
    """The answer about a table that is not there, or not for somebody of this platform."""
    said = words(player.locale).say("There is no such table any more. Open a new one!")
    return Answer(Outcome.STALE, said, table=table)


def _bid(points: str) -> Bid | None:
    """The bid that somebody has typed; None for what is none."""
    digits = points.strip()
    if not digits.isdecimal() or len(digits) > len(str(POINT_BIDS[-1])) or int(digits) not in POINT_BIDS:
        return None
    return Bid(int(digits))


def _left(spoken: Words, table: Table) -> str:
    """What becomes of a match of more than two that somebody has left."""
    if not isinstance(table.phase, Playing):
        return spoken.say("You have left the table.")
    if len(table.rules.side_seats) == table.rules.players:
        return spoken.say("You have left: a computer plays on in your seat.")
    return spoken.say("You have left: a computer plays on for your side.")


def _done(spoken: Words, act: Act, done: Act, table: Table, actor: str) -> str:
    """A word about what was done, where the screens do not say it anyway."""
    match act, done:
        case PlayPosition(), MakeMove(move=Play(card)):
            return spoken.say("You play the {card}.", card=card_name(spoken, card, table.rules.ranking))
        case ((Leave() | Resign()), _) if table.has_left(actor):
            return _left(spoken, table)
        case Leave(), _:
            return spoken.say("You have left the table.")
        case End(), _:
            return spoken.say("Noted.")
        case _:
            return ""
