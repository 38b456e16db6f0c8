"""Whole tables written down as everybody saw them, to be read in review: `make transcripts` writes them anew.

A test compares what the tables say now with the files in `tests/transcripts/`.
"""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from deals_for_tests import deck_won_by
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    NAMES,
    PEOPLE,
    fresh,
    move_of,
    stacked,
    table_of,
    thought,
    timers_act,
    who_plays,
)
from test_redeal import hidden_from

from bot.game import Exchange, Move, Play, Preset, Rules, Sign
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from bot.screens.tastes import home_deck
from bot.screens.types import Rows
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    Act,
    MakeMove,
    PlayPosition,
    Refused,
    Reply,
    Sit,
    Step,
    Table,
    TimerKind,
    decide,
    parse_act,
    results_of,
)
from bot.words import words
from bot.words.cards import card_name

FOLDER = Path(__file__).parent / "transcripts"
ENGLISH = words("en")
HELD = re.compile(r"[123]: (\w+ of \w+)")
"""A card as a hand names it, after its place."""
ACTORS = {**NAMES, CLOCK: "the clock", COMPUTER: "the computer"}


class Transcript:
    """A table that is told, and what everybody sees of it, as lines."""

    def __init__(self, title: str, table: Table) -> None:
        self.table = table
        self.shows = True
        self.lines = [title, "=" * len(title), "", f"rules  {table.rules.to_json()}"]
        self.lines += [f"seed   {table.seed.hex()}", ""]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def remark(self, text: str) -> None:
        self.lines += [f"-- {text}", ""]

    def say(self, actor: str, act: Act | str) -> None:
        """One act: who, what, the reply, and where it counts what the table and the hands then show."""
        told = parse_act(act) if isinstance(act, str) else act
        reply = decide(self.table, actor, told)
        self.lines.append(f"{ACTORS[actor]}: {told}  →  {_reply(reply, told)}")
        if isinstance(reply, Accepted):
            before, self.table = self.table, reply.table
            if not self.shows:
                return
            self._show()
            for one in results_of(before, self.table):
                what = f"deal {one.deal}" if one.deal else "match"
                self.lines.append(f"  result  {what}, seat {one.seat}: {one.outcome}, points {one.points}")
        self.lines.append("")

    def _show(self) -> None:
        screen = table_screen(self.table, NAMES, ENGLISH)
        self.lines += [f"  table   {line}" for line in screen.caption.splitlines()]
        self.lines.append(f"          {_buttons(screen.rows)}")
        for seat, key in enumerate(self.table.keys if self.table.is_full else ()):
            hand = hand_screen(self.table, seat, NAMES, ENGLISH)
            if hand is not None:
                brief = " | ".join(hand.brief.splitlines())
                self.lines.append(f"  {NAMES[key]:6}  {brief}")

    # -- turns ------------------------------------------------------------------------------------
    def turn(self, seed: bytes = b"") -> None:
        """Whoever is to play plays sensibly."""
        assert self.table.step is not None
        self.say(who_plays(self.table), MakeMove(self.table.step, thought(self.table, seed)))

    def turns(self, cards: int) -> None:
        for _ in range(cards):
            self.turn()

    def rest_of_the_deal(self) -> None:
        while self.table.turn is not None:
            self.turn()

    def first_cards(self) -> None:
        """Everybody plays their first card until the deal is over; only its end is shown."""
        while self.table.turn is not None:
            assert self.table.deal is not None
            self.shows = len(self.table.deal.tricks) >= 18
            self.say(who_plays(self.table), move_of(self.table))
        self.shows = True

    def clock(self, kind: TimerKind) -> None:
        self.say(*timers_act(self.table, kind))

    def seated(self, *, opponent: str = BRUNO) -> None:
        self.say(ANNA, "sit 0")
        if opponent == COMPUTER:
            self.say(ANNA, "seat 1 normal")
        else:
            self.say(opponent, "sit 1")
        self.say(ANNA, "start")


