"""Whether anything that was sent to Discord ever showed a card to somebody who could not know it then."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from killing.books import Book

from bot.game import Call as Calls
from bot.game.cards import DECK
from bot.table import Table
from bot.words import LANGUAGES, words
from bot.words.cards import card_name, card_short
from bot.words.decks import DECK_NAMES
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from judging.discord_pictures import codes_on

NAMES = {
    name(words(language).of_deck(deck), card): card.code
    for language in LANGUAGES
    for deck in DECK_NAMES
    for card in DECK
    for name in (card_name, card_short)
}
NAMED = re.compile(r"\b(" + "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)) + r")\b")
TOKEN = re.compile(r"\bb[0-9]{0,2}:([a-z0-9]{10})-")
PLAY = re.compile(r"\b[a-z0-9]{10}-d\d+t\d+-play-(?P<card>\w\w)\b")
EMOJI = re.compile(r"_(?P<card>[A3KQJ76542][dcsb])_[0-9a-f]{6}")
"""An emoji of a card in a button or a text."""


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
        named = {NAMES[name] for name in NAMED.findall(self.words)}
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


@dataclass(frozen=True)
class _Knowledge:
    times: list[float]
    public: list[set[str]]
    own: dict[str, list[set[str]]]

    def of(self, viewer: str, at: float) -> set[str]:
        moment = bisect_right(self.times, at * 1000 + 1) - 1
        if moment < 0:
            return set()
        mine = self.own.get(viewer)
        return self.public[moment] | (mine[moment] if mine else set())


def _knowledge(book: Book) -> _Knowledge:
    public: list[set[str]] = []
    own: dict[str, list[set[str]]] = {person: [] for person in book.people.values()}
    keys = {person: key for key, person in book.people.items()}
    for table in book.moments:
        public.append((public[-1] if public else set()) | _open(table))
        for person, known in own.items():
            known.append((known[-1] if known else set()) | _held(table, keys[person]))
    return _Knowledge([float(entry.at) for entry in book.journal], public, own)


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
    if view is None:
        return set()
    held = {card.code for cards in (view.hand, *(one.hand for one in view.partner_hands)) for card in cards}
    return held | {move.card.code for move in view.legal_moves if isinstance(move, Calls)}


def leaks(wire: DiscordWire, books: Sequence[Book], times: dict[int, float]) -> Iterator[str]:
    """Each showing of a card that its viewer could not know of then."""
    knowledge = {book.row.id: _knowledge(book) for book in books}
    for shown in all_shown(wire, times):
        cards = shown.cards
        if not cards:
            continue
        asked = [knowledge[shown.table]] if shown.table in knowledge else list(knowledge.values())
        hidden = [cards - one.of(shown.viewer, shown.at) for one in asked]
        if all(hidden):
            fewest: set[str] = min(hidden, key=len, default=cards)
            who, what = shown.viewer or "everybody", sorted(fewest)
            yield f"{who} saw {what} of table {shown.table}: {shown.words[:300]!r}"
