"""What a picture shows: the table as everybody sees it, and one player's hand, in words ready to draw."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One seat at the table, as everybody sees it.

    ``cards`` is how many cards the seat holds (shown as backs); ``side`` is a letter when people play together;
    ``note`` is a small line under the name; ``open_hand`` holds codes only where the rules play with open hands.
    An empty ``name`` is a free place, and its note is what stands there. ``dealer`` marks who dealt; ``role`` is a
    word on a badge at the seat, of what everybody knows: a bid, the declarer, a partner once revealed.
    """

    name: str
    computer: bool
    cards: int
    on_turn: bool = False
    side: str | None = None
    note: str = ""
    open_hand: tuple[str, ...] = ()
    dealer: bool = False
    role: str = ""


@dataclass(frozen=True, slots=True)
class PileScene:
    """What one side took, shown at the end: its points and the cards that made them, strongest first.

    ``side`` is the letter of the side it belongs to; ``score`` is what the deal brought to it, such as "+2".
    """

    label: str
    points: int
    cards: tuple[str, ...]
    winner: bool
    side: str | None = None
    score: str = ""


@dataclass(frozen=True, slots=True)
class SheetScene:
    """The running score of a match: a column for each side or player, a row for each deal, the newest last.

    A row that is one longer than the columns starts with its own label, and so do the totals.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    totals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesScene:
    """One line of a chart: whose it is, its number after each step, and how the last is written."""

    name: str
    values: tuple[int, ...]
    shown: str


@dataclass(frozen=True, slots=True)
class ChartScene:
    """How a score went: a line for each side or person, a number for each step, the newest last.

    ``steps`` are what is written under the points, such as the numbers of the deals; whatever it is must be short.
    """

    title: str
    series: tuple[SeriesScene, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableScene:
    """The public table: nothing in it may be hidden from anybody.

    Seats are in playing order, seat 0 at the bottom and the others counter-clockwise from it. ``stock`` counts the
    turned trump card, which lies across under the stock while it is there. Tricks are (seat, card) in the order played.
    ``stock_top`` is the stock's top card where it lies face up; ``called`` is the card called in the auction, shown
    where the trump card would be. ``facts`` are short lines in the middle while no card lies there: the auction.
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
    stock_top: str | None = None
    called: str | None = None
    sheet: SheetScene | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class HandScene:
    """One player's cards, for that player alone; ``others`` are hands of partners one may see: (name, codes)."""

    cards: tuple[str, ...]
    deck: str
    on_turn: bool = False
    trump: str | None = None
    trump_card: str | None = None
    trump_word: str = ""
    note: str = ""
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __repr__(self) -> str:
        """How many cards, never which: a log may hold a repr."""
        return f"HandScene({len(self.cards)} cards, on_turn={self.on_turn})"
