"""The public table as a picture to draw."""

from bot.game import Auction, Contract, TableView
from bot.game.auction import PLAIN_TARGET
from bot.game.options import Switch, Trump
from bot.pictures.scene import SeatScene, TableScene
from bot.screens.bidding import is_bidding, last_bids, said_word
from bot.screens.cardplay import points_told
from bot.screens.cardwords import CardWords, capital
from bot.screens.people import Names, side_letter
from bot.screens.piles import piles_of
from bot.screens.sheets import score_line, seat_score, sheet_scene
from bot.table import Computer, Over, Person, Table
from bot.words import Words
from bot.words.cards import rank_name, suit_name
from bot.words.levels import level_name

__all__ = ["scene_of", "trump_word"]


def scene_of(table: Table, names: Names, words: Words, title: str) -> TableScene:
    """What the picture of this table shows, under the headline `title`; the words say with which deck."""
    view = table.table_view()
    if view is None:
        seats = tuple(_lobby_seat(table, names, words, seat) for seat in range(len(table.seats)))
        return TableScene(seats=seats, deck=words.deck, stock=len(table.rules.cards), headline=title)
    lying = view.trump_card if view.trump_card_in_stock else None
    top = view.stock_top if view.stock_top != lying else None
    cards = CardWords(words, view.rules.ranking)
    return TableScene(
        seats=tuple(_seat(table, view, names, words, seat) for seat in range(len(table.seats))),
        deck=words.deck,
        stock=view.stock_count,
        stock_top=cards.picture(top) if top else None,
        trump_card=cards.picture(lying) if lying else None,
        trump=view.trump.value if view.trump else None,
        trump_word=trump_word(view, words),
        called=view.called_card.code if view.called_card else None,
        trick=_open_trick(table, view, cards),
        last_trick=_last_trick(view, cards),
        last_winner=view.tricks[-1].winner if _shows_last(view) else None,
        last_word=_last_word(view, names, words),
        headline=title,
        score=_score(table, view, names, words),
        piles=tuple(piles_of(table, names)) if view.is_over else (),
        facts=_facts(view, names, words),
        sheet=sheet_scene(table, names, words) if view.is_over or is_bidding(view) else None,
    )


def _score(table: Table, view: TableView, names: Names, words: Words) -> str:
    """The match's score; of more than two sides it stands at the seats, and under a contract's result its target."""
    if len(table.rules.side_seats) == 2:
        return score_line(table, names, words)
    if view.is_over and view.contract:
        return words.count("{n} point needed", "{n} points needed", view.target)
    return ""


def trump_word(view: TableView, words: Words) -> str:
    """The trump in a word; that there is none, in games that know none."""
    if view.trump is not None:
        return capital(suit_name(words, view.trump))
    return words.say("No trump") if view.rules.trump is Trump.NONE else ""


# -- seats ----------------------------------------------------------------------------------------


def _lobby_seat(table: Table, names: Names, words: Words, seat: int) -> SeatScene:
    one = table.seats[seat]
    return SeatScene(
        names.of_seat(seat),
        isinstance(one, Computer),
        0,
        side=side_letter(table.rules, seat),
        note=_lobby_note(table, seat, words),
    )


def _lobby_note(table: Table, seat: int, words: Words) -> str:
    match table.seats[seat]:
        case None if side_letter(table.rules, seat):
            free = words.say("free")
            return f"{seat + 1} · {free}"  # the number is on the button that takes it
        case None:
            return words.say("free")
        case Person(key=key) if key == table.host:
            return words.say("host")
        case Computer(level=level) if len(table.seats) > 2:  # by two it is in the name
            return level_name(words, level)
        case _:
            return ""


