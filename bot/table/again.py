"""A deal told again from its first card, as far as one of its tricks."""

from collections.abc import Iterator, Sequence

from bot.game import Call, Called, Card, Deal, Exchange, Move, Play, Trick
from bot.game.auction import auction_of
from bot.game.options import Switch

__all__ = ["dealt_again"]

Told = tuple[int, Move]
"""Who did what."""


def dealt_again(deal: Deal, deck: Sequence[Card], trick: int) -> Deal:
    """The deal as it stood when this trick (from 1) began; `deck` is what it was dealt from. Signs are left out."""
    again = Deal.begin(deal.rules, deck, deal.leader)
    for seat, move in _told(deal, trick):
        again = again.play(seat, move)
    return again


def _told(deal: Deal, trick: int) -> Iterator[Told]:
    yield from _said(deal)
    called = _call(deal)
    calls_after = 1 if deal.rules.blind_first_trick is Switch.ON else 0
    for number, one in enumerate((None, *deal.tricks[: trick - 1])):
        if one is not None:
            yield from _played(deal, one, number)
        if called and number == calls_after:
            yield called


def _said(deal: Deal) -> Iterator[Told]:
    auction = auction_of(deal.bargain)
    for said in auction.said if auction else ():
        yield said.seat, said.what


def _call(deal: Deal) -> Told | None:
    if not isinstance(deal.bargain, Called):
        return None
    return deal.bargain.contract.declarer, Call(deal.bargain.card)


def _played(deal: Deal, trick: Trick, number: int) -> Iterator[Told]:
    """The cards of a trick, each after what its seat exchanged before it."""
    for place, card in enumerate(trick.cards):
        seat = (trick.leader + place) % deal.rules.players
        for one in deal.exchanges:
            if (one.seat, one.trick) == (seat, number):
                yield seat, Exchange(one.given)
        yield seat, Play(card)
