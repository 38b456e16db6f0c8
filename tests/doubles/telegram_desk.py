"""A desk that answers what a test told it to, and remembers all it was asked."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from adapters.telegram import Telegram
from bot.screens.moves import MovesScreen
from bot.screens.types import Button, HandScreen, NoteScreen, PingScreen, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Admin, Look
from bot.service.elsewhere import Home
from bot.service.ports import Picture
from bot.service.records import Habits, Surface, SurfaceKind, Taste, Where, Who
from doubles.telegram_api import TelegramApi
from doubles.telegram_chats import Chat, Message

TABLE = "k7d2m9qxab"
SECRET = "Ace of Coins"
"""What stands in a hand and must never stand anywhere else."""


def table_screen(
    text: str = "Maria to play", *, over: bool = False, rows: tuple[tuple[Button, ...], ...] | None = None
) -> TableScreen:
    """The public table."""
    mine = ((Button("My hand", f"{TABLE}-hand"),),) if rows is None else rows
    positions = tuple(Button(str(n), f"{TABLE}-d1t1-place-{n}") for n in (1, 2, 3))
    return TableScreen(TABLE, None, text, text, text, mine, positions, over)


def hand_screen(seq: int = 3, cards: str = f"1 {SECRET} 2 Three of Cups 3 Four of Clubs") -> HandScreen:
    """A hand of three cards."""
    rows = (
        tuple(
            Button(f"Card {n}", f"{TABLE}-d1t{seq}-play-{c}", card=c)
            for n, c in enumerate(("Ad", "3c", "4b"))
        ),
    )
    return HandScreen(TABLE, "p1", seq, None, "Your cards", f"Your cards\n{cards}", cards, cards, rows)


def ping_screen(name: str = "Maria") -> PingScreen:
    """A call to one person."""
    return PingScreen(TABLE, "p1", name, f"{name}, it is your turn.")


def surface(
    chat: object, message: object = "", *, kind: SurfaceKind = SurfaceKind.TABLE, thread: str = ""
) -> Surface:
    """A message as the service keeps it."""
    return Surface(
        7, TABLE, kind, "" if kind is SurfaceKind.TABLE else "p1", "telegram", str(chat), thread, str(message),
        2, 1, "", 1, False, None, None,
    )  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One call of the desk."""

    what: str
    where: Where | None
    who: Who | None
    token: str = ""
    event: str = ""
    message: str = ""
    more: tuple[object, ...] = ()

    @property
    def here(self) -> Where:
        """Where it was asked."""
        assert self.where
        return self.where

    @property
    def person(self) -> Who:
        """Who asked."""
        assert self.who
        return self.who


