"""Telegram's four ways to one's cards: whichever a chat has, each offers the same moves."""

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest
from deals_for_tests import HOUSES, name_of
from games_for_tests import KEYS, NAMES, buttons, held, moments, public, said, seated

from adapters.telegram.seals import Seals
from bot.game import Bid, Move, Rules, Sign
from bot.screens.moves import MovesScreen, moves_screen
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button
from bot.table import Accepted, Act, MakeMove, Playing, PlayPosition, Table, decide
from bot.words import words

in_every_game = pytest.mark.parametrize("rules", HOUSES, ids=name_of)


@cache
def turns(rules: Rules) -> list[Table]:
    """Moments of a deal in which somebody is on turn."""
    every = moments(said(seated(rules), (KEYS[0], "start")), Random(3), deals=1)
    return [table for table in every if isinstance(table.phase, Playing) and table.turn is not None][::4]


def listed(table: Table, seat: int, language: str = "en") -> MovesScreen | None:
    return moves_screen(table, seat, NAMES, words(language), place="Bar Sport")


def legal(table: Table) -> set[Move]:
    """What the seat on turn may do."""
    assert table.turn is not None
    view = table.seat_view(table.turn)
    assert view
    return set(view.legal_moves)


def offered(table: Table, found: Iterable[Button]) -> set[Move]:
    """The legal moves that these buttons make for the seat on turn, or that what they ask for does."""
    moves: set[Move] = set()
    for button in found:
        match parse_token(button.token):
            case Do(act=act):
                moves |= _made(table, act)
            case Ask(what="signs"):
                moves |= {one for one in legal(table) if isinstance(one, Sign)}
            case Ask(what="points"):
                moves |= {one for one in legal(table) if isinstance(one, Bid)}
            case _:
                pass
    return moves & legal(table)


def _made(table: Table, act: Act) -> set[Move]:
    """The move that an act makes for whoever is on turn, by the table's own word."""
    assert table.turn is not None
    if not isinstance(act, MakeMove | PlayPosition):
        return set()
    reply = decide(table, KEYS[table.turn], act)
    return {reply.act.move} if isinstance(reply, Accepted) and isinstance(reply.act, MakeMove) else set()


@in_every_game
def test_all_ways_offer_what_is_legal_and_nothing_less(rules: Rules) -> None:
    for table in turns(rules):
        assert table.turn is not None
        hand, shown, moves = held(table, table.turn), public(table), listed(table, table.turn)
        assert moves is not None
        choices = [Button(one.name, one.token) for one in moves.choices]
        ways = {
            "a message for one, in the group or in private": offered(table, buttons(hand.rows)),
            "an alert, and places under the table": offered(table, [*buttons(shown.rows), *shown.positions]),
            "a list, and the button above it": offered(table, [*choices, moves.more]),
        }
        assert ways == dict.fromkeys(ways, legal(table))


@in_every_game
def test_a_list_holds_nothing_for_who_is_not_on_turn_and_says_cards_by_their_place(rules: Rules) -> None:
    seals = Seals("1:x")
    for table in turns(rules):
        for seat in range(len(table.seats)):
            moves = listed(table, seat, "it")
            assert moves is not None
            assert bool(moves.choices) == (seat == table.turn)
            assert len(moves.choices) <= 50
            for one in moves.choices:
                assert "-play-" not in one.token
                assert len(seals.sealed(9_999_999_999, one.token)) <= 64


def test_a_table_that_is_not_played_lists_nothing() -> None:
    assert listed(seated(HOUSES[0]), 0) is None
