"""People who play what they see, impatiently: they press twice, press old buttons, and try again when nothing comes."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.words import words
from killing.witness import PLAY, Witness, table_of


@dataclass(frozen=True)
class Sight:
    """A message of the bot with buttons, as one person sees it."""

    source: object
    """What the stand-in needs to press one of them."""
    text: str
    tokens: tuple[str, ...]
    private: bool

    @property
    def plays(self) -> list[str]:
        """The buttons that play a card."""
        return [token for token in self.tokens if PLAY.fullmatch(token)]


class Player(ABC):
    """One person at one platform."""

    def __init__(self, identity: str, language: str, witness: Witness, chance: Random) -> None:
        self.identity = identity
        self.witness = witness
        self.chance = chance
        self._my_turn = words(language).say("Your turn: choose a card.")
        self._past: list[tuple[Sight, str]] = []
        self._played: set[str] = set()
        """Steps that they know they have played."""

    # -- what each platform does in its own way ----------------------------------------------------
    @abstractmethod
    def looks(self) -> list[Sight]:
        """What is on their screen and has buttons, oldest first."""

    @abstractmethod
    async def opens(self, *, computer: bool, again: bool, game: str = "") -> None:
        """Ask for a table; `again` if it was asked for before and nothing came of it."""

    @abstractmethod
    async def presses(self, sight: Sight, token: str) -> bool:
        """Press a button and wait a little; whether there was an answer that was no refusal."""

    @abstractmethod
    def still_there(self, sight: Sight) -> bool:
        """Whether an old message can still be pressed."""

    @abstractmethod
    async def until(self, predicate: Callable[[], object], seconds: float) -> bool:
        """Wait for something to come true on the screen; whether it did."""

    async def asks_for_hand(self, table: str) -> None:
        """Press the button under the table that shows one's cards."""
        await self.presses_newest(f"{table}-hand")

    # -- what everybody does -----------------------------------------------------------------------
    def newest(self, beginning: str) -> tuple[Sight, str] | None:
        """The newest button whose token begins like this."""
        for sight in reversed(self.looks()):
            for token in sight.tokens:
                if token.startswith(beginning):
                    return sight, token
        return None

    async def presses_newest(self, beginning: str) -> None:
        """Press it, if there is one."""
        if found := self.newest(beginning):
            await self.presses(*found)

    def tables(self) -> list[str]:
        """The tables they see in public, the newest last."""
        return [
            table for sight in self.looks() if not sight.private for table in map(table_of, sight.tokens[:1])
        ]

    def plays_at(self, table: str) -> bool:
        """Whether they see that cards are out."""
        return self.newest(f"{table}-hand") is not None or self.sees_end(table)

    def sees_end(self, table: str) -> bool:
        """Whether some message says that the game is over."""
        return self.newest(f"{table}-rematch") is not None

    def hand(self, table: str) -> Sight | None:
        """Their cards as they were shown last."""
        hands = [sight for sight in self.looks() if any(t.startswith(table) for t in sight.plays)]
        return hands[-1] if hands else None

    def on_turn(self, table: str) -> Sight | None:
        """Their hand, if it says that they are to play and they do not know better."""
        hand = self.hand(table)
        if hand is None or self._my_turn not in hand.text:
            return None
        return None if _step(hand.plays[0]) in self._played else hand

    async def plays(self, table: str) -> None:
        """Play a game to its end."""
        while not self.sees_end(table):
            if hand := self.on_turn(table):
                await self._plays_from(hand)
            elif not await self.until(
                lambda: self.sees_end(table) or self.on_turn(table), self.chance.uniform(1.0, 2.5)
            ):
                await self.asks_for_hand(table)

    async def _plays_from(self, hand: Sight) -> None:
        first, mood = self.chance.choice(hand.plays), self.chance.random()
        presses = [(hand, first)]
        old = [(sight, token) for sight, token in self._past if self.still_there(sight)]
        if mood < 0.15 and len(hand.plays) > 1:
            presses.append((hand, self.chance.choice([one for one in hand.plays if one != first])))
        elif mood < 0.35:
            presses.append((hand, first))
        elif mood < 0.5 and old:
            presses.append(self.chance.choice(old))
        self._past = [*self._past[-20:], (hand, first)]
        heard = await asyncio.gather(*(self.presses(sight, token) for sight, token in presses))
        for (_, token), good in zip(presses, heard, strict=True):
            if good:
                self._played.add(_step(token))


def _step(token: str) -> str:
    return token.split("-play-", maxsplit=1)[0]


class Place:
    """A group or channel with the people who play in it, one game after another."""

    def __init__(
        self, name: str, players: list[Player], *, computer: bool, chance: Random, game: str = ""
    ) -> None:
        self.name = name
        self.finished: list[str] = []
        self.now = "nothing yet"
        self._players = players
        self._computer = computer
        self._game = game
        self._chance = chance

    async def evening(self, goes_on: Callable[[int], bool]) -> None:
        """Play games for as long as it goes on."""
        while goes_on(len(self.finished)):
            table = await self._opened()
            await self._started(table)
            self.now = f"table {table} is played"
            await asyncio.gather(*(player.plays(table) for player in self._players))
            self.finished.append(table)
            self.now = f"{len(self.finished)} games played"

    async def _opened(self) -> str:
        host, asked = self._players[0], False
        again = bool(self.finished) and self._chance.random() < 0.5

        def fresh() -> str | None:
            return next((name for name in reversed(host.tables()) if name not in self.finished), None)

        while not (found := fresh()):
            self.now = "waits for a rematch" if again else "waits for a table"
            if again:
                last = f"{self.finished[-1]}-rematch"
                await asyncio.gather(*(player.presses_newest(last) for player in self._players))
            else:
                await host.opens(computer=self._computer, again=asked, game=self._game)
            asked = True
            await host.until(fresh, 4.0)
        return found

    async def _started(self, table: str) -> None:
        host = self._players[0]
        while not host.plays_at(table):
            self.now = f"table {table} is to be started"
            for seat, guest in enumerate(self._players[1:], 1):
                await guest.presses_newest(f"{table}-sit-{seat}")
            await host.until(lambda: host.newest(f"{table}-start") or host.plays_at(table), 1.0)
            await host.presses_newest(f"{table}-start")
            await host.until(lambda: host.plays_at(table), 1.0)
