"""What came of a command or a press: acknowledgement, answers, forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from doubles.discord_seen import Seen
from doubles.discord_world import Guild, Interaction, Json, Message, World


class Stage(Protocol):
    """What a person needs of the stand-in."""

    world: World
    duplicates: int

    async def until(self, predicate: Callable[[], object], *, within: float = 30.0, hint: str = "") -> None:
        """Wait until something holds."""
        ...

    def fetch(self, url: str) -> bytes:
        """A file by its address."""
        ...

    def listened_to(self, guild: Guild | None) -> bool:
        """Whether the bot would hear of something in this server."""
        ...


class Onlooker(Protocol):
    """Whoever acted, as one who sees what comes of it."""

    @property
    def name(self) -> str:
        """The name they show."""
        ...

    def look(self, message: Message) -> Seen:
        """A message as it looks to them."""
        ...


class Act:
    """One command or press, and what came of it."""

    def __init__(self, stage: Stage, person: Onlooker, interaction: Interaction) -> None:
        self.stage, self.person, self.interaction = stage, person, interaction

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered at all; else the person sees that it did not respond."""
        return self.interaction.callback is not None

    @property
    def deferred(self) -> bool:
        """Whether the first answer was a promise of one."""
        return self.interaction.callback in (5, 6)

    @property
    def answered_after(self) -> float:
        """Real seconds to the first answer."""
        assert self.interaction.answered_after is not None, "never answered"
        return self.interaction.answered_after

    @property
    def answers(self) -> list[Seen]:
        """The messages that answer it, as the person sees them now: the first, then follow-ups."""
        told = [self.interaction.original, *self.interaction.followups]
        return [self.person.look(m) for m in told if m is not None and m.id in m.channel.messages]

    @property
    def answer(self) -> Seen:
        """The first message that answers it (or the one it changed)."""
        assert self.answers, f"{self.person.name} got no answer"
        return self.answers[0]

    @property
    def private(self) -> Seen:
        """The latest answer that only this person sees."""
        found = [seen for seen in self.answers if seen.ephemeral]
        assert found, f"{self.person.name} got no private answer, but {[s.text for s in self.answers]}"
        return found[-1]

    @property
    def form(self) -> Json:
        """The form that the bot showed."""
        assert self.interaction.modal is not None, "no form was shown"
        return self.interaction.modal

    async def acknowledgement(self) -> None:
        """Wait for the first answer of any kind."""
        await self.stage.until(lambda: self.acknowledged, hint=f"an answer to {self.person.name}")

    async def content(self) -> None:
        """Wait for the first answer, and for the real one if that was a deferral."""
        await self.acknowledgement()
        original = self.interaction.original
        if original is not None:
            await self.stage.until(lambda: not original.loading, hint=f"what {self.person.name} waits for")

    def deliver_again(self) -> None:
        """The same event comes once more, as happens after lost acknowledgements."""
        self.stage.world.emit("INTERACTION_CREATE", self.interaction.payload, self.interaction.channel.guild)
