"""A make-believe Discord on a loopback port, so that the unchanged bot can be driven, cut off and restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from aiohttp import web

import doubles.discord_interactions
import doubles.discord_routes  # noqa: F401  # importing the two registers their routes
from doubles.discord_faults import Fault, RateLimits
from doubles.discord_gateway import Gateway
from doubles.discord_people import Person
from doubles.discord_rest import Call, Rest
from doubles.discord_world import Channel, Guild, Interaction, Json, Member, User, WireClock, World


class DiscordWire:
    """The whole platform: `async with DiscordWire() as wire:` and point the bot at `wire.url`."""

    def __init__(self, token: str = "wire.test.token") -> None:  # noqa: S107  # made up, for nothing real
        self.world = World(token)
        self.gateway = Gateway(self.world)
        self.rest = Rest(self.world)
        self.duplicates = 0
        self._changed = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self.world.on_change = self._wake

    # ------------------------------------------------------------------ standing up

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=30 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
        app.router.add_route("*", "/api/v10/{rest:.*}", self.rest.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await self._listen(0)
        self.world.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def _listen(self, port: int) -> None:
        assert self._runner is not None
        self._site = web.TCPSite(self._runner, "127.0.0.1", port)
        await self._site.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rest.release()
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Where it stands, for `point_discord_at`."""
        return self.world.url

    # ------------------------------------------------------------------ people and places

    def guild(self, name: str = "Bar Sport", *, locale: str = "en-US") -> Guild:
        """A server that has the bot."""
        return self.world.open_guild(name, locale)

    def person(
        self, name: str, *, locale: str = "en-US", guild: Guild | None = None, admin: bool = False
    ) -> Person:
        """Somebody; a member of that server, or of every server there is so far."""
        user = User(self.world.snowflake(), name, locale)
        self.world.users[user.id] = user
        for joined in [guild] if guild is not None else list(self.world.guilds.values()):
            joined.admit(user, admin=admin)
        return Person(self, user)

    def dm(self, person: Person) -> Channel:
        """The direct conversation of the bot with somebody."""
        return self.world.dm(person.user)

    def invite_bot(self, guild: Guild) -> None:
        """The bot comes (back) into a server."""
        guild.members[self.world.bot.id] = Member(self.world.bot, self.clock.now())
        self.world.emit("GUILD_CREATE", guild.payload(), guild)

    def expel_bot(self, guild: Guild) -> None:
        """The bot is thrown out of a server."""
        guild.lose(self.world.bot)

    # ------------------------------------------------------------------ what is going on

    @property
    def clock(self) -> WireClock:
        """The platform's clock: ages of tokens and messages are measured by it."""
        return self.world.clock

    @property
    def limits(self) -> RateLimits:
        """The rate limits; `wire.limits.on = True` puts them in force."""
        return self.rest.limits

    @property
    def calls(self) -> list[Call]:
        """Everything the bot asked for, in order."""
        return self.rest.calls

    def calls_to(self, method: str, route: str) -> list[Call]:
        """The calls of one kind; `route` is a template or a beginning of a path."""
        return [
            c for c in self.calls if c.method == method and (c.route == route or c.path.startswith(route))
        ]

    @property
    def violations(self) -> list[str]:
        """Everything the bot sent that Discord would refuse; a good test ends with none."""
        return self.world.violations

    @property
    def unanswered(self) -> list[Interaction]:
        """The presses and commands that got no answer so far: the person sees that the bot did not respond."""
        return [i for i in self.world.interactions.values() if i.callback is None]

    @property
    def long_alt_texts(self) -> list[str]:
        """Alt texts that Discord takes, but that are long to listen to."""
        return self.world.long_alt_texts

    @property
    def commands(self) -> list[Json]:
        """The global commands the bot registered."""
        return self.world.commands.get(None, [])

    @property
    def online(self) -> bool:
        """Whether the bot holds a gateway socket."""
        return bool(self.gateway.online)

    def listened_to(self, guild: Guild | None) -> bool:
        """Whether a session hears (or will hear, on its resume) events of this server."""
        return any(session.wants("INTERACTION_CREATE", guild) for session in self.gateway.sessions)

    async def until(self, predicate: Callable[[], object], *, within: float = 30.0, hint: str = "") -> None:
        """Wait until something holds; it is looked at again whenever anything happens here."""
        try:
            async with asyncio.timeout(within):
                while not predicate():
                    await self._changed.wait()
        except TimeoutError:
            recent = "\n  ".join(map(repr, self.calls[-8:]))
            told = f"{hint or 'it'} did not come within {within:g} s; last calls:\n  {recent}"
            raise AssertionError(f"{told}\n  violations: {self.violations}") from None

    async def until_online(self, sessions: int = 1, *, within: float = 30.0) -> None:
        """Wait until the bot has identified (with so many shards)."""
        await self.until(lambda: len(self.gateway.online) >= sessions, within=within, hint="the bot")

    # ------------------------------------------------------------------ trouble

    def fault(
        self,
        *,
        method: str = "*",
        route: str = "*",
        kind: str,
        times: int = 1,
        code: int | None = None,
        retry_after: float = 0.05,
        when: Callable[[Json], bool] | None = None,
    ) -> Fault:
        """Order trouble for the next matching calls; see `Fault` for the kinds."""
        ordered = Fault(method, route, kind, times, code, retry_after, when)
        self.rest.faults.append(ordered)
        return ordered

    async def goes_down(self) -> None:
        """Nothing answers any more: open connections break, new ones are refused."""
        assert self._runner is not None
        assert self._site is not None
        assert self._runner.server is not None
        await self._site.stop()
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()

    async def comes_back(self) -> None:
        """It answers again, at the same address, and remembers everything."""
        await self._listen(int(self.url.rsplit(":", 1)[1]))

    def release(self) -> None:
        """Let hanging calls go on."""
        self.rest.release()

    def duplicate_next_interaction(self, times: int = 1) -> None:
        """The next command or press is delivered so many times more."""
        self.duplicates = times

    def fetch(self, url: str) -> bytes:
        """A file by its address, as a viewer's client gets it."""
        return self.world.files[int(url.split("?", maxsplit=1)[0].split("/")[-2])].data

    # ------------------------------------------------------------------ behind the curtain

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        found = self.world.files.get(int(request.match_info["id"]))
        if found is None or int(request.query.get("ex", "0"), 16) < self.clock.now():
            return web.Response(status=404)
        return web.Response(body=found.data, content_type=found.content_type)
