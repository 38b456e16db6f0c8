"""The gateway of the make-believe Discord: sessions that identify, beat, drop and resume."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
import zlib
from dataclasses import dataclass, field

import discord
from aiohttp import WSMsgType, web

from doubles.discord_world import Guild, Json, World

_INTENTS = discord.Intents
NEEDED_INTENT = {
    "GUILD_CREATE": _INTENTS(guilds=True).value,
    "GUILD_DELETE": _INTENTS(guilds=True).value,
    "GUILD_ROLE_CREATE": _INTENTS(guilds=True).value,
    "GUILD_ROLE_UPDATE": _INTENTS(guilds=True).value,
    "CHANNEL_CREATE": _INTENTS(guilds=True).value,
    "CHANNEL_UPDATE": _INTENTS(guilds=True).value,
    "CHANNEL_DELETE": _INTENTS(guilds=True).value,
    "THREAD_CREATE": _INTENTS(guilds=True).value,
    "THREAD_UPDATE": _INTENTS(guilds=True).value,
    "THREAD_DELETE": _INTENTS(guilds=True).value,
    "GUILD_MEMBER_ADD": _INTENTS(members=True).value,
    "GUILD_MEMBER_REMOVE": _INTENTS(members=True).value,
    "MESSAGE_CREATE": _INTENTS(guild_messages=True, dm_messages=True).value,
    "MESSAGE_UPDATE": _INTENTS(guild_messages=True, dm_messages=True).value,
    "MESSAGE_DELETE": _INTENTS(guild_messages=True, dm_messages=True).value,
}
PRIVILEGED = _INTENTS(members=True, presences=True, message_content=True).value


class Line:
    """One open socket; what is put on it goes out in order."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        self._waiting: asyncio.Queue[Json] = asyncio.Queue()
        asked = request.query.get("compress") == "zlib-stream"
        self._squeeze = zlib.compressobj() if asked else None

    def put(self, packet: Json) -> None:
        """Send this after everything before it."""
        self._waiting.put_nowait(packet)

    async def pump(self) -> None:
        """Write until cancelled."""
        while True:
            text = json.dumps(await self._waiting.get())
            with contextlib.suppress(ConnectionError):
                if self._squeeze is None:
                    await self.socket.send_str(text)
                else:
                    squeezed = self._squeeze.compress(text.encode())
                    await self.socket.send_bytes(squeezed + self._squeeze.flush(zlib.Z_SYNC_FLUSH))

    def cut(self) -> None:
        """Break the connection without a goodbye."""
        if self._request.transport is not None:
            self._request.transport.abort()


@dataclass(eq=False)
class Session:
    """What the bot got by one IDENTIFY; it outlives its sockets."""

    id: str
    shard: int
    shard_count: int
    intents: int
    line: Line | None = None
    sequence: int = 0
    sent: list[Json] = field(default_factory=list[Json])
    resumes: int = 0
    heartbeats: int = 0

    @property
    def online(self) -> bool:
        """Whether the bot holds a socket to it now."""
        return self.line is not None

    def send(self, name: str, data: Json) -> None:
        """Dispatch an event, or keep it for the RESUME."""
        self.sequence += 1
        packet: Json = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.sent.append(packet)
        if self.line is not None:
            self.line.put(packet)

    def wants(self, name: str, guild: Guild | None) -> bool:
        """Whether its shard and intents get this event."""
        shard = 0 if guild is None else (guild.id >> 22) % self.shard_count
        needed = NEEDED_INTENT.get(name)
        return shard == self.shard and (needed is None or bool(needed & self.intents))


