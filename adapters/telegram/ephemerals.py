"""Which groups can show a message to one member only, remembered from one start to the next."""

from collections.abc import Callable

from adapters.telegram.wire import Proof
from bot.service.desk import Desk

__all__ = ["Ephemerals"]

DAY = 24 * 60 * 60
"""After so long a group that could not is asked again: servers are renewed, rights are given."""


class Ephemerals:
    """What is known about ephemeral messages: of the server (`proof`) and of each group."""

    def __init__(self, desk: Desk, bot: str, now: Callable[[], float]) -> None:
        self.proof: Proof | None = None
        """Set once the server has shown that it keeps them from everybody else."""
        self._desk = desk
        self._bot = bot
        self._now = now
        self._failed_at: dict[int, float] = {}

    async def are_possible(self, chat: int) -> bool:
        """Whether it is worth a try: everywhere, but where it failed within the last day."""
        if chat not in self._failed_at:
            self._failed_at[chat] = _number(await self._desk.fact(self._fact(chat)))
        return self._now() - self._failed_at[chat] >= DAY

    async def have_failed(self, chat: int) -> None:
        """Remember that this group cannot show them."""
        self._failed_at[chat] = self._now()
        await self._desk.keep_fact(self._fact(chat), str(int(self._now())))

    def _fact(self, chat: int) -> str:
        return f"telegram:{self._bot}:no-ephemerals:{chat}"


def _number(text: str | None) -> float:
    return float(text) if text and text.isdigit() else 0.0
