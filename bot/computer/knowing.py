"""What a seat knows of a deal, told to the search kernel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bot.computer.engine import new_kernel
from bot.computer.estimate import trump_worth
from bot.computer.kernel import Kernel
from bot.computer.outlook import best_of, whereabouts
from bot.computer.partnership import LONERS
from bot.computer.plans import tuned_plan
from bot.computer.senses import SENSE_AT, tuned_sense
from bot.computer.signing import beliefs
from bot.game.auction import two_sides
from bot.game.cards import DECK, Card, Ranking, Suit
from bot.game.options import Sides
from bot.game.views import OpenTrick, SeatView, TableView, Trick

__all__ = ["STAGE_AT", "Codes", "knowing", "knowing_contract", "stock_of"]

STAGE_AT = {
    2: [4] * 4 + [3] + [2] * 4 + [1] * 6 + [0] * 9,
    3: [4] * 4 + [3] + [2] * 3 + [1] * 3 + [0] * 13,
    4: [4] * 4 + [3] + [2] * 2 + [1] * 2 + [0] * 15,
    5: [4, 4, 4, 3, 2, 1, 1, 0, 0] + [0] * 15,
    6: [4] * 3 + [3] + [2] + [1] + [0] * 18,
}
"""By players, the stage of a deal in which so many tricks are left: without a stock, the last draw, and before."""
NO_TRUMP = 4
DECLARING = 2
"""The kernel's slot for a declarer and the partner: it seats them there itself once it knows who they are."""
BID_FROM = 26.0
"""What the trumps of a declarer are worth, as `estimate` counts them, that bids as often as not."""
BID_WORTH = 0.4
"""How sharply: by each point more."""
LOOKS_BACK = {2: 6, 3: 4, 4: 3, 5: 8, 6: 3}
"""By players, how many plays of each of the others are asked what they say of its hand."""


@dataclass(frozen=True, slots=True)
class Codes:
    """Cards as the kernel numbers them: trump is suit 3, and a higher number is a stronger card."""

    ranking: Ranking
    trump: Suit | None

    @property
    def trump_code(self) -> int:
        """The kernel's number of the trump suit."""
        return 3 if self.trump else NO_TRUMP

    def code(self, card: Card) -> int:
        """The kernel's number of a card."""
        return _numbering(self.ranking, self.trump)[card]

    def codes(self, cards: Sequence[Card]) -> list[int]:
        """The numbers of several."""
        return [self.code(card) for card in cards]


@cache
def _numbering(ranking: Ranking, trump: Suit | None) -> Mapping[Card, int]:
    others = [suit for suit in Suit if suit is not trump]
    rows = {suit: 3 if suit is trump else others.index(suit) for suit in Suit}
    return {card: 10 * rows[card.suit] + ranking.strength(card) for card in DECK}


def knowing(view: SeatView, trump: Suit | None, *, looks_back: bool = True) -> tuple[Kernel, Codes]:
    """A kernel that knows what the seat does, taking this suit for trump."""
    table, codes = view.table, Codes(view.table.rules.ranking, trump)
    kernel = new_kernel(table.players, codes.trump_code)
    kernel.stages(STAGE_AT[table.players])
    _lay_cards(kernel, codes, view)
    _lay_trick(kernel, codes, table)
    _seat_sides(kernel, table)
    _lend_plans(kernel, table)
    _tell_contract(kernel, codes, view)
    if looks_back:
        _look_back(kernel, codes, view)
        for belief in beliefs(view):
            kernel.lean(belief.seat, codes.code(belief.card), belief.times)
    return kernel, codes


