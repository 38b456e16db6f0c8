"""Nobody is shown a card that their seat may not see, nor a seed: not a byte, not a move of the computer."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from random import Random

import pytest
import structlog
from deals_for_tests import decks, seeds
from house import ANNA as ANNA_OF_TELEGRAM
from house import BRUNO as BRUNO_OF_TELEGRAM
from house import FRIDAY, PATIENCE, House, house
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_for_tests import (
    ANNA,
    BRUNO,
    NAMES,
    Journal,
    StackedTable,
    Told,
    after,
    begun,
    fresh,
    move_of,
    one_card,
    played_out,
    stacked,
    timers_act,
    who_plays,
)

from adapters.web.render import answer_json, look_json
from bot.computer import Level, choose
from bot.game import DECK, Card, Deal, Play
from bot.logs import LIBRARY_LEVELS, set_up_logging
from bot.pictures import draw_hand, draw_table
from bot.screens.hand import hand_screen
from bot.screens.notes import fair_note, menu_note, stop_note
from bot.screens.people import Names
from bot.screens.ping import ping_screen
from bot.screens.table import table_screen
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Look
from bot.service.records import TableRow
from bot.table import Act, Back, MakeMove, PlayPosition, Refused, Step, Table, TimerKind, decide
from bot.words import LANGUAGES, words

ENGLISH = words("en")

# -- what a seat cannot see, dealt anew -----------------------------------------------------------


def hidden_from(seat: int, deal: Deal) -> list[Card]:
    """The other hand, and the stock but for the turned card."""
    stock = deal.stock.cards
    return [card for card in (*deal.hands[1 - seat], *stock) if card is not deal.trump_card]


def redealt(table: Table, journal: Journal, seat: int, random: Random) -> Table:
    """The table as it would be if all that this seat cannot see lay elsewhere."""
    assert isinstance(table, StackedTable)
    assert table.deal is not None
    assert table.match is not None
    hidden = hidden_from(seat, table.deal)
    elsewhere = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    *earlier, deck = table.decks[: table.match.deal_number]
    decks = (*earlier, [elsewhere.get(card, card) for card in deck])
    return after(stacked(*decks, seed=table.seed, match={"wins": 5}), *journal)


def some_table(decks: tuple[list[Card], ...], picks: list[int], how: list[bool], ending: str) -> Told:
    """A table in its last deal of these, some cards played by people and some by the clock."""
    told = Told(stacked(*decks, seed=bytes(range(32)), match={"wins": 5}))
    for actor, text in ((ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "start")):
        told.say(actor, text)
    for number in range(2, len(decks) + 1):
        while told.table.turn is not None:
            told.say(who_plays(told.table), move_of(told.table))
        told.say(BRUNO, f"deal {number}")
    for pick, by_the_clock in zip(picks, how, strict=False):
        if by_the_clock and told.table.computer_turn is None:
            told.say(*timers_act(told.table, TimerKind.TURN))
        else:
            told.say(who_plays(told.table), move_of(told.table, pick))
    if ending:
        told.say(BRUNO, ending)
    return told


def bytes_shown(table: Table, seat: int, language: str) -> list[object]:
    """Everything that the person in this seat is or could be shown, and everything a log might hold of it."""
    spoken = words(language)
    public = table_screen(table, NAMES, spoken, next_commitment="ab" * 32)
    hand = hand_screen(table, seat, NAMES, spoken, place="Friday")
    plain = hand_screen(table, seat, NAMES, spoken, picture=False)
    told = table_screen(table, NAMES, spoken, deck="french", picture=False)
    assert hand is not None
    assert public.scene is not None
    menus = [menu_note(table, spoken, seated=True), stop_note(table, spoken, seated=True, alone=False)]
    notes = [*menus, fair_note(table, spoken)]
    answers = [Answer(Outcome.STALE, "", hand=hand), *(Answer(Outcome.SHOWN, note=note) for note in notes)]
    look = Look(public, hand, table.seq, seat)
    return [
        public,
        public.digest,
        told,
        draw_table(public.scene),
        *in_full(hand),
        *in_full(plain),
        draw_hand(hand.scene) if hand.scene else b"",
        ping_screen(table, table.keys[seat], Names(table, NAMES, spoken), spoken),
        notes,
        json.dumps(look_json(look, spoken)),
        json.dumps([answer_json(answer) for answer in answers]),
        table.table_view(),
        table.seat_view(seat),
        *map(repr, (table, table.deal, table.match, table.seat_view(seat), hand, look, answers)),
    ]


def in_full(hand: HandScreen | None) -> tuple[object, ...]:
    assert hand is not None
    return (hand, hand.caption, hand.alt, hand.brief, hand.rows, hand.scene, hand.digest)


def everything_said(table: Table) -> Iterator[Act]:
    """Every card and every place, for now, for the trick before and for the next."""
    now = table.match.deal_number if table.match else 0
    tricks = len(table.deal.tricks) if table.deal else 0
    for trick in (tricks, tricks + 1, tricks + 2):
        for card in DECK:
            yield MakeMove(Step.at_trick(now, trick), Play(card))
        for place in range(5):
            yield PlayPosition(Step.at_trick(now, trick), place)
    yield Back()


@settings(deadline=None, max_examples=60)
@given(
    decks=st.one_of(st.tuples(decks), st.tuples(decks, decks)),
    picks=st.lists(st.integers(0, 2), max_size=39),
    how=st.lists(st.sampled_from([False, False, True]), min_size=39, max_size=39),
    ending=st.sampled_from(["", "", "end", "resign", "leave"]),
    seat=st.integers(0, 1),
    language=st.sampled_from(sorted(LANGUAGES)),
    seed=seeds,
)
def test_what_a_seat_cannot_see_leaves_every_byte_it_is_shown_the_same(
    decks: tuple[list[Card], ...],
    picks: list[int],
    how: list[bool],
    ending: str,
    seat: int,
    language: str,
    seed: int,
) -> None:
    told = some_table(decks, picks, how, ending)
    other = redealt(told.table, tuple(told.journal), seat, Random(seed))
    for mine, redealt_mine in zip(
        bytes_shown(told.table, seat, language), bytes_shown(other, seat, language), strict=True
    ):
        assert mine == redealt_mine


@settings(deadline=None, max_examples=60)
@given(decks, st.lists(st.integers(0, 2), max_size=39), st.integers(0, 1), seeds, st.binary(max_size=8))
def test_what_a_seat_cannot_see_changes_no_move_of_the_computer_and_no_reply(
    deck: list[Card], picks: list[int], seat: int, seed: int, move_seed: bytes
) -> None:
    told = some_table((deck,), picks, [False] * 39, "")
    other = redealt(told.table, tuple(told.journal), seat, Random(seed))
    view, redealt_view = told.table.seat_view(seat), other.seat_view(seat)
    assert view is not None
    assert redealt_view is not None
    if told.table.turn == seat:
        assert choose(view, Level.NORMAL, move_seed) == choose(redealt_view, Level.NORMAL, move_seed)
    who = told.table.keys[seat]
    for act in everything_said(told.table):
        mine, redealt_mine = decide(told.table, who, act), decide(other, who, act)
        assert type(mine) is type(redealt_mine)
        if isinstance(mine, Refused):
            assert mine == redealt_mine


def test_the_redeal_does_move_cards_and_the_test_would_see_them() -> None:
    told = some_table((list(DECK),), [0] * 9, [False] * 9, "")
    other = redealt(told.table, tuple(told.journal), 0, Random(2))
    assert other != told.table
    mine, theirs = bytes_shown(told.table, 1, "en"), bytes_shown(other, 1, "en")
    differing = {type(one) for one, two in zip(mine, theirs, strict=True) if one != two}
    assert {HandScreen, bytes, str} <= differing


# -- what nobody is shown -------------------------------------------------------------------------


@settings(deadline=None, max_examples=30)
@given(seeds, st.integers(0, 39), st.sampled_from(sorted(LANGUAGES)))
def test_no_screen_of_a_table_that_lives_shows_its_seed(number: int, cards: int, language: str) -> None:
    seed = Random(number).randbytes(32)
    table = begun(fresh(seed, match={"wins": 5}))
    for _ in range(cards):
        table = one_card(table)
    spoken = words(language)
    names = Names(table, NAMES, spoken)
    shown = [
        table_screen(table, NAMES, spoken),
        *(in_full(hand_screen(table, seat, NAMES, spoken)) for seat in (0, 1)),
        *(ping_screen(table, who, names, spoken) for who in table.people),
        menu_note(table, spoken, seated=True),
        stop_note(table, spoken, seated=True, alone=True),
        fair_note(table, spoken),
        table,
    ]
    for way in (seed.hex(), repr(seed)[2:-1], str(int.from_bytes(seed))):
        assert way not in repr(shown)
    assert table.commitment in repr(shown)


def test_the_seed_is_shown_when_the_table_is_over_and_in_the_proof_alone() -> None:
    table = played_out(begun(fresh(bytes(range(32)))))
    assert table.seed.hex() in fair_note(table, ENGLISH).text
    assert table.seed.hex() not in repr(table_screen(table, NAMES, ENGLISH))
    assert table.seed.hex() not in repr(table)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_repr_of_a_hand_holds_a_card(seat: int) -> None:
    table = begun(fresh())
    view = table.seat_view(seat)
    assert view is not None
    hand = hand_screen(table, seat, NAMES, ENGLISH)
    told = repr((Answer(Outcome.STALE, hand=hand), hand, view, table, table.phase))
    assert not [card for card in view.hand if card.code in told or card.code in repr(view.legal_moves)]


def test_no_repr_of_a_row_holds_a_seed() -> None:
    secrets = (bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96)))
    row = TableRow("k7d2m9qxab", 1, "", "{}", 1, secrets[0], secrets[1], 1, 0, "lobby", 0, None, "", 0, "")
    assert [s for s in secrets if s.hex() in repr(row) or repr(s)[2:-1] in repr(row)] == []
    assert repr(replace(row, next_seed=secrets[2])) == repr(row)


# -- a whole evening in the log -------------------------------------------------------------------

A_CARD = re.compile(r"(?<![\w.:+-])[A2-7JQK][dcsb](?!\w)")
A_PLAY = re.compile(r"play[ -][A2-7JQK][dcsb]| of (coins|cups|swords|clubs)")


@dataclass
class Secrets:
    """What the rows of tables hold that no log may."""

    seeds: list[bytes]

    def told_in(self, log: str) -> list[str]:
        ways = [way for seed in self.seeds for way in (seed.hex(), repr(seed)[2:-1])]
        return [way for way in ways if way in log]


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that is told at the lowest level, libraries included."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in LIBRARY_LEVELS}
    stream = StringIO()
    set_up_logging("DEBUG", stream=stream, as_json=True)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


async def secrets_of(home: House, table: str) -> Secrets:
    row = await home.row(table)
    return Secrets([row.seed, row.computer_seed, row.next_seed])


async def test_the_log_of_a_whole_game_holds_no_card_seed_or_button(
    log: StringIO, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(sqlite_url) as home:
        table = await home.two_play()
        await home.play_out(table, ANNA_OF_TELEGRAM, BRUNO_OF_TELEGRAM)
        await home.until(lambda: any(screen.over for screen in home.courier.tables()))
        hidden = await secrets_of(home, table)
        home.courier.faults += [RuntimeError("no picture today")]
        lone = await home.open(ANNA_OF_TELEGRAM, FRIDAY, opponent="normal")
        monkeypatch.setattr("bot.service.thinking.choose", _failing_choice)
        await home.press(ANNA_OF_TELEGRAM, f"{lone}-start")
        hand = await home.hand(ANNA_OF_TELEGRAM, lone)
        await home.press(ANNA_OF_TELEGRAM, hand.rows[0][0].token)
        async with asyncio.timeout(PATIENCE):
            while not all(trouble in log.getvalue() for trouble in ("no picture today", "it has no idea")):
                await asyncio.sleep(0.01)
        hidden.seeds += (await secrets_of(home, lone)).seeds
        assert home.courier.messages
        assert hidden.told_in(repr(home.courier.messages)) == []
    told = log.getvalue()
    assert hidden.told_in(told) == []
    assert not A_PLAY.findall(told)
    assert not A_CARD.findall(told)


def _failing_choice(view: object, level: object, seed: object, on_cut: object) -> Play:
    raise RuntimeError("it has no idea")
