"""Whoever cannot see plays by words alone: all that is on the table can be read back from what they are told."""

import re
from collections.abc import Mapping
from random import Random

import pytest
from deals_for_tests import HOUSES, name_of
from games_for_tests import KEYS, NAMES, buttons, moments, public, said, seated

from bot.game import DECK, Called, Card, Contract, Rules, TableView
from bot.game.options import Switch, Trump
from bot.screens.asking import sign_meaning
from bot.screens.bidding import is_bidding, last_bids, said_word
from bot.screens.cardplay import points_told
from bot.screens.cardwords import CardWords
from bot.screens.fitting import size
from bot.screens.hand import hand_screen
from bot.screens.people import Names
from bot.screens.table import table_screen
from bot.screens.types import HandScreen
from bot.table import Over, Playing, Table
from bot.words import words
from bot.words.cards import rank_name, suit_name
from bot.words.decks import DECK_NAMES

ENGLISH = words("en").of_deck("neapolitan")
PEOPLE = tuple(NAMES[key] for key in KEYS)
NAME = "|".join(PEOPLE)
LONG = {key: f"Massimiliano {letter * 3}" for key, letter in zip(KEYS, "abcdef", strict=True)}
"""Names as long as they come."""

in_every_game = pytest.mark.parametrize("rules", HOUSES, ids=name_of)

Facts = Mapping[str, object]


def told(
    table: Table, deck: str = "neapolitan", language: str = "en", names: Mapping[str, str] = NAMES
) -> str:
    return table_screen(table, names, words(language), deck=deck, picture=False).caption


def held(table: Table, seat: int, deck: str = "neapolitan", language: str = "en") -> HandScreen:
    hand = hand_screen(table, seat, NAMES, words(language), deck=deck, picture=False)
    assert hand is not None
    return hand


# -- what is so -----------------------------------------------------------------------------------


def facts_of(table: Table) -> Facts:
    """What everybody may know of the table as it stands."""
    view, match = table.table_view(), table.match
    assert view is not None
    assert match is not None
    last = view.tricks[-1] if view.tricks else None
    trick = view.trick
    found = {
        "turn": table.turn,
        "dealer": match.dealer,
        "order": PEOPLE[: view.players] if view.players > 2 else (),
        "trump": suit_name(ENGLISH, view.trump) if view.trump else "",
        "turned": view.trump_card if view.trump_card_in_stock else None,
        "stock": view.stock_count if view.rules.trump is not Trump.CALLED else None,
        "lying": _placed(view, trick.leader, trick.cards) if trick else (),
        "leader": trick.leader if trick and not trick.cards else None,
        "last": _placed(view, last.leader, last.cards) if last else (),
        "taken": last.winner if last else None,
        "counts": () if is_bidding(view) or view.rules.open_hands is Switch.ON else view.hand_counts,
        "points": points_told(view) or (),
        "top": view.stock_top
        if view.stock_top != (view.trump_card if view.trump_card_in_stock else None)
        else None,
        "open": _open(view),
        "exchanged": [(one.seat, one.given, one.taken) for one in view.exchanges if _is_now(view, one.trick)],
        "signs": _signs(view),
    }
    return {**found, **_bargain(view)}


def _placed(view: TableView, leader: int, cards: tuple[Card, ...]) -> tuple[tuple[int, Card], ...]:
    return tuple(((leader + place) % view.players, card) for place, card in enumerate(cards))


def _is_now(view: TableView, trick: int) -> bool:
    return trick >= view.trick_number - 1


def _signs(view: TableView) -> Mapping[int, str]:
    """Of each seat the last sign of this trick, or of the last one while nothing lies."""
    lying = view.trick is not None and bool(view.trick.cards)
    now = [one for one in view.signs if _is_now(view, one.trick)]
    return {
        one.seat: sign_meaning(ENGLISH, one.word)
        for one in now
        if one.trick == view.trick_number or not lying
    }


def _open(view: TableView) -> Mapping[int, frozenset[Card]]:
    taken = {one.taken for one in view.exchanges}
    every = view.rules.open_hands is Switch.ON
    known = {
        seat: frozenset(cards if every else taken.intersection(cards))
        for seat, cards in enumerate(view.known)
    }
    return {seat: cards for seat, cards in known.items() if cards}


