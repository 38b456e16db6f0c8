"""Every game from its first card to its count, as everybody and as each is shown it: room, buttons, words."""

import re
from functools import cache
from random import Random

import pytest
from deals_for_tests import HOUSES, name_of
from games_for_tests import (
    KEYS,
    LONG,
    NAMES,
    any_move,
    buttons,
    held,
    moments,
    moves_on,
    public,
    said,
    seated,
)

from bot.game import Exchange, Play, Refusal, Rules
from bot.screens.asking import points_note, signs_note
from bot.screens.cardwords import CardWords
from bot.screens.fitting import size
from bot.screens.notes import fair_note, menu_note
from bot.screens.people import Names
from bot.screens.piles import piles_of
from bot.screens.sheets import sheet_note
from bot.screens.tastes import home_deck
from bot.screens.tokens import Ask, Choose, Do, parse_token
from bot.screens.types import Button, NoteScreen, TableScreen
from bot.table import Accepted, Over, PlayPosition, Refused, Table, decide
from bot.words import LANGUAGES, Words, words

ROWS, ROW, LABEL = 5, 5, 40
in_every_game = pytest.mark.parametrize("rules", HOUSES, ids=name_of)
TONGUES = sorted(LANGUAGES)


@cache
def whole(rules: Rules) -> list[Table]:
    """Every moment of a match, or of its first two deals."""
    return list(moments(said(seated(rules), (KEYS[0], "start")), Random(1), deals=2))


def some(rules: Rules, which: int) -> list[Table]:
    """Every fifth moment, others for each test."""
    return whole(rules)[which::5]


def notes(table: Table, spoken: Words) -> list[NoteScreen]:
    names = Names(table, LONG, spoken)
    return [
        menu_note(table, spoken, seated=True, host=True, names=names),
        points_note(table, spoken),
        sheet_note(table, names, spoken),
        fair_note(table, spoken),
        *(signs_note(table, seat, spoken) for seat in (0, 1, None)),
    ]


def is_pressable(button: Button) -> None:
    """A label to read, and a token that is understood and reads as it is written."""
    token = parse_token(button.token)
    assert isinstance(token, Do | Ask | Choose), button
    assert str(token) == button.token
    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", button.token)
    assert 0 < size(button.label) <= LABEL, button


def fits(screen: TableScreen) -> None:
    assert 0 < size(screen.caption) <= 1024
    assert screen.caption.splitlines()[0] == screen.title
    assert 0 < size(screen.alt) <= 256
    assert len(screen.rows) <= ROWS
    assert all(0 < len(row) <= ROW for row in screen.rows)


@in_every_game
def test_every_moment_has_its_room_and_its_buttons_whatever_the_names(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 0)):
        language = TONGUES[moment % len(TONGUES)]
        screen, spoken = public(table, LONG, language), words(language)
        fits(screen)
        found = [*buttons(screen.rows), *screen.positions]
        for seat in range(rules.players):
            hand = held(table, seat, LONG, language)
            assert 0 < size(hand.caption) <= 1024
            assert size(hand.alt) <= 256
            assert 0 < size(hand.brief) <= 200
            assert len(hand.rows) <= ROWS
            assert all(0 < len(row) <= ROW for row in hand.rows)
            found += buttons(hand.rows)
        for note in notes(table, spoken):
            assert 0 < size(note.text) <= 3500
            found += buttons(note.rows)
        for button in found:
            is_pressable(button)


def at_home(rules: Rules, language: str) -> CardWords:
    """What cards are called where nobody has chosen a deck."""
    return CardWords(words(language).of_deck(home_deck(rules.game)), rules.ranking)


@in_every_game
def test_every_card_in_hand_has_its_number_in_every_language(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 1)):
        language, seat = TONGUES[moment % len(TONGUES)], moment % rules.players
        view = table.seat_view(seat)
        assert view is not None
        if isinstance(table.phase, Over):
            continue
        hand = held(table, seat, LONG, language)
        cards = at_home(rules, language)
        for place, card in enumerate(view.hand, 1):
            ways = [f"{place}: {name(card)}" for name in (cards.name, cards.short, cards.tiny)]
            assert any(way in hand.brief for way in ways)
            assert any(way in hand.alt for way in ways)
            assert cards.name(card) in hand.caption