def _reply(reply: Reply, told: Act) -> str:
    match reply:
        case Accepted(act=act):
            return "accepted" if act == told else f"accepted as {act}"
        case Refused(reason=reason):
            return f"refused: {reason}"
        case _:
            return type(reply).__name__.lower()


def _buttons(rows: Rows) -> str:
    return "  ".join(f"[{button.label}]" for row in rows for button in row)


# -- what is written down -------------------------------------------------------------------------


def two_people() -> Transcript:
    """A deal between two people, with all that people press besides."""
    told = Transcript("A deal between two people", fresh())
    told.say(ANNA, "sit 0")
    told.say(ANNA, "start")
    told.say(BRUNO, "sit 0")
    told.say(BRUNO, "sit 1")
    told.say(BRUNO, "start")
    told.say(CARLA, "sit 1")
    told.say(ANNA, "start")
    told.say(ANNA, "start")
    told.remark("Bruno is too early, then Anna plays, and presses once more")
    assert told.table.deal is not None
    early = MakeMove(Step.at_trick(1, 1), Play(told.table.deal.hands[1][0]))
    told.say(BRUNO, early)
    told.say(CARLA, early)
    first = move_of(told.table)
    told.say(ANNA, first)
    told.say(ANNA, first)
    told.say(ANNA, "d1t1 place 2")
    told.remark("what he pressed too early counts now")
    told.say(BRUNO, early)
    told.remark("a place stands for the card in it")
    assert told.table.turn is not None
    assert told.table.step is not None
    told.say(who_plays(told.table), PlayPosition(told.table.step, 3))
    told.rest_of_the_deal()
    told.say(BRUNO, "rematch")
    told.say(CLOCK, "lapse")
    told.say(ANNA, "rematch")
    return told


def against_the_computer() -> Transcript:
    """One person and the computer."""
    told = Transcript("A person against the computer", fresh(bytes([1] * 32)))
    told.say(ANNA, "sit 0")
    told.say(BRUNO, "seat 1 normal")
    told.say(ANNA, "seat 1 normal")
    told.say(ANNA, "seat 1 empty")
    told.say(ANNA, "seat 1 normal")
    told.say(BRUNO, "sit 1")
    told.say(ANNA, "start")
    told.rest_of_the_deal()
    told.remark("the computer is always ready to play again")
    told.say(ANNA, "rematch")
    return told


def match_of_two_wins() -> Transcript:
    """A match of two wins whose first deal is a tie that is dealt again."""
    decks = (deck_won_by(None), deck_won_by(0), deck_won_by(1, 1), deck_won_by(0))
    told = Transcript("A match of two wins with a tie", stacked(*decks, match={"wins": 2}, tie="replay"))
    told.seated()
    told.first_cards()
    told.remark("a tie counts for nobody, and the same dealer deals again")
    told.say(ANNA, "deal 1")
    told.say(CARLA, "deal 2")
    told.say(BRUNO, "deal 2")
    told.say(CLOCK, "deal 2")
    told.first_cards()
    told.clock(TimerKind.DEAL)
    told.first_cards()
    told.clock(TimerKind.DEAL)
    told.first_cards()
    return told


def resignation() -> Transcript:
    """One gives up after a few tricks."""
    told = Transcript("Giving up", fresh(bytes([2] * 32)))
    told.say(ANNA, "resign")
    told.seated()
    told.turns(9)
    told.say(CARLA, "resign")
    told.say(BRUNO, "resign")
    told.say(BRUNO, "resign")
    told.say(ANNA, "resign")
    told.say(ANNA, "rematch")
    told.say(BRUNO, "rematch")
    return told


def time_is_up() -> Transcript:
    """One goes away from the table and comes back."""
    told = Transcript("Time is up", fresh(bytes([3] * 32), clock=15))
    told.seated()
    told.remark("Anna lets three turns go by")
    while not told.table.computer_turn:
        if told.table.turn == 0:
            told.clock(TimerKind.TURN)
        else:
            told.turn()
    told.remark("the computer plays for her now, until she is back")
    told.turns(4)
    told.say(BRUNO, "back")
    told.say(ANNA, "back")
    told.say(ANNA, "back")
    told.remark("one turn that is let go by is forgiven with the next card")
    while told.table.turn != 1:
        told.turn()
    told.clock(TimerKind.TURN)
    told.say(CLOCK, "d1t1 timeup 1 play Ad")
    told.rest_of_the_deal()
    return told