def _bargain(view: TableView) -> Facts:
    auction = view.auction if is_bidding(view) else None
    if auction is not None:
        standing = auction.standing, auction.bidder
        bid = said_word(standing[0], ENGLISH) if standing[0] else ""
        bids = {seat: said_word(one, ENGLISH) for seat, one in last_bids(view).items()}
        return {"beat": (bid, standing[1]), "bids": bids}
    match view.bargain:
        case Contract(declarer=declarer, rank=rank, target=target):
            return {"contract": (declarer, rank_name(ENGLISH, rank), target)}
        case Called(contract=contract, card=card):
            return {"called": (contract.declarer, card, contract.target), "partner": view.partner}
        case _:
            return {}


# -- what is read ---------------------------------------------------------------------------------


def read(caption: str, rules: Rules) -> Facts:
    """The same, from the words alone."""
    cards = {CardWords(ENGLISH, rules.ranking).name(card): card for card in DECK}
    one = _Reader(caption, cards, rules.players)
    stock = one.find(r"(\d+) cards? in the stock") or ("0" if "the stock is empty" in caption else "")
    found = {
        "turn": one.seat(rf"^({NAME}) (?:to play|to bid|calls a card)$"),
        "dealer": one.seat(rf"^({NAME}) has dealt\.$"),
        "order": tuple(re.findall(NAME, one.find(r"^Round the table, in playing order: (.*)\.$"))),
        "trump": one.find(r"^Trump: (\w+)"),
        "turned": cards.get(one.find(r"^Trump: \w+ \((.*) turned up\)")),
        "stock": int(stock) if stock and rules.trump is not Trump.CALLED else None,
        "lying": one.plays(r"^On the table: (.*)$"),
        "leader": one.seat(rf"^({NAME}) leads\.$"),
        "last": one.plays(r"^Last trick: (.*)\. \w+ took it\.$"),
        "taken": one.seat(rf"({NAME}) took it\.$"),
        "counts": one.counts(),
        "points": tuple(map(int, re.findall(r"\d+", one.find(r"^Points: (.*)$")))),
        "top": cards.get(one.find(r"^On top of the stock: (.*)$")),
        "open": {
            PEOPLE.index(name): frozenset(cards[it] for it in row.split(", "))
            for name, row in one.all(rf"^(?:Everyone knows that )?({NAME}) holds: (.*)\.$")
        },
        "exchanged": [
            (PEOPLE.index(name), cards[given], cards[taken])
            for name, given, taken in one.all(rf"^({NAME}) exchanged the (.*) for the (.*)\.$")
        ],
        "signs": {
            PEOPLE.index(name): sign
            for name, sign in re.findall(rf"({NAME}) ([^()]* \([^()]*\))", one.find(r"^Signs: (.*)$"))
        },
    }
    return {**found, **one.bargain()}


class _Reader:
    def __init__(self, caption: str, cards: Mapping[str, Card], players: int) -> None:
        self.caption, self.cards, self.players = caption, cards, players

    def all(self, pattern: str) -> list[tuple[str, ...]]:
        return re.findall(pattern, self.caption, re.MULTILINE)

    def find(self, pattern: str) -> str:
        found = re.search(pattern, self.caption, re.MULTILINE)
        return found[1] if found else ""

    def seat(self, pattern: str) -> int | None:
        name = self.find(pattern)
        return PEOPLE.index(name) if name else None

    def plays(self, pattern: str) -> tuple[tuple[int, Card], ...]:
        row = self.find(pattern)
        return tuple(
            (PEOPLE.index(name), self.cards[card]) for name, card in re.findall(rf"({NAME}) the ([^,]*)", row)
        )

    def counts(self) -> tuple[int, ...]:
        if each := self.find(r"^Everybody holds (\d+) cards?\.$"):
            return (int(each),) * self.players
        row = self.find(r"^Cards in hand: (.*)$") or self.find(rf"^((?:{NAME}) holds \d+ cards?, .*)$")
        return tuple(map(int, re.findall(r"\d+", row)))

    def bargain(self) -> Facts:
        if re.search(" to bid$", self.caption, re.MULTILINE):
            return self._auction()
        won = rf"^({NAME}) has won the auction with the (.*) and needs (\d+) points\.$"
        for name, rank, target in self.all(won):
            return {"contract": (PEOPLE.index(name), rank, int(target))}
        for name, card, target in self.all(rf"^({NAME}) calls the (.*) and needs (\d+) points\.$"):
            partner = self.seat(rf"^The partner is ({NAME})\.$")
            alone = self.seat(rf"^({NAME}) plays alone against four\.$")
            called = (PEOPLE.index(name), self.cards[card], int(target))
            return {"called": called, "partner": alone if partner is None else partner}
        return {}

    def _auction(self) -> Facts:
        pattern = rf"^The bid to beat is the (?:two with )?(\w+)(?: points?)?, by ({NAME})\.$"
        beat = next(iter(self.all(pattern)), ("", ""))
        bids = re.findall(rf"({NAME}) (\w+)", self.find(r"^Bids: (.*)$"))
        return {
            "beat": (beat[0], PEOPLE.index(beat[1]) if beat[1] else None),
            "bids": {PEOPLE.index(name): bid for name, bid in bids},
        }


