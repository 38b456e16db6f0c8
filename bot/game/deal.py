"""One deal as an immutable state machine, from the cards dealt to the points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.game.asides import exchange_refusal, sign_refusal
from bot.game.auction import Auction, Called, Contract
from bot.game.cards import Card, FaceDown
from bot.game.moves import Bid, Call, Exchange, IllegalMove, Move, Pass, Play, Refusal, Sign, SignWord
from bot.game.options import AfterTwo, Exchanging, StockTop, Switch, Trump
from bot.game.outside import quoted
from bot.game.position import Position
from bot.game.rules import Rules
from bot.game.seeing import seat_view, table_view
from bot.game.steps import asides_at, finished_by, step_of
from bot.game.stock import Stock
from bot.game.views import Exchanged, OpenTrick, SeatView, Signed, TableView, Trick


@dataclass(frozen=True, slots=True)
class Deal(Position):
    """One deal at some moment. `play` gives the deal after a move and leaves this one as it was."""

    @classmethod
    def begin(cls, rules: Rules, deck: Sequence[Card], leader: int) -> "Deal":
        """Deal the cards one at a time from the leader on, then turn the next one up: its suit is trump.

        Nothing is turned where the rules know no trump, or have it called after an auction. `deck` is top card
        first. ValueError if it is not the deck of these rules, or `leader` no seat.
        """
        _check_deck(rules, deck)
        _check_seat(rules, leader)
        n, dealt = rules.players, rules.players * rules.hand
        hands = FaceDown([FaceDown(deck[(seat - leader) % n : dealt : n]) for seat in range(n)])
        turns, open_top = rules.trump is Trump.TURNED, rules.stock_top is StockTop.OPEN
        stock = Stock.of(tuple(deck[dealt:]), turns=turns, open_top=open_top)
        if rules.trump is Trump.CALLED:
            return cls(rules, leader, hands, stock, Auction(leader, rules.after_two is AfterTwo.STOP))
        return cls(rules, leader, hands, stock, None, trick=OpenTrick(leader))

    # What may be done

    def legal_moves(self, seat: int) -> FaceDown[Move]:
        """What the seat may do now; nothing but signs when it is not on turn. Any card may be played."""
        _check_seat(self.rules, seat)
        moves = self._moves_on_turn(seat) if seat == self.turn else ()
        signs = [Sign(word) for word in SignWord if self.refusal(seat, Sign(word)) is None]
        return FaceDown((*moves, *signs))

    def _moves_on_turn(self, seat: int) -> Sequence[Move]:
        match self.bargain:
            case Auction(choices=choices):
                return choices
            case Contract(calls=calls) if self.is_calling:
                return calls
            case _:
                hand = self.hands[seat]
                exchanges = [Exchange(card) for card in hand if self.refusal(seat, Exchange(card)) is None]
                return [*map(Play, hand), *exchanges]

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Why the seat may not make this move now; None if it may."""
        turn = self.turn
        if turn is None:
            return Refusal.DEAL_OVER
        if isinstance(move, Sign):
            _check_seat(self.rules, seat)
            return sign_refusal(self.rules, self.signs, self.trick_number, seat)
        if seat != turn:
            return Refusal.NOT_YOUR_TURN
        if isinstance(move, Bid | Pass):
            return self.bargain.refusal(move) if isinstance(self.bargain, Auction) else Refusal.NO_AUCTION
        return self._call_refusal(move) if isinstance(move, Call) else self._card_refusal(seat, move)

    def _call_refusal(self, move: Call) -> Refusal | None:
        if not isinstance(self.bargain, Contract) or not self.is_calling:
            return Refusal.NO_CALL
        return None if move in self.bargain.calls else Refusal.WRONG_RANK

    def _card_refusal(self, seat: int, move: Play | Exchange) -> Refusal | None:
        if isinstance(move, Exchange) and self.rules.exchange is Exchanging.OFF:
            return Refusal.NO_EXCHANGE
        if isinstance(self.bargain, Auction):
            return Refusal.AUCTION_FIRST
        if self.trick is None or self.is_calling:
            return Refusal.CALL_FIRST
        if move.card not in self.hands[seat]:
            return Refusal.NOT_IN_HAND
        if isinstance(move, Play):
            return None
        return exchange_refusal(self.rules, self.stock, self.tricks, self.trick, seat, move.card)

    # Moves

    def play(self, seat: int, move: Move) -> "Deal":
        """The deal after this move; IllegalMove says why it cannot be made."""
        refusal = self.refusal(seat, move)
        match refusal, move, self.bargain, self.trick:
            case None, Play(card), _, OpenTrick() as trick:
                return self._played(trick, seat, card)
            case None, Exchange(card), _, _:
                return self._exchanged(seat, card)
            case None, Sign(word), _, _:
                return replace(self, signs=FaceDown((*self.signs, Signed(seat, self.trick_number, word))))
            case None, (Bid() | Pass()) as said, Auction() as auction, _:
                return self._said(auction.say(said))
            case None, Call(card), Contract() as contract, _:
                return self._called(Called(contract, card))
            case _:
                raise IllegalMove(refusal or Refusal.NOT_YOUR_TURN)

    def _said(self, auction: Auction) -> "Deal":
        """The auction goes on, or comes to a contract; the declarer calls now, or after a blind first trick."""
        if auction.contract is None:
            return replace(self, bargain=auction)
        blind = self.rules.blind_first_trick is Switch.ON
        return replace(self, bargain=auction.contract, trick=OpenTrick(self.leader) if blind else None)

    def _called(self, called: Called) -> "Deal":
        """The trump is known: the first trick begins, or is judged if it was played blindly."""
        after = replace(self, bargain=called)
        if self.trick is None:
            return replace(after, trick=OpenTrick(self.leader))
        return _after_trick(after, self.hands, self.trick)

    def _played(self, trick: OpenTrick, seat: int, card: Card) -> "Deal":
        hand = FaceDown([one for one in self.hands[seat] if one is not card])
        now = OpenTrick(trick.leader, (*trick.cards, card))
        hands = _with_hand(self.hands, seat, hand)
        blind = isinstance(self.bargain, Contract)
        if blind or len(now.cards) < self.rules.players:
            return _now(self, hands, self.stock, self.tricks, now)
        return _after_trick(self, hands, now)

    def _exchanged(self, seat: int, given: Card) -> "Deal":
        """The turned card comes into the hand in place of the one given, which lies there now."""
        taken = self.stock.cards[-1]
        hand = FaceDown([taken if card is given else card for card in self.hands[seat]])
        return replace(
            self,
            hands=_with_hand(self.hands, seat, hand),
            stock=self.stock.exchanged(given),
            exchanges=(*self.exchanges, Exchanged(seat, self.trick_number, given, taken)),
        )

    # Steps and views

    def step(self, seat: int) -> str:
        """The seat's own moment: ``b3`` its third bid, ``c`` the call, ``t5`` its card to the fifth trick."""
        return step_of(self, seat)

    def step_for(self, seat: int, move: Move) -> str:
        """The step that the seat would make this move for: signs belong to the trick on the table."""
        return f"t{self.trick_number}" if isinstance(move, Sign) else step_of(self, seat)

    def done(self, seat: int, step: str) -> Move | None:
        """The move with which the seat finished this step; None if it has not (yet), or there is no such step."""
        return finished_by(self, seat, step)

    def asides(self, seat: int, step: str) -> tuple[Move, ...]:
        """The exchanges and signs that the seat made for this step; they finish none."""
        return asides_at(self, seat, step)

    def table_view(self) -> TableView:
        """What everyone at the table sees."""
        return table_view(self)

    def seat_view(self, seat: int) -> SeatView:
        """What one seat sees; ValueError if there is no such seat."""
        return seat_view(self, seat, self.legal_moves(seat))


