"""A seat's own steps through a deal, so that a move said again can be told from one that comes too late."""

import re

from bot.game.auction import Auction, Called, Contract, auction_of, contract_of
from bot.game.moves import Bid, Call, Exchange, Move, Pass, Play, Sign
from bot.game.position import Position
from bot.game.views import Exchanged, Signed

_STEP = re.compile("([bt])([1-9][0-9]{0,3})")


def step_of(position: Position, seat: int) -> str:
    """What the seat does next: a bid, the call, or its card to a trick (one past the last when all is played)."""
    match position.bargain:
        case Auction() as auction if not auction.has_passed(seat):
            return f"b{len(auction.said_by(seat)) + 1}"
        case Contract(declarer=declarer) if declarer == seat and _calls_next(position, seat):
            return "c"
        case _:
            return f"t{position.next_trick(seat)}"


def _calls_next(position: Position, seat: int) -> bool:
    """Whether the call is the next thing for the declarer, who may have to play to a blind trick before."""
    return position.trick is None or position.card_played(seat, 0) is not None


def finished_by(position: Position, seat: int, step: str) -> Move | None:
    """The move with which the seat finished this step."""
    if step == "c":
        return _call_of(position, seat)
    if not (found := _STEP.fullmatch(step)):
        return None
    index = int(found[2]) - 1
    if found[1] == "b":
        return _said(position, seat, index)
    card = position.card_played(seat, index)
    return Play(card) if card else None


def _call_of(position: Position, seat: int) -> Call | None:
    contract = contract_of(position.bargain)
    if contract is None or contract.declarer != seat or not isinstance(position.bargain, Called):
        return None
    return Call(position.bargain.card)


def _said(position: Position, seat: int, index: int) -> Bid | Pass | None:
    auction = auction_of(position.bargain)
    said = auction.said_by(seat) if auction else ()
    return said[index] if index < len(said) else None


def asides_at(position: Position, seat: int, step: str) -> tuple[Move, ...]:
    """The exchanges and signs of a seat in the trick that this step plays to."""
    made: list[Exchanged | Signed] = [*position.exchanges, *position.signs]
    here = [one for one in made if (one.seat, f"t{one.trick}") == (seat, step)]
    return tuple(Sign(one.word) if isinstance(one, Signed) else Exchange(one.given) for one in here)
