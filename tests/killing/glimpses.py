"""Everything that anybody was ever shown, and whether a hidden card was in it."""

from __future__ import annotations

import json
import re
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from card_names_for_tests import cards_named

from bot.table import Table
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from doubles.telegram_api import Message, TelegramApi
from killing.books import Book
from killing.launcher import codes_on
from killing.witness import PLAY, table_of

TOKEN = re.compile(r"\bb:([a-z0-9]{10}-[A-Za-z0-9_-]*)")

Open = Callable[[Table], set[str]]
"""The cards that lie open at a table."""
Held = Callable[[Table, str], set[str]]
"""The cards that the person with this key sees at it besides."""


@dataclass(frozen=True)
class Glimpse:
    """Something that one person (or, with no viewer, everybody) was shown."""

    at: float
    viewer: str
    table: str
    words: str
    pictures: tuple[bytes, ...] = ()

    @property
    def cards(self) -> set[str]:
        """The cards in it: in words, under buttons, on pictures."""
        named = cards_named(self.words)
        buttons = {found["card"] for found in PLAY.finditer(self.words)}
        return named.union(buttons, *map(codes_on, self.pictures))


# -- what was shown -------------------------------------------------------------------------------------
def group_glimpses(api: TelegramApi) -> Iterator[Glimpse]:
    """Every version of every message in Telegram, and every answer to a press."""
    for chat in (*api.chats.values(), *api.private_chats.values()):
        for message in chat.every_message:
            if message.sender == api.bot.user:
                yield from _versions(message)
    for press in api.presses.values():
        if press.answered and press.answered.text:
            viewer = f"telegram:{press.user.id}"
            yield Glimpse(press.answered.at, viewer, table_of(press.data), press.answered.text)


def _versions(message: Message) -> Iterator[Glimpse]:
    private = message.receiver or message.chat.person
    viewer = f"telegram:{private.id}" if private else ""
    tokens = [b.data or "" for v in message.history for row in v.content.buttons for b in row]
    table = next(filter(None, map(table_of, tokens)), "")
    for version in message.history:
        buttons = [f"{b.label} {b.data}" for row in version.content.buttons for b in row]
        photo = version.content.photo
        said = "\n".join([version.content.text, *buttons])
        yield Glimpse(version.at, viewer, table, said, (photo.data,) if photo else ())


def channel_glimpses(wire: DiscordWire) -> Iterator[Glimpse]:
    """Everything that was sent to Discord."""
    behind = time.time() - time.monotonic()
    for call in wire.calls:
        if isinstance(call.body, dict) and call.body:
            viewer, asked = _viewer(wire, call)
            said = json.dumps(call.body, ensure_ascii=False)
            tables = [table_of(token) for token in TOKEN.findall(said)] + [table_of(asked)]
            table = next(filter(None, tables), "")
            pictures = tuple(data for _, data in call.files.values())
            yield Glimpse(call.at + behind, viewer, table, said, pictures)


def _viewer(wire: DiscordWire, call: Call) -> tuple[str, str]:
    """Who sees it, and the button that it answers."""
    parts = call.path.split("/")
    interaction = wire.world.interactions.get(parts[3]) if len(parts) > 3 else None
    if interaction is None:
        return "", ""
    asked = str(interaction.data.get("custom_id", "")).removeprefix("b:")
    public = interaction.source is not None and not interaction.source.ephemeral
    rewrites = call.body.get("type") == 7 or call.path.endswith("@original")
    if public and rewrites and interaction.callback in {6, 7}:
        return "", asked
    return f"discord:{interaction.user.id}", asked


# -- what was allowed -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Knowledge:
    """What may be known of one table, by the moment."""

    times: list[float]
    public: list[set[str]]
    own: dict[str, list[set[str]]]

    def allows(self, viewer: str, at: float) -> set[str]:
        """The cards of which this person may know then; everybody, with no viewer."""
        moment = bisect_right(self.times, at * 1000) - 1
        if moment < 0:
            return set()
        mine = self.own.get(viewer)
        return self.public[moment] | (mine[moment] if mine else set())


def knowledge_of(book: Book, lies_open: Open, held: Held) -> Knowledge:
    """What may be known of a table, if these are the cards that lie open at it and that its people hold."""
    public: list[set[str]] = []
    own: dict[str, list[set[str]]] = {person: [] for person in book.people.values()}
    keys = {person: key for key, person in book.people.items()}
    for table in book.moments:
        public.append((public[-1] if public else set()) | lies_open(table))
        for person, known in own.items():
            known.append((known[-1] if known else set()) | held(table, keys[person]))
    return Knowledge([float(entry.at) for entry in book.journal], public, own)


def _lies_open(table: Table) -> set[str]:
    view = table.table_view()
    if view is None:
        return set()
    played = {card.code for trick in view.tricks for card in trick.cards}
    if view.trick:
        played |= {card.code for card in view.trick.cards}
    exchanged = {card.code for one in view.exchanges for card in (one.given, one.taken)}
    return played | exchanged | ({view.trump_card.code} if view.trump_card else set())


def held(table: Table, key: str) -> set[str]:
    """The cards that a person sees besides those on the table."""
    seat = table.seat_of(key)
    view = table.seat_view(seat) if seat is not None else None
    if view is None:
        return set()
    return {card.code for cards in (view.hand, *(one.hand for one in view.partner_hands)) for card in cards}


def leaks_in(glimpses: list[Glimpse], books: list[Book]) -> list[str]:
    """Each glimpse of a card that its viewer could not know of then."""
    knowledge = {book.row.id: knowledge_of(book, _lies_open, held) for book in books}
    faults = list[str]()
    for glimpse in glimpses:
        cards = glimpse.cards
        if not cards:
            continue
        # Words without a button do not say which table they are about: then one must explain all of them.
        tables = [knowledge[glimpse.table]] if glimpse.table in knowledge else list(knowledge.values())
        hidden = [cards - table.allows(glimpse.viewer, glimpse.at) for table in tables]
        if all(hidden):
            who, what = glimpse.viewer or "everybody", min(hidden, key=len, default=cards)
            faults.append(f"{who} saw {sorted(what)} of table {glimpse.table}: {glimpse.words[:200]!r}")
    return faults
