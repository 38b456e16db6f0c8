"""Who could know which card at which moment, and what everybody was shown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from card_names_for_tests import cards_named
from killing.books import Book

from bot.screens.tokens import TABLE_ID
from bot.table import Playing, Table
from judging.telegram_pictures import cards_on
from judging.telegram_time import EPOCH
from judging.telegram_world import Content, Message, World

MOVE = re.compile(r"-(?:play|sign)-([A3KQJ76542][dcsb])\b")
UNDER_WAY = 15.0
"""Seconds that a message may be on its way."""
SIGNED = re.compile(r"-d\d+t\d+-sign-")


@dataclass(frozen=True)
class Glimpse:
    """Something that one person (0: everybody in a chat) was shown."""

    at: float
    viewer: int
    table: str
    said: str
    pictures: tuple[bytes, ...] = ()

    @property
    def cards(self) -> set[str]:
        """The cards in it: in words, on buttons, on pictures."""
        named = cards_named(self.said)
        return named.union(MOVE.findall(self.said), *map(cards_on, self.pictures))


def glimpses(world: World) -> Iterator[Glimpse]:
    """Every version of every message of the bot's, and every answer to a press."""
    for chat in world.chats.values():
        for message in chat.messages:
            if message.is_bots:
                yield from _versions(world, message)
    for press in world.presses.values():
        for at, values in press.answers:
            if text := values.get("text"):
                yield Glimpse(at, press.by.id, table_of(press.data), str(text))


def _versions(world: World, message: Message) -> Iterator[Glimpse]:
    viewer = message.receiver or (message.chat.person.id if message.chat.person else 0)
    table = ""
    for at, content in message.versions:
        table = next(filter(None, (table_of(b.data) for b in content.buttons)), table)
        photo = (world.files[content.photo],) if content.photo else ()
        yield Glimpse(at, viewer, table, _said(content), photo)


def _said(content: Content) -> str:
    return "\n".join(
        [content.text, *(f"{b.label} {b.data} {b.url}" for b in content.buttons if "-call-" not in b.data)]
    )


def table_of(token: str) -> str:
    """The table that a button is about; empty for none."""
    head, dash, _ = token.partition("-")
    return head if dash and TABLE_ID.fullmatch(head) else ""


@dataclass(frozen=True)
class Knowledge:
    """What may be known of one table, by the moment."""

    times: list[float]
    public: list[set[str]]
    own: dict[int, list[set[str]]]
    lies: list[set[str]]
    """What may be shown to everybody, by the moment."""

    def shows(self, at: float) -> set[str]:
        """What a message that everybody sees may show, though it may have been a while on its way."""
        last = bisect_right(self.times, at + 0.002)
        first = max(0, bisect_right(self.times, at - UNDER_WAY) - 1)
        return set[str]().union(*self.lies[first:last])

    def allows(self, viewer: int, at: float) -> set[str]:
        moment = bisect_right(self.times, at + 0.002) - 1
        if moment < 0:
            return set()
        mine = self.own.get(viewer)
        return self.public[moment] | (mine[moment] if mine else set())


def knowledge_of(book: Book) -> Knowledge:
    """From the journal, act by act."""
    public: list[set[str]] = []
    lies = [_lies(table) for table in book.moments]
    own: dict[int, list[set[str]]] = {int(who.partition(":")[2]): [] for who in book.people.values()}
    keys = {int(who.partition(":")[2]): key for key, who in book.people.items()}
    for table in book.moments:
        public.append((public[-1] if public else set[str]()) | _open(table))
        for person, known in own.items():
            known.append((known[-1] if known else set[str]()) | _held(table, keys[person]))
    return Knowledge([entry.at / 1000 - EPOCH for entry in book.journal], public, own, lies)


def _open(table: Table) -> set[str]:
    view, removed = table.table_view(), {card.code for card in table.rules.removed_cards}
    if view is None:
        return removed
    played = {card.code for trick in view.tricks for card in trick.cards}
    if view.trick:
        played |= {card.code for card in view.trick.cards}
    exchanged = {card.code for one in view.exchanges for card in (one.given, one.taken)}
    return removed | played | exchanged | {card.code for card in (view.called_card, view.trump_card) if card}


def _lies(table: Table) -> set[str]:
    """What may be shown to everybody now, though they could remember more."""
    view = table.table_view()
    if view is None or view.is_over or not isinstance(table.phase, Playing):
        return _open(table)
    last = {card.code for trick in view.tricks[-1:] for card in trick.cards}
    now = {card.code for card in view.trick.cards} if view.trick else set[str]()
    exchanged = {card.code for one in view.exchanges for card in (one.given, one.taken)}
    removed = {card.code for card in table.rules.removed_cards}
    return (
        removed | last | now | exchanged | {card.code for card in (view.called_card, view.trump_card) if card}
    )


def _held(table: Table, key: str) -> set[str]:
    seat = table.seat_of(key)
    view = table.seat_view(seat) if seat is not None else None
    if view is None:
        return set()
    return {card.code for cards in (view.hand, *(one.hand for one in view.partner_hands)) for card in cards}


def leaks(world: World, books: list[Book]) -> list[str]:
    """Each glimpse of a card, or of a sign to make, that its viewer could not have."""
    known = {book.row.id: knowledge_of(book) for book in books}
    found = list[str]()
    for one in glimpses(world):
        if not one.viewer and SIGNED.search(one.said):
            found.append(f"everybody saw signs to make: {one.said[:120]!r}")
        if not (cards := one.cards):
            continue
        tables = [known[one.table]] if one.table in known else list(known.values())
        hidden = [cards - table.allows(one.viewer, one.at) for table in tables]
        if not one.viewer and one.table in known and (old := cards - known[one.table].shows(one.at)):
            found.append(f"{one.at:.1f}s everybody saw {sorted(old)} of older tricks: {one.said[:160]!r}")
        if tables and all(hidden):
            what = min(map(sorted, hidden), key=len)
            found.append(
                f"{one.at:.1f}s {one.viewer or 'everybody'} saw {what} of {one.table}: {one.said[:160]!r}"
            )
    return found
