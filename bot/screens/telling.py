"""The public table in words, in the language of its chat."""

from bot.game import Card, TableView
from bot.pictures.scene import PileScene
from bot.screens.people import Names
from bot.screens.piles import piles_of
from bot.table import Ending, Lobby, Over, Person, Playing, Table
from bot.words import Words
from bot.words.cards import card_name, suit_name

__all__ = [
    "capital",
    "last_trick_line",
    "lines_of",
    "news_of",
    "offers_rematch",
    "score_line",
    "title_of",
    "trick_line",
    "trump_line",
    "waiting_of",
]


def title_of(table: Table, names: Names, words: Words) -> str:
    """One line: whose turn it is, or how it ended."""
    match table.phase:
        case Lobby():
            host = names.of_key(table.host)
            return words.say("{name} opens a table of Briscola", name=host)
        case Playing(match=match) if match.needs_deal:
            return _deal_result(table, names, words)
        case Playing():
            return words.say("{name} to play", name=names.of_seat(table.turn or 0))
        case Over() as over:
            return _ending(table, over, names, words)


def _ending(table: Table, over: Over, names: Names, words: Words) -> str:
    match over.ending:
        case Ending.PLAYED if over.winner is None:
            return _with_points(table, words.say("A draw"))
        case Ending.PLAYED:
            return _with_points(
                table, words.say("{name} wins", name=names.of_side(over.winner or 0)), over.winner
            )
        case Ending.RESIGNED if over.winner is not None:
            return words.say(
                "{name} gives up: {winner} wins",
                name=names.of_key(over.by),
                winner=names.of_side(over.winner),
            )
        case Ending.RESIGNED:
            return words.say("{name} gives up", name=names.of_key(over.by))
        case Ending.STOPPED if over.by and over.match is not None and len(table.people) > 1:
            return words.say("{name} ended the table and loses", name=names.of_key(over.by))
        case Ending.STOPPED if over.by:
            return words.say("{name} closed the table", name=names.of_key(over.by))
        case Ending.STOPPED:
            return words.say("The table was ended: nothing counts")
        case Ending.LAPSED:
            return words.say("Nobody came to play: the table is closed")


def _deal_result(table: Table, names: Names, words: Words) -> str:
    deal = table.deal
    if deal is None or deal.winner is None:
        return _with_points(table, words.say("This deal is a draw"))
    return _with_points(
        table, words.say("{name} wins the deal", name=names.of_side(deal.winner)), deal.winner
    )


def _with_points(table: Table, said: str, first: int | None = None) -> str:
    """The sentence with the points of the last deal, the winner's first."""
    if table.deal is None:
        return said
    points = list(table.deal.points)
    if first is not None:
        points.insert(0, points.pop(first))
    return f"{said}, {'–'.join(map(str, points))}"


def lines_of(table: Table, names: Names, words: Words, next_commitment: str) -> list[str]:
    """Everything else that the table shows, a line each; empty lines mean nothing to say."""
    match table.phase:
        case Lobby():
            return _lobby_lines(table, names, words)
        case Playing():
            return _play_lines(table, names, words)
        case Over() as over:
            return _over_lines(table, over, names, words, next_commitment)


def news_of(table: Table, names: Names, words: Words) -> str:
    """What asks for the answer of others now; empty when nothing does."""
    match table.phase:
        case Over() as over if offers_rematch(over):
            return _rematch_line(table, over, names, words)
        case _:
            return _votes_line(table, names, words)


def waiting_of(table: Table, viewer: str, names: Names, words: Words) -> str:
    """What this person at the table waits for, having nothing to press; empty for nothing."""
    match table.phase:
        case Lobby() if table.is_full and viewer in table.people and viewer != table.host:
            return _ready_line(table, names, words)
        case Over() as over if offers_rematch(over) and viewer in over.rematch:
            others = ", ".join(names.of_key(key) for key in table.people if key not in over.rematch)
            return words.say("Waiting for {names}…", names=others)
        case _:
            return ""


def _ready_line(table: Table, names: Names, words: Words) -> str:
    return words.say("Everybody is here: {name} can start.", name=names.of_key(table.host))


def _lobby_lines(table: Table, names: Names, words: Words) -> list[str]:
    free = words.say("free")
    seats = [f"{seat + 1}. {names.of_seat(seat) or free}" for seat in range(len(table.seats))]
    hint = _ready_line(table, names, words) if table.is_full else words.say("Sit down, or add the computer.")
    return [*seats, hint, words.say("The deck is sealed: {seal}", seal=table.commitment)]


def _play_lines(table: Table, names: Names, words: Words) -> list[str]:
    view = table.table_view()
    if view is None:
        return []
    if view.is_over:
        return [
            score_line(table, words),
            last_trick_line(view, names, words),
            *_pile_lines(table, names, words),
            _votes_line(table, names, words),
        ]
    return [
        score_line(table, words),
        *_happened(table, names, words),
        trump_line(view, words),
        trick_line(view, names, words),
        last_trick_line(view, names, words),
        _counts_line(view, names, words),
        _votes_line(table, names, words),
    ]