def _seat(table: Table, view: TableView, names: Names, words: Words, seat: int) -> SeatScene:
    one, over = table.seats[seat], isinstance(table.phase, Over)
    away = isinstance(one, Person) and one.away
    is_open = view.rules.open_hands is Switch.ON and not over
    return SeatScene(
        name=names.of_seat(seat),
        computer=isinstance(one, Computer) or away,
        cards=0 if over else view.hand_counts[seat],
        on_turn=table.turn == seat,
        side=_side(view, seat),
        note=words.say("away") if away and not view.is_over else _seat_note(view, table, seat, words),
        open_hand=CardWords(words, view.rules.ranking).pictures(view.known[seat]) if is_open else (),
        dealer=table.match is not None and table.match.dealer == seat,
        role=_role(view, seat, words),
    )


def _seat_note(view: TableView, table: Table, seat: int, words: Words) -> str:
    """The points where they are said during the deal, else what the seat has in the match, else a computer's level."""
    points = points_told(view)
    if points is None:
        return seat_score(table, seat, words) or _level_note(view, table, seat, words)
    side = next(number for number, seats in enumerate(view.sides) if seat in seats)
    return words.count("{n} point", "{n} points", points[side])


def _level_note(view: TableView, table: Table, seat: int, words: Words) -> str:
    """How well a computer plays, while cards are played and where its name does not say it."""
    one = table.seats[seat]
    if view.is_over or len(table.seats) == 2 or not isinstance(one, Computer):
        return ""
    return level_name(words, one.level)


def _side(view: TableView, seat: int) -> str | None:
    """The letter of a seat's side: by the rules, or in chiamata once all know the declarer's partner."""
    if view.declarer is None or view.partner is None:
        return side_letter(view.rules, seat)
    return "A" if seat in (view.declarer, view.partner) else "B"


def _role(view: TableView, seat: int, words: Words) -> str:
    """What everybody knows this seat to be: by its last bid in the auction, then declarer or partner."""
    if view.declarer is None:
        bid = last_bids(view).get(seat)
        return said_word(bid, words) if bid else ""
    if seat == view.declarer:
        return words.say("alone") if view.partner == seat else _declarer_word(view, words)
    return words.say("partner") if seat == view.partner else ""


def _declarer_word(view: TableView, words: Words) -> str:
    """The declarer's badge, with the target where it is not the usual one."""
    if view.target == PLAIN_TARGET:
        return words.say("declarer")
    return words.say("declarer, {points}", points=view.target)


# -- what lies in the middle ----------------------------------------------------------------------


def _open_trick(table: Table, view: TableView, cards: CardWords) -> tuple[tuple[int, str], ...]:
    if view.trick is None or isinstance(table.phase, Over):
        return ()
    return _placed(view, view.trick.leader, cards.pictures(view.trick.cards))


def _shows_last(view: TableView) -> bool:
    return bool(view.tricks) and not view.is_over


def _last_trick(view: TableView, cards: CardWords) -> tuple[tuple[int, str], ...]:
    if not _shows_last(view):
        return ()
    return _placed(view, view.tricks[-1].leader, cards.pictures(view.tricks[-1].cards))


def _last_word(view: TableView, names: Names, words: Words) -> str:
    if not _shows_last(view):
        return ""
    return words.say("Last trick: {name}", name=names.of_seat(view.tricks[-1].winner))


def _placed(view: TableView, leader: int, pictures: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple(((leader + place) % view.players, code) for place, code in enumerate(pictures))


def _facts(view: TableView, names: Names, words: Words) -> tuple[str, ...]:
    """What stands in the middle while no card can lie there: the bid to beat, or what is being called."""
    match view.bargain:
        case Contract(rank=rank, target=target) if view.trick is None:
            needed = words.count("{n} point needed", "{n} points needed", target)
            return (capital(rank_name(words, rank)), needed)
        case Auction(standing=bid, bidder=bidder) if bid is not None and bidder is not None:
            return (words.say("To beat: {bid}", bid=said_word(bid, words)), f"({names.of_seat(bidder)})")
        case _ if is_bidding(view):
            return (words.say("No bid yet"),)
        case _:
            return ()
