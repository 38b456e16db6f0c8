"""Computer players are honest: all that their seat cannot see is dealt anew, and they make the same move.

Every level, and the players that others are measured by; every game with everyone it is played by, and every option
that changes what may be seen; at every step of the deal. Players that cheat are caught by the same means.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TypeAlias

import pytest
from deals_for_tests import GAMES, HOUSES, name_of, shuffled
from test_redeal import hidden_from, redealt, replay, told_to

from bot.computer import Level, auctioning, choose, hard
from bot.computer.engine import is_compiled
from bot.computer.reference import Reference, reference_move
from bot.game import Call, Deal, Match, Move, Play, Rules, RulesError, Sign
from bot.game.stock import Stock
from bot.table import Table

Player: TypeAlias = Callable[[Deal, int, bytes], Move]
"""Whoever makes the move of a seat. It is handed the whole deal: whether it looks is what is tested."""

SAMPLES = 24
"""Whether a hard player is honest does not depend on how many deals it plays out."""


def of_level(level: Level) -> Player:
    return lambda deal, seat, seed: choose(deal.seat_view(seat), level, seed)


def of_reference(reference: Reference) -> Player:
    return lambda deal, seat, seed: reference_move(deal.seat_view(seat), reference, seed)


PLAYERS: Mapping[str, Player] = {
    **{level.value: of_level(level) for level in Level},
    **{reference.value: of_reference(reference) for reference in Reference},
}

SEEN: tuple[dict[str, str], ...] = (
    {},
    {"signs": "table"},
    {"signs": "partner"},
    {"partners_look": "off"},
    {"open_hands": "on"},
    {"stock_top": "open"},
    {"show_points": "always"},
    {"trump": "none"},
    {"sides": "alone"},
    {"blind_first_trick": "on"},
    {"after_two": "stop"},
    {"exchange": "seven", "exchange_window": "on_lead"},
    {"exchange": "seven", "exchange_window": "any_own_turn"},
    {"exchange": "seven_and_two", "exchange_window": "free"},
    {"exchange": "seven_and_two", "exchange_window": "before_first_trick"},
)
"""The options that change what is seen, and those that change what may be done with it."""


def every_look() -> dict[Rules, None]:
    """Every game with every such option, as far as they go together."""
    found = dict.fromkeys((*GAMES, *HOUSES))
    for game, options in product(GAMES, SEEN):
        try:
            found[Rules.preset(game.game, players=game.players, **options)] = None
        except RulesError:
            continue
    return found


LOOKS = tuple(every_look())
IN_TURN = 1
"""So many of the players are asked at each step of the more unusual deals, in turn; in those of HOUSES all."""


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "SAMPLES", dict.fromkeys(range(2, 7), SAMPLES))
    monkeypatch.setattr(auctioning, "SAMPLES", SAMPLES)


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal at some step, and the same with all that the seat on turn cannot see dealt anew."""

    step: int
    deal: Deal
    other: Deal
    seat: int
    seed: bytes

    def differs(self, player: Player) -> bool:
        """Whether this player's move depends on what it cannot see."""
        return player(self.deal, self.seat, self.seed) != player(self.other, self.seat, self.seed)


def moments(rules: Rules, number: int) -> Iterator[Moment]:
    """A deal, step by step: half of the moves are a sensible player's, the others anybody's, signs among them."""
    random, deck = Random(f"{number}"), shuffled(number, rules)
    deal, moves = Deal.begin(rules, deck, number % rules.players), list[tuple[int, Move]]()
    step = 0
    while deal.turn is not None:
        seat, step = deal.turn, step + 1
        told = told_to(seat, deal, moves)
        elsewhere = redealt(deck, hidden_from(seat, deal, deck), random)
        other = replay(rules, elsewhere, told, number % rules.players)
        yield Moment(step, deal, other, seat, random.randbytes(8))
        for signer, move in (*_signs(deal, random), (seat, _some_move(deal, seat, random))):
            deal = deal.play(signer, move)
            moves.append((signer, move))


def _signs(deal: Deal, random: Random) -> Iterator[tuple[int, Move]]:
    """Now and then a sign, of whichever seat."""
    if deal.rules.signs.value == "off":
        return
    seat = random.randrange(deal.rules.players)
    signs = [move for move in deal.legal_moves(seat) if isinstance(move, Sign)]
    if signs and random.random() < 0.2:
        yield seat, random.choice(signs)


def _some_move(deal: Deal, seat: int, random: Random) -> Move:
    if random.random() < 0.5:
        return choose(deal.seat_view(seat), Level.NORMAL, b"")
    return random.choice([move for move in deal.legal_moves(seat) if not isinstance(move, Sign)])


def caught(rules: Rules, number: int, players: Mapping[str, Player], asked: int = 1) -> list[str]:
    """Who made a move that depends on what it could not see, and at which step; so many are asked at each, in turn."""
    names = cycle(players)
    return [
        f"{name} at step {moment.step}"
        for moment in moments(rules, number)
        for name in islice(names, asked)
        if moment.differs(players[name])
    ]


# -- nobody cheats --------------------------------------------------------------------------------


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("rules", LOOKS, ids=name_of)
def test_what_a_seat_cannot_see_changes_no_move(rules: Rules) -> None:
    asked = len(PLAYERS) if rules in HOUSES else IN_TURN
    assert caught(rules, LOOKS.index(rules), PLAYERS, asked) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nor_does_it_where_a_hard_player_thinks_in_full(players: int) -> None:
    rules = Rules.preset("chiamata" if players == 5 else "briscola", players=players)
    apart = 2 if is_compiled() else 9  # interpreted, all steps would take minutes
    for moment in moments(rules, players):
        if moment.step % apart == 0:
            assert not moment.differs(PLAYERS["hard"]), moment.step


