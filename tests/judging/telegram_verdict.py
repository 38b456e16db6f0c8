"""What an evening must have kept to, looked at when it is over."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from killing.books import Book

from bot.screens.tokens import Ask, Do, parse_token
from bot.service.records import SurfaceKind
from bot.table import NextDeal, Rematch, Sit, Start
from judging.telegram_knowing import leaks, table_of
from judging.telegram_time import EPOCH
from judging.telegram_world import TOKEN, Message, Press

if TYPE_CHECKING:
    from judging.telegram_evening import Evening

PROMPT = 4.0
"""Seconds after which somebody who pressed must have been answered, if nothing went wrong."""
SURE = 0.9
"""An empty answer within so many seconds is about the press; later it may only keep it alive."""
PLAY = re.compile(r"-(?:play|sign|exchange)-[A3KQJ76542][dcsb]|-place-\d")


def is_tables(message: Message) -> bool:
    """Whether it looks like the public message of a table."""
    for button in message.content.buttons:
        match parse_token(button.data):
            case Ask(what="hand"):
                return True
            case Do(act=Sit() | Start() | NextDeal() | Rematch()):
                return True
            case _:
                pass
    return False


def _homes_of_hands(message: Message, book: Book) -> set[str]:
    """The chats in which the hand of whoever sees the message is kept up to date."""
    viewer = message.receiver or (message.chat.person.id if message.chat.person else 0)
    keys = {key for key, who in book.people.items() if who == f"telegram:{viewer}"}
    hands = [one for one, _ in book.surfaces if one.kind is SurfaceKind.HAND and one.message]
    return {one.chat for one in hands if one.viewer in keys}


class Verdict:
    """Holds an evening against what was promised."""

    def __init__(self, evening: Evening, books: list[Book], log: str) -> None:
        self._evening = evening
        self._books = books
        self._log = log
        self.faults: list[str] = list(evening.world.violations)

    def given(self) -> list[str]:
        """Everything that is wrong."""
        for book in self._books:
            self._journal(book)
            self._results(book)
        self._moves()
        for press in self._evening.world.presses.values():
            self._answered(press)
        self.faults += leaks(self._evening.world, self._books)
        self._surfaces()
        self._logged()
        return self.faults

    # -- moves and results ---------------------------------------------------------------------------
    def _journal(self, book: Book) -> None:
        moves = Counter(
            (e.actor, e.act) for e in book.journal if e.actor in book.people and re.match(r"d\d+[tbc]", e.act)
        )
        for what, times in moves.items():
            if times > 1:
                self.faults.append(f"{what} stands {times} times in the journal of {book.row.id}")
        if book.row.phase not in ("over", "closed"):
            self.faults.append(f"table {book.row.id} in {book.chat.title!r} is left in {book.row.phase}")

    def _results(self, book: Book) -> None:
        if sorted(book.results, key=repr) != sorted(book.owed, key=repr):
            self.faults.append(f"table {book.row.id}: results {book.results}, owed {book.owed}")

    def _moves(self) -> None:
        """No move that was acknowledged is lost, none is made up, none came before it was pressed."""
        pressed: dict[tuple[str, int, str], list[tuple[float, str]]] = {}
        for one in self._evening.moves:
            key = (one.table, one.press.by.id, str(one.step))
            pressed.setdefault(key, []).append((one.press.at, one.move))
        written: set[tuple[str, int, str]] = set()
        by_others: set[tuple[str, str]] = set()
        for book in self._books:
            for entry in book.journal:
                step, _, move = entry.act.partition(" ")
                who = book.people.get(entry.actor, "")
                if not who:
                    by_others.add((book.row.id, step))
                if not who or not re.fullmatch(r"d\d+[tbc]\d*", step) or move.startswith("timeup"):
                    continue
                key = (book.row.id, int(who.partition(":")[2]), step)
                written.add(key)
                at = entry.at / 1000 - EPOCH
                meant = [one for one in pressed.get(key, ()) if one[0] <= at + 0.01 and one[1] in ("", move)]
                if not meant:
                    self.faults.append(f"{who} never pressed {entry.act} at {book.row.id}")
        for one in self._evening.moves:
            key = (one.table, one.press.by.id, str(one.step))
            if self._surely(one.press) and key not in written and (one.table, str(one.step)) not in by_others:
                self.faults.append(f"{key} {one.move} was acknowledged and is lost")

    @staticmethod
    def _surely(press: Press) -> bool:
        if not press.answers or press.told_at is None:
            return False
        at, values = press.answers[0]
        return not values.get("text") and not values.get("url") and at - press.told_at < SURE

    # -- presses -------------------------------------------------------------------------------------
    def _answered(self, press: Press) -> None:
        if press.told_at is None or press.excused or press.told_at - press.at > 10:
            return
        if any(press.told_at - 1 <= at <= press.told_at + 13 for at in self._evening.killed_at):
            return
        if any(start - 13 <= press.told_at <= end for start, end in self._evening.outages):
            return
        if not press.answers:
            self.faults.append(
                f"{press.told_at:.1f}s a press was never answered: {press.data!r} in {press.message.chat.id}"
            )
        elif press.answers[0][0] - press.told_at > PROMPT:
            late = press.answers[0][0] - press.told_at
            self.faults.append(
                f"{press.told_at:.1f}s a press was answered after {late:.1f} s: {press.data!r}"
            )
        if press.thanked > max(1, press.times):
            self.faults.append(
                f"{press.told_at:.1f}s a press was answered {press.thanked} times: {press.data!r}"
            )

    # -- messages ------------------------------------------------------------------------------------
    def _surfaces(self) -> None:
        world = self._evening.world
        for book in self._books:
            for surface, _ in book.surfaces:
                if surface.kind is not SurfaceKind.TABLE or not surface.message.isdigit():
                    continue
                chat = world.chats.get(int(surface.chat))
                found = chat.find(int(surface.message)) if chat else None
                if found is None and chat and not chat.moved_to:
                    self.faults.append(f"the table's message {surface.message} of {book.row.id} is not there")
            for chat in world.chats.values():
                for message in chat.messages if not chat.moved_to else ():
                    if message.there and message.is_bots and self._plays(message, book):
                        self.faults.append(f"{book.row.id} is over, and a message in {chat.title!r} "
                                           f"({message.number}, {message.ephemeral} for {message.receiver}, made {message.at:.1f}) "
                            "still has cards to press")  # fmt: skip

    @staticmethod
    def _plays(message: Message, book: Book) -> bool:
        tokens = [b.data for b in message.content.buttons if table_of(b.data) == book.row.id]
        if message.at <= message.chat.lost_at:
            return False  # nobody could take it away
        if str(message.chat.id) not in _homes_of_hands(message, book):
            return False  # it is kept up to date in another chat, where they asked for it last
        return message.known and any(PLAY.search(token) for token in tokens)

    # -- the log -------------------------------------------------------------------------------------
    def _logged(self) -> None:
        secret = TOKEN.partition(":")[2]
        for line in self._log.splitlines():
            if secret in line:
                self.faults.append(f"the log tells the token: {line[:300]}")
            if '"level": "error"' in line or "Traceback" in line or '"exc_type"' in line:
                self.faults.append(f"the log has an error: {line[:600]}")
            if PLAY.search(line):
                self.faults.append(f"the log names a card: {line[:300]}")