@dataclass
class ScriptedDesk:
    """A `Desk` without tables behind it."""

    asked: list[Asked] = field(default_factory=list)
    answers: dict[str, Answer | Callable[[Asked], Answer]] = field(default_factory=dict)
    """By method, or by token for presses."""
    shown: list[tuple[HandScreen, Where, str, int | None]] = field(default_factory=list)
    redrawn: list[str] = field(default_factory=list)
    back: list[Where] = field(default_factory=list)
    """The chats that are said to be within reach again."""
    facts: dict[str, str] = field(default_factory=dict)
    uploads: dict[tuple[str, str], str] = field(default_factory=dict)
    """What Telegram keeps, by account and content."""
    moves: list[MovesScreen] = field(default_factory=list)
    """What whoever asks may do."""
    unseen: list[tuple[Who, HandScreen]] = field(default_factory=list)
    """Whose cards no message shows."""
    place_kept: HandScreen | None = None
    """What keeps the place of somebody's cards."""
    homes: dict[str, Home] = field(default_factory=dict)
    """By table, where it is."""
    living: list[str] = field(default_factory=list)
    """The tables in lobby or play, wherever one looks."""
    looks: dict[str, Look] = field(default_factory=dict)
    """By person, what they see of a table."""
    usually: Habits = field(default_factory=Habits)
    """How all chats like their tables."""
    taste_of: Taste = field(default_factory=Taste)
    """How everybody likes cards."""
    table: TableScreen = field(default_factory=table_screen)
    admins: list[bool] = field(default_factory=list)
    """What the platform said about authority, where the test asked."""
    ask_admin: bool = False
    fails: int = 0
    """How many of the next calls raise."""
    open_for_business: asyncio.Event = field(default_factory=asyncio.Event)
    """While it is not set, calls wait."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.open_for_business.set()

    def of(self, what: str) -> list[Asked]:
        """The calls of one method."""
        return [asked for asked in self.asked if asked.what == what]

    async def until(self, what: str, count: int = 1) -> Asked:
        """Wait until the method was called so often; the last call."""
        async with asyncio.timeout(20):
            while len(self.of(what)) < count:
                self.changed.clear()
                await self.changed.wait()
        return self.of(what)[-1]

    async def _answer(self, asked: Asked) -> Answer:
        self._note(asked)
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the database is away")
        await self.open_for_business.wait()
        found = self.answers.get(asked.token) or self.answers.get(asked.what)
        if callable(found):
            return found(asked)
        return found or Answer(Outcome.SHOWN)

    def _note(self, asked: Asked) -> None:
        self.asked.append(asked)
        self.changed.set()

    async def open(
        self,
        where: Where,
        who: Who,
        *,
        opponent: str = "",
        rules: Mapping[str, object] | None = None,
        event: str = "",
        watch: bool = False,
    ) -> Answer:
        wished = f"watch {opponent}".strip() if watch else opponent
        more = (wished,) if rules is None else (wished, dict(rules))
        return await self._answer(Asked("open", where, who, event=event, more=more))

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
        if self.ask_admin and admin:
            self.admins.append(await admin())
        return await self._answer(Asked("press", where, who, token, event, message))

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("hand", where, who, table))

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        if self.ask_admin and admin:
            self.admins.append(await admin())
        return await self._answer(Asked("stop", where, who))

    async def bid(self, where: Where, who: Who, points: str, *, table: str = "", event: str = "") -> Answer:
        return await self._answer(Asked("bid", where, who, table, event, more=(points,)))

    async def rules(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("rules", where, who, table))

    async def sheet(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("sheet", where, who, table))

    async def export(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("export", where, who, table))

    async def house(
        self,
        where: Where,
        who: Who,
        *,
        admin: Admin | None = None,
        table: str = "",
        head: Admin | None = None,
    ) -> Answer:
        if self.ask_admin and admin:
            self.admins.append(await admin())
        return await self._answer(Asked("house", where, who, table))

    async def tastes(
        self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "", typed: str = ""
    ) -> Answer:
        if self.ask_admin and admin:
            self.admins.append(await admin())
        return await self._answer(Asked("tastes", where, who, table))

    async def stats(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("stats", where, who))

    async def leaderboard(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("leaderboard", where, who))

    async def help(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("help", where, who))

    async def language(self, who: Who) -> str:
        return who.locale

    async def taste(self, who: Who) -> Taste:
        return self.taste_of

    async def habits(self, where: Where) -> Habits:
        return self.usually

    async def settings(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        if self.ask_admin and admin:
            self.admins.append(await admin())
        return await self._answer(Asked("settings", where, who))

    async def guide(self, where: Where, who: Who, *, topic: str = "") -> Answer:
        return await self._answer(Asked("guide", where, who, topic))

    async def leave(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("leave", where, who))

    async def status(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("status", where, who))

    async def turns(self, who: Who) -> Sequence[MovesScreen]:
        return self.moves

    async def unshown(self, table: str) -> Sequence[tuple[Who, HandScreen]]:
        self._note(Asked("unshown", None, None, more=(table,)))
        return self.unseen

    async def place_for_cards(self, table: str, who: Who) -> HandScreen | None:
        return self.place_kept

    async def home(self, table: str) -> Home | None:
        return self.homes.get(table)

    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        self.shown.append((hand, where, message, expires_at))
        self._note(Asked("hand_shown", where, None, message=message))
        return ""

    async def message_gone(self, where: Where, message: str) -> None:
        self._note(Asked("message_gone", where, None, message=message))

    async def redraw(self, table: str) -> None:
        self.redrawn.append(table)
        self._note(Asked("redraw", None, None, more=(table,)))

    async def chat_back(self, where: Where) -> None:
        self.back.append(where)
        self.changed.set()

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        self._note(Asked("chat_moved", None, None, more=(platform, old, new)))

    async def lobby_of(self, where: Where, who: Who) -> str | None:
        return None

    async def tables_in(self, where: Where) -> Sequence[str]:
        return self.living

    async def chat_gone(self, where: Where) -> None:
        self._note(Asked("chat_gone", where, None))

    async def left(self, where: Where, who: Who) -> None:
        self._note(Asked("left", where, who))

    async def look(self, table: str, who: Who) -> Look | None:
        seen = self.looks.get(who.user) or Look(self.table, None, 1)
        return seen if table == seen.table.table else None

    async def changes(self, table: str) -> AsyncIterator[None]:
        if table:
            yield None

    async def fact(self, name: str) -> str | None:
        return self.facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        self.facts[name] = value
        self._note(Asked("keep_fact", None, None, more=(name, value)))

    async def gate(self, name: str, hold: int) -> int:
        return 0

    async def upload(self, account: str, name: str) -> str | None:
        return self.uploads.get((account, name))

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        self.uploads[account, name] = ref
        if not ref:
            del self.uploads[account, name]
        self._note(Asked("keep_upload", None, None, more=(account, name, ref)))


NOTE = NoteScreen("Leave the table?", ((Button("Leave", f"{TABLE}-leave"),),))


def png(colour: int = 0) -> bytes:
    """A small picture, another one for another colour."""
    out = io.BytesIO()
    Image.new("RGB", (40, 30), (colour, 90, 60)).save(out, "PNG")
    return out.getvalue()


@dataclass
class Stage:
    """The adapter, running, between a scripted desk and the local Bot API."""

    api: TelegramApi
    desk: ScriptedDesk
    telegram: Telegram
    stop: asyncio.Event
    pauses: list[float]

    async def table_in(
        self, chat: Chat, screen: TableScreen | None = None, *, picture: Picture | None = None
    ) -> Message:
        """The public table, sent into a chat."""
        screen = screen or self.desk.table
        sent = await self.telegram.courier.send(surface(chat.id), screen, picture)
        found = chat.find(int(sent.message))
        assert found
        return found


@asynccontextmanager
async def on_stage(api: TelegramApi, desk: ScriptedDesk | None = None, **more: Any) -> AsyncIterator[Stage]:
    """Run the adapter as long as the block lasts; it stops as the program stops it."""
    desk = desk or ScriptedDesk()
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    token = more.pop("token", api.token)
    given: dict[str, Any] = {"api_base": api.url, "now": lambda: api.now, "pause": pause} | more
    telegram = Telegram(token, desk, **given)
    stop, ready = asyncio.Event(), asyncio.Event()
    running = asyncio.get_running_loop().create_task(telegram.run(stop, ready.set))
    waiting = asyncio.get_running_loop().create_task(ready.wait())
    try:
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        yield Stage(api, desk, telegram, stop, pauses)
    finally:
        waiting.cancel()
        stop.set()
        await running
