"""A desk that answers what it was told to, for tests of the Discord adapter alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.pictures.scene import HandScene, TableScene
from bot.screens.moves import MovesScreen
from bot.screens.types import Button, HandScreen, NoteScreen, PingScreen, Style, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Admin, Look
from bot.service.elsewhere import Home
from bot.service.records import Habits, Surface, SurfaceKind, Taste, Where, Who

NOTHING = Answer(Outcome.ACCEPTED)


def a_button(label: str, token: str, style: Style = Style.PLAIN, symbol: str = "") -> Button:
    return Button(label, token, style, symbol=symbol)


def a_table(
    title: str = "Maria to play",
    *buttons: Button,
    caption: str = "",
    drawn: bool = True,
    over: bool = False,
    between: bool = False,
) -> TableScreen:
    return TableScreen(
        table="T1",
        scene=TableScene(seats=(), deck="neapolitan") if drawn else None,
        title=title,
        caption=caption or f"{title}\nTrump: coins. 34 cards in the stock.",
        alt="A table with two seats and no card played yet.",
        rows=(buttons,) if buttons else ((a_button("My hand", "hand_T1"),),),
        over=over,
        between=between,
    )


def a_hand(*cards: str, title: str = "Your hand at Bar Sport", viewer: str = "p-maria") -> HandScreen:
    return HandScreen(
        table="T1",
        viewer=viewer,
        seq=3,
        scene=HandScene(cards=cards, deck="neapolitan"),
        title=title,
        caption=f"{title}\n" + ", ".join(cards),
        alt="Your cards: " + ", ".join(cards),
        brief="1 " + ", ".join(cards),
        rows=(tuple(a_button(card, f"play_T1_{card}", Style.PRIMARY) for card in cards),),
    )


def a_note(text: str, *buttons: Button) -> NoteScreen:
    return NoteScreen(text, (buttons,) if buttons else ())


def a_ping(name: str = "Maria", text: str = "Maria, it is your turn.") -> PingScreen:
    return PingScreen("T1", "p-maria", name, text)


def a_surface(
    chat: object,
    kind: SurfaceKind = SurfaceKind.TABLE,
    *,
    number: int = 1,
    thread: object = "",
    message: str = "",
    generation: int = 1,
    expires_at: int | None = None,
) -> Surface:
    return Surface(
        id=number,
        table="T1",
        kind=kind,
        viewer="" if kind is SurfaceKind.TABLE else "p-maria",
        platform="discord",
        chat=str(chat),
        thread=str(thread),
        message=message,
        wanted=1,
        shown=0,
        digest="",
        generation=generation,
        gone=False,
        creating_at=None,
        expires_at=expires_at,
    )


@dataclass(frozen=True)
class Asked:
    """One question that came to the desk."""

    what: str
    where: Where
    who: Who
    token: str = ""
    opponent: str = ""
    event: str = ""
    message: str = ""
    admin: bool | None = None
    rules: Mapping[str, object] | None = None
    points: str = ""


@dataclass(frozen=True)
class Shown:
    """A hand that the adapter says it has shown."""

    hand: HandScreen
    where: Where
    message: str
    expires_at: int | None


@dataclass
class ScriptedDesk:
    """Answers by `answers["press"]`, `answers["open"]` and so on, or by the very token; with nothing by default."""

    answers: dict[str, Answer | Exception] = field(default_factory=dict[str, Answer | Exception])
    asked: list[Asked] = field(default_factory=list[Asked])
    shown: list[Shown] = field(default_factory=list[Shown])
    redrawn: list[str] = field(default_factory=list)
    back: list[Where] = field(default_factory=list)
    gone: list[Where] = field(default_factory=list[Where])
    languages: dict[str, str] = field(default_factory=dict[str, str])
    """The languages that people chose, by their account."""
    facts: dict[str, str] = field(default_factory=dict[str, str])
    living: dict[tuple[str, str], list[str]] = field(default_factory=dict[tuple[str, str], list[str]])
    """The tables in lobby or play, by channel and thread."""
    heads: list[bool] = field(default_factory=list[bool])
    """Whether whoever asked for the house rules has authority over the whole server."""
    usually: Habits = field(default_factory=Habits)
    """How all channels like their tables."""
    lobbies: dict[str, str] = field(default_factory=dict[str, str])
    """The threads in which lobbies wait, by the account of their host."""
    departed: list[tuple[Where, str]] = field(default_factory=list[tuple[Where, str]])
    """The accounts of those who have left a place."""
    open_for_business: asyncio.Event = field(default_factory=asyncio.Event)

    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.open_for_business.set()

    async def _answer(self, asked: Asked, admin: Admin | None = None) -> Answer:
        may = None if admin is None else await admin()
        self.asked.append(Asked(**{**asked.__dict__, "admin": may}))
        self._tell()
        await self.open_for_business.wait()
        answer = self.answers.get(asked.token) or self.answers.get(asked.what, NOTHING)
        if isinstance(answer, Exception):
            raise answer
        return answer

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
        return await self._answer(Asked("open", where, who, opponent=wished, event=event, rules=rules))

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
        return await self._answer(
            Asked("press", where, who, token=token, event=event, message=message), admin
        )

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("hand", where, who, token=table))

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        return await self._answer(Asked("stop", where, who), admin)

    async def bid(self, where: Where, who: Who, points: str, *, table: str = "", event: str = "") -> Answer:
        return await self._answer(Asked("bid", where, who, token=table, event=event, points=points))

    async def rules(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("rules", where, who, token=table))

    async def sheet(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("sheet", where, who, token=table))

    async def export(self, where: Where, who: Who, *, table: str = "") -> Answer:
        return await self._answer(Asked("export", where, who, token=table))

    async def house(
        self,
        where: Where,
        who: Who,
        *,
        admin: Admin | None = None,
        table: str = "",
        head: Admin | None = None,
    ) -> Answer:
        self.heads.append(head is not None and await head())
        return await self._answer(Asked("house", where, who, token=table), admin)

    async def tastes(
        self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "", typed: str = ""
    ) -> Answer:
        return await self._answer(Asked("tastes", where, who, token=table), admin)

    async def stats(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("stats", where, who))

    async def leaderboard(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("leaderboard", where, who))

    async def help(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("help", where, who))

    async def settings(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        return await self._answer(Asked("settings", where, who), admin)

    async def guide(self, where: Where, who: Who, *, topic: str = "") -> Answer:
        return await self._answer(Asked("guide", where, who, token=topic))

    async def leave(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("leave", where, who))

    async def status(self, where: Where, who: Who) -> Answer:
        return await self._answer(Asked("status", where, who))

    async def redraw(self, table: str) -> None:
        self.redrawn.append(table)
        self._tell()

    async def chat_back(self, where: Where) -> None:
        self.back.append(where)
        self._tell()

    async def language(self, who: Who) -> str:
        return self.languages.get(who.user, who.locale)

    async def taste(self, who: Who) -> Taste:
        return Taste()

    async def habits(self, where: Where) -> Habits:
        return self.usually

    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        self.shown.append(Shown(hand, where, message, expires_at))
        self._tell()
        return ""

    async def until(self, predicate: Callable[[], object]) -> None:
        """Wait until something holds; it is looked at again whenever anything happens here."""
        async with asyncio.timeout(10):
            while not predicate():
                await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def message_gone(self, where: Where, message: str) -> None:
        raise AssertionError("Discord tells this only to bots that read messages")

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        raise AssertionError("channels of Discord keep their ids")

    async def turns(self, who: Who) -> Sequence[MovesScreen]:
        raise AssertionError("only Telegram lists moves")

    async def unshown(self, table: str) -> Sequence[tuple[Who, HandScreen]]:
        raise AssertionError("Discord shows cards to whoever presses")

    async def place_for_cards(self, table: str, who: Who) -> HandScreen | None:
        raise AssertionError("only Telegram has links to tables")

    async def home(self, table: str) -> Home | None:
        raise AssertionError("only Telegram has links to tables")

    async def lobby_of(self, where: Where, who: Who) -> str | None:
        return self.lobbies.get(who.user)

    async def tables_in(self, where: Where) -> Sequence[str]:
        return self.living.get((where.chat, where.thread), [])

    async def chat_gone(self, where: Where) -> None:
        self.gone.append(where)
        self._tell()

    async def left(self, where: Where, who: Who) -> None:
        self.departed.append((where, who.user))
        self._tell()

    async def look(self, table: str, who: Who) -> Look | None:
        raise AssertionError("only the web looks")

    def changes(self, table: str) -> AsyncIterator[None]:
        raise AssertionError("only the web watches")

    async def fact(self, name: str) -> str | None:
        return self.facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        self.facts[name] = value
        self._tell()

    async def gate(self, name: str, hold: int) -> int:
        return 0

    async def upload(self, account: str, name: str) -> str | None:
        raise AssertionError("Discord takes each picture anew")

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        raise AssertionError("Discord takes each picture anew")