class Gateway:
    """All sessions of the bot, and the door they come in by."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: list[Session] = []
        self.identifies = 0
        self.identify_limit = 1000
        self.shards = 1
        self.max_concurrency = 1
        self.began: list[tuple[float, int]] = []
        """When sessions were asked for (monotonic seconds), and for which shard."""
        self.packets: list[Json] = []
        """All that was said to the gateway."""
        self.wants_more_shards = False
        self.allowed_privileged = 0
        self.heartbeat_ms = 41_250
        self._numbers = itertools.count(1)
        self._lines: set[Line] = set()
        world.on_event = self.dispatch
        world.about_gateway = self.about

    @property
    def url(self) -> str:
        """Where the gateway is."""
        return self.world.url.replace("http://", "ws://", 1) + "/gateway"

    def about(self) -> Json:
        """What GET /gateway/bot tells."""
        left = self.identify_limit - self.identifies
        start = {
            "total": 1000,
            "remaining": left,
            "reset_after": 86_400_000,
            "max_concurrency": self.max_concurrency,
        }
        return {"url": self.url, "shards": self.shards, "session_start_limit": start}

    def dispatch(self, name: str, data: Json, guild: Guild | None) -> None:
        """Tell every session that should hear it."""
        for session in self.sessions:
            if session.wants(name, guild):
                session.send(name, data)

    @property
    def online(self) -> list[Session]:
        """The sessions that hold a socket."""
        return [session for session in self.sessions if session.online]

    def drop(self, shard: int | None = None) -> None:
        """Break the sockets; the sessions stay and can be resumed."""
        for session in self._of(shard):
            if session.line is not None:
                session.line.cut()
                session.line = None
        self.world.on_change()

    async def close(self, code: int, shard: int | None = None) -> None:
        """Close the sockets politely with a code (4000 resumable, 4004 bad token, 4009 timed out…)."""
        for session in self._of(shard):
            if session.line is not None:
                line, session.line = session.line, None
                await line.socket.close(code=code)

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """RECONNECT: the bot should come again and resume."""
        for session in self._of(shard):
            if session.line is not None:
                session.line.put({"op": 7, "d": None})

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """INVALID_SESSION; unless resumable the session is forgotten."""
        for session in self._of(shard):
            if session.line is not None:
                session.line.put({"op": 9, "d": resumable})
            if not resumable:
                self.sessions.remove(session)

    def forget_sessions(self) -> None:
        """Everything ends: the next RESUME is refused and must identify anew."""
        self.drop()
        self.sessions.clear()

    def _of(self, shard: int | None) -> list[Session]:
        return [s for s in self.sessions if shard is None or s.shard == shard]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One socket, from HELLO to its end."""
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        line = Line(socket, request)
        self._lines.add(line)
        pump = asyncio.create_task(line.pump())
        line.put({"op": 10, "d": {"heartbeat_interval": self.heartbeat_ms}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._heard(line, json.loads(message.data))
        except ConnectionError:
            pass
        finally:
            pump.cancel()
            self._lines.discard(line)
            for session in self.sessions:
                if session.line is line:
                    session.line = None
            self.world.on_change()
        return socket

    async def _heard(self, line: Line, packet: Json) -> None:
        self.packets.append(packet)
        match packet["op"]:
            case 1:
                for session in self.sessions:
                    session.heartbeats += session.line is line
                line.put({"op": 11})
            case 2:
                await self._identify(line, packet["d"])
            case 6:
                await self._resume(line, packet["d"])
            case 8:
                self._chunk(line, packet["d"])
            case _:
                pass
        self.world.on_change()

    async def _identify(self, line: Line, data: Json) -> None:
        self.identifies += 1
        shard, count = data.get("shard", (0, 1))
        self.began.append((time.monotonic(), shard))
        if data["token"] != self.world.token:
            await line.socket.close(code=4004)
        elif not 0 <= shard < count:
            await line.socket.close(code=4010)
        elif self.wants_more_shards and count < self.shards:
            await line.socket.close(code=4011)
        elif data["intents"] & PRIVILEGED & ~self.allowed_privileged:
            await line.socket.close(code=4014)
        else:
            session = Session(f"session{next(self._numbers)}", shard, count, data["intents"], line)
            self.sessions.append(session)
            self._greet(session)

    def _greet(self, session: Session) -> None:
        world = self.world
        guilds = [
            guild
            for guild in world.guilds.values()
            if world.bot.id in guild.members and (guild.id >> 22) % session.shard_count == session.shard
        ]
        ready: Json = {
            "v": 10,
            "user": world.bot.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.shard_count],
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.send("READY", ready)
        for guild in guilds:
            if session.wants("GUILD_CREATE", guild):
                session.send("GUILD_CREATE", guild.payload())

    async def _resume(self, line: Line, data: Json) -> None:
        if data["token"] != self.world.token:
            await line.socket.close(code=4004)
            return
        found = [s for s in self.sessions if s.id == data["session_id"]]
        if not found:
            line.put({"op": 9, "d": False})
            return
        (session,) = found
        session.line = line
        session.resumes += 1
        for packet in session.sent:
            if packet["s"] > data["seq"]:
                line.put(packet)
        session.send("RESUMED", {})

    def _chunk(self, line: Line, data: Json) -> None:
        guild = self.world.guilds[int(data["guild_id"])]
        wanted = {int(user) for user in data.get("user_ids") or guild.members}
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [m.payload() for number, m in guild.members.items() if number in wanted],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        for session in self.sessions:
            if session.line is line:
                session.send("GUILD_MEMBERS_CHUNK", chunk)
