"""Who plays with whom, as far as one seat can tell."""

from math import exp

from bot.game.auction import SEATS, two_sides
from bot.game.options import Sides
from bot.game.views import SeatView, Trick

__all__ = ["loyalties"]

LONERS = {3: 0.6, 4: 0.45}
"""How much it hurts, by players, when one of several opponents gets points: the others do not get them."""
DEEDS = 5
"""So many points given to the declarer make a partner of whom one knows nothing e times as likely."""


def loyalties(view: SeatView) -> tuple[float, ...]:
    """By seat, from 1 (with this seat, as itself is) to −1 (surely against it); between them where it is unsure.

    So a point that the seat takes is worth its loyalty to the one who looks.
    """
    rules = view.table.rules
    if view.table.bargain is not None:
        return _among_five(view)
    other = -1.0 if rules.sides is not Sides.ALONE else -LONERS.get(rules.players, 1.0)
    mine = rules.side_of(view.seat)
    return tuple(1.0 if rules.side_of(seat) == mine else other for seat in range(rules.players))


def _among_five(view: SeatView) -> tuple[float, ...]:
    declarer, partner = view.table.declarer, view.partner
    if declarer is None:
        return tuple(1.0 if seat == view.seat else 0.0 for seat in range(SEATS))
    if partner is not None:
        own, rest = two_sides(declarer, partner)
        mine = own if view.seat in own else rest
        return tuple(1.0 if seat in mine else -1.0 for seat in range(SEATS))
    return _guessed(view, declarer)


def _guessed(view: SeatView, declarer: int) -> tuple[float, ...]:
    """The partner is one of the others, the likelier the more it has done for the declarer."""
    suspects = [seat for seat in range(SEATS) if seat not in (view.seat, declarer)]
    shares = [exp(_deeds(view, seat, declarer) / DEEDS) for seat in suspects]
    declares = view.seat == declarer
    found = [-1.0] * SEATS
    for seat, share in zip(suspects, shares, strict=True):
        with_declarer = share / sum(shares)
        found[seat] = 2 * with_declarer - 1 if declares else 1 - 2 * with_declarer
    found[view.seat] = 1.0
    return tuple(found)


def _deeds(view: SeatView, seat: int, declarer: int) -> float:
    return sum(_deed(view, trick, seat, declarer) for trick in view.table.tricks)


def _deed(view: SeatView, trick: Trick, seat: int, declarer: int) -> float:
    """What a seat did for the declarer in a trick: points given to it, or (below nothing) taken from it."""
    spoke_later = (seat - trick.leader) % SEATS > (declarer - trick.leader) % SEATS
    if trick.winner == declarer:
        given = view.table.rules.ranking.points(trick.card_of(seat))
        return given if spoke_later else given / 3
    return -trick.points / 2 if trick.winner == seat and spoke_later else 0.0
