"""Whether anything that was sent to Discord ever showed a card to somebody who could not know it then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from card_names_for_tests import cards_named
from killing.books import Book
from killing.glimpses import held, knowledge_of

from bot.game import Call as Calls
from bot.game.cards import DECK
from bot.table import Table
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from judging.discord_pictures import codes_on

TOKEN = re.compile(r"\bb[0-9]{0,2}:([a-z0-9]{10})-")
PLAY = re.compile(r"\b[a-z0-9]{10}-d\d+t\d+-play-(?P<card>\w\w)\b")
EMOJI = re.compile(r"_(?P<card>[A3KQJ76542][dcsb])_[0-9a-f]{6}")
"""An emoji of a card in a button or a text."""
ROUNDED = 0.001
"""Seconds by which a moment of the journal may be later than it was."""


@dataclass(frozen=True)
class Shown:
    """Something that one person (with no viewer: everybody) was shown."""

    at: float
    viewer: str
    table: str
    words: str
    pictures: tuple[bytes, ...]

    @property
    def cards(self) -> set[str]:
        """The cards in it: in words, on buttons, on pictures."""
        named = cards_named(self.words)
        marked = {found["card"] for how in (PLAY, EMOJI) for found in how.finditer(self.words)}
        return named.union(marked, *map(codes_on, self.pictures))


def all_shown(wire: DiscordWire, times: dict[int, float]) -> Iterator[Shown]:
    """Everything with words or pictures in it; `times` has, by call, the moment on the stand-in's clock."""
    for index, call in enumerate(wire.calls):
        if isinstance(call.body, dict) and call.body and not call.path.endswith("/commands"):
            viewer, asked = viewer_of(wire, call)
            said = json.dumps(call.body, ensure_ascii=False)
            tables = [*TOKEN.findall(said), *TOKEN.findall(asked)]
            pictures = tuple(data for _, data in call.files.values())
            yield Shown(times.get(index, 0.0), viewer, tables[0] if tables else "", said, pictures)


def viewer_of(wire: DiscordWire, call: Call) -> tuple[str, str]:
    """Who alone sees it (empty: everybody does), and the button that it answers."""
    parts = call.path.split("/")
    interaction = wire.world.interactions.get(parts[3]) if len(parts) > 3 else None
    if interaction is None:
        return "", ""
    asked = str(interaction.data.get("custom_id", ""))
    on_public = interaction.source is not None and not interaction.source.ephemeral
    original = call.path.endswith("@original") and interaction.callback in (6, 7)
    if on_public and (call.body.get("type") == 7 or original):
        return "", asked
    return f"discord:{interaction.user.id}", asked


def _open(table: Table) -> set[str]:
    view = table.table_view()
    if view is None:
        return set()
    lying = {card.code for trick in view.tricks for card in trick.cards}
    lying |= {card.code for card in view.trick.cards} if view.trick else set()
    lying |= {card.code for one in view.exchanges for card in (one.given, one.taken)}
    lying |= {card.code for cards in view.known for card in cards}
    lying |= {card.code for card in (view.called_card, view.stock_top) if card}
    if view.auction and view.auction.standing:  # a bid is drawn as the cards of its rank
        lying |= {card.code for card in DECK if card.rank is view.auction.standing.value}
    return lying | ({view.trump_card.code} if view.trump_card else set())


def _held(table: Table, key: str) -> set[str]:
    seat = table.seat_of(key)
    view = table.seat_view(seat) if seat is not None else None
    calls = view.legal_moves if view else ()
    return held(table, key) | {move.card.code for move in calls if isinstance(move, Calls)}


def leaks(wire: DiscordWire, books: Sequence[Book], times: dict[int, float]) -> Iterator[str]:
    """Each showing of a card that its viewer could not know of then."""
    knowledge = {book.row.id: knowledge_of(book, _open, _held) for book in books}
    for shown in all_shown(wire, times):
        cards = shown.cards
        if not cards:
            continue
        asked = [knowledge[shown.table]] if shown.table in knowledge else list(knowledge.values())
        hidden = [cards - one.allows(shown.viewer, shown.at + ROUNDED) for one in asked]
        if all(hidden):
            fewest: set[str] = min(hidden, key=len, default=cards)
            who, what = shown.viewer or "everybody", sorted(fewest)
            yield f"{who} saw {what} of table {shown.table}: {shown.words[:300]!r}"
