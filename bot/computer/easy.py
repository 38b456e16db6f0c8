"""The easy player: sees what a sensible one would do, and often does what beginners do instead."""

from collections.abc import Callable, Sequence
from random import Random

from bot.computer.estimate import expected_points
from bot.computer.outlook import best_of
from bot.computer.sensible import sensible_move
from bot.game.auction import Auction
from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Bid, Move, Pass, Play
from bot.game.views import SeatView

__all__ = ["easy_move"]

CARELESS = 0.7
"""How often it plays any card, as long as that is no howler."""
LOSES_TRUMPS = 0.18
"""How often it takes with a trump, worth it or not, if it can."""
SHOWS_OFF = 0.1
"""How often it plays the highest card that it has of the suits that are no trump: leads its carichi, above all."""
DEAR = 10
"""What a carico counts at least."""
SOMETHING = 4
"""What has to lie there for it to be something."""
FEW = 3
"""With so few cards and no stock, every trump comes out anyway."""
TIMID, DARING = 0.3, 0.85
"""Below the one it passes whatever it holds; above the other a hand that promises little is enough for a bid."""
LITTLE = 52.0


def easy_move(view: SeatView, seed: bytes) -> Move:
    """The move that the easy player makes; it calls like a sensible one."""
    random = Random(seed)  # noqa: S311 - chance that can be repeated is what is wanted
    whim = random.random()
    if isinstance(view.table.bargain, Auction):
        return _bid(view, whim, seed)
    sensible = sensible_move(view, seed)
    if not isinstance(sensible, Play):
        return sensible
    for share, cards in ((CARELESS, _careless), (LOSES_TRUMPS, _taking_trumps), (SHOWS_OFF, _grandest)):
        if whim < share:
            return _any_of(cards(view), random) or sensible
        whim -= share
    return sensible


def _bid(view: SeatView, whim: float, seed: bytes) -> Move:
    """Sometimes nothing, sometimes too much; never more points than the plain target."""
    bids = [move for move in view.legal_moves if isinstance(move, Bid) and isinstance(move.value, Rank)]
    if whim < TIMID or not bids:
        return Pass()
    if whim < DARING:
        return sensible_move(view, seed)
    return next((bid for bid in bids if _promise(view, bid) >= LITTLE), Pass())


def _promise(view: SeatView, bid: Bid) -> float:
    callable_cards = (Card(bid.value, suit) for suit in Suit if isinstance(bid.value, Rank))
    missing = [card for card in callable_cards if card not in view.hand]
    return max((expected_points(view.hand, card) for card in missing), default=0.0)


def _any_of(cards: Sequence[Card], random: Random) -> Play | None:
    return Play(random.choice(cards)) if cards else None


def _careless(view: SeatView) -> list[Card]:
    """Its cards but for those with which it would look broken."""
    return _without(view.hand, _howls(view))


def _without(hand: Sequence[Card], howls: Callable[[Card], bool]) -> list[Card]:
    hand = sorted(hand, key=lambda card: card.code)
    return [card for card in hand if not howls(card)] or hand


def _howls(view: SeatView) -> Callable[[Card], bool]:
    """Whether a card is thrown away so that everyone wonders: a great trump for little, or a carico for nothing.

    The carico is for nothing where the trick is surely lost: the seat plays last, and does not take it.
    """
    table, ranking = view.table, view.table.rules.ranking
    lying = table.trick.cards if table.trick else ()
    is_last, best = len(lying) == table.players - 1, best_of(ranking, lying, table.trump)
    nears_end = table.stock_count == 0 and len(view.hand) <= FEW

    def howls(card: Card) -> bool:
        if ranking.points(card) < DEAR:
            return False
        if card.suit is table.trump:
            return ranking.points_of(lying) < SOMETHING and not nears_end
        return is_last and best is not None and not ranking.beats(card, best, table.trump)

    return howls


def _taking_trumps(view: SeatView) -> list[Card]:
    """The trump with which it takes the trick so far: the least that does, and no great one for little."""
    trick, trump, ranking = view.table.trick, view.table.trump, view.table.rules.ranking
    best = best_of(ranking, trick.cards if trick else (), trump)
    if best is None or trump is None:
        return []
    howls = _howls(view)
    mine = [card for card in view.hand if card.suit is trump and not howls(card)]
    taking = [card for card in mine if ranking.beats(card, best, trump)]
    return sorted(taking, key=ranking.strength)[:1]


def _grandest(view: SeatView) -> list[Card]:
    """Its highest card that is no trump, unless that would be a howler."""
    ranking, howls = view.table.rules.ranking, _howls(view)
    plain = [card for card in view.hand if card.suit is not view.table.trump and not howls(card)]
    return sorted(plain, key=ranking.strength, reverse=True)[:1]
