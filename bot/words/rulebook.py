"""The rules of a table, sentence by sentence, as one player explains them to another."""

from collections.abc import Iterator

from bot.game import DECK, Preset, Rank, Rules, Suit, Tie, ToPoints, ToWins
from bot.game.options import (
    Cappotto,
    PartnersLook,
    Removed,
    Sides,
    StockTop,
    Switch,
    Trump,
)
from bot.words.asides import exchange_lines, sign_lines
from bot.words.auctions import auction_lines, score_lines
from bot.words.cards import card_name, rank_name, shown_as, suit_name
from bot.words.catalogue import Words
from bot.words.lists import all_of
from bot.words.options import clock_name

__all__ = ["lines_of_rules"]


def lines_of_rules(words: Words, rules: Rules) -> Iterator[str]:
    """All that applies under these rules, in the order in which one explains a game."""
    yield _cards(words, rules)
    yield _order(words, rules)
    yield _dealing(words, rules)
    if rules.game is Preset.CHIAMATA:
        yield from auction_lines(words, rules)
        yield _playing(words, rules)
        yield from score_lines(words, rules)
    else:
        yield _playing(words, rules)
        yield from _drawing(words, rules)
        yield from _sides(words, rules)
        yield from exchange_lines(words, rules)
        yield from sign_lines(words, rules)
        yield from _winning(words, rules)
    yield from _habits(words, rules)


# -- the cards --------------------------------------------------------------------------------------


def _cards(words: Words, rules: Rules) -> str:
    suits = all_of(words, [suit_name(words, suit) for suit in Suit])
    cards = words.say("Cards: {n}, of {suits}.", n=len(rules.cards), suits=suits)
    if rules.removed is Removed.NONE:
        return cards
    if rules.removed is Removed.FOUR_TWOS:
        return " ".join((cards, words.say("The four twos are taken out.")))
    (two,) = rules.removed_cards
    return " ".join((cards, words.say("Not among them: the {card}.", card=card_name(words, two))))


def _order(words: Words, rules: Rules) -> str:
    """The cards of one suit, strongest first, with what each counts."""
    ranking = rules.ranking
    suit = [card for card in DECK if card.suit is Suit.COINS and _is_played(rules, card.rank)]
    suit.sort(key=ranking.strength, reverse=True)
    worth = [
        words.say(
            "{rank} {points}",
            rank=rank_name(words, shown_as(card, ranking).rank),
            points=ranking.points(card),
        )
        for card in suit
        if ranking.points(card)
    ]
    plain = [card.rank.value for card in suit if not ranking.points(card)]
    return words.say(
        "Strongest first, with their points: {worth}; then {plain} without points. 120 in all.",
        worth=", ".join(worth),
        plain=", ".join(plain),
    )


def _is_played(rules: Rules, rank: Rank) -> bool:
    return rank is not Rank.TWO or rules.removed is not Removed.FOUR_TWOS


def _dealing(words: Words, rules: Rules) -> str:
    match rules.trump:
        case Trump.CALLED:
            return words.say("Deal: all the cards, {n} each.", n=rules.hand)
        case Trump.NONE:
            return words.count(
                "Deal: {n} card each. Nothing is turned up: there is no trump.",
                "Deal: {n} cards each. Nothing is turned up: there is no trump.",
                rules.hand,
            )
        case Trump.TURNED:
            return words.count(
                "Deal: {n} card each. The next is turned up and lies under the stock: its suit is trump.",
                "Deal: {n} cards each. The next is turned up and lies under the stock: its suit is trump.",
                rules.hand,
            )


# -- the play ---------------------------------------------------------------------------------------


def _playing(words: Words, rules: Rules) -> str:
    leads = words.say(
        "Play: whoever sits to the dealer's right leads, then it goes round to the right. Any "
        "card may be played."
    )
    takes = (
        words.say("The highest card of the suit led takes the trick.")
        if rules.trump is Trump.NONE
        else words.say("The highest trump takes the trick, else the highest card of the suit led.")
    )
    return " ".join((leads, takes, words.say("Whoever takes it leads next.")))