# -- whoever cheats is caught ---------------------------------------------------------------------


def peeking_at_hands(deal: Deal, seat: int, seed: bytes) -> Move:
    """Plays normally, but for a card by which it takes what comes from the next hand."""
    after = (seat + 1) % deal.rules.players
    cards = sorted((move for move in deal.legal_moves(seat) if isinstance(move, Play)), key=str)
    if not cards or not deal.hands[after]:
        return choose(deal.seat_view(seat), Level.NORMAL, seed)
    strongest = max(deal.hands[after], key=lambda card: (deal.rules.ranking.strength(card), card.code))
    return next((one for one in cards if one.card.suit is strongest.suit), cards[0])


def peeking_at_the_stock(deal: Deal, seat: int, seed: bytes) -> Move:
    """Plays this card or that by what is drawn after the next card, which may lie open."""
    cards = sorted((move for move in deal.legal_moves(seat) if isinstance(move, Play)), key=str)
    if len(deal.stock.cards) < 2 or not cards:
        return choose(deal.seat_view(seat), Level.NORMAL, seed)
    return cards[0 if deal.rules.ranking.points(deal.stock.cards[1]) else -1]


def peeking_at_the_called_card(deal: Deal, seat: int, seed: bytes) -> Move:
    """Plays normally, but spares whoever holds the called card; calls what its neighbour holds."""
    calls = [move for move in deal.legal_moves(seat) if isinstance(move, Call)]
    neighbour = [move for move in calls if move.card in deal.hands[(seat + 1) % 5]]
    return neighbour[0] if neighbour else choose(deal.seat_view(seat), Level.NORMAL, seed)


def listening_to_the_others(deal: Deal, seat: int, seed: bytes) -> Move:
    """Plays by the signs that the other side's partners made to each other."""
    moves = [move for move in deal.legal_moves(seat) if not isinstance(move, Sign)]
    words = [str(sign.word) for sign in deal.signs if sign.seat % 2 != seat % 2]
    return moves[sum(map(len, words)) % len(moves)]


def throwing_dice(deal: Deal, seat: int, seed: bytes) -> Move:
    """Knows nothing, but asks another chance than its seed."""
    return Random().choice([move for move in deal.legal_moves(seat) if not isinstance(move, Sign)])


@pytest.mark.parametrize(
    ("cheat", "rules"),
    [
        (peeking_at_hands, Rules.preset("briscola", players=2)),
        (peeking_at_hands, Rules.preset("brisca", players=6)),
        (peeking_at_hands, Rules.preset("chiamata", players=5)),
        (peeking_at_the_stock, Rules.preset("briscola", players=2)),
        (peeking_at_the_stock, Rules.preset("aperta", players=2)),
        (peeking_at_the_called_card, Rules.preset("chiamata", players=5)),
        (listening_to_the_others, Rules.preset("briscola", players=4, signs="partner")),
        (throwing_dice, Rules.preset("briscola", players=2)),
    ],
    ids=lambda value: value.__name__ if callable(value) else name_of(value),
)
def test_whoever_looks_at_what_it_must_not_is_caught(cheat: Player, rules: Rules) -> None:
    assert any(caught(rules, number, {"cheat": cheat}) for number in range(4))


def test_what_all_may_see_is_no_cheating() -> None:
    """The same looks are honest where hands lie open, and nobody is called a cheat for them."""
    rules = Rules.preset("aperta", players=2)
    assert caught(rules, 1, {"looks": peeking_at_hands}) == []


# -- there is no way to look ----------------------------------------------------------------------

NO_WAY_THROUGH = (type, ModuleType, FunctionType, BuiltinFunctionType)
"""Code, which leads everywhere."""


def reached_from(value: object) -> list[object]:
    """All that can be got at from a value by following what it refers to."""
    found, ways = {id(value): value}, [value]
    while ways:
        for one in gc.get_referents(ways.pop()):
            if id(one) not in found and not isinstance(one, NO_WAY_THROUGH):
                found[id(one)] = one
                ways.append(one)
    return [*found.values()]


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_no_way_leads_from_what_a_seat_sees_to_the_deal(rules: Rules) -> None:
    for moment in moments(rules, 2):
        reached = reached_from(moment.deal.seat_view(moment.seat))
        assert not [one for one in reached if isinstance(one, Deal | Match | Stock | Table)]
        others = [hand for seat, hand in enumerate(moment.deal.hands) if seat != moment.seat and hand]
        if (
            moment.deal.rules.open_hands.value == "off"
            and not moment.deal.seat_view(moment.seat).partner_hands
        ):
            assert not [one for one in reached for hand in others if one is hand]


# -- the same view, the same move, wherever -------------------------------------------------------


def all_moves() -> str:
    """What every player does in some deals, as one text."""
    return "\n".join(
        f"{name}: {player(moment.deal, moment.seat, moment.seed)}"
        for rules in HOUSES[::6]
        for moment in moments(rules, 5)
        if moment.step % 5 == 1
        for name, player in PLAYERS.items()
    )


def test_another_process_makes_the_same_moves() -> None:
    """A move that was thought of before a crash is found again after it, whatever the hash of anything is by then."""
    program = "import test_computer_honest as t; from bot.computer import auctioning, hard; "
    program += "hard.SAMPLES = dict.fromkeys(range(2, 7), 8); auctioning.SAMPLES = 8; print(t.all_moves())"
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"tests{os.pathsep}."},
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            check=True,
            text=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0].count("\n") > 100
    assert told[0] == told[1]
