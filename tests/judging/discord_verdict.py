"""What a judge finds when all is over: every request, every answer, every screen, the books and the log."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from killing.books import Book

from bot.service.records import SurfaceKind
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel, Interaction
from judging.discord_parts import LAYOUT
from judging.discord_people import Circle
from judging.discord_requests import CALLBACK, MESSAGES, faults_of, faults_of_packet
from judging.discord_secrets import leaks
from judging.discord_trouble import Trouble

EVERYBODY = re.compile(r"@(everyone|here)\b")
MENTION = re.compile(r"<@!?(\d+)>")
HEARD_LATE = 3.0
BEING_ANSWERED = 15.0
"""Seconds of ours in which a press is answered: a token is thought to begin with its answer."""
UNDER_WAY = 1.0
"""Seconds of ours after which nothing is on its way any more that was when time jumped."""
MESSAGE_ROUTES = frozenset(route for _, route in MESSAGES)


class Verdict:
    """Holds what happened against what must hold."""

    def __init__(
        self,
        wire: DiscordWire,
        circles: Sequence[Circle],
        books: Sequence[Book],
        times: dict[int, float],
        trouble: Trouble,
        pace: float = 1.0,
    ) -> None:
        """`times` has the moment of each call, `pace` is how many seconds pass on the stand-in in one of ours."""
        self._trouble = trouble
        self._wire = wire
        self._circles = circles
        self._books = books
        self._times = times
        self._pace = pace
        self._flags = self._all_flags()

    def faults(self) -> list[str]:
        """Everything that does not hold, each kind of it once."""
        found: list[str] = []
        for part in (
            self._requests, self._emojis, self._packets, self._answers, self._creations, self._mentions, self._late_edits,
            self._invalid, self._screens, self._matches, self._secrets,
        ):  # fmt: skip
            found += dict.fromkeys(part())
        return found + self._wire.violations

    # -- requests -----------------------------------------------------------------------------------
    def _all_flags(self) -> dict[int, int]:
        """By message, its flags: those of all that were ever told in an answer, and of those that are still there."""
        flags: dict[int, int] = {}
        for call in self._wire.calls:
            for told in _messages_in(call.answer):
                flags[int(told["id"])] = int(told["flags"]) | flags.get(int(told["id"]), 0)
        for one in self._wire.world.interactions.values():
            for message in (one.source, one.original, *one.followups):
                if message is not None:
                    flags[message.id] = message.flags | flags.get(message.id, 0)
        return flags

    def _interaction(self, call: Call) -> Interaction | None:
        parts = call.path.split("/")
        return self._wire.world.interactions.get(parts[3]) if len(parts) > 3 else None

    def _is_layout(self, call: Call) -> bool:
        interaction, last = self._interaction(call), call.path.rsplit("/", 1)[-1]
        if last.isdecimal():
            return bool(self._flags.get(int(last), 0) & LAYOUT)
        if interaction is None:
            return False
        message = (interaction.original if last == "@original" else None) or interaction.source
        return message is not None and bool(self._flags.get(message.id, 0) & LAYOUT)

    def _requests(self) -> Iterator[str]:
        for call in self._wire.calls:
            interaction = self._interaction(call)
            kind = interaction.type if interaction else 0
            layout = partial(self._is_layout, call)
            for fault in faults_of(
                call.method, call.route, call.body, call.files, layout=layout, kind=kind
            ):  # fmt: skip
                yield f"{call.method} {call.route}: {fault}"

    def _emojis(self) -> Iterator[str]:
        """Emojis of ours are those that Discord keeps for us."""
        known = {one["id"] for one in self._wire.world.emojis}
        for call in self._wire.calls:
            for body in _bodies(call):
                used = re.findall(r'"emoji": \{[^}]*"id": "?(\d+)', json.dumps(body))
                if unknown := set(used) - known:
                    yield f"{call.method} {call.route}: no such emojis: {sorted(unknown)[:2]}"

    def _packets(self) -> Iterator[str]:
        for packet in self._wire.gateway.packets:
            yield from faults_of_packet(packet)

    # -- answers ------------------------------------------------------------------------------------
    def _answers(self) -> Iterator[str]:
        taken: Counter[str] = Counter()
        troubled = set(self._trouble.overtaken)
        for call in self._wire.calls:
            if (call.method, call.route) == CALLBACK:
                token = call.path.split("/")[3]
                taken[token] += call.answer is not None or call.status == 204
                if call.fault:
                    troubled.add(token)
        for token, interaction in self._wire.world.interactions.items():
            where = interaction.channel
            what = f"{interaction.type} {json.dumps(interaction.data)[:120]} in #{where.name}"
            if taken[token] > 1:
                yield f"answered {taken[token]} times: {what}"
            if interaction.callback is None and token not in troubled and not _is_gone(where):
                yield f"never answered: {what}, refusals {[str(r.code) for r in interaction.refusals]}"
            elif (after := (interaction.answered_after or 0.0) * self._pace) > HEARD_LATE:
                yield f"answered after {after:.1f} s: {what}"

    def _late_edits(self) -> Iterator[str]:
        """Nothing is said by a token that has ended, unless the end was ordered."""
        for call in self._wire.calls:
            if call.code == 50027 and not call.fault and not self._overtaken(call):
                yield f"said by a token that had ended: {call}"

    def _overtaken(self, call: Call) -> bool:
        """Whether time jumped while the call, or the answer that gave us its token, was on its way."""
        interaction = self._interaction(call)
        born = interaction.delivered_at if interaction else call.at
        jumps = self._trouble.jumps
        return any(0 <= call.at - jump < UNDER_WAY or 0 <= jump - born < BEING_ANSWERED for jump in jumps)

    # -- messages -----------------------------------------------------------------------------------
    def _creations(self) -> Iterator[str]:
        """One nonce is one message, with one meaning."""
        made: dict[tuple[str, str], set[str]] = defaultdict(set)
        tried: dict[tuple[str, str], list[float]] = defaultdict(list)
        for call in self._wire.calls:
            if call.method == "POST" and call.route == "/channels/{channel_id}/messages":
                tried[call.path, call.body["nonce"]].append(call.at)
                if isinstance(call.answer, dict):
                    made[call.path, call.body["nonce"]].add(call.answer["id"])
        for (path, nonce), messages in made.items():
            times = tried[path, nonce]
            if any(times[0] < jump < times[-1] for jump in self._trouble.jumps):
                continue  # Discord knows a nonce for some minutes only
            if nonce.startswith("l"):
                continue  # a thread was locked: said once in some minutes, and again when it is locked again
            channel = self._wire.world.channels.get(int(path.split("/")[2]))
            there = {str(message) for message in channel.messages} if channel else set[str]()
            if len(messages & there) > 1:
                yield f"{path}: nonce {nonce} made {len(messages)} messages"

    def _mentions(self) -> Iterator[str]:
        for call in self._wire.calls:
            for body in _bodies(call):
                allowed = body.get("allowed_mentions")
                said = json.dumps(body, ensure_ascii=False)
                if allowed is None:
                    yield f"{call.method} {call.route}: mentions are left open"
                    continue
                named = set(MENTION.findall(said))
                if allowed.get("parse") or allowed.get("roles") or allowed.get("replied_user"):
                    yield f"{call.method} {call.route}: anybody may be called: {allowed}"
                if set(map(str, allowed.get("users") or ())) - named:
                    yield f"{call.method} {call.route}: somebody may be called who is not named"
                if EVERYBODY.search(said):
                    yield f"{call.method} {call.route}: a name calls everybody: {said[:200]}"
                if len(allowed.get("users") or ()) > 1:
                    yield f"{call.method} {call.route}: calls more than one"

    def _invalid(self) -> Iterator[str]:
        own = [call for call in self._wire.calls if call.status in (401, 403, 429) and not call.fault]
        if len(own) > max(40, len(self._wire.calls) // 50):
            yield f"{len(own)} requests were refused that nobody ordered to be: {Counter(map(repr, own)).most_common(3)}"

    def _screens(self) -> Iterator[str]:
        """A table that lives, or has come to its end, is one message."""
        for book in self._books:
            channel = self._channel(book)
            if channel is None or _is_gone(channel):
                continue
            mark = f"b:{book.row.id}-"
            shown = [
                m for m in channel.messages.values() if not m.ephemeral and mark in json.dumps(m.components)
            ]
            if len(shown) > 1:
                yield f"table {book.row.id} stands in {len(shown)} messages of #{channel.name}"
            for surface, _ in book.surfaces:
                if (
                    surface.kind is SurfaceKind.TABLE
                    and surface.message
                    and int(surface.message) not in channel.messages
                ):
                    yield f"table {book.row.id}: its message in #{channel.name} is known, and not there"

    def _channel(self, book: Book) -> Channel | None:
        return self._wire.world.channels.get(int(book.row.thread or book.chat.ref))

    # -- games --------------------------------------------------------------------------------------
    def _matches(self) -> Iterator[str]:
        books = {book.row.id: book for book in self._books}
        for circle in self._circles:
            book = books.get(circle.name)
            if book is None:
                if not circle.gone:
                    yield f"no table came to be in #{circle.channel.name}: {circle.now}"
            elif book.row.phase not in {"over", "closed"}:
                yield f"the table in #{circle.channel.name} does not end: {book.row.phase}, {circle.now}"
        for book in self._books:
            twice = [
                act
                for act, n in Counter((e.actor, e.act) for e in book.journal if " play " in e.act).items()
                if n > 1
            ]
            if twice:
                yield f"table {book.row.id}: {twice[:2]} stand twice in the journal"
            if sorted(book.results, key=repr) != sorted(book.owed, key=repr):
                yield f"table {book.row.id}: results {book.results}, owed {book.owed}"

    def _secrets(self) -> Iterator[str]:
        yield from leaks(self._wire, self._books, self._times)


def _bodies(call: Call) -> Iterator[dict[str, Any]]:
    """The message in a call, where there is one that people may be named in."""
    if not isinstance(call.body, dict) or "/messages" not in f"{call.path}/messages":
        return
    if (call.method, call.route) == CALLBACK:
        if call.body.get("type") in (4, 7):
            yield call.body.get("data") or {}
    elif call.method in ("POST", "PATCH") and call.route in MESSAGE_ROUTES:
        yield call.body


def _messages_in(answer: object) -> Iterator[dict[str, Any]]:
    if isinstance(answer, dict):
        if "flags" in answer and "components" in answer and "id" in answer:
            yield answer
        for value in answer.values():
            yield from _messages_in(value)


def _is_gone(channel: Channel) -> bool:
    guild = channel.guild
    return channel.deleted or (guild is not None and channel.world.bot.id not in guild.members)
