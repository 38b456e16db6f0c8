"""Where we cannot write at the moment, and why: told to whoever presses there, and tried again when they do."""

from collections.abc import Callable

from bot.service.records import Lane, Surface, Where

__all__ = ["Reach"]


class Reach:
    """Knows the chats that this process could not write to."""

    def __init__(self) -> None:
        self._why: dict[Lane, str] = {}
        self.on_heard: Callable[[Lane], None] = lambda _: None
        """Told when somebody presses in a chat that could not be reached: perhaps it can be now."""

    def failed(self, surface: Surface, why: str) -> None:
        """A message could not be brought there."""
        self._why[Lane(surface.platform, surface.chat, surface.thread)] = why

    def reached(self, surface: Surface) -> None:
        """A message has arrived there."""
        self._why.pop(Lane(surface.platform, surface.chat, surface.thread), None)

    def heard_from(self, where: Where) -> str:
        """Somebody did something there. Why nothing can be shown to all, in one sentence; empty if it can."""
        lane = Lane(where.platform, where.chat, where.thread)
        why = self._why.get(lane, "")
        if why:
            self.on_heard(lane)
        return why
