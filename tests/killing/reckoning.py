"""The reckoning at the end of an evening: are the promises kept?"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import TYPE_CHECKING

from bot.screens.types import HandScreen, TableScreen
from bot.service.records import SurfaceKind
from killing.books import Book, books_of, unsettled
from killing.glimpses import Glimpse, channel_glimpses, group_glimpses, leaks_in
from killing.screens import Orphan, Screens
from killing.witness import PLAY, Pressed

if TYPE_CHECKING:
    from killing.evening import Evening

LOOK_AGAIN = 0.2
EXPECTED_ERRORS = frozenset[str]()
"""What a platform that stumbles may leave in the log: nothing so far, it is told in warnings without a traceback."""


class Reckoning:
    """Holds the bot's books and everybody's screens against what people pressed and heard."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._report = evening.report
        self._database = evening.plan.database
        self._screens = Screens(evening)

    async def made(self) -> None:
        """Let everything come to rest, press what is left over, stop the bot, and look."""
        await self._rest()
        self._evening.lap("at rest")
        books, _ = await books_of(self._database)
        orphans = self._screens.orphans(books)
        for orphan in orphans:
            await self._press(orphan)
        self._report.orphans = len(orphans)
        self._evening.lap("orphans pressed")
        await self._rest()
        try:
            code = await self._evening.program.stop()
        except TimeoutError:
            self._fault("SIGTERM did not end the bot")
        else:
            self._check(code == 0, f"SIGTERM ended the bot with {code}")
        await self._look()

    async def _rest(self) -> None:
        # Another process brings its database up to date; nothing but the database tells when it has.
        while await asyncio.to_thread(unsettled, self._database):
            await asyncio.sleep(LOOK_AGAIN)

    async def _press(self, orphan: Orphan) -> None:
        if not await orphan.answered():
            self._fault(f"a press on {orphan} was not answered")
        elif not await orphan.loses_buttons():
            self._fault(f"{orphan} keeps its buttons after a press")

    async def _look(self) -> None:
        books, faults = await books_of(self._database)
        self._report.faults += faults
        self._report.tables = len(books)
        for book in books:
            self._ended(book)
            self._counted(book)
            self._shows_the_end(book)
        self._acknowledged({book.row.id: book for book in books})
        self._hidden(books)
        self._platforms()
        self._logs()

    # -- games --------------------------------------------------------------------------------------
    def _ended(self, book: Book) -> None:
        row = book.row
        self._check(
            row.phase in {"over", "closed"}, f"table {row.id} in {book.chat.title} is left in {row.phase}"
        )
        twice = [act for act, times in Counter((e.actor, e.act) for e in book.journal).items() if times > 1]
        self._check(not twice, f"table {row.id}: {twice} stand twice in the journal")
        played = [entry for entry in book.journal if " play " in entry.act]
        rules = book.moments[-1].rules
        deals = len({entry.act.partition("t")[0] for entry in played})
        self._check(
            len(played) == deals * len(rules.cards), f"table {row.id}: {len(played)} cards were played"
        )

    def _counted(self, book: Book) -> None:
        same = sorted(book.results, key=repr) == sorted(book.owed, key=repr)
        self._check(
            same and bool(book.owed), f"table {book.row.id}: results {book.results}, owed {book.owed}"
        )

    def _acknowledged(self, books: dict[str, Book]) -> None:
        """No play that was acknowledged is lost, none counts twice, none is made up, all are in order."""
        plays = self._report.witness.plays
        pressed = {(one.table, one.person, one.act) for one in plays}
        written: dict[tuple[str, str, str], list[int]] = {}
        for book in books.values():
            for entry in book.journal:
                if " play " in entry.act and (person := book.people.get(entry.actor)):
                    written.setdefault((book.row.id, person, entry.act), []).append(entry.seq)
        for one in plays:
            if one.acknowledged:
                self._kept(one, written, pressed)
        for key, places in written.items():
            self._check(len(places) == 1, f"{key} is written {len(places)} times")
            self._check(key in pressed, f"{key} is written, but nobody pressed it")
        self._in_order(written)

    def _kept(
        self, one: Pressed, written: dict[tuple[str, str, str], list[int]], pressed: set[tuple[str, str, str]]
    ) -> None:
        mine = (one.table, one.person, one.act)
        if one.surely or mine in written:
            self._check(mine in written, f"{mine} was acknowledged and is lost")
            return
        # Answered empty because the desk was slow: then it counts, unless the same person pressed another card.
        others = [k for k in pressed if k[:2] == mine[:2] and k[2].startswith(f"{one.step} ") and k != mine]
        self._check(any(k in written for k in others), f"{mine} was answered without a word and is lost")

    def _in_order(self, written: dict[tuple[str, str, str], list[int]]) -> None:
        last: dict[tuple[str, str], int] = {}
        seen: set[tuple[str, str, str]] = set()
        for one in sorted(self._report.witness.plays, key=lambda play: play.at):
            key = (one.table, one.person, one.act)
            if key not in written or key in seen:
                continue
            seen.add(key)
            self._check(last.get(key[:2], 0) < written[key][0], f"{key} is written out of order")
            last[key[:2]] = written[key][0]

    # -- screens ------------------------------------------------------------------------------------
    def _shows_the_end(self, book: Book) -> None:
        tables = [surface for surface, _ in book.surfaces if surface.kind is SurfaceKind.TABLE]
        self._check(
            bool(tables) and all(surface.message for surface in tables), f"table {book.row.id} has no message"
        )
        for surface, screen in book.surfaces:
            if not surface.message:
                continue
            shown = self._screens.shown(surface)
            if shown is None:
                self._fault(f"{surface} is known, and not there")
            elif surface.gone:
                self._fault(f"{surface} should be gone")
            elif isinstance(screen, (TableScreen, HandScreen)):
                text, tokens = shown
                wanted = [button.token for row in screen.rows for button in row]
                self._check(
                    screen.title in text and tokens == wanted,
                    f"{surface} should show {screen.title!r} {wanted}, and shows {text[:60]!r} {tokens}",
                )
            else:
                self._fault(f"{surface} should show nothing any more")

    def _hidden(self, books: list[Book]) -> None:
        glimpses: list[Glimpse] = [*group_glimpses(self._evening.api), *channel_glimpses(self._evening.wire)]
        self._report.glimpses = len(glimpses)
        self._report.faults += leaks_in(glimpses, books)

    # -- the rest -----------------------------------------------------------------------------------
    def _platforms(self) -> None:
        for violation in [*self._evening.api.violations, *self._evening.wire.violations]:
            self._fault(f"a platform would refuse: {violation}")
        for words in self._report.witness.trouble:
            self._fault(f"somebody was told: {words}")

    def _logs(self) -> None:
        for log in self._evening.program.logs:
            for line in log.read_text(errors="replace").splitlines():
                kinds = set(re.findall(r'"exc_type": "(\w+)"', line))
                if (
                    "Traceback" in line
                    or kinds - EXPECTED_ERRORS
                    or ('"level": "error"' in line and not kinds)
                ):
                    self._fault(f"{log.name}: {line[:400]}")
                if PLAY.search(line) or "-place-" in line:
                    self._fault(f"{log.name} names a card: {line[:400]}")

    def _check(self, good: bool, fault: str) -> None:
        if not good:
            self._fault(fault)

    def _fault(self, fault: str) -> None:
        if fault not in self._report.faults:
            self._report.faults.append(fault)
