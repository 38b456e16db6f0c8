"""People in Discord channels."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from bot.words import words
from doubles.discord_acts import Act
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_typed import known
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel
from killing.people import Player, Sight
from killing.witness import Witness

PATIENCE = 3.2
"""Seconds that somebody waits for an answer: a little longer than Discord does."""
CERTAIN = 0.7
"""A silent answer within so many seconds is about the press; later it may only keep it alive."""
PREFIX = "b:"
SILENT, REWRITTEN = 6, 7


class ChannelPlayer(Player):
    """Somebody in a channel of a server."""

    def __init__(
        self, wire: DiscordWire, person: Person, channel: Channel, witness: Witness, chance: Random
    ) -> None:
        super().__init__(f"discord:{person.id}", person.user.locale[:2], witness, chance)
        self.person = person
        self.acts: list[Act] = []
        self._wire = wire
        self._channel = channel
        self._moved_on = words(person.user.locale[:2]).say(
            "The table has moved on. This is how it stands now."
        )

    def looks(self) -> list[Sight]:
        return [self._sight(seen) for seen in self.person.sees(self._channel) if seen.buttons]

    @staticmethod
    def _sight(seen: Seen) -> Sight:
        tokens = tuple(b.custom_id.removeprefix(PREFIX) for b in seen.buttons if b.custom_id)
        return Sight(seen, seen.text, tokens, seen.ephemeral)

    async def opens(self, *, computer: bool, again: bool, game: str = "") -> None:
        assert not game, "other games are played in groups"
        await self.until(lambda: known(self._wire.world, self._channel, "briscola"), 60)
        options = {"opponent": "the computer"} if computer else {}
        self._twice()
        act = await self.person.runs(self._channel, "briscola play", wait=False, **options)
        await self._answered(act)

    def still_there(self, sight: Sight) -> bool:
        assert isinstance(sight.source, Seen)
        return sight.source.id in self._channel.messages

    async def presses(self, sight: Sight, token: str) -> bool:
        assert isinstance(sight.source, Seen)
        if not self.still_there(sight):
            return False
        note = self.witness.sees_press(self.identity, token)
        self._twice()
        act = await self.person.presses_custom_id(sight.source, PREFIX + token, wait=False)
        if not await self._answered(act):
            return False
        callback = act.interaction.callback
        refused = self._moved_on in self._said(act) or callback not in {SILENT, REWRITTEN}
        if note:
            note.acknowledged = not refused
            # A hand that lost its buttons was of a game that is over: what became of the press comes after that.
            shows_cards = PREFIX in self._said(act)
            note.surely = not refused and (
                shows_cards if callback == REWRITTEN else act.answered_after < CERTAIN
            )
        return not refused

    def _twice(self) -> None:
        self._wire.duplicate_next_interaction(int(self.chance.random() < 0.5))

    async def _answered(self, act: Act) -> bool:
        self.acts.append(act)
        if not await self.until(lambda: act.acknowledged, PATIENCE):
            self.witness.unanswered += 1
            return False
        self.witness.hears(self._first_line(act))
        return True

    def _said(self, act: Act) -> str:
        """What the first answer said when it came; the message may say something else by now."""
        path = f"/interactions/{act.interaction.id}/{act.interaction.token}/callback"
        bodies = [call.body for call in self._wire.calls if call.path == path]
        return json.dumps(bodies, ensure_ascii=False)

    def _first_line(self, act: Act) -> str:
        callback = act.interaction.callback
        if callback in {SILENT, REWRITTEN}:
            return self._moved_on if self._moved_on in self._said(act) else ""
        return act.answer.text.splitlines()[0] if act.answers and act.answer.text else f"(answer {callback})"

    async def until(self, predicate: Callable[[], object], seconds: float) -> bool:
        try:
            await self._wire.until(predicate, within=seconds)
        except AssertionError:
            return False
        return True
