"""People who play a whole match in a Telegram group, by the buttons that they see and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from bot.game import Bid, Exchange, Move, Play, Sign
from bot.screens.tokens import Do
from bot.service.ports import Tx
from bot.table import MakeMove, Over, Person, PlayPosition, Table
from doubles.telegram_api import Answer, Chat, Message, TelegramApi
from doubles.telegram_api import Person as Someone
from doubles.telegram_house import House

T = TypeVar("T")
Chooser = Callable[[Table, Sequence[Move]], Move]
"""Which of the legal moves a person makes."""


def first_card(_table: Table, moves: Sequence[Move]) -> Move:
    """The first that can be played; else whatever comes first."""
    return next((move for move in moves if isinstance(move, Play)), moves[0])


@dataclass(eq=False)
class Evening:
    """A table in a group, and who sits at it."""

    api: TelegramApi
    house: House
    group: Chat
    people: Sequence[Someone]
    choose: Chooser = first_card
    table: Message = field(init=False)
    """The public message."""
    name: str = ""
    """The table's id."""
    made: list[Move] = field(default_factory=list)
    patience: float = 20.0
    """Seconds for which they wait for what should come."""

    async def open(self, command: str) -> None:
        """The first opens a table by this command."""
        host, before = self.people[0], len(self.group.messages)
        await host.says(self.group, command)
        self.table = await self._until(
            lambda: next((m for m in self.group.messages[before:] if m.photo), None), "the table"
        )
        self.name = next(b.data or "" for row in self.table.content.buttons for b in row).partition("-")[0]

    async def sit(self) -> None:
        """The others sit down, each by the first free seat that they see."""
        for person in self.people[1:]:
            seat = await self._until(lambda: self._offered("-sit-"), "a free seat")
            await self.press(person, self.table, seat)
            await self._until(partial(self._is_gone, seat), "the seat to be taken")

    async def start(self) -> None:
        """The host starts it."""
        start = await self._until(lambda: self._offered("-start"), "the start")
        await self.press(self.people[0], self.table, start)
        await self._until(lambda: self._offered("-hand"), "the first deal")

    def _is_gone(self, token: str) -> bool:
        return self._offered(token) is None

    async def _until(self, found: Callable[[], T | None], what: str) -> T:
        return await self.api.until(found, seconds=self.patience, what=what)

    def _offered(self, words: str) -> str | None:
        """What the first button under the table with these words in its token says."""
        tokens = [b.data or "" for row in self.table.content.buttons for b in row]
        return next((token for token in tokens if words in token), None)

    async def press(self, person: Someone, message: Message, token: str) -> Answer:
        """The answer to a press."""
        return await (await person.sends_press(message, token)).answer()

    async def state(self) -> Table:
        """The table as it is."""

        def work(tx: Tx) -> Table:
            row = tx.table(self.name)
            assert row
            return self.house.keeper.load(tx, row)

        return await self.house.store.read(work)

    async def person_in(self, table: Table, seat: int) -> Someone:
        """Who sits there."""
        one = table.seats[seat]
        assert isinstance(one, Person)
        players = await self.house.store.read(lambda tx: tx.players([one.key]))
        return next(p for p in self.people if str(p.id) == players[one.key].user)

    # -- playing ----------------------------------------------------------------------------------
    async def play(self, most: int = 400, until: Callable[[Table], bool] | None = None) -> Table:
        """Whoever's turn it is moves, until the match is over; the table then."""
        for _ in range(most):
            table = await self.state()
            if isinstance(table.phase, Over) or (until and until(table)):
                return table
            if (seat := table.turn) is None or table.computer_turn:
                await self._wait_beyond(table)
                continue
            await self.move(table, seat)
        raise AssertionError("the match does not end")

    async def _wait_beyond(self, table: Table) -> None:
        """A computer moves, or the next deal is dealt: wait until one sees something new."""
        shown = len(self.table.history)
        await self._until(lambda: len(self.table.history) > shown, f"news after {table.seq}")

    async def move(self, table: Table, seat: int) -> Answer | None:
        """The person in the seat makes a move, by a button that they see."""
        view = table.seat_view(seat)
        assert view
        move = self.choose(table, view.legal_moves)
        self.made.append(move)
        person, step = await self.person_in(table, seat), table.step_for(seat, move)
        assert step
        tokens = [str(Do(self.name, MakeMove(step, move)))]
        if isinstance(move, Play):
            hand = table.hand_at(seat, step) or ()
            tokens.append(str(Do(self.name, PlayPosition(step, hand.index(move.card) + 1))))
        if isinstance(move, Sign):
            return await self._sign(person, tokens[0])
        if isinstance(move, Bid) and not self._sees(person, tokens):
            await person.says(self.group, f"/bid {move.value}")
            await self._moved(table)
            return None
        message, token = await self._until(
            lambda: self._sees(person, tokens), f"{person.user.first_name}'s button {tokens}"
        )
        answer = await self.press(person, message, token)
        await self._moved(table)
        return answer

    async def _sign(self, person: Someone, token: str) -> Answer:
        """By way of the note with all signs."""
        asks = f"{self.name}-signs"
        message, token_ = await self._until(lambda: self._sees(person, [asks]), "the way to the signs")
        await self.press(person, message, token_)
        if not self._sees(person, [token]):
            link = await self.press(person, message, token_)
            assert link.url, "the signs are in the private chat"
            await person.opens_bot(link.url.partition("start=")[2])
        message, token_ = await self._until(lambda: self._sees(person, [token]), "the sign")
        return await self.press(person, message, token_)

    async def _moved(self, table: Table) -> None:
        """The move counts."""
        for _ in range(200):
            if (await self.state()).seq > table.seq:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("a move that was pressed did not count")

    def holds_cards(self, person: Someone) -> bool:
        """Whether the person has a message with cards to press."""
        seen = (*person.sees(self.group), *person.sees())
        tokens = [str(button.data) for one in seen for row in one.buttons for button in row]
        return any(token.startswith(self.name) and "-play-" in token for token in tokens)

    def _sees(self, person: Someone, tokens: Sequence[str]) -> tuple[Message, str] | None:
        """A message on the person's screen with one of these buttons."""
        for seen in (*reversed(person.sees(self.group)), *reversed(person.sees())):
            for row in seen.buttons:
                for button in row:
                    if button.data in tokens:
                        return seen.message, str(button.data)
        return None

    @property
    def exchanges(self) -> list[Move]:
        """The exchanges that were made."""
        return [move for move in self.made if isinstance(move, Exchange)]


def assert_nothing_hidden(api: TelegramApi) -> None:
    """No message that everybody could ever see named a card to play, or told a hand or a sign to make."""
    for chat in api.chats.values():
        for message in chat.every_message:
            if message.ephemeral_id is not None or message.sender != api.bot.user:
                continue
            for version in message.history:
                tokens = [b.data or "" for row in version.content.buttons for b in row]
                assert not [token for token in tokens if "-play-" in token or "-sign-" in token], tokens
                assert "You hold" not in version.content.text
                assert all(len(row) <= 5 for row in version.content.buttons)
