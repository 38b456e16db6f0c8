"""What a seat on turn can tell of a trick: what lies there, who plays after it, and what they may hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.computer.partnership import loyalties
from bot.game.cards import Card, Ranking, Suit
from bot.game.views import SeatView

__all__ = ["Later", "Outlook", "best_of", "outlook_of", "whereabouts"]


@dataclass(frozen=True, slots=True)
class Later:
    """A seat that plays to the trick after the one that looks."""

    loyalty: float
    known: tuple[Card, ...]
    """The cards that it is known to hold."""
    chance: float
    """How likely it holds any single card of those unseen."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A trick as the seat on turn sees it."""

    players: int
    ranking: Ranking
    trump: Suit | None
    played: tuple[Card, ...]
    points: int
    """What lies there already."""
    best: Card | None
    """The card that takes the trick so far; None for whoever leads."""
    owner: float
    """The loyalty of the seat that played it."""
    later: tuple[Later, ...]
    unseen: tuple[Card, ...]
    """The cards that may be anywhere, the strongest of each suit first."""
    tricks_left: int
    """How many tricks are played from the hand, this one included."""
    stock_left: bool
    alone: bool
    """Whether nobody has a partner."""


def outlook_of(view: SeatView, trump: Suit | None) -> Outlook:
    """What the seat on turn can tell of the trick, taking this suit for trump."""
    table, trick = view.table, view.table.trick
    played = trick.cards if trick else ()
    leader = trick.leader if trick else view.seat
    ranking, loyal, n = table.rules.ranking, loyalties(view), table.players
    best = best_of(ranking, played, trump)
    known, unseen = whereabouts(view)
    later = tuple(
        Later(loyal[seat], known[seat], (table.hand_counts[seat] - len(known[seat])) / max(len(unseen), 1))
        for seat in ((view.seat + place) % n for place in range(1, n - len(played)))
    )
    return Outlook(
        players=n,
        ranking=ranking,
        trump=trump,
        played=played,
        points=ranking.points_of(played),
        best=best,
        owner=loyal[(leader + played.index(best)) % n] if best else 0.0,
        later=later,
        unseen=unseen,
        tricks_left=len(view.hand),
        stock_left=table.stock_count > 0,
        alone=table.bargain is None and len(table.rules.side_seats) > 2,
    )


def best_of(ranking: Ranking, played: Sequence[Card], trump: Suit | None) -> Card | None:
    """The card that has the trick so far; None before any lies there."""
    best = None
    for card in played:
        if best is None or ranking.beats(card, best, trump):
            best = card
    return best


def whereabouts(view: SeatView) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """By seat the cards that it is known to hold, and the cards that may be anywhere."""
    table = view.table
    known = list(table.known) or [()] * table.players
    for partner in view.partner_hands:
        known[partner.seat] = tuple(partner.hand)
    seen = {*view.hand}.union(*known)
    for trick in table.tricks:
        seen.update(trick.cards)
    if table.trick:
        seen.update(table.trick.cards)
    if table.trump_card and table.trump_card_in_stock:
        seen.add(table.trump_card)
    if table.stock_top:
        seen.add(table.stock_top)
    return known, tuple(card for card in table.rules.cards if card not in seen)