def _now(
    deal: Deal,
    hands: FaceDown[FaceDown[Card]],
    stock: Stock,
    tricks: tuple[Trick, ...],
    trick: OpenTrick | None,
) -> Deal:
    """The deal with what playing changes (`replace` says the same, four times slower)."""
    return Deal(
        deal.rules, deal.leader, hands, stock, deal.bargain, tricks, trick, deal.exchanges, deal.signs
    )


def _after_trick(deal: Deal, hands: FaceDown[FaceDown[Card]], whole: OpenTrick) -> Deal:
    """The winner counts the trick, draws first, and leads the next."""
    trick, n = _judged(deal, whole), deal.rules.players
    drawn, stock = deal.stock.draw(n)
    for place, card in enumerate(drawn):
        seat = (trick.winner + place) % n
        hands = _with_hand(hands, seat, FaceDown((*hands[seat], card)))
    following = OpenTrick(trick.winner) if any(hands) else None
    return _now(deal, hands, stock, (*deal.tricks, trick), following)


def _judged(deal: Deal, whole: OpenTrick) -> Trick:
    """The highest trump takes the trick, else the highest card of the suit led."""
    ranking, best, trump = deal.rules.ranking, whole.cards[0], deal.trump
    for card in whole.cards:
        if ranking.beats(card, best, trump):
            best = card
    winner = (whole.leader + whole.cards.index(best)) % deal.rules.players
    return Trick(whole.leader, whole.cards, winner, ranking.points_of(whole.cards))


def _with_hand(hands: FaceDown[FaceDown[Card]], seat: int, hand: FaceDown[Card]) -> FaceDown[FaceDown[Card]]:
    return FaceDown((*hands[:seat], hand, *hands[seat + 1 :]))


def _check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    missing = set(rules.cards).difference(deck)
    if len(deck) != len(rules.cards):
        raise ValueError(f"the deck has {len(rules.cards)} cards, not {len(deck)}")
    if missing:
        raise ValueError(f"the deck lacks {' '.join(sorted(map(str, missing)))}: each card is in it once")


def _check_seat(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.players:
        raise ValueError(f"there is no seat {quoted(seat)}: seats are 0 to {rules.players - 1}")
