"""What a transaction does about messages: how far each is behind, and who brings it up to date."""

from collections.abc import Sequence
from typing import Protocol

from bot.service.records import Lane, Sight, Surface, SurfaceKind

__all__ = ["SurfacesTx"]


class SurfacesTx(Protocol):
    """The part of a transaction (`bot.service.ports.Tx`) about surfaces and their lanes."""

    def want(self, table: str) -> None:
        """Every surface of the table that is not gone should show the latest: wanted + 1."""
        ...

    def want_surface(self, surface: int) -> None:
        """This one surface should show the latest: wanted + 1."""
        ...

    def add_surface(
        self,
        table: str,
        kind: SurfaceKind,
        viewer: str,
        platform: str,
        chat: str,
        thread: str,
        *,
        message: str = "",
        digest: str = "",
        expires_at: int | None = None,
    ) -> Surface:
        """A surface, unique for (table, kind, viewer, platform).

        With no `message` it is behind at once (wanted 1, shown 0) and the publisher will create it. With
        one, that message is adopted in place of an earlier one (generation + 1, not gone, shown = wanted).
        """
        ...

    def surfaces(self, table: str) -> Sequence[Surface]: ...
    def surface(self, surface: int) -> Surface | None: ...
    def sight(self, table: str) -> Sight | None:
        """How far people can see the table by its public message; None where it has none."""
        ...

    def surface_of(self, platform: str, chat: str, message: str) -> Surface | None:
        """The surface that this very message is, if it still is one."""
        ...

    def dismiss(self, table: str, kind: SurfaceKind, viewer: str | None = None) -> None:
        """Wanted is to have no such message (of that viewer, or of all): gone, wanted + 1."""
        ...

    def claim_lanes(
        self, platforms: Sequence[str], owner: str, now: int, lease: int, limit: int
    ) -> Sequence[Lane]:
        """Chats with surfaces behind, not paused, not leased to others; leased to `owner` until now + lease."""
        ...

    def release_lane(self, lane: Lane, owner: str, paused_until: int | None = None) -> None: ...
    def pause_chat(self, platform: str, chat: str, until: int) -> None:
        """Every lane of the chat rests until then, whoever serves it."""
        ...

    def wake_lane(self, lane: Lane) -> None:
        """Neither the lane nor any message in it rests any longer."""
        ...

    def wake_chat(self, platform: str, chat: str) -> None:
        """As `wake_lane`, for every thread of the chat."""
        ...

    def renew_lane(self, lane: Lane, owner: str, until: int) -> bool:
        """Whether the lease was still ours and now runs until then."""
        ...

    def redraw_surface(self, surface: int) -> None:
        """Its message is to be drawn again, though its screen may be the same: an edit under way does not count."""
        ...

    def rest_surface(self, surface: int, until: int) -> None:
        """This one message is left alone until then."""
        ...

    def behind(self, lane: Lane, now: int) -> Sequence[Surface]:
        """The surfaces of the lane with shown < wanted that do not rest: tables first, then hands, then pings."""
        ...

    def begin_creating(self, surface: int, at: int) -> Surface:
        """Mark that a message is about to be made: generation + 1, creating_at = at."""
        ...

    def mark_shown(
        self,
        surface: int,
        *,
        shown: int,
        digest: str,
        message: str | None = None,
        expires_at: int | None = None,
        generation: int | None = None,
    ) -> None:
        """The surface shows the state of `shown`; a `message` given is its new message. Ends creating.

        With a `generation`, nothing happens when another message has taken the place since.
        """
        ...

    def mark_pinned(self, surface: int, *, pinned: bool, generation: int) -> None:
        """Its message stands at the top of its chat, or no more; nothing if another message has taken the place."""
        ...

    def drop_message(self, surface: int, *, generation: int | None = None) -> None:
        """Its message is no more (deleted by somebody, expired): none, not creating, and not behind for a hand.

        A table or ping surface stays behind and will be made anew. `generation` as for `mark_shown`.
        """
        ...
