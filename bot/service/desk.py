"""The desk: everything an adapter may ask of the bot, in the order in which a person would."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.screens.moves import MovesScreen
from bot.screens.types import HandScreen, TableScreen
from bot.service.answers import Answer
from bot.service.elsewhere import Home
from bot.service.records import Habits, Taste, Where, Who

__all__ = ["Admin", "Desk", "Look", "Opponent"]

Admin = Callable[[], Awaitable[bool]]
"""Asks the platform whether the person has authority in the chat; called only where it decides something."""

Opponent = str
"""Whom to play: `""` (who joins), a computer player's level such as `normal`, or `computer` for the one chosen last."""


@dataclass(frozen=True, slots=True)
class Look:
    """A live view of a table for one visitor, drawn now."""

    table: TableScreen
    hand: HandScreen | None
    """The visitor's own hand, if they sit at the table and it has one."""
    seq: int
    """The length of the table's journal it shows."""
    seat: int | None = None
    """The visitor's own seat, from the lobby on; None for somebody who watches."""
    next_table: str = ""
    """The id of the rematch, once it is open."""
    host: bool = False
    """Whether the visitor is the table's host, who alone may start it."""
    waiting: str = ""
    """What the visitor waits for, where they have done their part and others have not."""
    computers: tuple[str, ...] = ()
    """How well each computer at the table plays, seat by seat."""
    alone: bool = False
    """Whether the visitor plays now, with computers and nobody else."""
    deck: str = ""
    """The deck as which the visitor has cards called, and drawn if they are."""


