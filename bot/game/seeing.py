"""What of a position each may see, and nothing more."""

from bot.game.asides import signs_seen
from bot.game.cards import Card, FaceDown
from bot.game.moves import Move
from bot.game.options import PartnersLook, Switch
from bot.game.position import Position
from bot.game.views import PartnerHand, SeatView, TableView


def table_view(position: Position) -> TableView:
    """What everyone at the table sees."""
    return TableView(
        rules=position.rules,
        leader=position.leader,
        bargain=position.bargain,
        partner=position.known_partner,
        trump=position.trump,
        trump_card=position.trump_card,
        trump_card_in_stock=position.trump_card_in_stock,
        stock_count=position.stock_count,
        stock_top=position.stock.top,
        hand_counts=tuple(map(len, position.hands)),
        known=tuple(_known(position, hand) for hand in position.hands),
        tricks=position.tricks,
        trick=position.trick,
        exchanges=position.exchanges,
        signs=signs_seen(position.rules, position.signs, None),
        turn=position.turn,
        points=_points_said(position),
        is_over=position.is_over,
        winner=position.winner,
    )


def seat_view(position: Position, seat: int, legal_moves: FaceDown[Move]) -> SeatView:
    """What one seat sees, given what it may do."""
    return SeatView(
        table=table_view(position),
        seat=seat,
        hand=position.hands[seat],
        partner_hands=_partner_hands(position, seat),
        signs=FaceDown(signs_seen(position.rules, position.signs, seat)),
        legal_moves=legal_moves,
    )


def _known(position: Position, hand: FaceDown[Card]) -> tuple[Card, ...]:
    """The cards of a hand that everyone knows to be there: they have lain face up before it got them."""
    if position.rules.open_hands is Switch.ON:
        return tuple(hand)
    return tuple(card for card in hand if card in position.stock.seen)


def _points_said(position: Position) -> tuple[int, ...] | None:
    """The points as the rules let them be said: by seat as long as the sides would give the partner away."""
    if not position.is_over and not position.rules.shows_points:
        return None
    secret = position.partner is not None and position.known_partner is None
    return position.points_of(position.rules.side_seats if secret else position.sides)


def _partner_hands(position: Position, seat: int) -> tuple[PartnerHand, ...]:
    """What the partners hold, once the stock is empty."""
    if position.stock.cards or position.rules.partners_look is PartnersLook.OFF:
        return ()
    return tuple(PartnerHand(other, position.hands[other]) for other in position.rules.partners_of(seat))