def _over_lines(table: Table, over: Over, names: Names, words: Words, next_commitment: str) -> list[str]:
    lines = [score_line(table, words)]
    if over.ending is Ending.PLAYED and table.deal is not None:
        lines += _pile_lines(table, names, words)
    if over.match is not None:
        lines.append(words.say("Fair deal: press “More” for the proof."))
    if offers_rematch(over):
        lines.append(_rematch_line(table, over, names, words))
        if next_commitment:
            lines.append(words.say("The next deck is sealed: {seal}", seal=next_commitment))
    return lines


def score_line(table: Table, words: Words) -> str:
    """The score of a match of several deals; nothing for one of a single deal."""
    match = table.match
    if match is None or (len(match.results) <= 1 and match.deal_number <= 1):
        return ""
    return words.say("Match: {score}", score="–".join(map(str, match.score)))


def _happened(table: Table, names: Names, words: Words) -> list[str]:
    """What the clock did, where it did something that matters now."""
    lines: list[str] = []
    for seat, one in enumerate(table.seats):
        match one:
            case Person(away=True):
                lines.append(
                    words.say("The computer plays for {name}, who is away.", name=names.of_seat(seat))
                )
            case Person(missed=missed) if missed:
                lines.append(
                    words.say("Time was up: the computer played for {name}.", name=names.of_seat(seat))
                )
            case _:
                pass
    return lines


def trump_line(view: TableView, words: Words) -> str:
    """The trump, the card that was turned up while it lies there, and the stock."""
    if view.trump is None:
        return ""
    trump = suit_name(words, view.trump)
    if view.trump_card is not None and view.trump_card_in_stock:
        stock = words.count("{n} card in the stock", "{n} cards in the stock", view.stock_count)
        card = card_name(words, view.trump_card)
        return words.say("Trump: {trump} ({card} turned up), {stock}", trump=trump, card=card, stock=stock)
    return words.say("Trump: {trump}, the stock is empty", trump=trump)


def trick_line(view: TableView, names: Names, words: Words) -> str:
    """What lies on the table now, or who leads; empty when the deal is over."""
    if view.trick is None:
        return ""
    if not view.trick.cards:
        return words.say("{name} leads.", name=names.of_seat(view.trick.leader))
    plays = _plays(view.trick.leader, view.trick.cards, names, words)
    return words.say("On the table: {plays}", plays=plays)


def last_trick_line(view: TableView, names: Names, words: Words) -> str:
    """The last finished trick in words; empty before the first is finished."""
    if not view.tricks:
        return ""
    trick = view.tricks[-1]
    plays = _plays(trick.leader, trick.cards, names, words)
    return words.say("Last trick: {plays}. {name} took it.", plays=plays, name=names.of_seat(trick.winner))


def _plays(leader: int, cards: tuple[Card, ...], names: Names, words: Words) -> str:
    seats = len(names.table.seats)
    return ", ".join(
        words.say(
            "{name} the {card}", name=names.of_seat((leader + place) % seats), card=card_name(words, card)
        )
        for place, card in enumerate(cards)
    )


def _counts_line(view: TableView, names: Names, words: Words) -> str:
    return ", ".join(
        words.count("{name} holds {n} card", "{name} holds {n} cards", count, name=names.of_seat(seat))
        for seat, count in enumerate(view.hand_counts)
    )


def _votes_line(table: Table, names: Names, words: Words) -> str:
    if not isinstance(table.phase, Playing) or not table.phase.votes:
        return ""
    who = ", ".join(names.of_key(key) for key in table.people if key in table.phase.votes)
    return words.say("{names} would like to end the table.", names=who)


def _rematch_line(table: Table, over: Over, names: Names, words: Words) -> str:
    if not over.rematch:
        return ""
    who = ", ".join(names.of_key(key) for key in table.people if key in over.rematch)
    return words.say("{names} would like to play again.", names=who)


def _pile_lines(table: Table, names: Names, words: Words) -> list[str]:
    return [f"{pile.label}: {_pile_words(pile, words)}" for pile in piles_of(table, names)]


def _pile_words(pile: PileScene, words: Words) -> str:
    cards = ", ".join(card_name(words, Card.parse(code)) for code in pile.cards)
    points = words.count("{n} point", "{n} points", pile.points)
    return f"{points} ({cards})" if cards else points


def capital(word: str) -> str:
    """The word as a heading begins it."""
    return word[:1].upper() + word[1:]


def offers_rematch(over: Over) -> bool:
    """Whether people may still agree to play again."""
    return not over.closed and over.ending in (Ending.PLAYED, Ending.RESIGNED)
