"""People at a table on Discord who play what they see, and do everything that people do besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.game import Move, Sign
from bot.screens.tokens import Do
from bot.service.keeper import Keeper
from bot.service.ports import Store, Tx
from bot.table import Lobby, MakeMove, Over, Pace, Table
from bot.table import Person as Seated
from doubles.discord_acts import Act
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_typed import known
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel

PREFIX = "b:"
FORGED = ("b:", "b:xxxxxxxxxx-d1t1-play-Ad", "nonsense", "b:" + "a" * 64, "b:../../etc", "x" * 100)
SIDE_QUESTIONS = ("more", "fair", "rules", "sheet", "games", "options", "levels", "hand", "look", "signs")
SIDE_COMMANDS = ("hand", "rules", "sheet", "stats", "leaderboard", "help", "deck", "house", "stop", "export")


@dataclass(eq=False)
class Circle:
    """The people at one table, one game after another, in one place."""

    wire: DiscordWire
    store: Callable[[], Store]
    """The database of whatever process lives now."""
    channel: Channel
    people: list[Person]
    chance: Random
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    most: int = 10_000
    """So many moves are made before the host ends the game."""
    mischief: float = 0.2
    """How often somebody does something else besides."""
    acts: list[Act] = field(default_factory=list[Act])
    name: str = ""
    now: str = "nothing yet"
    moves: int = 0
    gone: bool = False
    """The place exists no more."""

    # -- what they see ------------------------------------------------------------------------------
    @property
    def room(self) -> Channel:
        """Where the table stands: the channel, or the thread that it has of its own."""
        return next((c for c in self.wire.world.channels.values() if c.parent is self.channel), self.channel)

    def sees(self, person: Person) -> list[Seen]:
        """All that one sees there."""
        found = person.sees(self.channel)
        return found + (person.sees(self.room) if self.room is not self.channel else [])

    def offered(self, person: Person, token: str) -> Seen | None:
        """The newest message on which that button stands."""
        for seen in reversed(self.sees(person)):
            if any(button.custom_id == PREFIX + token for button in seen.buttons):
                return seen
        return None

    def found(self, person: Person, piece: str) -> tuple[Seen, str] | None:
        """The newest button with these words in it."""
        for seen in reversed(self.sees(person)):
            for button in seen.buttons:
                if piece in button.custom_id:
                    return seen, button.custom_id
        return None

    # -- what they do -------------------------------------------------------------------------------
    async def presses(self, person: Person, seen: Seen, custom_id: str) -> Act | None:
        """Press, if that can still be seen and anybody listens, and wait a little for an answer."""
        if not await self._listened():
            return None
        try:
            act = await person.presses_custom_id(seen, custom_id, wait=False)
        except AssertionError:
            return None  # it has gone meanwhile
        return await self._heard(act)

    async def runs(self, person: Person, command: str, **options: Any) -> Act | None:
        """Type a command, if one can type there."""
        if not await self._listened() or not known(self.wire.world, self.channel, "briscola"):
            return None
        try:
            act = await person.runs(self.channel, f"briscola {command}", wait=False, **options)
        except AssertionError:
            return None  # the thread is archived, or the person is not there
        return await self._heard(act)

    async def _listened(self) -> bool:
        """Whether there is a place, and the bot would hear what is done there: while it has no session, it does not."""
        guild = self.channel.guild
        return await self.until(lambda: self.gone or self.wire.listened_to(guild), 5.0) and not self.gone

    async def _heard(self, act: Act) -> Act:
        self.acts.append(act)
        await self.until(lambda: act.acknowledged, 3.2)
        return act

    async def until(self, predicate: Callable[[], object], seconds: float) -> bool:
        """Whether it came true in time."""
        try:
            await self.wire.until(predicate, within=seconds)
        except AssertionError:
            return False
        return True

    # -- a game -------------------------------------------------------------------------------------
    async def plays(self) -> None:
        """Open a table, fill it, start it and play it to its end."""
        host = self.people[0]
        for _ in range(60):
            self.now = "opens a table"
            if self._open_table(host) or self.gone:
                break
            await self.runs(host, "play", **self.options)
            await self.until(lambda: self._open_table(host), 2.0)
        while not self.gone:
            table = await self.state()
            if table is None or isinstance(table.phase, Over):
                self.now = f"table {self.name} is over"
                return
            self.now = f"table {self.name} at {table.seq}: {type(table.phase).__name__}, turn {table.turn}"
            if isinstance(table.phase, Lobby):
                await self._fills(table)
            elif self.moves >= self.most:
                await self._ends(table)
            else:
                await self._turn(table)
            if self.chance.random() < self.mischief:
                await self._mischief(self.chance.choice(self.people))

    def _open_table(self, host: Person) -> bool:
        found = next((b for s in self.sees(host) if not s.ephemeral for b in s.buttons), None)
        if found is not None and not self.name:
            self.name = found.custom_id.removeprefix(PREFIX).partition("-")[0]
        return bool(self.name)

    async def state(self) -> Table | None:
        """The table as the books have it."""

        def work(tx: Tx) -> Table | None:
            row = tx.table(self.name)
            return None if row is None else KEEPER.load(tx, row)

        return await self.store().read(work)

    async def _fills(self, table: Table) -> None:
        host = self.people[0]
        for guest in self.people[1:]:
            if (await self.seat_of(table, guest)) is None and (free := self.found(guest, "-sit-")):
                await self.presses(guest, *free)
        host_sees = self.found(host, "-start") or self.found(host, "-fill-")
        if host_sees:
            await self.presses(host, *host_sees)
        await self._news(table, 1.0)

    async def _turn(self, table: Table) -> None:
        seat = table.turn
        if seat is None or table.computer_turn:
            await self._news(table, 1.0)
            return
        person = await self.person_in(table, seat)
        view = table.seat_view(seat)
        if person is None or view is None:
            await self._news(table, 1.0)
            return
        moves = [move for move in view.legal_moves if not isinstance(move, Sign)]
        self.chance.shuffle(moves)
        for move in moves:
            if seen := self.offered(person, self._token(table, seat, move)):
                await self._moves(table, person, seen, self._token(table, seat, move))
                return
        await self._asks_for_hand(person)

    async def _moves(self, table: Table, person: Person, seen: Seen, token: str) -> None:
        self.moves += 1
        mood = self.chance.random()
        if mood < 0.1:
            self.wire.duplicate_next_interaction()
        pressing = [self.presses(person, seen, PREFIX + token)]
        if 0.1 < mood < 0.2:  # a double tap, with ids of its own
            pressing.append(self.presses(person, seen, PREFIX + token))
        if 0.2 < mood < 0.3 and len(self.people) > 1:  # two people at once
            other = self.chance.choice([one for one in self.people if one is not person])
            if found := self.found(other, "-hand") or self.found(other, "-play-"):
                pressing.append(self.presses(other, *found))
        await asyncio.gather(*pressing)
        await self._news(table, 1.5)

    async def _asks_for_hand(self, person: Person) -> None:
        if found := self.found(person, f"{self.name}-hand"):
            await self.presses(person, *found)
        else:
            await self.runs(person, "hand")
        await self.until(lambda: self.found(person, f"{self.name}-d"), 0.5)

    async def _ends(self, table: Table) -> None:
        """The host has had enough."""
        host = self.people[0]
        for piece in (f"{self.name}-end", f"{self.name}-ending"):
            if found := self.found(host, piece):
                await self.presses(host, *found)
                if await self._news(table, 1.0):
                    return
        await self.runs(host, "stop")

    async def _news(self, table: Table, seconds: float) -> bool:
        """Whether something happened at the table that was not there before."""
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            now = await self.state()
            if now is None or now.seq > table.seq:
                return True
            await asyncio.sleep(0.02)
        return False

    def _token(self, table: Table, seat: int, move: Move) -> str:
        step = table.step_for(seat, move)
        return str(Do(self.name, MakeMove(step, move))) if step else ""

    # -- who is who ---------------------------------------------------------------------------------
    async def person_in(self, table: Table, seat: int) -> Person | None:
        """Who sits there, if it is one of them."""
        one = table.seats[seat]
        if not isinstance(one, Seated):
            return None
        players = await self.store().read(lambda tx: tx.players([one.key]))
        return next((p for p in self.people if str(p.id) == players[one.key].user), None)

    async def seat_of(self, table: Table, person: Person) -> int | None:
        """Where somebody sits."""
        for seat, one in enumerate(table.seats):
            if isinstance(one, Seated) and await self.person_in(table, seat) is person:
                return seat
        return None

    # -- what else people do ------------------------------------------------------------------------
    async def _mischief(self, person: Person) -> None:
        kind = self.chance.choice(
            ("question", "command", "forged", "old", "close", "restart", "delete", "outsider")
        )
        seen = self.sees(person)
        match kind:
            case "question":
                for piece in self.chance.sample(SIDE_QUESTIONS, 3):
                    if found := self.found(person, f"{self.name}-{piece}"):
                        await self.presses(person, *found)
            case "command":
                await self.runs(person, self.chance.choice(SIDE_COMMANDS))
            case "forged" if seen:
                await self.presses(person, self.chance.choice(seen), self.chance.choice(FORGED))
            case "old" if self.acts:
                await self._presses_something_old(person)
            case "close":
                for one in seen:
                    if one.ephemeral and self.chance.random() < 0.3:
                        person.dismisses(one)
            case "restart" if self.chance.random() < 0.3:
                person.restarts_the_client()
            case "delete" if self.chance.random() < 0.3:
                for one in seen:
                    if not one.ephemeral and one.buttons:
                        one_message = self.wire.world.channels[one.channel_id]
                        one_message.lose(one.id)
                        break
            case _:
                pass

    async def _presses_something_old(self, person: Person) -> None:
        used = [act.interaction for act in self.acts if act.interaction.source is not None]
        if used:
            old = self.chance.choice(used)
            if old.source is not None and old.source.id in old.source.channel.messages:
                seen = person.look(old.source)
                if not seen.ephemeral or old.source.owner is person.user:
                    await self.presses(person, seen, str(old.data["custom_id"]))


KEEPER = Keeper(Pace(), bytes)
"""Replays tables for those who look; its cache is its own."""
