"""Tables for tests: with their journal beside them, with a deck of one's choice, and driven by their timers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.computer import Level, choose
from bot.game import Auction, Bid, Card, Exchange, Move, Rules, Sign
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    Act,
    Lapse,
    MakeMove,
    NextDeal,
    Over,
    Pace,
    Playing,
    Reply,
    Table,
    Timer,
    TimerKind,
    TimeUp,
    decide,
    first_timer,
    next_timer,
    parse_act,
)

ANNA, BRUNO, CARLA, DORA, ELIO, FRANCA = PEOPLE = ("pAnna", "pBruno", "pCarla", "pDora", "pElio", "pFranca")
NAMES: Mapping[str, str] = {key: key.removeprefix("p") for key in PEOPLE}

TABLE = "k7d2m9qxab"
PACE = Pace()

Journal = tuple[tuple[str, str], ...]
"""Who did what, in its text form."""


def fresh(seed: bytes = bytes(32), dealer: int | None = None, **options: object) -> Table:
    return Table.fresh(TABLE, Rules.preset("briscola", players=2, **options), seed, dealer)


def table_of(rules: Rules, seed: bytes = bytes(32)) -> Table:
    """A table of any game, with every seat free."""
    return Table.fresh(TABLE, rules, seed)


def all_seated(table: Table, people: int = 6) -> Table:
    """So many people in the first seats, Anna first; computers in the others; nothing is dealt."""
    said = [(key, f"sit {seat}") for seat, key in enumerate(PEOPLE[: min(people, len(table.seats))])]
    return after(table, *said, *((ANNA, "fill normal") for _ in range(people < len(table.seats))))


def dealt(rules: Rules, people: int = 6, seed: bytes = bytes(32)) -> Table:
    """The first deal of any game, with people in so many seats."""
    return after(all_seated(table_of(rules, seed), people), (ANNA, "start"))


@dataclass(frozen=True, slots=True)
class StackedTable(Table):
    """A table whose decks are given, deal by deal, instead of shuffled from its seed."""

    decks: tuple[Sequence[Card], ...] = field(default=(), repr=False)

    def deck_of(self, number: int) -> tuple[Card, ...]:
        return tuple(self.decks[number - 1])


def stacked(*decks: Sequence[Card], seed: bytes = bytes(32), **options: object) -> Table:
    rules = Rules.preset("briscola", players=2, **options)
    return StackedTable(TABLE, rules, seed, dealer=1, seats=(None, None), decks=decks)


def after(table: Table, *said: tuple[str, str]) -> Table:
    """The table after acts that must all be accepted."""
    for actor, text in said:
        table = accepted(table, actor, parse_act(text))
    return table


def accepted(table: Table, actor: str, act: Act) -> Table:
    reply = decide(table, actor, act)
    assert isinstance(reply, Accepted), (actor, str(act), reply)
    return reply.table


def begun(table: Table, opponent: str = BRUNO) -> Table:
    """Anna and Bruno play; or Anna and the computer, if `opponent` is `cpu`."""
    second = (ANNA, "seat 1 normal") if opponent == COMPUTER else (opponent, "sit 1")
    return after(table, (ANNA, "sit 0"), second, (ANNA, "start"))


def who_plays(table: Table) -> str:
    """The person on turn, or the computer where it is to move."""
    assert table.turn is not None
    return COMPUTER if table.computer_turn else table.keys[table.turn]


def move_of(table: Table, place: int = 0) -> MakeMove:
    """The move with the card in this place of the hand on turn; of a smaller hand the place modulo its size."""
    assert table.turn is not None
    assert table.step is not None
    view = table.seat_view(table.turn)
    assert view is not None
    return MakeMove(table.step, view.legal_moves[place % len(view.legal_moves)])


def one_card(table: Table, place: int = 0) -> Table:
    return accepted(table, who_plays(table), move_of(table, place))


def played_out(table: Table) -> Table:
    """The table once the deal on it is over, everybody playing their first card."""
    while table.turn is not None:
        table = one_card(table)
    return table


def thought(table: Table, seed: bytes = b"") -> Move:
    """What the computer would play for the seat on turn."""
    assert table.turn is not None
    view = table.seat_view(table.turn)
    assert view is not None
    return choose(view, Level.NORMAL, seed)


def in_haste(table: Table) -> Move:
    """A move made without thinking: of an auction one that brings it to its end, else the first card."""
    assert table.turn is not None
    view = table.seat_view(table.turn)
    assert view is not None
    auction = view.table.bargain
    first_bid = isinstance(auction, Auction) and auction.standing is None
    return next(move for move in view.legal_moves if first_bid or not isinstance(move, Bid | Exchange | Sign))


def timers_act(table: Table, kind: TimerKind, moved: Callable[[Table], Move] = thought) -> tuple[str, Act]:
    """What is said when a timer of this kind comes due, as the clock of the service says it."""
    match kind:
        case TimerKind.LAPSE:
            return CLOCK, Lapse()
        case TimerKind.DEAL:
            assert isinstance(table.phase, Playing)
            return CLOCK, NextDeal(table.phase.match.deal_number + 1)
        case TimerKind.COMPUTER:
            assert table.step is not None
            return COMPUTER, MakeMove(table.step, moved(table))
        case TimerKind.TURN:
            assert table.step is not None
            assert table.turn is not None
            return CLOCK, TimeUp(table.step, table.turn, moved(table))
        case TimerKind.REMIND:
            raise AssertionError("a reminder says nothing at the table")


def due(table: Table, now: int) -> Timer | None:
    """The first timer that does something at the table; a reminder leads to the end of the turn."""
    timer = first_timer(table, now, PACE)
    if timer is not None and timer.kind is TimerKind.REMIND:
        later = next_timer(table, now, timer.kind)
        assert later is not None
        assert later.at > timer.at
        return later
    return timer


def said_by_timers(
    table: Table, at_most: int = 400, moved: Callable[[Table], Move] = thought
) -> list[tuple[str, Act]]:
    """What is said at a table that everybody has left alone, until it waits for nothing any more.

    Where there is no clock, the person on turn is not left alone: they play what the computer would.
    """
    said: list[tuple[str, Act]] = []
    now = 0
    while not (isinstance(table.phase, Over) and table.phase.closed):
        timer = due(table, now)
        if timer is None:
            assert table.rules.clock is None
            assert table.step is not None
            said.append((who_plays(table), MakeMove(table.step, moved(table))))
        else:
            assert timer.at > now
            now = timer.at
            said.append(timers_act(table, timer.kind, moved))
        table = accepted(table, *said[-1])
        assert len(said) <= at_most, "the table finds no end"
    assert due(table, now) is None
    return said


def _made(table: Table, move: Move) -> MakeMove:
    assert table.turn is not None
    step = table.step_for(table.turn, move)
    assert step is not None
    return MakeMove(step, move)


class Told:
    """A table and the journal that made it."""

    def __init__(self, table: Table) -> None:
        self.began = table
        self.table = table
        self.journal: list[tuple[str, str]] = []

    def say(self, actor: str, act: Act | str) -> Reply:
        """What the table answers; what it accepts is written down."""
        reply = decide(self.table, actor, parse_act(act) if isinstance(act, str) else act)
        if isinstance(reply, Accepted):
            self.table = reply.table
            self.journal.append((actor, str(reply.act)))
        return reply

    def sits(self, people: int = 6) -> "Told":
        """People take the first seats, computers the others, and Anna starts."""
        seats = len(self.table.seats)
        for seat, key in enumerate(PEOPLE[: min(people, seats)]):
            self.say(key, f"sit {seat}")
        self.say(ANNA, "fill normal")
        self.say(ANNA, "start")
        return self

    def plays(self, moves: int = 1000, pick: Callable[[Table], Move] | None = None) -> "Told":
        """So many moves, at most to the end of the match: each the first legal one, or as `pick` says."""
        for _ in range(moves):
            table = self.table
            if not isinstance(table.phase, Playing):
                break
            if table.turn is None:
                self.say(*timers_act(table, TimerKind.DEAL))
                continue
            act = move_of(table) if pick is None else _made(table, pick(table))
            assert isinstance(self.say(who_plays(table), act), Accepted)
        return self

    def replayed(self) -> Table:
        """The table that the journal makes of a fresh one."""
        return after(self.began, *self.journal)