def ended_by_vote() -> Transcript:
    """Most of those who play want to end the table."""
    told = Transcript("Ended by those who play", fresh(bytes([4] * 32)))
    told.seated()
    told.turns(3)
    told.say(CARLA, "end")
    told.say(BRUNO, "end")
    told.say(BRUNO, "end")
    told.remark("play goes on until most of them want the end")
    told.turns(2)
    told.say(ANNA, "end")
    told.say(BRUNO, "end")
    told.say(ANNA, "rematch")
    return told


def nobody_came() -> Transcript:
    """A lobby that lapses."""
    told = Transcript("Nobody comes to play", fresh())
    told.say(ANNA, "sit 1")
    told.say(ANNA, "sit 0")
    told.say(BRUNO, "sit 1")
    told.say(ANNA, "leave")
    told.say(BRUNO, "end")
    told.remark("another lobby")
    told.table = fresh(bytes([5] * 32))
    told.say(ANNA, "sit 0")
    told.say(ANNA, "lapse")
    told.say(CLOCK, "lapse")
    told.say(CLOCK, "lapse")
    return told


# -- whole deals of every game --------------------------------------------------------------------


class WholeDeal(Transcript):
    """A deal of some game, told move by move: of the table and of each hand what has changed."""

    def __init__(self, title: str, table: Table) -> None:
        super().__init__(title, table)
        self.random = Random(title)
        self.shown: dict[str, list[str]] = {}
        self.leaks: list[str] = []
        """Cards that the table named though they were hidden from somebody."""

    def _show(self) -> None:
        screen = table_screen(self.table, NAMES, ENGLISH)
        self._changed("table", [*screen.caption.splitlines(), _buttons(screen.rows)])
        for seat, key in enumerate(self.table.keys if self.table.is_full else ()):
            hand = hand_screen(self.table, seat, NAMES, ENGLISH)
            if hand is not None:
                self._changed(NAMES[key], [" | ".join(hand.brief.splitlines())])
        deal, match = self.table.deal, self.table.match
        if deal is not None and match is not None:
            secret = hidden_from(None, deal, [*self.table.deck_of(match.deal_number)])
            told = screen.caption + _buttons(screen.rows)
            called = deal.table_view().called_card
            spoken = ENGLISH.of_deck(home_deck(deal.rules.game))
            names = [card_name(spoken, card, deal.rules.ranking) for card in secret if card is not called]
            self.leaks += [name for name in names if name in told]

    def _changed(self, whose: str, lines: list[str]) -> None:
        if self.shown.get(whose) != lines:
            self.shown[whose] = lines
            self.lines += [f"  {whose:6}  {line}" for line in lines]

    def everybody_sits(self) -> None:
        self.shows = False
        for seat, key in enumerate(PEOPLE[: len(self.table.seats)]):
            self.say(key, Sit(seat))
        self.shows = True
        self.say(ANNA, "start")

    def auction(self, *said: str) -> None:
        """What is said in turn."""
        for text in said:
            assert self.table.step is not None
            self.say(who_plays(self.table), f"{self.table.step} {text}")

    def to_its_end(self) -> None:
        """Any cards; whoever may exchange does, and now and then somebody makes a sign."""
        while self.table.turn is not None and self.table.deal is not None:
            seat = self.random.randrange(len(self.table.seats))
            signs = [move for move in self.table.deal.legal_moves(seat) if isinstance(move, Sign)]
            if signs and self.random.random() < 0.2:
                self._made(seat, self.random.choice(signs))
            moves = [
                move for move in self.table.deal.legal_moves(self.table.turn) if not isinstance(move, Sign)
            ]
            exchanges = [move for move in moves if isinstance(move, Exchange)]
            chosen = self.random.choice(moves)
            self._made(self.table.turn, exchanges[0] if exchanges else chosen)

    def _made(self, seat: int, move: Move) -> None:
        step = self.table.step_for(seat, move)
        assert step is not None
        self.say(self.table.keys[seat], MakeMove(step, move))


