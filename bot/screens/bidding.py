"""An auction: what was bid, what can be bid, which card is called, and who plays with whom."""

from collections.abc import Sequence

from bot.game import Auction, Bid, Called, Contract, Pass, Rank, TableView
from bot.game.options import Switch
from bot.screens.cardwords import CardWords, capital, rank_short
from bot.screens.people import Names, in_row
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, Rows, Style
from bot.table import MakeMove, Step, Table
from bot.words import Words
from bot.words.cards import rank_name

__all__ = ["auction_lines", "bargain_lines", "bargain_rows", "is_bidding", "last_bids", "said_word"]

ROW = 5
"""Buttons that a row has room for on every platform."""
LADDER = (71, 81, 91, 101)
"""The targets at which the score is multiplied once more."""
LAST = 120


def is_bidding(view: TableView) -> bool:
    """Whether the auction goes on."""
    return isinstance(view.bargain, Auction) and not view.is_over


# -- in words -------------------------------------------------------------------------------------


def bargain_lines(view: TableView, names: Names, words: Words) -> list[str]:
    """How far bidding and calling have come, and who is known to play with whom; nothing without an auction."""
    match view.bargain:
        case None:
            return []
        case Auction():
            return auction_lines(view, names, words)
        case Contract(declarer=declarer, rank=rank, target=target):
            won = words.say(
                "{name} has won the auction with the {rank} and needs {target} points.",
                name=names.of_seat(declarer),
                rank=rank_name(words, rank),
                target=target,
            )
            return [won, _blind_line(view, words)]
        case Called(contract=contract, card=card):
            called = words.say(
                "{name} calls the {card} and needs {target} points.",
                name=names.of_seat(contract.declarer),
                card=CardWords(words, view.rules.ranking).name(card),
                target=contract.target,
            )
            return [called, _partner_line(view, names, words)]


def auction_lines(view: TableView, names: Names, words: Words) -> list[str]:
    """Whose bid stands, and what each seat has said last."""
    auction = view.auction
    if auction is None:
        return []
    last = last_bids(view)
    said = in_row(map(names.of_seat, last), [said_word(what, words) for what in last.values()])
    return [_standing_line(auction, names, words), words.say("Bids: {bids}", bids=said) if said else ""]


def _standing_line(auction: Auction, names: Names, words: Words) -> str:
    bid, bidder = auction.standing, auction.bidder
    if bid is None or bidder is None:
        return words.say("Nobody has bid yet.")
    name = names.of_seat(bidder)
    if isinstance(bid.value, Rank):
        return words.say("The bid to beat is the {rank}, by {name}.", rank=_bid_word(bid, words), name=name)
    return words.count(
        "The bid to beat is the two with {n} point, by {name}.",
        "The bid to beat is the two with {n} points, by {name}.",
        bid.value,
        name=name,
    )


def _blind_line(view: TableView, words: Words) -> str:
    if view.rules.blind_first_trick is Switch.OFF or view.is_calling:
        return ""
    return words.say("The first trick is played before the trump is called.")


def _partner_line(view: TableView, names: Names, words: Words) -> str:
    if view.partner is None or view.declarer is None:
        return ""
    if view.partner == view.declarer:
        return words.say("{name} plays alone against four.", name=names.of_seat(view.declarer))
    return words.say("The partner is {name}.", name=names.of_seat(view.partner))


def last_bids(view: TableView) -> dict[int, Bid | Pass]:
    """By seat, in the order of speaking, what it has said last."""
    auction = view.auction
    if auction is None:
        return {}
    order = [(auction.leader + place) % view.players for place in range(view.players)]
    return {seat: said[-1] for seat in order if (said := auction.said_by(seat))}


def said_word(said: Bid | Pass, words: Words) -> str:
    """What was said, in the middle of a sentence."""
    return words.say("pass") if isinstance(said, Pass) else _bid_word(said, words)


def _bid_word(bid: Bid, words: Words) -> str:
    return rank_name(words, bid.value) if isinstance(bid.value, Rank) else str(bid.value)


# -- in buttons -----------------------------------------------------------------------------------


def bargain_rows(table: Table, view: TableView, words: Words) -> Rows:
    """What the seat on turn may bid or call, at its own step: everybody knows what that is."""
    step = table.step
    if step is None:
        return ()
    match view.bargain:
        case Auction(choices=choices) if is_bidding(view):
            return _bid_rows(table, step, [one for one in choices if isinstance(one, Bid)], words)
        case Contract(calls=calls) if view.is_calling:
            cards = CardWords(words, view.rules.ranking)
            return (
                tuple(
                    Button(
                        cards.short(call.card),
                        str(Do(table.id, MakeMove(step, call))),
                        Style.PRIMARY,
                        card=cards.picture(call.card),
                        symbol=cards.sign(call.card),
                    )
                    for call in calls
                ),
            )
        case _:
            return ()


def _bid_rows(table: Table, step: Step, bids: Sequence[Bid], words: Words) -> Rows:
    shown = _offered(bids)
    buttons = [_bid_button(table, step, bid, words) for bid in shown]
    if len(shown) < len(bids):
        buttons.append(Button(words.say("Another number…"), str(Ask(table.id, "points"))))
    buttons.append(Button(capital(words.say("pass")), str(Do(table.id, MakeMove(step, Pass())))))
    return tuple(tuple(buttons[start : start + ROW]) for start in range(0, len(buttons), ROW))


def _offered(bids: Sequence[Bid]) -> list[Bid]:
    """All ranks that are left; of the points the next, those that multiply the score once more, and the last."""
    first = bids[0].value
    if isinstance(first, Rank):
        return list(bids)
    return [bid for bid in bids if bid.value in (first, *LADDER, LAST)]


def _bid_button(table: Table, step: Step, bid: Bid, words: Words) -> Button:
    label = rank_short(words, bid.value) if isinstance(bid.value, Rank) else _points_label(bid.value)
    return Button(label, str(Do(table.id, MakeMove(step, bid))), Style.PRIMARY)


def _points_label(points: int) -> str:
    return f"{points} ×{LADDER.index(points) + 2}" if points in LADDER else str(points)