# -- the table ------------------------------------------------------------------------------------


@in_every_game
def test_all_that_is_on_the_table_can_be_read_back_from_the_words_alone(rules: Rules) -> None:
    seen = 0
    for table in moments(said(seated(rules), (KEYS[0], "start")), Random(7), deals=1):
        if isinstance(table.phase, Playing) and table.turn is not None:
            assert read(told(table), rules) == facts_of(table)
            seen += 1
    assert seen > 20


@in_every_game
def test_the_points_and_the_score_are_told_at_the_end(rules: Rules) -> None:
    ended = 0
    for table in moments(said(seated(rules), (KEYS[0], "start")), Random(8), deals=2):
        if table.turn is None and table.deal is not None and not table.deal.passed_out:
            caption, names = told(table), Names(table, NAMES, ENGLISH)
            for side, points in enumerate(table.deal.points):
                assert re.search(rf"^[\w +]+: {points} points?\b", caption, re.MULTILINE), caption
                assert all(names.of_seat(seat) in caption for seat in table.deal.sides[side])
            ended += 1
            assert isinstance(table.phase, Over) == ("Fair deal" in caption)
    assert ended


@in_every_game
def test_a_screen_of_words_has_no_picture_and_the_same_buttons(rules: Rules) -> None:
    for table in [*moments(said(seated(rules), (KEYS[0], "start")), Random(9), deals=1)][::9]:
        screen = table_screen(table, NAMES, words("en"), next_commitment="f" * 64, picture=False)
        drawn = public(table)
        assert screen.scene is None
        assert drawn.scene is not None
        assert (screen.rows, screen.positions, screen.title) == (drawn.rows, drawn.positions, drawn.title)
        assert drawn.caption.splitlines()[0] == screen.caption.splitlines()[0]


@in_every_game
def test_words_alone_have_room_in_every_language_and_deck(rules: Rules) -> None:
    every = [*moments(said(seated(rules), (KEYS[0], "start")), Random(10), deals=2)][::13]
    for number, table in enumerate(every):
        deck, language = [*DECK_NAMES][number % 5], ("en", "it", "pt")[number % 3]
        caption = told(table, deck, language, LONG)
        assert size(caption) <= 3000
        assert "…" not in caption, "nothing is cut"


def test_the_lobby_is_told_seat_by_seat() -> None:
    table = seated(Rules.preset("briscola", players=4))
    caption = told(table)
    assert [line for line in caption.splitlines() if re.match(r"\d\. ", line)] == [
        "1. A · Anna, host", "2. B · Bruno", "3. A · Carla", "4. B · Dora",
    ]  # fmt: skip
    assert "has dealt" not in caption


# -- one's own cards ------------------------------------------------------------------------------


@in_every_game
def test_a_hand_is_told_with_the_numbers_of_its_cards_and_all_that_one_may_do(rules: Rules) -> None:
    every = [*moments(said(seated(rules), (KEYS[0], "start")), Random(11), deals=1)]
    for number, table in enumerate(every[::5]):
        seat = number % rules.players
        view = table.seat_view(seat)
        if table.turn is None or view is None or not view.hand:
            continue
        hand, cards = held(table, seat), CardWords(ENGLISH, rules.ranking)
        assert hand.scene is None
        assert hand.on_turn == (table.turn == seat)
        row = ", ".join(f"{place}: {cards.name(card)}" for place, card in enumerate(view.hand, 1))
        assert f"You hold: {row}." in hand.caption.splitlines()
        drawn = hand_screen(table, seat, NAMES, words("en"), deck="neapolitan")
        assert drawn is not None
        assert [one.token for one in buttons(hand.rows)] == [one.token for one in buttons(drawn.rows)]
        for fact in ("turned", "stock", "lying", "last", "taken", "top", "exchanged"):
            assert read(hand.caption, rules)[fact] == facts_of(table)[fact], fact
        for one in view.partner_hands:
            assert not one.hand or cards.row(one.hand) in hand.caption