def a_deal(
    game: str, players: int, *auction: str, seed: int = 1, **options: object
) -> Callable[[], WholeDeal]:
    """A whole deal of this game."""

    def tell() -> WholeDeal:
        rules = Rules.preset(game, players=players, **options)
        told = WholeDeal(f"A deal of {game} by {players}", table_of(rules, bytes([seed] * 32)))
        told.everybody_sits()
        told.auction(*auction)
        told.to_its_end()
        return told

    return tell


DEALS: dict[str, Callable[[], WholeDeal]] = {
    "deal-briscola-2": a_deal("briscola", 2),
    "deal-briscola-3": a_deal("briscola", 3),
    "deal-briscola-4": a_deal("briscola", 4, show_points="always"),
    "deal-briscola-4-alone": a_deal("briscola", 4, sides="alone"),
    "deal-briscola-6": a_deal("briscola", 6),
    "deal-biscacard-3": a_deal("biscacard", 3),
    "deal-brisca-2": a_deal("brisca", 2, seed=2),
    "deal-brisca-4": a_deal("brisca", 4, exchange_window="any_own_turn", seed=3),
    "deal-brisca-6": a_deal("brisca", 6, signs="partner"),
    "deal-bisca-4": a_deal("bisca", 4),
    "deal-bisca3-3": a_deal("bisca3", 3, seed=4),
    "deal-chiamata": a_deal("chiamata", 5, "bid 3", "pass", "bid Q", "pass", "bid 7", "pass", "pass", "call 7s"),
    "deal-chiamata-blind": a_deal(
        "chiamata", 5, "bid A", "bid 4", "bid 2", "pass", "bid 62", "pass", "bid 71", "pass", "pass",
        blind_first_trick="on",
    ),
    "deal-chiamata-passed-out": a_deal("chiamata", 5, "pass", "pass", "pass", "pass", "pass"),
    "deal-aperta": a_deal("aperta", 2),
    "deal-briscolone": a_deal("briscolone", 2),
}  # fmt: skip

TABLES: dict[str, Callable[[], Transcript]] = {
    "two-people": two_people,
    "against-the-computer": against_the_computer,
    "match-of-two-wins": match_of_two_wins,
    "resignation": resignation,
    "time-is-up": time_is_up,
    "ended-by-vote": ended_by_vote,
    "nobody-came": nobody_came,
}
TRANSCRIPTS: dict[str, Callable[[], Transcript]] = {**TABLES, **DEALS}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_table_is_told_as_it_is_written(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert TRANSCRIPTS[name]().text == written, "if this is meant: make transcripts, and read the difference"


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TRANSCRIPTS)


@pytest.mark.parametrize("name", DEALS)
def test_no_table_names_a_card_that_is_hidden_from_somebody(name: str) -> None:
    assert DEALS[name]().leaks == []


def test_the_deals_hold_exchanges_signs_calls_and_bids_of_points() -> None:
    acts = {
        line.split()[2]
        for path in FOLDER.glob("deal-*.txt")
        for line in path.read_text("utf-8").splitlines()
        if ": d1" in line
    }
    assert acts == {"play", "exchange", "sign", "call", "bid", "pass"}
    assert {deal().table.rules.game for deal in DEALS.values()} == set(Preset)


@pytest.mark.parametrize("name", TABLES)
def test_no_line_of_a_table_shows_a_card_that_a_hand_holds(name: str) -> None:
    for block in TRANSCRIPTS[name]().text.split("\n\n"):
        public = "\n".join(line for line in block.splitlines() if line.startswith("  table"))
        assert not [card for card in HELD.findall(block) if card in public]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, tell in TRANSCRIPTS.items():
        (FOLDER / f"{name}.txt").write_text(tell().text, "utf-8")