def knowing_contract(view: SeatView, called: Card, target: int) -> Kernel:
    """A kernel that knows a seat's hand among five, as if it had won the auction and called this card."""
    codes = Codes(view.table.rules.ranking, called.suit)
    kernel = new_kernel(view.table.players, codes.trump_code)
    kernel.stages(STAGE_AT[5])
    _lay_cards(kernel, codes, view)
    _lend_senses_of_five(kernel, (view.seat,))
    blind = view.table.trick
    if blind is None:
        kernel.table(view.table.leader, (), (0,) * 5)
        kernel.five(view.seat, codes.code(called), target, out=False)
    else:
        _judge_blind(kernel, codes, view, blind, called, target)
    return kernel


def _judge_blind(
    kernel: Kernel, codes: Codes, view: SeatView, blind: OpenTrick, called: Card, target: int
) -> None:
    """Lay the table as it is once the blind first trick has been judged with this call."""
    won, best = [0] * 5, best_of(codes.ranking, blind.cards, called.suit)
    winner = (blind.leader + blind.cards.index(best or called)) % 5
    won[winner] = codes.ranking.points_of(blind.cards)
    kernel.table(winner, (), won)
    kernel.five(view.seat, codes.code(called), target, out=called in blind.cards)
    if called in blind.cards:
        partner = (blind.leader + blind.cards.index(called)) % 5
        kernel.plays_by((partner,), DECLARING)
        _take_sides(kernel, two_sides(view.seat, partner))


def _tell_contract(kernel: Kernel, codes: Codes, view: SeatView) -> None:
    """Who declares, with whom, and what the bids say of the declarer's trumps."""
    table = view.table
    if table.declarer is None or table.called_card is None:
        return
    called, out = codes.code(table.called_card), table.partner is not None
    kernel.five(table.declarer, called, table.target, out)
    if view.seat == table.declarer:
        return
    _, unseen = whereabouts(view)
    if table.called_card in unseen and len(unseen) > table.hand_counts[table.declarer]:
        kernel.bar(called, table.declarer)
    played = [table.card_played(table.declarer, index) for index in range(len(table.tricks) + 1)]
    worths = {card: BID_WORTH * trump_worth(card) for card in table.rules.cards if card.suit is codes.trump}
    base = sum(worths.get(card, 0.0) for card in played if card) - BID_WORTH * BID_FROM
    by_code = [0.0] * 40
    for card, worth in worths.items():
        by_code[codes.code(card)] = worth
    kernel.bid(table.declarer, base, by_code)


def _lay_cards(kernel: Kernel, codes: Codes, view: SeatView) -> None:
    known, unseen = whereabouts(view)
    for seat, count in enumerate(view.table.hand_counts):
        held = view.hand if seat == view.seat else known[seat]
        kernel.hold(seat, codes.codes(held), count)
    stock = stock_of(codes, view.table)
    kernel.unknown(codes.codes(unseen), stock, stock.count(-1))


def stock_of(codes: Codes, table: TableView) -> list[int]:
    """What is drawn, in its order; −1 where nobody knows."""
    stock = [-1] * table.stock_count
    if table.trump_card and table.trump_card_in_stock:
        stock[-1] = codes.code(table.trump_card)
    if table.stock_top:
        stock[0] = codes.code(table.stock_top)
    return stock


def _lay_trick(kernel: Kernel, codes: Codes, table: TableView) -> None:
    won = [0] * table.players
    for trick in table.tricks:
        won[trick.winner] += trick.points
    leader = table.trick.leader if table.trick else table.leader
    kernel.table(leader, codes.codes(table.trick.cards if table.trick else ()), won)


def _seat_sides(kernel: Kernel, table: TableView) -> None:
    sides = table.rules.side_seats
    if table.declarer is not None and table.partner is not None:
        sides = two_sides(table.declarer, table.partner)
    rivalry = round(1024 * LONERS.get(table.players, 1.0)) if len(sides) > 2 else 1024
    _take_sides(kernel, sides)
    for seat in range(table.players):
        kernel.loyal(seat, 1024, -rivalry)


def _take_sides(kernel: Kernel, sides: Sequence[Sequence[int]]) -> None:
    for side in sides:
        mask = sum(1 << seat for seat in side)
        for seat in side:
            kernel.sides(seat, mask, mask)


