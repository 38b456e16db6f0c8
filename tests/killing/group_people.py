"""People in Telegram groups and private chats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from doubles.telegram_api import Chat, Message, Person, Seen, TelegramApi
from killing.people import Player, Sight
from killing.witness import Witness

PATIENCE = 4.0
"""Seconds that somebody waits for an answer."""
CERTAIN = 0.9
"""An empty answer within so many seconds is about the press; later it may only keep it alive."""


class GroupPlayer(Player):
    """Somebody in a group, or alone with the bot when the chat is their private one."""

    def __init__(
        self,
        api: TelegramApi,
        person: Person,
        chat: Chat,
        witness: Witness,
        chance: Random,
        *,
        by_link: bool = False,
    ) -> None:
        super().__init__(f"telegram:{person.id}", person.user.language_code or "en", witness, chance)
        self.person = person
        self._api = api
        self._chat = chat
        self._by_link = by_link

    def looks(self) -> list[Sight]:
        chats = {id(chat): chat for chat in (self._chat, self.person.private)}
        return [
            self._sight(seen) for chat in chats.values() for seen in self.person.sees(chat) if seen.buttons
        ]

    def _sight(self, seen: Seen) -> Sight:
        tokens = tuple(b.data for row in seen.buttons for b in row if b.data)
        at_home = seen.message.chat is self.person.private and seen.message.chat is not self._chat
        return Sight(seen.message, seen.text, tokens, seen.ephemeral or at_home)

    async def opens(self, *, computer: bool, again: bool, game: str = "") -> None:
        if again:
            return  # what was written is delivered, however long it takes
        if self._chat is self.person.private:
            await self.person.opens_bot()
        wish = ("/play", game, "computer" if computer else "")
        await self.person.says(self._chat, " ".join(filter(None, wish)))

    async def asks_for_hand(self, table: str) -> None:
        if self._by_link:
            await self.person.opens_bot(f"{table}-hand")
        else:
            await super().asks_for_hand(table)

    def still_there(self, sight: Sight) -> bool:
        assert isinstance(sight.source, Message)
        return not sight.source.deleted

    async def presses(self, sight: Sight, token: str) -> bool:
        assert isinstance(sight.source, Message)
        note = self.witness.sees_press(self.identity, token)
        press = await self.person.sends_press(sight.source, token)
        if not await self.until(lambda: press.answered, PATIENCE) or press.answered is None:
            self.witness.unanswered += 1
            return False
        self.witness.hears(press.answered.text)
        good = not press.answered.text
        if note:
            note.acknowledged = good
            note.surely = good and press.answered.at - press.at < CERTAIN
        return good

    async def until(self, predicate: Callable[[], object], seconds: float) -> bool:
        try:
            await self._api.until(lambda: predicate() or None, seconds=seconds)
        except AssertionError:
            return False
        return True
