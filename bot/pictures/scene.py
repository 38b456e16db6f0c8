"""What a picture shows: the table as everybody sees it, and one player's hand, in words ready to draw."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One seat at the table, as everybody sees it.

    ``cards`` is how many cards the seat holds (shown as backs); ``side`` is a letter when people play together;
    ``note`` is a small line under the name; ``open_hand`` holds codes only where the rules play with open hands.
    An empty ``name`` is a free place, and its note is what stands there.
    """

    name: str
    computer: bool
    cards: int
    on_turn: bool = False
    side: str | None = None
    note: str = ""
    open_hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PileScene:
    """What one side took, shown at the end: its points and the cards that made them, strongest first."""

    label: str
    points: int
    cards: tuple[str, ...]
    winner: bool


@dataclass(frozen=True, slots=True)
class TableScene:
    """The public table: nothing in it may be hidden from anybody.

    Seats are in playing order, seat 0 at the bottom and the others counter-clockwise from it. ``stock`` counts the
    turned trump card, which lies across under the stock while it is there. Tricks are (seat, card) in the order played.
    """

    seats: tuple[SeatScene, ...]
    deck: str
    stock: int = 0
    trump_card: str | None = None
    trump: str | None = None
    trump_word: str = ""
    trick: tuple[tuple[int, str], ...] = ()
    last_trick: tuple[tuple[int, str], ...] = ()
    last_winner: int | None = None
    last_word: str = ""
    headline: str = ""
    score: str = ""
    piles: tuple[PileScene, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class HandScene:
    """One player's cards, for that player alone."""

    cards: tuple[str, ...]
    deck: str
    on_turn: bool = False
    trump: str | None = None
    trump_card: str | None = None
    trump_word: str = ""
    note: str = ""

    def __repr__(self) -> str:
        """How many cards, never which: a log may hold a repr."""
        return f"HandScene({len(self.cards)} cards, on_turn={self.on_turn})"
