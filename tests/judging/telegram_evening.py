"""An evening of eight people in four groups: what they plan, what goes wrong, and how it ends."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.service.ports import Tx
from judging.telegram_checks import Json
from judging.telegram_faults import Faults
from judging.telegram_house import House
from judging.telegram_people import Known, Plan, Player, Pressed, made_by
from judging.telegram_server import Server
from judging.telegram_verdict import is_tables
from judging.telegram_world import Message, Person, Press, World

CAST = (
    ("Ann_a *b* [c](d) <b>", "en", ""), ("\u202eعمر", "it", "del Piero"), ("\u200b", "pt", ""),
    ("🂡🂢🎴" * 25, "de", "x" * 64), ("@everyone &amp; <i>", "it", ""), ("", "en", ""), ("Zoë", "pt-br", "``_"),
    ("Rui", "pt", "Ⅷ"),
)  # fmt: skip
LEGACY, FORUM, ADMIN, WORDY = -700_001, -1_001_000_000_002, -1_001_000_000_003, -1_001_000_000_004
MOVED = -1_001_000_000_009
MINUTE = 60.0
SIZES = {
    "full": ("legacy", "pairs", "called", "topic", "six", "private"),
    "small": ("legacy", "pairs", "called", "three"),
    "tiny": ("legacy", "three"),
    "two": ("legacy", "topic"),
}
"""The matches of an evening."""


@dataclass(frozen=True)
class Setting:
    """How an evening goes."""

    seed: int
    faults: float = 0.04
    """How many calls go wrong."""
    kills: int = 2
    trouble_for: float = 12 * MINUTE
    """For so long things go wrong."""
    longest: float = 75 * MINUTE
    workers: int = 0
    """So many processes take updates by webhook; 0 for one that polls."""
    size: str = "full"
    """Which matches are played: `full`; `small`; `tiny` and `two` for tests that everybody waits for."""


@dataclass(eq=False)
class Evening:
    """Everything that happens."""

    setting: Setting
    database: str
    world: World = field(init=False)
    faults: Faults = field(init=False)
    server: Server = field(init=False)
    houses: list[House] = field(default_factory=list)
    mischief: bool = True
    plans: list[Plan] = field(default_factory=list)
    moves: list[Pressed] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    killed_at: list[float] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)
    ended_at: float = 0.0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        seed = self.setting.seed
        self.world = World(seed)
        self.faults = Faults(seed, self.setting.faults)
        self.server = Server(self.world, self.faults)
        self.chance = Random(f"evening {seed}")
        self._books = sqlite3.connect(self.database.removeprefix("sqlite:///"))
        self._known: tuple[float, dict[str, Known]] = (-1.0, {})
        self._generation = 0
        self._stuck: set[tuple[str, str]] = set()
        self._cast()

    # -- who and what --------------------------------------------------------------------------------
    def _cast(self) -> None:
        world, chance = self.world, self.chance
        world.ephemerals = chance.random() < 0.75
        people = [world.person(first, language, last) for first, language, last in CAST]
        chance.shuffle(people)
        self.players = {one.id: Player(self, one, self.setting.seed) for one in people}
        self.legacy = world.group(LEGACY, "group", "Old <friends>", people[:4])
        self.forum = world.group(
            FORUM, "supergroup", "Forum_", people, forum=True, topics={7: "open", 9: "open"}
        )
        self.admins = world.group(ADMIN, "supergroup", "Admin", people, standing="administrator")
        self.wordy = world.group(WORDY, "supergroup", "Words & only", people, standing="restricted")
        self.wordy.rights = {"can_send_messages"}
        for one in people[:2]:
            world.private(one).opened = True
        self._plan(people)

    def _plan(self, people: list[Person]) -> None:
        two = self.chance.choice(("briscola", "brisca", "bisca", "bisca3"))
        four = self.chance.choice(("briscola", "brisca", "bisca"))
        private, six = self.world.private(people[7]), people[:6]
        plans = {
            "legacy": Plan(self.legacy, people[:2], (two, 2), 2.0),
            "three": Plan(self.admins, [people[3], people[1], people[7]], ("briscola", 3), 6.0),
            "pairs": Plan(self.forum, people[2:6], (four, 4), 4.0, 7),
            "called": Plan(self.wordy, people[5:8], ("chiamata", 5), 5.0, rules=("match-deals1",)),
            "topic": Plan(self.forum, [people[0], people[6]], ("briscola", 2), 8.0, 9),
            "six": Plan(self.admins, six, ("briscola", 6), 10.0),
            "private": Plan(private, [people[7]], ("briscola", 2), 12.0),
        }
        self.plans = [plans[name] for name in SIZES[self.setting.size]]

    # -- the bot -------------------------------------------------------------------------------------
    def start_bot(self) -> None:
        self._generation += 1
        self.server.alive.add(self._generation)
        url = self.server.url(self._generation)
        house = House(self.database, url, self._generation, webhook=bool(self.setting.workers))
        house.start()
        self.houses.append(house)

    async def kill(self) -> None:
        """`kill -9` of one process, and a new one after a while."""
        house = self.houses.pop(self.chance.randrange(len(self.houses)))
        self.server.alive.discard(house.generation)
        self.killed_at.append(self.world.now)
        self.server.backlog_until = max(self.server.backlog_until, self.world.now + 40)
        await house.kill()
        self.note("killed")
        await asyncio.sleep(self.chance.choice((0.5, 3.0, 20.0)))
        self.start_bot()

    async def post(self, update: Json) -> int:
        """Some process gets the update."""
        await asyncio.sleep(0.02)
        if not self.houses or not self.world.webhook or self.faults.down:
            return 502
        return await self.chance.choice(self.houses).post(update, self.world.webhook["secret_token"])

    def note(self, what: str) -> None:
        self.happened.append(f"{self.world.now:8.1f}s {what}")

    # -- what players know ----------------------------------------------------------------------------
    async def known(self) -> dict[str, Known]:
        """The tables as they are, read once a moment."""
        if not self.houses or self.world.now < self._known[0] + 0.2:
            return self._known[1]
        rows = self._books.execute("select id from tables where phase in ('lobby', 'playing', 'over')")
        names = [str(name) for (name,) in rows]
        house = self.houses[0]
        keeper = house.keeper

        def work(tx: Tx) -> dict[str, Known]:
            found = dict[str, Known]()
            for name in names:
                row = tx.table(name)
                assert row
                table = keeper.load(tx, row)
                players = tx.players(table.people)
                people = {key: int(one.user) for key, one in players.items()}
                found[name] = Known(table, tx.chat_by_id(row.chat).ref, people)
            return found

        try:
            known = await house.store.read(work)
        except asyncio.CancelledError:
            if house.store.dead:
                return self._known[1]
            raise
        self._known = (self.world.now, known)
        self._match_plans(known)
        return known

    def _match_plans(self, known: dict[str, Known]) -> None:
        taken = {plan.table for plan in self.plans}
        for plan in self.plans:
            plan.over = plan.over or (bool(plan.table) and plan.table not in known)
            for name, one in known.items():
                mine = one.people.get(one.table.host) == plan.people[0].id
                game = (one.table.rules.game, one.table.rules.players) == plan.game
                if not plan.table and name not in taken and mine and game and one.chat in plan.ids:
                    plan.table = name
                    taken.add(name)

    def pressed(self, press: Press, by: Player) -> None:
        if made := made_by(press):
            self.moves.append(made)
        task = asyncio.get_running_loop().create_task(self._hears(press, by))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hears(self, press: Press, by: Player) -> None:
        for _ in range(30):
            await asyncio.sleep(0.5)
            if press.answers:
                by.hears(press)
                return

    def stuck(self, person: Person, known: Known) -> None:
        table = known.table
        if (table.id, str(table.step)) not in self._stuck:
            self._stuck.add((table.id, str(table.step)))
            self.world.wrong(f"{person.first!r} cannot move at {table.step} of {table.id} in {known.chat}")

    # -- how it goes ----------------------------------------------------------------------------------
    async def goes(self) -> None:
        async with self.server:
            for _ in range(self.setting.workers or 1):
                self.start_bot()
            if self.setting.workers:
                self.world.post = self.post
            living = [asyncio.create_task(player.lives()) for player in self.players.values()]
            try:
                await self._trouble()
                await self._finish()
            finally:
                for task in living:
                    task.cancel()
                await asyncio.gather(*living, return_exceptions=True)
            await self._settle()
            for house in self.houses:
                await house.stop()
        self._books.close()

    async def _finish(self) -> None:
        while not all(plan.over for plan in self.plans):
            await asyncio.sleep(5)
            if self.world.now > self.setting.longest:
                for plan in self.plans:
                    if not plan.over:
                        known = (await self.known()).get(plan.table)
                        state = known and (known.table.phase.__class__.__name__, str(known.table.step))
                        self.world.wrong(
                            f"{plan.game} in {plan.place.title!r} ({plan.table}) is not over: {state}"
                        )
                break
        self.ended_at = self.world.now

    async def _settle(self) -> None:
        """Let everything be shown, and offers lapse."""
        until = self.world.now + 14 * MINUTE
        while self.world.now < until:
            await asyncio.sleep(20)
            await self.known()
            open_ = self._books.execute("select count(*) from tables where phase <> 'closed'").fetchone()[0]
            behind = self._books.execute("select count(*) from surfaces where shown < wanted").fetchone()[0]
            if not open_ and not behind:
                break
        await asyncio.sleep(330)  # so long leftovers are swept
        await self._press_orphans()

    async def _press_orphans(self) -> None:
        """Messages that the books do not have are few, and go when they are pressed."""
        rows = self._books.execute("select chat, message from surfaces where message <> ''").fetchall()
        booked = {(str(chat), str(message)) for chat, message in rows}
        for chat in list(self.world.chats.values()):
            if chat.moved_to or chat.standing in ("kicked", "left"):
                continue
            for message in list(chat.messages):
                known = (str(chat.id), str(message.number)) in booked
                if not (message.there and message.is_bots and not message.receiver) or known:
                    continue
                if is_tables(message) and not chat.private:
                    await self._press_orphan(message)

    async def _press_orphan(self, message: Message) -> None:
        near = any(at - 15 <= message.at <= at + 1 for at in self.killed_at)
        if message.known and not near:
            self.world.wrong(f"a table's message {message.number} in {message.chat.title!r} is in no book")
        person = message.chat.members[-1]
        press = self.world.presses_button(
            person, message, next(b.data for b in message.content.buttons if b.data)
        )
        await asyncio.sleep(30)
        if not press.answers:
            self.world.wrong(f"an orphan in {message.chat.title!r} does not answer")
        if message.there and is_tables(message):
            self.world.wrong(
                f"an orphan in {message.chat.title!r} keeps its buttons: {message.content.text[:60]!r}"
            )

    # -- what goes wrong -------------------------------------------------------------------------------
    async def _trouble(self) -> None:
        span = self.setting.trouble_for
        events: list[tuple[float, Callable[[], Coroutine[Any, Any, None]]]] = [
            (self.chance.uniform(30, span / 2), self._migration),
            (self.chance.uniform(20, span), self._outage),
        ]
        rare = [self._closed_topic, self._lost_topic, self._muted, self._thrown_out, self._blocked,
                self._deleted, self._deleted, self._vanished, self._no_admin]  # fmt: skip
        events += [(self.chance.uniform(15, span), one) for one in rare]
        events += [(self.chance.uniform(5, span), self.kill) for _ in range(self.setting.kills)]
        for at, event in sorted(events, key=lambda one: one[0]):
            await asyncio.sleep(max(0.0, at - self.world.now))
            await event()
        await asyncio.sleep(max(0.0, span - self.world.now))
        self.faults.off = True
        self.note("no more trouble")

    async def _migration(self) -> None:
        new = self.world.migrates(self.legacy, MOVED)
        for plan in self.plans:
            if plan.chat is self.legacy:
                plan.chat = new
                plan.ids.append(str(new.id))
        self.note("the plain group is a supergroup")

    async def _outage(self) -> None:
        began = self.world.now
        self.faults.down = True
        self.note("Telegram is down")
        await asyncio.sleep(self.chance.choice((10, 40)))
        self.faults.down = False
        self.server.backlog_until = self.world.now + 90
        self.outages.append((began, self.world.now + 60))  # so long the bot may wait until it reads again

    async def _closed_topic(self) -> None:
        if self.forum.topics[7] == "open":
            self.forum.topics[7] = "closed"
            self.note("topic 7 is closed")
            await asyncio.sleep(self.chance.choice((20, 70)))
            self.forum.topics[7] = "open"

    async def _lost_topic(self) -> None:
        self.forum.topics[9] = "deleted"
        for message in self.forum.messages:
            if message.thread == 9:
                message.there = False
        self.note("topic 9 is deleted")

    async def _muted(self) -> None:
        self.world.stands(self.wordy, "restricted", set())
        self.note("muted in the wordy group")
        await asyncio.sleep(self.chance.choice((20, 90)))
        self.world.stands(self.wordy, "restricted", {"can_send_messages"})

    async def _thrown_out(self) -> None:
        """Of the forum, and back."""
        chat = self.chance.choice((self.forum, self.admins))
        before = chat.standing
        if before not in ("member", "administrator"):
            return
        self.world.stands(chat, "kicked")
        self.note(f"kicked out of {chat.title}")
        await asyncio.sleep(self.chance.choice((15, 60)))
        self.world.stands(chat, before)

    async def _no_admin(self) -> None:
        if self.admins.standing == "administrator":
            self.world.stands(self.admins, "member")
            self.note("no admin any more")

    async def _blocked(self) -> None:
        chat = self.world.private(self.chance.choice(self.world.people))
        if chat.opened and not any(plan.chat is chat for plan in self.plans):
            self.world.stands(chat, "kicked")
            self.note(f"blocked by {chat.id}")

    async def _deleted(self) -> None:
        """Somebody deletes a message of the bot's for all."""
        chats = [one for one in self.world.chats.values() if not one.private and not one.moved_to]
        chat = self.chance.choice(chats)
        there = [m for m in chat.messages if m.there and m.is_bots and not m.receiver and m.content.rows]
        if there:
            there[-1].there = False
            self.note(f"a message in {chat.title} is deleted")

    async def _vanished(self) -> None:
        """Ephemeral messages go when an app is started anew."""
        for chat in self.world.chats.values():
            for message in chat.messages:
                if message.receiver and message.is_bots and self.chance.random() < 0.5:
                    message.there = False
