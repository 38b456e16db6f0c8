"""People who play a whole match in a Discord channel, by the buttons that they see and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.game import Bid, Move, Play, Sign
from bot.screens.tokens import Do
from bot.table import MakeMove, Over, Table
from bot.table import Person as Seated
from doubles.discord_acts import Act
from doubles.discord_house import House
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel

T = TypeVar("T")
Chooser = Callable[[Table, Sequence[Move]], Move]
"""Which of the legal moves a person makes."""


def first_card(_table: Table, moves: Sequence[Move]) -> Move:
    """The first that can be played; else whatever comes first."""
    return next((move for move in moves if isinstance(move, Play)), moves[0])


@dataclass(eq=False)
class Party:
    """A table in a channel, and who sits at it."""

    wire: DiscordWire
    house: House
    channel: Channel
    people: Sequence[Person]
    choose: Chooser = first_card
    table: Seen = field(init=False)
    """The public message, as it was when the lobby opened."""
    name: str = ""
    """The table's id."""
    made: list[Move] = field(default_factory=list)

    async def open(self, **options: Any) -> Act:
        """The first opens a table by the command with these options."""
        act = await self.people[0].runs(self.channel, "briscola play", **options)
        self.table = await self._until(self._public, "the table")
        self.name = self.table.buttons[0].custom_id.removeprefix("b:").partition("-")[0]
        return act

    def _public(self) -> Seen | None:
        seen = (one for one in self.people[0].sees(self.channel) if not one.ephemeral and one.buttons)
        return next(seen, None)

    async def sit(self) -> None:
        """The others sit down, each by the first free seat that they see."""
        for person in self.people[1:]:
            seat = await self._until(lambda: self._offered("-sit-"), "a free seat")
            await person.presses_custom_id(self.table, seat)
            await self._gone(seat)

    async def _gone(self, seat: str) -> None:
        """The seat is taken, for all to see."""
        await self.wire.until(lambda: self._offered(seat) is None, hint="the seat to be taken")

    async def start(self) -> None:
        """The host starts it, and everybody looks at their cards."""
        start = await self._until(lambda: self._offered("-start"), "the start")
        await self.people[0].presses_custom_id(self.table, start)
        hand = await self._until(lambda: self._offered("-hand"), "the first deal")
        for person in self.people[1:]:
            await person.presses_custom_id(self.table, hand)

    @property
    def shown(self) -> Seen:
        """The public message as it is now."""
        return self.people[0].sees_again(self.table)

    def private(self, person: Person) -> list[Seen]:
        """What that person alone sees."""
        return [seen for seen in person.sees(self.channel) if seen.ephemeral]

    def hand(self, person: Person) -> Seen | None:
        """Their cards as they see them now."""
        return next((seen for seen in reversed(self.private(person)) if seen.pictures), None)

    def _offered(self, words: str) -> str | None:
        """The id of the first button under the table with these words in it."""
        return next((b.custom_id for b in self.shown.buttons if words in b.custom_id), None)

    async def _until(self, found: Callable[[], T | None], what: str) -> T:
        await self.wire.until(found, hint=what)
        told = found()
        assert told is not None
        return told

    async def state(self) -> Table:
        """The table as it is."""

        def work(tx: object) -> Table:
            row = tx.table(self.name)  # type: ignore[attr-defined]  # a Tx
            return self.house.keeper.load(tx, row)  # type: ignore[arg-type]  # a Tx

        return await self.house.store.read(work)

    async def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return isinstance((await self.state()).phase, Over)

    async def person_in(self, table: Table, seat: int) -> Person:
        """Who sits there."""
        one = table.seats[seat]
        assert isinstance(one, Seated)
        players = await self.house.store.read(lambda tx: tx.players([one.key]))
        return next(person for person in self.people if str(person.id) == players[one.key].user)

    # -- playing ----------------------------------------------------------------------------------
    async def play(self, most: int = 400, until: Callable[[Table], bool] | None = None) -> Table:
        """Whoever's turn it is moves, until the match is over; the table then."""
        for _ in range(most):
            table = await self.state()
            if isinstance(table.phase, Over) or (until and until(table)):
                return table
            if (seat := table.turn) is None or table.computer_turn:
                await self._news(table)
                continue
            await self.move(table, seat)
        raise AssertionError("the match does not end")

    async def move(self, table: Table, seat: int) -> None:
        """The person in the seat makes a move, by a button that they see."""
        view = table.seat_view(seat)
        assert view
        move = self.choose(table, view.legal_moves)
        self.made.append(move)
        person, step = await self.person_in(table, seat), table.step_for(seat, move)
        assert step
        press = f"b:{Do(self.name, MakeMove(step, move))}"
        if isinstance(move, Sign):
            await self._asks(person, f"b:{self.name}-signs")
        if isinstance(move, Bid) and isinstance(move.value, int) and not self._sees(person, press):
            await self._bids(person, move.value)
        else:
            await self._asks(person, press)
        await self._news(table)

    async def _asks(self, person: Person, press: str) -> Act:
        """Presses such a button, as soon as one is to be seen."""
        message = await self._until(lambda: self._sees(person, press), f"{person.name}'s button {press}")
        return await person.presses_custom_id(message, press)

    async def _bids(self, person: Person, points: int) -> None:
        """Bids points that have no button, by the form."""
        asked = await self._asks(person, f"b:{self.name}-points")
        await person.fills_in(asked, number=str(points))

    async def _news(self, table: Table) -> None:
        """Something happens that was not there before."""
        for _ in range(2000):
            if (await self.state()).seq > table.seq:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"nothing comes after {table.seq}, though {self.made[-1:]} was pressed")

    def _sees(self, person: Person, press: str) -> Seen | None:
        """A message on the person's screen with this button, the newest first."""
        seen = reversed(person.sees(self.channel))
        return next((one for one in seen if press in {b.custom_id for b in one.buttons}), None)


SECRETS = ("-play-", "-sign-", "You hold", "You are the partner", "Sei il socio", "Your partner")
"""What no message that everybody sees may hold."""


def assert_nothing_hidden(wire: DiscordWire) -> None:
    """No message to the channel ever named a card to play, a sign to make, a hand or the secret partner."""
    public = [str(call.body) for call in wire.calls if call.path.startswith("/channels/")]
    assert not [(words, body) for body in public for words in SECRETS if words in body]