def _lend_plans(kernel: Kernel, table: TableView) -> None:
    """In playing out, two play by the tuned weights of their game, and more as a sensible person weighs tricks."""
    if table.players == 2:
        kernel.plan_for(0, tuned_plan("two" if table.trump else "two_plain"))
    elif table.players == 5:
        _lend_senses_of_five(kernel, [seat for seat in (table.declarer, table.partner) if seat is not None])
    else:
        kernel.sense_stages(SENSE_AT[table.players])
        kernel.sense_for(0, tuned_sense(_kind(table)))


def _lend_senses_of_five(kernel: Kernel, declaring: Sequence[int]) -> None:
    kernel.sense_stages(SENSE_AT[5])
    kernel.sense_for(0, tuned_sense("five_defend"))
    kernel.sense_for(DECLARING, tuned_sense("five_declare"))
    kernel.plays_by(declaring, DECLARING)


def _kind(table: TableView) -> str:
    if table.players == 4:
        return "four_alone" if table.rules.sides is Sides.ALONE else "four"
    return {3: "three", 6: "six"}[table.players]


# -- what was played ------------------------------------------------------------------------------


def _look_back(kernel: Kernel, codes: Codes, view: SeatView) -> None:
    """Tell the kernel the last plays of the others, each seat's newest first."""
    table = view.table
    for seat in range(table.players):
        if seat != view.seat:
            for index, trick in list(_tricks_of(table, seat))[: LOOKS_BACK[table.players]]:
                _remember(kernel, codes, table, seat, index, trick)


def _tricks_of(table: TableView, seat: int) -> Iterator[tuple[int, Trick | OpenTrick]]:
    """The tricks to which the seat has played, with their place, from the newest."""
    whole: list[Trick | OpenTrick] = [*table.tricks]
    if table.trick:
        whole.append(table.trick)
    for index in range(len(whole) - 1, -1, -1):
        if table.card_played(seat, index):
            yield index, whole[index]


def _remember(
    kernel: Kernel, codes: Codes, table: TableView, seat: int, index: int, trick: Trick | OpenTrick
) -> None:
    n, place = table.players, (seat - trick.leader) % table.players
    before = trick.cards[:place]
    owner, best = trick.leader, -1
    for spot, card in enumerate(before):
        if best < 0 or table.rules.ranking.beats(
            card, trick.cards[owner_place(trick, owner, n)], codes.trump
        ):
            owner, best = (trick.leader + spot) % n, codes.code(card)
    drew = isinstance(trick, Trick) and index < _draws(table)
    kernel.remember(
        seat,
        codes.code(trick.cards[place]),
        int(drew),
        (
            _tricks_in_all(table) - index,
            n - 1 - place,
            best,
            table.rules.ranking.points_of(before),
            owner,
            int(_was_out(table, index, before)),
        ),
        codes.codes(_not_played(table, index, before)),
    )


def owner_place(trick: Trick | OpenTrick, owner: int, players: int) -> int:
    """At which place in the trick this seat played."""
    return (owner - trick.leader) % players


def _tricks_in_all(table: TableView) -> int:
    return len(table.rules.cards) // table.players


def _draws(table: TableView) -> int:
    """After how many tricks cards are drawn."""
    return _tricks_in_all(table) - table.rules.hand


def _not_played(table: TableView, index: int, before: Sequence[Card]) -> list[Card]:
    """The cards that were still to come by then."""
    gone = {*before}.union(*(trick.cards for trick in table.tricks[:index]))
    return [card for card in table.rules.cards if card not in gone]


def _was_out(table: TableView, index: int, before: Sequence[Card]) -> bool:
    """Whether the called card had been played by then."""
    called = table.called_card
    if called is None:
        return False
    return called in before or any(called in trick.cards for trick in table.tricks[:index])
