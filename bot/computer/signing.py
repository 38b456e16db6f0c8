"""Signs between partners: which a computer makes, and what it believes of those that it sees."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Sign, SignWord
from bot.game.options import Signs
from bot.game.views import SeatView, Signed

__all__ = ["Belief", "beliefs", "hard_sign", "sensible_sign"]

HONOURS = {
    SignWord.ACE: Rank.ACE,
    SignWord.THREE: Rank.THREE,
    SignWord.KING: Rank.KING,
    SignWord.KNIGHT: Rank.KNIGHT,
    SignWord.KNAVE: Rank.KNAVE,
}
"""The signs that mean a trump, the best first."""
SHOWN_TO_ALL = (SignWord.ACE, SignWord.THREE)
"""What is told where the others see it too: these win tricks whoever knows of them."""
SHOWN_TO_PARTNERS = (SignWord.ACE, SignWord.THREE, SignWord.KING, SignWord.CARICO)
SELDOM = 0.3
"""How often the sensible player, on its turn, tells what it could tell."""
CARICHI = (Rank.ACE, Rank.THREE)
FRESH = 2
"""For so many tricks a sign of nothing says something: then other cards have been drawn."""
TRUSTED, DISTRUSTED = 24.0, 2.5
"""How many times likelier a sign makes the card that it names: a partner's, and another's, who may want us to think so."""
CARICO, NOTHING = 2.5, 0.4
"""The same of a partner for each card that might be meant by a carico, and for each card worth a sign by nothing."""


@dataclass(frozen=True, slots=True)
class Belief:
    """That a seat holds a card has become so many times likelier."""

    seat: int
    card: Card
    times: float


# -- making them ----------------------------------------------------------------------------------


def hard_sign(view: SeatView) -> Sign | None:
    """The true sign that helps the partners most, once for each thing; None if there is none to make now."""
    wanted = SHOWN_TO_PARTNERS if view.table.rules.signs is Signs.PARTNER else SHOWN_TO_ALL
    return next((Sign(word) for word in wanted if _is_news(view, word)), None)


def sensible_sign(view: SeatView, seed: bytes) -> Sign | None:
    """Now and then the ace or the three of trump is told; None otherwise."""
    sign = next((Sign(word) for word in SHOWN_TO_ALL if _is_news(view, word)), None)
    if sign is None:
        return None
    chance = Random(seed + b"sign").random()  # noqa: S311 - chance that can be repeated is what is wanted
    return sign if chance < SELDOM else None


def _is_news(view: SeatView, word: SignWord) -> bool:
    """Whether the seat may make this sign, it is true, and the partners do not know it yet."""
    if Sign(word) not in view.legal_moves or any(partner.hand for partner in view.partner_hands):
        return False
    if any((one.seat, one.word) == (view.seat, word) for one in view.signs):
        return False
    known = view.table.known[view.seat] if view.table.known else ()
    return any(card in view.hand and card not in known for card in meant(view, word))


def meant(view: SeatView, word: SignWord) -> Iterator[Card]:
    """The cards of which this sign says that one is held."""
    trump = view.table.trump
    if word in HONOURS and trump:
        yield Card(HONOURS[word], trump)
    if word is SignWord.CARICO:
        yield from (Card(rank, suit) for suit in Suit if suit is not trump for rank in CARICHI)


# -- believing them -------------------------------------------------------------------------------


def beliefs(view: SeatView) -> Iterator[Belief]:
    """What the signs of the others make likelier, or less likely; a card that was played since speaks for itself."""
    for sign in view.signs:
        if sign.seat != view.seat:
            yield from _beliefs(view, sign)


def _beliefs(view: SeatView, sign: Signed) -> Iterator[Belief]:
    rules = view.table.rules
    trusted = rules.side_of(sign.seat) == rules.side_of(view.seat)
    if sign.word in HONOURS:
        times = TRUSTED if trusted else DISTRUSTED
        yield from (Belief(sign.seat, card, times) for card in meant(view, sign.word))
    elif trusted and sign.word is SignWord.CARICO:
        if not _has_played(view, sign):
            yield from (Belief(sign.seat, card, CARICO) for card in meant(view, sign.word))
    elif trusted and sign.trick > view.table.trick_number - FRESH:
        every = (card for word in (*HONOURS, SignWord.CARICO) for card in meant(view, word))
        yield from (Belief(sign.seat, card, NOTHING) for card in every)


def _has_played(view: SeatView, sign: Signed) -> bool:
    """Whether the seat has, since its sign, played a card that it may have meant."""
    told = set(meant(view, sign.word))
    tricks = range(sign.trick - 1, view.table.trick_number)
    return any(view.table.card_played(sign.seat, index) in told for index in tricks)
