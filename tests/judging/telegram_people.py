"""Eight people who play by the buttons they see: impatient, curious, and now and then dishonest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from bot.game import Bid, Pass, Play
from bot.screens.tokens import Ask, Do, parse_token
from bot.table import (
    FillSeats,
    Lobby,
    MakeMove,
    NextDeal,
    Over,
    Playing,
    PlayPosition,
    Rematch,
    Sit,
    Start,
    Step,
    Table,
)
from judging.telegram_world import NAME, Chat, Message, Person, Press, World

if TYPE_CHECKING:
    from judging.telegram_evening import Evening

HARMLESS = (MakeMove, PlayPosition, Sit, Start, NextDeal, FillSeats, Rematch)
"""What may be pressed for fun, on whatever message."""
LOOKED_AT = 80
"""So many of a chat's messages anybody scrolls back."""


@dataclass(eq=False)
class Plan:
    """A match that some people mean to play."""

    chat: Chat
    people: list[Person]
    game: tuple[str, int]
    """Its name, and by how many it is played."""
    at: float
    thread: int = 0
    rules: tuple[str, ...] = ()
    """What the host changes about the rules, as buttons say it."""
    table: str = ""
    asked_at: float = -1e9
    over: bool = False
    leavers: set[int] = field(default_factory=set)
    """Who has left the group and plays no more."""
    ids: list[str] = field(default_factory=list)
    """The numbers that the chat had."""

    def __post_init__(self) -> None:
        self.ids.append(str(self.chat.id))

    @property
    def command(self) -> str:
        return "/play" if self.chat.private else f"/play {self.game[0]} {self.game[1]}"

    @property
    def place(self) -> Chat:
        """The group by the id that it has now."""
        return self.chat


@dataclass(frozen=True)
class Pressed:
    """Somebody pressed a button that makes a move."""

    press: Press
    table: str
    step: Step
    move: str
    """As the journal would have it; empty for a place of the hand."""


@dataclass(frozen=True)
class Known:
    """A table as the database has it."""

    table: Table
    chat: str
    people: dict[str, int]
    """By player key the person's number."""

    def turn_of(self) -> int | None:
        """Whose turn it is; None for a computer's, and for nobody's."""
        table = self.table
        if table.turn is None or table.computer_turn is not None:
            return None
        key = getattr(table.seats[table.turn], "key", "")
        return self.people.get(key)

    def seat_of(self, person: Person) -> int | None:
        key = next((key for key, number in self.people.items() if number == person.id), "")
        return self.table.seat_of(key) if key else None


