"""How likely a seat that plays later takes a trick away, and with how many points."""

from dataclasses import dataclass

from bot.computer.outlook import Later, Outlook
from bot.game.cards import Card

__all__ = ["Standing", "Taking", "standing_after", "taking_by"]

TAKES = 0.95
"""How likely a seat that can take the trick with the suit led does so."""
SPARES_SUIT = 0.9
"""How much of that is left undone where a partner has the trick."""
TRUMPS_FOR = 20.0
"""For so many points nearly everyone parts with a trump."""
TRUMPS_IDLY = 0.05
"""And so often for nothing."""
SPARES_TRUMP = 0.8
"""How much of that is left undone where a partner has the trick."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A trick once a card more lies there."""

    best: Card
    owner: float
    """The loyalty of the seat that has it now."""
    points: float
    plain: tuple[int, ...]
    """What each unseen card of another suit than trump counts that would take it, the most first."""
    trumps: int
    """How many unseen trumps would."""


@dataclass(frozen=True, slots=True)
class Taking:
    """That a seat takes the trick."""

    chance: float
    points: float
    """What its card counts, on average, if it does."""


def standing_after(outlook: Outlook, card: Card) -> Standing:
    """The trick after the seat on turn has played this card."""
    ranking, trump, best, owner = outlook.ranking, outlook.trump, card, 1.0
    if outlook.best is not None and not ranking.beats(card, outlook.best, trump):
        best, owner = outlook.best, outlook.owner
    higher = [one for one in outlook.unseen if ranking.beats(one, best, trump)]
    plain = sorted((ranking.points(one) for one in higher if one.suit is not trump), reverse=True)
    points = float(outlook.points + ranking.points(card))
    return Standing(best, owner, points, tuple(plain), len(higher) - len(plain))


def taking_by(outlook: Outlook, standing: Standing, later: Later, points: float, ally: float) -> Taking:
    """How this seat may take the trick, worth so many points by then, from one who is its ally so far."""
    able, brings = _with_suit(outlook, standing, later)
    suit = able * TAKES * (1 - SPARES_SUIT * ally)
    eager = min(TAKES, TRUMPS_IDLY + points / TRUMPS_FOR) * (1 - SPARES_TRUMP * ally)
    trump = (1 - suit) * _has_trump(outlook, standing, later) * eager
    chance = suit + trump
    return Taking(chance, brings * suit / chance if chance else 0.0)


def _with_suit(outlook: Outlook, standing: Standing, later: Later) -> tuple[float, float]:
    """How likely the seat can take the trick without a trump, and what its dearest such card counts if so."""
    ranking, best, trump = outlook.ranking, standing.best, outlook.trump
    known = [
        ranking.points(card)
        for card in later.known
        if card.suit is not trump and ranking.beats(card, best, trump)
    ]
    if known:
        return 1.0, max(known)
    lacks_all, brings = 1.0, 0.0
    for points in standing.plain:
        brings += points * lacks_all * later.chance
        lacks_all *= 1 - later.chance
    able = 1 - lacks_all
    return able, brings / able if able else 0.0


def _has_trump(outlook: Outlook, standing: Standing, later: Later) -> float:
    """How likely the seat can take the trick with a trump."""
    best, trump = standing.best, outlook.trump
    if any(card.suit is trump and outlook.ranking.beats(card, best, trump) for card in later.known):
        return 1.0
    return 1 - (1 - later.chance) ** standing.trumps