class Desk(Protocol):
    """Every call answers in words and screens of the person's own language, and raises nothing they must see.

    `event` is the platform's id of the event, "" where it has none: an event is acted upon once, however
    often it is delivered. All methods commit before they return.
    """

    # -- tables -----------------------------------------------------------------------------------
    async def open(
        self,
        where: Where,
        who: Who,
        *,
        opponent: Opponent = "",
        rules: Mapping[str, object] | None = None,
        event: str = "",
        watch: bool = False,
    ) -> Answer:
        """Open a table with `who` in the first seat, or with `watch` computers in all of them.

        The public message follows by itself (not on the web).

        `rules` is their JSON form, whole or in part; what it leaves out is as in the chat's house rules, else as
        played there last. Rules that cannot be are refused with the reason. `Answer.table` is the table's id. An
        event seen before answers with the table it opened.
        """
        ...

    async def press(
        self,
        token: str,
        where: Where,
        who: Who,
        *,
        event: str = "",
        message: str = "",
        admin: Admin | None = None,
    ) -> Answer:
        """A button was pressed: any token, of any age, from anywhere, forged ones too.

        `message` is the id of the message it was on, where it is a public one: `Answer.orphan` then says
        that it is not the table's message (any more) and should lose its buttons.
        """
        ...

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The person's hand at that table, or at the newest of theirs in that place (in private: anywhere)."""
        ...

    async def bid(self, where: Where, who: Who, points: str, *, table: str = "", event: str = "") -> Answer:
        """A number of points typed as a bid, at that table or at the one where this person is to bid."""
        ...

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """What this person may end or leave here, as a note with buttons."""
        ...

    async def turns(self, who: Who) -> Sequence[MovesScreen]:
        """What this person may do now, table by table, those at which it is their turn first; writes nothing."""
        ...

    async def leave(self, where: Where, who: Who) -> Answer:
        """This person's own tables here (in private: everywhere), each with a button that leaves it at once.

        The note says what that costs; nobody else is told but by the table itself.
        """
        ...

    # -- questions --------------------------------------------------------------------------------
    async def rules(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The rules of that table, or of the one that they most likely mean; else what is usual in this chat."""
        ...

    async def sheet(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The score sheet of that table, or of the one that they most likely mean."""
        ...

    async def export(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """A finished match as a file that anybody can verify: that table's, or their newest one here."""
        ...

    async def house(
        self,
        where: Where,
        who: Who,
        *,
        admin: Admin | None = None,
        table: str = "",
        head: Admin | None = None,
    ) -> Answer:
        """The house rules of the chat, and for its admins the buttons to make a table's rules house rules.

        `head` asks for authority over all that the chat is part of (`Where.wider`), whose house rules hold in each of
        its chats that has none of its own.
        """
        ...

    async def tastes(
        self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "", typed: str = ""
    ) -> Answer:
        """How this person is shown cards, with buttons to change it; an admin comes from there to the chat's tables.

        Where what they `typed` has a word that we do not know, they are told which decks there are.

        The buttons hold `Choose` tokens (`me-deck-spanish`, `chat-shows-words`), which can be pressed without a note.
        """
        ...

    async def settings(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """All there is to choose, as a note with buttons: for an admin of a chat its settings, else one's own."""
        ...

    async def stats(self, where: Where, who: Who) -> Answer: ...
    async def leaderboard(self, where: Where, who: Who) -> Answer: ...
    async def help(self, where: Where, who: Who) -> Answer:
        """What the bot is and how to begin; its note carries the language buttons."""
        ...

    async def status(self, where: Where, who: Who) -> Answer:
        """That the bot is alive, how many tables are open here, and its version."""
        ...

    async def guide(self, where: Where, who: Who, *, topic: str = "") -> Answer:
        """The first page of the guide on a topic (`rules`, `tips`, `history`), with buttons to all others.

        It is about the game of the table that the person most likely means, else about what is usual in the chat.
        """
        ...

    async def language(self, who: Who) -> str:
        """The language that this person has chosen, else the one that the platform names; writes nothing."""
        ...

    async def taste(self, who: Who) -> Taste:
        """How this person likes to be shown cards, and to play; writes nothing."""
        ...

    async def habits(self, where: Where) -> Habits:
        """How much this chat wants to see of its tables; writes nothing."""
        ...

    # -- messages ---------------------------------------------------------------------------------
    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        """`hand` now stands in this private message, which is refreshed from now on (until it expires).

        The other message there that was refreshed until now, and no more; empty for none.
        """
        ...

    async def message_gone(self, where: Where, message: str) -> None:
        """Somebody deleted this message; it is made anew if the table lives."""
        ...

    async def redraw(self, table: str) -> None:
        """The platform shows this table differently from now on: draw its message again."""
        ...

    async def chat_back(self, where: Where) -> None:
        """We may write there again: what waits is shown now."""
        ...

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """A platform gave a chat a new id."""
        ...

    async def unshown(self, table: str) -> Sequence[tuple[Who, HandScreen]]:
        """The people at a table that is played whose cards no message shows yet, each with them."""
        ...

    async def place_for_cards(self, table: str, who: Who) -> HandScreen | None:
        """What keeps the place of this person's cards in a private message until they are dealt.

        None where they do not wait for any. It is then told where it stands by `hand_shown`.
        """
        ...

    async def home(self, table: str) -> Home | None:
        """Where the table is, for somebody who looks for it from another place; None when there is none."""
        ...

    async def lobby_of(self, where: Where, who: Who) -> str | None:
        """The thread ("" for none) in which the newest lobby that this person hosts in the chat waits; None without one."""
        ...

    async def tables_in(self, where: Where) -> Sequence[str]:
        """The tables in lobby or play in that place, the newest first: with no thread, in the whole chat."""
        ...

    async def chat_gone(self, where: Where) -> None:
        """The chat, channel or thread is gone or closed to us: its tables end, all seats are free."""
        ...

    async def left(self, where: Where, who: Who) -> None:
        """A person left the chat: they leave its tables."""
        ...

    # -- live views (web) -------------------------------------------------------------------------
    async def look(self, table: str, who: Who) -> Look | None:
        """The table as this visitor sees it now; None when there is no such table. Looking leaves no trace."""
        ...

    def changes(self, table: str) -> AsyncIterator[None]:
        """Yields once at the start and after each change of the table, also by other processes (within 1 s).

        Yields as well, once in a while, when nothing has changed; the caller compares what it shows.
        """
        ...

    # -- small facts ------------------------------------------------------------------------------
    async def fact(self, name: str) -> str | None:
        """A small thing an adapter kept by name (a polling offset, a file id)."""
        ...

    async def keep_fact(self, name: str, value: str) -> None: ...

    async def gate(self, name: str, hold: int) -> int:
        """Claim a gate that one at a time passes, over all processes, for `hold` ms.

        0 when it is ours now, else the milliseconds until it is worth asking again.
        """
        ...

    # -- what platforms keep of ours --------------------------------------------------------------
    async def upload(self, account: str, name: str) -> str | None:
        """The platform's own name (a file id) for content `name`, a hash, as `account` has uploaded it."""
        ...

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        """The platform calls this content `ref` from now on; with an empty one it does not keep it any more.

        What nobody has asked for in 60 days is forgotten.
        """
        ...
