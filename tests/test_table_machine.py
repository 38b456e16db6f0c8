"""Anybody says anything to a table at any moment, and it stays a table."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    DORA,
    Told,
    after,
    begun,
    fresh,
    move_of,
    one_card,
    said_by_timers,
    thought,
    timers_act,
    who_plays,
)
from tables_for_tests import due as due_timer

from bot.computer import Level
from bot.game import DECK, Card, Deal, Play
from bot.screens.tokens import Do, parse_token
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    Act,
    Back,
    ClearSeat,
    Duplicate,
    End,
    Ending,
    Lapse,
    Leave,
    Lobby,
    MakeMove,
    NextDeal,
    Over,
    Playing,
    PlayPosition,
    Reason,
    Refused,
    Rematch,
    Reply,
    Resign,
    SeatComputer,
    Sit,
    Stale,
    Start,
    Step,
    TimeUp,
    decide,
    parse_act,
    results_of,
)

people = st.sampled_from([ANNA, BRUNO, CARLA, DORA])
actors = st.one_of(people, people, st.sampled_from([CLOCK, COMPUTER]))
seats = st.integers(0, 2)
places = st.integers(0, 4)
steps = st.builds(Step, st.integers(0, 3), st.integers(0, 21))
moves = st.sampled_from(DECK).map(Play)
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(Sit, seats),
    st.builds(SeatComputer, seats, st.sampled_from(Level)),
    st.builds(ClearSeat, seats),
    st.builds(MakeMove, steps, moves),
    st.builds(PlayPosition, steps, places),
    st.builds(TimeUp, steps, seats, moves),
    st.builds(NextDeal, st.integers(0, 4)),
    st.builds(End, st.booleans()),
    st.sampled_from([Leave(), Start(), Back(), Resign(), Rematch(), Lapse()]),
)
lengths = st.sampled_from([{"wins": 1}, {"wins": 2}, {"points": 130}])
ties = st.sampled_from(["draw", "replay"])
clocks = st.sampled_from([15, 60, "none"])

ONCE = (Start, MakeMove, PlayPosition, TimeUp, NextDeal)
"""What names its own moment: accepted once, it is never accepted again."""


def answers_at_once_again(actor: str, act: Act) -> tuple[Reply, ...]:
    """What is answered to an act that has just been accepted.

    A person's is a Duplicate, whatever it was. Time that is up twice comes too late, and so does a computer's
    move, unless the same seat is on turn again and has made it.
    """
    if isinstance(act, TimeUp):
        return (Stale(),)
    if actor == COMPUTER and isinstance(act, MakeMove):
        return (Stale(), Duplicate())
    return (Duplicate(),)


def cards_of(deal: Deal) -> Iterator[Card]:
    """Every card of the deal, wherever it lies."""
    for hand in deal.hands:
        yield from hand
    for trick in deal.tricks:
        yield from trick.cards
    if deal.trick is not None:
        yield from deal.trick.cards
    yield from deal.stock.cards


class AnyTable(RuleBasedStateMachine):
    """One table, and people, the clock and the computer who know no manners."""

    told: Told

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, Act]] = []
        self.results: set[tuple[int, int]] = set()

    @initialize(
        seed=st.binary(min_size=32, max_size=32),
        dealer=st.sampled_from([None, 0, 1]),
        length=lengths,
        tie=ties,
        clock=clocks,
        begun=st.integers(0, 3),
    )
    def open(
        self, *, seed: bytes, dealer: int | None, length: object, tie: str, clock: object, begun: int
    ) -> None:
        self.told = Told(fresh(seed, dealer, match=length, tie=tie, clock=clock))
        for actor, text in ((ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "start"))[:begun]:
            self.says(actor, parse_act(text))

    # -- what is said -----------------------------------------------------------------------------
    @rule(actor=actors, act=acts)
    def anybody_says_anything(self, actor: str, act: Act) -> None:
        self.says(actor, act)

    @rule(data=st.data())
    @precondition(lambda self: self.said)
    def somebody_says_again_what_was_accepted_once(self, data: st.DataObject) -> None:
        actor, act = data.draw(st.sampled_from(self.said))
        accepted = self.says(actor, act)
        assert not (accepted and isinstance(act, ONCE)), (actor, str(act))

    @rule(actor=people, seat=st.integers(0, 1))
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby))
    def somebody_sits(self, actor: str, seat: int) -> None:
        self.says(actor, Sit(seat))

    @rule(seat=st.integers(0, 1))
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def the_host_fills_a_seat_and_starts(self, seat: int) -> None:
        self.says(self.told.table.host, SeatComputer(seat, Level.NORMAL))
        self.says(self.told.table.host, Start())

    @rule(picks=st.lists(places, min_size=1, max_size=12))
    @precondition(lambda self: self.told.table.turn is not None)
    def cards_are_played(self, picks: list[int]) -> None:
        for pick in picks:
            if self.told.table.turn is None:
                return
            assert self.says(who_plays(self.told.table), move_of(self.told.table, pick))

    @rule(actor=people, place=places)
    @precondition(lambda self: self.told.table.step is not None)
    def somebody_presses_a_place(self, actor: str, place: int) -> None:
        assert self.told.table.step is not None
        self.says(actor, PlayPosition(self.told.table.step, place))

    @rule(times=st.integers(1, 8))
    @precondition(lambda self: due_timer(self.told.table, 0) is not None)
    def timers_fire(self, times: int) -> None:
        for _ in range(times):
            timer = due_timer(self.told.table, 0)
            if timer is None:
                return
            assert self.says(*timers_act(self.told.table, timer.kind))

    @rule(data=st.data())
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def somebody_gets_up_from_the_lobby(self, data: st.DataObject) -> None:
        assert self.says(data.draw(st.sampled_from(self.told.table.people)), Leave())

    @rule(actor=people)
    @precondition(lambda self: isinstance(self.told.table.phase, Over))
    def somebody_would_play_again(self, actor: str) -> None:
        self.says(actor, Rematch())

    def says(self, actor: str, act: Act) -> bool:
        """Whether it is accepted; and everything that must hold for any act at any moment."""
        before = self.told.table
        reply = self.told.say(actor, act)
        assert parse_act(str(act)) == act
        token = str(Do(before.id, act))
        assert len(token) <= 64
        assert parse_token(token) == Do(before.id, act)
        if not isinstance(reply, Accepted):
            assert self.told.table is before
            assert decide(before, actor, act) == reply
            return False
        after = reply.table
        assert decide(after, actor, act) in answers_at_once_again(actor, act)
        assert decide(before, actor, reply.act) == reply, "the journal's form does the same"
        assert not isinstance(reply.act, PlayPosition), "journals name the card"
        if isinstance(act, MakeMove | TimeUp):
            now = act.step
            for other in (
                Step(now.deal + 1, now.moment),
                Step(now.deal - 1, now.moment),
                Step.at_trick(now.deal, (now.trick or 0) + 1),
            ):
                assert not isinstance(decide(before, actor, replace(act, step=other)), Accepted)
        for one in results_of(before, after):
            assert (one.deal, one.seat) not in self.results
            assert one.player == after.keys[one.seat]
            self.results.add((one.deal, one.seat))
        self.said.append((actor, act))
        return True

    # -- what always holds ------------------------------------------------------------------------
    @invariant()
    def the_journal_is_as_long_as_the_table_says(self) -> None:
        assert self.told.table.seq == len(self.told.journal)

    @invariant()
    def the_host_sits_at_a_table_that_lives(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Over):
            return
        assert (table.host in table.people) or (table.host == "" and table.seq == 0)

    @invariant()
    def nobody_sits_twice_and_all_seats_are_taken_while_cards_are_out(self) -> None:
        table = self.told.table
        assert len(set(table.people)) == len(table.people)
        assert not {CLOCK, COMPUTER} & set(table.people)
        assert table.is_full or not isinstance(table.phase, Playing)

    @invariant()
    def no_card_and_no_point_is_lost(self) -> None:
        deal = self.told.table.deal
        if deal is None:
            return
        cards = list(cards_of(deal))
        assert len(cards) == 40
        assert set(cards) == set(DECK)
        assert sum(deal.points) == sum(card.points for trick in deal.tricks for card in trick.cards)
        assert sum(deal.points) <= 120
        assert not deal.is_over or sum(deal.points) == 120

    @invariant()
    def a_match_played_out_has_its_results(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Over) and table.phase.ending is Ending.PLAYED:
            assert {(0, 0), (0, 1)} <= self.results
        if table.match is not None:
            deals = {deal for deal, _ in self.results} - {0}
            assert deals == {one.number for one in table.match.results}

    @invariant()
    def whoever_votes_or_wishes_sits_here(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Playing):
            assert table.phase.votes <= set(table.people)
        if isinstance(table.phase, Over):
            assert table.phase.rematch <= set(table.people)

    def teardown(self) -> None:
        """Replay the journal; then everybody goes home, and the table comes to its end by itself."""
        assert self.told.replayed() == self.told.table
        for actor, act in said_by_timers(self.told.table):
            assert self.says(actor, act)
            self.no_card_and_no_point_is_lost()
        self.a_match_played_out_has_its_results()
        assert self.told.replayed() == self.told.table


AnyTable.TestCase.settings = settings(deadline=None, max_examples=80, stateful_step_count=40)
TestAnyTable = AnyTable.TestCase


@pytest.mark.parametrize("actor", [CLOCK, COMPUTER])
def test_neither_the_clock_nor_the_computer_takes_a_seat_as_a_person(actor: str) -> None:
    assert decide(fresh(), actor, Sit(0)) == Refused(Reason.NOT_SEATED)


def test_a_host_who_ends_the_table_as_another_has_asked_gives_nothing_up() -> None:
    before = begun(fresh())
    asked = after(before, (BRUNO, "end"))
    ended = after(asked, (ANNA, "end"))
    assert ended.phase == Over(Ending.STOPPED, ended.match, by="", closed=True)
    assert results_of(asked, ended) == ()
    assert [one.player for one in results_of(before, after(before, (ANNA, "end")))] == [ANNA]


def test_the_clock_never_plays_for_a_computer() -> None:
    table = one_card(begun(fresh(), COMPUTER))
    assert table.step is not None
    assert table.turn == 1
    assert decide(table, CLOCK, TimeUp(table.step, 1, thought(table))) == Stale()
    assert decide(fresh(), CLOCK, TimeUp(Step.at_trick(0, 0), 0, Play(DECK[0]))) == Stale()


def test_a_table_is_for_people_until_a_computer_sits_at_it() -> None:
    table = after(fresh(), (ANNA, "sit 0"))
    assert table.only_people_so_far
    assert not after(table, (ANNA, "seat 1 normal")).only_people_so_far
    assert begun(fresh()).only_people_so_far