@in_every_game
def test_what_a_hand_offers_is_accepted(rules: Rules) -> None:
    for table in some(rules, 2):
        for seat in range(rules.players):
            acts = moves_on(buttons(held(table, seat).rows))
            view = table.seat_view(seat)
            assert view is not None
            if table.turn != seat:
                assert all(isinstance(act.move, Play) for act in acts), "nothing but cards to have ready"
                continue
            told = [act.move for act in acts]
            assert set(told) <= set(view.legal_moves)
            assert {one for one in view.legal_moves if isinstance(one, Play | Exchange)} <= set(told)
            for act in acts:
                assert isinstance(decide(table, KEYS[seat], act), Accepted)
        for seat in range(rules.players):
            for act in moves_on(buttons(signs_note(table, seat, words("en")).rows)):
                assert isinstance(decide(table, KEYS[seat], act), Accepted)


@in_every_game
def test_what_everybody_is_offered_is_accepted_of_the_seat_on_turn(rules: Rules) -> None:
    for table in some(rules, 0):
        screen, turn = public(table), table.turn
        if turn is None:
            assert screen.positions == ()
            continue
        for act in moves_on(buttons(screen.rows)):
            assert isinstance(decide(table, KEYS[turn], act), Accepted)
        for button in screen.positions:
            token = parse_token(button.token)
            if token == Ask(table.id, "signs"):
                continue
            assert isinstance(token, Do)
            reply = decide(table, KEYS[turn], token.act)
            if not isinstance(token.act, PlayPosition):
                assert isinstance(reply, Accepted) or reply == Refused(Refusal.NOT_IN_HAND)
                continue
            assert isinstance(reply, Accepted)


@in_every_game
def test_an_exchange_that_is_legal_is_always_offered_to_all(rules: Rules) -> None:
    for table in whole(rules):
        if table.turn is None or table.deal is None:
            continue
        offered = [act.move for act in moves_on(public(table).positions)]
        for move in table.deal.legal_moves(table.turn):
            assert move in offered or not isinstance(move, Exchange)


@in_every_game
def test_the_cards_of_the_result_add_up(rules: Rules) -> None:
    ends = [table for table in whole(rules) if table.deal and table.deal.is_over]
    assert ends
    for table in ends:
        assert table.deal is not None
        piles = piles_of(table, Names(table, NAMES, words("en")))
        if table.deal.passed_out:
            assert piles == []
            continue
        assert [pile.points for pile in piles] == list(table.deal.points)
        assert sum(pile.points for pile in piles) == 120
        assert len({code for pile in piles for code in pile.cards}) == 20, "every card that counts, once"
        for language in TONGUES:
            caption = public(table, NAMES, language).caption
            sums = [int(number) for number in re.findall(r"\d+ [^\d,()]+ = (\d+)", caption)]
            assert sum(sums) == 120


@in_every_game
def test_the_trick_and_the_turn_are_in_every_caption(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 2)):
        language, view = TONGUES[moment % len(TONGUES)], table.table_view()
        assert view is not None
        if table.turn is None:
            continue
        cards, names = at_home(rules, language), Names(table, LONG, words(language))
        screen = public(table, LONG, language)
        assert names.of_seat(table.turn) in screen.title
        for card in view.trick.cards if view.trick else ():
            assert cards.name(card) in screen.caption


def test_any_move_finds_every_kind_of_move() -> None:
    kinds = {
        type(any_move(table, Random(number))[1]).__name__
        for rules in HOUSES
        for number, table in enumerate(whole(rules))
        if table.turn is not None
    }
    assert kinds == {"Play", "Exchange", "Sign", "Bid", "Pass", "Call"}
