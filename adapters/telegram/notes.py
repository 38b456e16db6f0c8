"""Out, to one person: words, buttons to choose from and files, none of which hold anything hidden."""

from contextlib import suppress

from telegram.constants import MessageLimit

from adapters.telegram import render
from adapters.telegram.aside import Aside
from adapters.telegram.failures import TROUBLE
from adapters.telegram.hands import ShownHands
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, EphemeralRef, private_chat
from adapters.telegram.quiet import Quiet
from adapters.telegram.render import Links, Open
from adapters.telegram.standing import Shown, Standing
from adapters.telegram.wire import Wire
from bot.screens.types import File, HandScreen, NoteScreen

__all__ = ["Notes"]

SOON = 5
"""Seconds for which somebody who chooses waits for the next page: better than a box without its buttons."""
PATIENCE = 20
"""Seconds for which the answer to a command waits until its group bears one more message."""


class Notes:
    """Tells people things where they alone see them; what they choose from may be seen by all if need be."""

    def __init__(
        self,
        wire: Wire,
        aside: Aside,
        hands: ShownHands,
        phrases: PhrasesFor,
        leftovers: Leftovers,
        quiet: Quiet,
    ) -> None:
        self._wire = wire
        self._aside = aside
        self._hands = hands
        self._phrases = phrases
        self._leftovers = leftovers
        self._quiet = quiet
        self._public = Standing()
        self._choosers = Standing()
        self._files = Standing()
        self._latest: dict[tuple[int, int], object] = {}
        """By chat and person, the newest answer that waits until it may be posted."""

    # -- to one -----------------------------------------------------------------------------------
    async def note(self, to: Asker, note: NoteScreen) -> bool:
        """Tell one person something, in the chat or in their private one; whether they alone see it."""
        return await self.aside(to, note) or await self._in_private(to, render.note(note))

    async def aside(self, to: Asker, note: NoteScreen, ways: Links = ()) -> bool:
        """Tell one person something in the very chat where they asked; whether they alone see it."""
        what = render.with_links(note, ways)
        return await (self._in_private(to, what) if to.where.private else self._told(to, what))

    async def edited_or_sent(self, to: Asker, what: Open) -> bool:
        """Let the message of the private chat on which somebody pressed say this, or else a new one."""
        return await self._edited(to, what) or await self._in_private(to, what)

    async def chooser(self, to: Asker, note: NoteScreen, table: str) -> bool:
        """Show buttons to choose from: to one person if possible, else for all to see; whether they are shown."""
        what = render.note(note)
        if to.where.private:
            return await self._in_private(to, what)
        if await self._told(to, what, table):
            return True
        return await self._in_private(to, what) or await self._offered(to, what, table)

    async def again(
        self, to: Asker, note: NoteScreen, *, ways: Links = (), table: str = "", in_public: bool = False
    ) -> bool:
        """Let the note on which somebody pressed say this instead; whether they see it.

        `in_public`: it is something to choose from, which may be changed where all see it.
        """
        what = render.with_links(note, ways)
        if to.ephemeral is not None:
            return await self._again_aside(to, what, table) or await self.note(to, note)
        if to.where.private and to.message:
            return await self._edited(to, what) or await self.note(to, note)
        if in_public and self._may_edit(to, note) and await self._again_in_public(to, what, table):
            return True
        return await self.note(to, note)

    async def _told(self, to: Asker, what: Open, about: str = "") -> bool:
        ref = await self._aside.tell(to, what)
        if ref is None:
            return False
        self._hands.remove(to.chat, to.user, str(ref))
        if about:
            old = self._choosers.put(to.chat, to.user, Shown(str(ref), what, about))
            if old and old.message != str(ref):
                await self._delete(to.chat, old)
        return True

    async def _again_aside(self, to: Asker, what: Open, table: str) -> bool:
        if to.ephemeral is None:
            return False
        ref = EphemeralRef(to.ephemeral, to.user)
        if (
            _units(what.draft.words) > MessageLimit.CAPTION_LENGTH
        ):  # so much fits a new one, and no edited one
            if not await self._told(to, what, table):
                return False
            await self._leftovers.delete(to.chat, ref)
            return True
        if await self._wire.comes_to_afford(to.chat, SOON, lambda: True):
            with suppress(*TROUBLE):
                await self._wire.edit_whispered(to.chat, ref, what)
                return True
        return False

    async def _edited(self, to: Asker, what: Open) -> bool:
        with suppress(*TROUBLE):
            await self._wire.edit(to.chat, to.message, what)
            return True
        return False

    async def _in_private(self, to: Asker, what: Open) -> bool:
        home = private_chat(to.user)
        if home is None or not to.is_somebody:
            return False
        with suppress(*TROUBLE):
            await self._wire.confide(home, what, thread=to.where.thread if to.where.private else "")
            return True
        return False

    # -- for all to see ---------------------------------------------------------------------------
    async def note_or_say(self, to: Asker, note: NoteScreen, ways: Links = ()) -> None:
        """Answer a command: to the person alone if possible, else for all to read.

        Only in the private chat there are `ways` below it that lead elsewhere.
        """
        if to.where.private:
            await self._in_private(to, render.with_links(note, ways))
        elif not await self.note(to, note):
            await self._say(to, render.note(note))

    async def way_to_private(self, to: Asker, hand: HandScreen) -> None:
        """Say in a group where the person will see their cards."""
        phrases = self._phrases(to.who.locale)
        link = self._wire.deep_link(f"{hand.table}-hand")
        await self._say(
            to, render.linked(NoteScreen(phrases.open_private), phrases.open_private_button, link)
        )

    async def _say(self, to: Asker, what: Open, about: str = "") -> bool:
        """Answer for all to read. One such answer a person is enough for a chat: it takes an earlier one's place."""
        said = await self._posted(to, what)
        if said is None:
            return False
        if earlier := self._public.put(to.chat, to.user, Shown(said, what, about)):
            await self._delete(to.chat, earlier)
        await self._quiet.fade(to.where, to.chat, int(said))
        return True

    async def _posted(self, to: Asker, what: Open) -> str | None:
        if not await self._may_post(to):
            return None
        with suppress(*TROUBLE):
            return str(await self._wire.post(to.chat, what, thread=to.where.thread, reply_to=to.message))
        return None

    async def _may_post(self, to: Asker) -> bool:
        """Whether the chat bears an answer; a command's waits until it does, unless the person asks something else."""
        this, asker = object(), (to.chat, to.user)
        self._latest[asker] = this
        try:
            return await self._wire.comes_to_afford(
                to.chat, 0 if to.press else PATIENCE, lambda: self._latest.get(asker) is this
            )
        finally:
            if self._latest.get(asker) is this:
                del self._latest[asker]

    async def _offered(self, to: Asker, what: Open, table: str) -> bool:
        """Show a chooser for all to see: in the one that stands there for the person already, if there is one.

        Not in a quiet group: there the answer to the press leads to the private chat.
        """
        if await self._quiet.holds(to.where):
            return False
        stands = self._public.of(to.chat, to.user)
        if stands is None or stands.about != table:
            return await self._say(to, what, table)
        return await self._changed(to, stands, what) or await self._say(to, what, table)

    async def _again_in_public(self, to: Asker, what: Open, table: str) -> bool:
        return await self._changed(to, Shown(str(to.message), what, table), what, known=False)

    async def _changed(self, to: Asker, stands: Shown, what: Open, *, known: bool = True) -> bool:
        """Let the chooser that stands there show this; tapping again and again costs the group nothing."""
        if known and stands.what == what:
            return True
        if not self._wire.affords(to.chat):
            return False
        with suppress(*TROUBLE):
            await self._wire.edit(to.chat, int(stands.message), what)
            before = self._public.put(to.chat, to.user, Shown(stands.message, what, stands.about))
            if before and before.message != stands.message:
                await self._delete(to.chat, before)
            return True
        return False

    def _may_edit(self, to: Asker, note: NoteScreen) -> bool:
        """Whether the public note is the presser's own; after a restart, whether they are given anything to choose."""
        owner = self._public.owner(to.chat, str(to.message))
        return owner == to.user or (owner is None and bool(note.rows))

    # -- files ------------------------------------------------------------------------------------
    async def file(self, to: Asker, file: File, words: str) -> bool:
        """Give the person a file: to them alone if possible, else as a reply that all see; whether they have it."""
        what = render.document(file, words)
        if to.where.private:
            return await self._in_private(to, what)
        if await self._aside.tell(to, what) or await self._filed(to, what, file.name):
            return True
        return await self._in_private(to, what)

    async def _filed(self, to: Asker, what: Open, name: str) -> bool:
        said = await self._posted(to, what)
        if said is None:
            return False
        old = self._files.put(to.chat, to.user, Shown(said, what, name))
        if old and old.about == name:  # asked for twice; another file is kept
            await self._delete(to.chat, old)
        return True

    # -- away -------------------------------------------------------------------------------------
    async def put_away(self, to: Asker) -> None:
        """Take away the message on which somebody pressed, or at least its buttons: it has done its work."""
        if to.ephemeral is not None:
            await self._leftovers.delete(to.chat, EphemeralRef(to.ephemeral, to.user))
            return
        stands = self._public.of(to.chat, to.user)
        if stands and stands.about and stands.message == str(to.message):
            self._public.forget(to.chat, to.user)
            await self._delete(to.chat, stands)
        else:
            await self._wire.strip(to.chat, to.message)

    async def put_away_choosers(self, table: str) -> None:
        """There is nothing to choose for the table any more."""
        for chat, shown in (*self._public.forget_about(table), *self._choosers.forget_about(table)):
            await self._delete(chat, shown)

    async def _delete(self, chat: int, shown: Shown) -> None:
        ref = EphemeralRef.read(shown.message)
        await self._leftovers.delete(chat, ref or int(shown.message))


def _units(words: str) -> int:
    """The length of the words as Telegram counts it."""
    return len(words.encode("utf-16-le")) // 2