class Player:
    """One of them."""

    def __init__(self, evening: Evening, person: Person, seed: int) -> None:
        self.person = person
        self._evening = evening
        self._world: World = evening.world
        self._chance = Random(f"player {seed} {person.id}")
        self._old: list[tuple[Message, str]] = []
        self._tried: dict[tuple[str, Step], int] = {}
        self._asked: dict[str, float] = {}

    async def lives(self) -> None:
        """Act every few seconds."""
        while True:
            await asyncio.sleep(0.4 + self._chance.expovariate(0.4))
            await self.acts()

    async def acts(self) -> None:
        known = await self._evening.known()
        needed = [plan for plan in self._evening.plans if self.person in plan.people and self._due(plan)]
        self._chance.shuffle(needed)
        for plan in needed:
            if self._wants(plan, known.get(plan.table)):
                return
        if self._evening.mischief and self._chance.random() < 0.12:
            self._plays_about(known)

    def _due(self, plan: Plan) -> bool:
        return self._world.now >= plan.at and not plan.over and self.person.id not in plan.leavers

    # -- what a match needs ------------------------------------------------------------------------
    def _wants(self, plan: Plan, known: Known | None) -> bool:
        """Do what the match needs of this person; whether there was anything."""
        if known is None:
            return self._opens(plan)
        table = known.table
        match table.phase:
            case Lobby():
                return self._gathers(plan, known)
            case Playing(match=match) if match.needs_deal:
                return self._chance.random() < 0.1 and self._finds(plan, table.id, NextDeal)
            case Playing():
                return known.turn_of() == self.person.id and self._moves(plan, known)
            case Over():
                plan.over = True
                return False

    def _opens(self, plan: Plan) -> bool:
        if plan.table or plan.people[0] is not self.person or self._world.now < plan.asked_at + 90:
            return False
        plan.asked_at = self._world.now
        if plan.chat.private and not plan.chat.opened:
            self._world.starts(self.person)
        self._world.writes(self.person, plan.place, plan.command, thread=self._thread(plan))
        return True

    def _thread(self, plan: Plan) -> int:
        return plan.thread if plan.place.topics.get(plan.thread) == "open" else 0

    def _gathers(self, plan: Plan, known: Known) -> bool:
        table = known.table
        if known.seat_of(self.person) is None:
            return self._finds(plan, table.id, Sit)
        if plan.people[0] is not self.person:
            return False
        if plan.rules:
            rule, plan.rules = plan.rules[0], plan.rules[1:]
            return self._forges(plan, f"{table.id}-set-{rule}")
        if table.is_full:
            return self._finds(plan, table.id, Start)
        seated = [one for one in plan.people if known.seat_of(one) is not None]
        if len(seated) == len([one for one in plan.people if one.id not in plan.leavers]):
            return self._finds(plan, table.id, FillSeats)
        return False

    def _forges(self, plan: Plan, token: str) -> bool:
        for message, seen, _ in self._sees():
            if seen.startswith(plan.table):
                self._press(message, token)
                return True
        return False

    def _finds(self, plan: Plan, table: str, kind: type) -> bool:
        for message, token, _ in self._sees():
            meant = parse_token(token)
            if isinstance(meant, Do) and meant.table == table and isinstance(meant.act, kind):
                self._press(message, token)
                return True
        return self._nudges(plan)

    def _nudges(self, plan: Plan) -> bool:
        """Nothing to press where something should be: the way of people is to write a command."""
        if self._world.now < self._asked.get(plan.table, 0.0) + 30:
            return False
        self._asked[plan.table] = self._world.now
        self._world.writes(self.person, plan.place, "/hand", thread=self._thread(plan))
        return True

    def _moves(self, plan: Plan, known: Known) -> bool:
        table = known.table
        assert table.step is not None
        tries = self._tried[table.id, table.step] = self._tried.get((table.id, table.step), 0) + 1
        if tries == 40:
            self._evening.stuck(self.person, known)
        ways = list(self._ways(table))
        if not ways or self._chance.random() < 0.15:
            return self._asks_for_hand(plan, table) or self._nudges(plan)
        message, token = self._chance.choice(ways)
        self._press(message, token)
        if self._chance.random() < 0.12:
            again, other = self._chance.choice(ways)
            self._press(again, other)
        return True

    def _ways(self, table: Table) -> Iterator[tuple[Message, str]]:
        """Buttons in sight that make a move now."""
        for message, token, _ in self._sees():
            meant = parse_token(token)
            if not isinstance(meant, Do) or meant.table != table.id:
                continue
            match meant.act:
                case PlayPosition(step=step) if step == table.step:
                    yield message, token
                case MakeMove(step=step, move=Play() | Bid()) if step == table.step:
                    yield message, token
                case MakeMove(step=step, move=Pass()) if step == table.step:
                    yield message, token
                case MakeMove(step=step) if step == table.step and self._chance.random() < 0.4:
                    yield message, token
                case _:
                    pass

    def _asks_for_hand(self, plan: Plan, table: Table) -> bool:
        ways = [
            (message, token, url) for message, token, url in self._sees()
            if token == f"{table.id}-hand" or url.endswith(f"?start={table.id}-hand")
        ]  # fmt: skip
        if not ways:
            return False
        message, token, url = self._chance.choice(ways)
        if token:
            self._press(message, token)
        else:
            self._follows(url)
        return True

    def _follows(self, url: str) -> None:
        if url.startswith(f"https://t.me/{NAME}?start="):
            self._world.starts(self.person, url.partition("start=")[2])

    # -- what nobody needs --------------------------------------------------------------------------
    def _plays_about(self, known: dict[str, Known]) -> None:
        kind = self._chance.random()
        if kind < 0.35 and self._old:
            message, token = self._chance.choice(self._old)
            if _is_harmless(token):
                self._press(message, token)
        elif kind < 0.7:
            seen = [(m, token) for m, token, _ in self._sees() if token and _is_harmless(token)]
            if seen:
                self._press(*self._chance.choice(seen))
        elif kind < 0.9:
            self._lies(known)
        else:
            chats = [chat for chat in self._world.chats.values() if self._is_in(chat)]
            said = self._chance.choice(
                ("/hand", "/rules", "/stats", "/help", "/play nonsense", "hello", "/hand@other_bot")
            )
            self._world.writes(self.person, self._chance.choice(chats), said)

    def _lies(self, known: dict[str, Known]) -> None:
        """Press what no button of this person says."""
        sights = [message for message, _, _ in self._sees()]
        if not sights:
            return
        lies = ["", "x" * 64, "..", "д" * 32, "k7d2m9qxab-d1t1-play-Ad", "open-people-nothing", "0-0-0"]
        for one in known.values():
            if one.table.step is not None:
                lies += [f"{one.table.id}-{one.table.step}-play-{card}" for card in ("Ad", "3c", "2b")]
                lies += [f"{one.table.id}-{one.table.step}-place-{n}" for n in (1, 9)]
                lies += [f"{one.table.id}-hand", f"{one.table.id}-sheet", f"{one.table.id}-fair"]
        self._press(self._chance.choice(sights), self._chance.choice(lies))

    # -- eyes and fingers ---------------------------------------------------------------------------
    def _is_in(self, chat: Chat) -> bool:
        if chat.moved_to:
            return False
        return chat.person is self.person if chat.private else self.person in chat.members

    def _sees(self) -> Iterator[tuple[Message, str, str]]:
        """Every button in sight, the newest message first: what it says, and where it leads."""
        for chat in self._world.chats.values():
            if not self._is_in(chat):
                continue
            for message in reversed(chat.messages[-LOOKED_AT:]):
                if message.there and message.is_bots and message.receiver in (0, self.person.id):
                    for button in message.content.buttons:
                        yield message, button.data, button.url

    def _press(self, message: Message, token: str) -> None:
        self._old.append((message, token))
        if len(self._old) > 200:
            self._old.pop(self._chance.randrange(100))
        times = 2 if self._chance.random() < 0.08 else 1
        for _ in range(times):
            self._evening.pressed(self._world.presses_button(self.person, message, token), self)

    def hears(self, press: Press) -> None:
        """An answer has come: follow it where it leads."""
        if press.answers and (url := press.answers[0][1].get("url")):
            self._follows(url)


def _is_harmless(token: str) -> bool:
    match parse_token(token):
        case Do(act=act):
            return isinstance(act, HARMLESS)
        case Ask(what=what):
            return what not in ("resigning", "ending")
        case _:
            return False


def made_by(press: Press) -> Pressed | None:
    """The move that a press means; None for anything else."""
    meant = parse_token(press.data)
    match meant:
        case Do(table=table, act=MakeMove(step=step, move=move)):
            return Pressed(press, table, step, str(move))
        case Do(table=table, act=PlayPosition(step=step)):
            return Pressed(press, table, step, "")
        case _:
            return None