def _drawing(words: Words, rules: Rules) -> Iterator[str]:
    yield (
        words.say("After each trick all draw a card, whoever took it first, as long as there is a stock.")
        if rules.trump is Trump.NONE
        else words.say(
            "After each trick all draw a card, whoever took it first; the turned card goes last. "
            "Then the hands are played out."
        )
    )
    if rules.open_hands is Switch.ON:
        yield words.say("Everybody's cards lie face up on the table.")
    if rules.stock_top is StockTop.OPEN:
        yield words.say(
            "The top card of the stock lies face up; once it is drawn, the next one is turned up at once."
        )


def _sides(words: Words, rules: Rules) -> Iterator[str]:
    match rules.sides:
        case Sides.PAIRS:
            yield words.say(
                "Sides: seats 1 and 3 (A) against seats 2 and 4 (B). Partners sit opposite and add up "
                "their points."
            )
        case Sides.TRIOS:
            yield words.say(
                "Sides: seats 1, 3 and 5 (A) against seats 2, 4 and 6 (B). Both neighbours are "
                "opponents; partners add up their points."
            )
        case Sides.ALONE if rules.players > 2:
            yield words.say("Sides: everyone plays alone.")
        case Sides.ALONE:
            return
    if rules.sides is not Sides.ALONE and rules.open_hands is Switch.OFF:
        yield (
            words.say("Once the stock is empty, partners see each other's cards.")
            if rules.partners_look is PartnersLook.AT_END
            else words.say("Partners never see each other's cards.")
        )


# -- who wins ---------------------------------------------------------------------------------------


def _winning(words: Words, rules: Rules) -> Iterator[str]:
    match rules.match:
        case ToPoints(points):
            yield _to_points(words, rules, points)
        case ToWins(wins):
            yield _deal_won(words, rules)
            yield _to_wins(words, rules, wins)
        case _:  # so many deals: only the five play like that
            return


def _deal_won(words: Words, rules: Rules) -> str:
    if len(rules.side_seats) > 2:
        return words.say("Whoever has most points wins the deal, even with fewer than 61.")
    if rules.sides is Sides.ALONE:
        return words.say("Whoever takes 61 points or more wins the deal; 60 each is a tie.")
    return words.say("The side that takes 61 points or more wins the deal; 60 each is a tie.")


def _to_wins(words: Words, rules: Rules, wins: int) -> str:
    told = [
        words.say("Match: a single deal.")
        if wins == 1
        else words.count(
            "Match: it goes to whoever first wins {n} deal.",
            "Match: it goes to whoever first wins {n} deals.",
            wins,
        )
    ]
    if rules.tie is Tie.REPLAY:
        told.append(words.say("A tie counts for nobody: the same dealer deals again."))
    elif wins == 1:
        told.append(words.say("A tie is a draw."))
    else:
        told.append(words.say("A tie counts for nobody."))
    if rules.cappotto is Cappotto.DOUBLE and wins > 1:
        told.append(words.say("Taking all 120 points (cappotto) counts as two wins."))
    return " ".join(told)


def _to_points(words: Words, rules: Rules, points: int) -> str:
    length = words.count(
        "Match: the points of all deals are added up. It ends with the deal in which somebody "
        "reaches {n} point; the highest total wins.",
        "Match: the points of all deals are added up. It ends with the deal in which somebody "
        "reaches {n} points; the highest total wins.",
        points,
    )
    tie = (
        words.say("With equal totals one more deal decides.")
        if rules.tie is Tie.REPLAY
        else words.say("Equal totals are a draw.")
    )
    return f"{length} {tie}"


# -- at this table ----------------------------------------------------------------------------------


def _habits(words: Words, rules: Rules) -> Iterator[str]:
    """What is not about the cards: who deals, when points are told, the clock, and leaving."""
    if rules.match != ToWins(1):
        yield words.say("The deal passes to the right.")
    yield _points(words, rules)
    yield (
        words.say("Clock: none, take your time.")
        if rules.clock is None
        else words.say(
            "Clock: {time} a turn, then the computer plays for you.",
            time=clock_name(words, rules.clock),
        )
    )
    yield (
        words.say("Whoever leaves during a match loses it.")
        if rules.players == 2
        else words.say("Whoever leaves during a match loses it; the computer plays on.")
    )


def _points(words: Words, rules: Rules) -> str:
    if not rules.shows_points:
        return words.say("Points are told when the deal is over: counting is part of the game.")
    if rules.game is Preset.CHIAMATA:
        return words.say(
            "The points taken are always shown, player by player until the called card has been played."
        )
    return words.say("The points taken are always shown.")
