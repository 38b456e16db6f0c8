"""Anybody says anything to a table at any moment, and it stays a table."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from deals_for_tests import cards_in
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tables_for_tests import (
    ANNA,
    BRUNO,
    PEOPLE,
    Told,
    after,
    begun,
    fresh,
    in_haste,
    move_of,
    one_card,
    said_by_timers,
    table_of,
    thought,
    timers_act,
    who_plays,
)
from tables_for_tests import due as due_timer
from test_redeal import hidden_from

from bot.computer import Level
from bot.game import (
    DECK,
    Bid,
    Call,
    Card,
    Deal,
    Exchange,
    Move,
    Pass,
    Play,
    Preset,
    Rank,
    Rules,
    Sign,
    SignWord,
)
from bot.game.options import CHOICES
from bot.screens.tokens import Do, parse_token
from bot.table import (
    CLOCK,
    COMPUTER,
    Abandon,
    Accepted,
    Act,
    Anew,
    Back,
    ClearSeat,
    Computer,
    Duplicate,
    End,
    Ending,
    FillSeats,
    Lapse,
    Leave,
    Lobby,
    MakeMove,
    NextDeal,
    Over,
    Person,
    Playing,
    PlayPosition,
    Reason,
    Refused,
    Rematch,
    Reply,
    Resign,
    SeatComputer,
    SetRule,
    Sit,
    Stale,
    Start,
    Step,
    TimeUp,
    Watch,
    decide,
    parse_act,
    results_of,
)

people = st.sampled_from(PEOPLE)
actors = st.one_of(people, people, st.sampled_from([CLOCK, COMPUTER]))
seats = st.integers(0, 6)
places = st.integers(0, 9)
moments = st.one_of(st.just("c"), st.builds("{}{}".format, st.sampled_from("bt"), st.integers(0, 21)))
steps = st.builds(Step, st.integers(0, 3), moments)
some_cards = st.sampled_from(DECK)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, some_cards),
    st.builds(Exchange, some_cards),
    st.builds(Call, some_cards),
    st.builds(Sign, st.sampled_from(SignWord)),
    st.builds(Bid, st.sampled_from(Rank)),
    st.just(Pass()),
)
changes = st.one_of(
    st.builds(SetRule, st.just("preset"), st.sampled_from(Preset)),
    st.builds(SetRule, st.just("players"), st.sampled_from("23456")),
    st.sampled_from(
        [SetRule(option, value) for option, values in CHOICES.items() for value in (*values, "nonsense")]
        + [
            SetRule("match", "wins2"),
            SetRule("match", "deals5"),
            SetRule("clock", "none"),
            SetRule("hand", "4"),
        ]
        + [SetRule("stakes", "high")]
    ),
)
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(Sit, seats),
    st.builds(SeatComputer, seats, st.sampled_from(Level)),
    st.builds(ClearSeat, seats),
    st.builds(FillSeats, st.sampled_from(Level)),
    st.builds(Watch, st.sampled_from(Level)),
    st.builds(Abandon, st.integers(0, 4), st.sampled_from([None, *Level])),
    changes,
    st.builds(MakeMove, steps, moves),
    st.builds(PlayPosition, steps, places),
    st.builds(TimeUp, steps, seats, moves),
    st.builds(NextDeal, st.integers(0, 4)),
    st.builds(End, st.booleans()),
    st.sampled_from([Leave(), Start(), Back(), Resign(), Rematch(), Anew(), Lapse()]),
    st.sampled_from([Leave(Level.HARD), Resign(Level.EASY)]),
)
lengths = st.sampled_from([{"wins": 1}, {"wins": 2}, {"points": 130}])
houses = st.one_of(
    st.builds(
        Rules.preset,
        st.just("briscola"),
        players=st.just(2),
        match=lengths,
        tie=st.sampled_from(["draw", "replay"]),
    ),
    st.builds(Rules.preset, st.just("briscola"), players=st.sampled_from([3, 6]), match=lengths),
    st.builds(
        Rules.preset, st.just("briscola"), players=st.just(4), sides=st.sampled_from(["pairs", "alone"])
    ),
    st.builds(
        Rules.preset,
        st.just("brisca"),
        players=st.sampled_from([2, 3, 4, 6]),
        match=lengths,
        exchange_window=st.just("free"),
    ),
    st.builds(
        Rules.preset, st.just("brisca"), players=st.just(4), signs=st.just("partner"), clock=st.just("none")
    ),
    st.builds(
        Rules.preset,
        st.just("chiamata"),
        players=st.just(5),
        match=st.just({"deals": 5}),
        blind_first_trick=st.sampled_from(["off", "on"]),
        clock=st.sampled_from([15, 60, "none"]),
    ),
    st.sampled_from([Rules.preset("aperta"), Rules.preset("briscolone"), Rules.preset("bisca", players=4)]),
)

ONCE = (Start, MakeMove, PlayPosition, TimeUp, NextDeal, Abandon)
"""What names its own moment: accepted once, it is never accepted again."""


def answers_at_once_again(actor: str, act: Act) -> tuple[Reply, ...]:
    """What is answered to an act that has just been accepted.

    A person's is a Duplicate, whatever it was. Time that is up twice comes too late, and so does a computer's
    move, unless the same seat is on turn again and has made it.
    """
    if isinstance(act, TimeUp):
        return (Duplicate(),) if isinstance(act.move, Exchange | Sign) else (Stale(),)
    if actor == COMPUTER and isinstance(act, MakeMove):
        return (Stale(), Duplicate())
    return (Duplicate(),)


def may_be_the_next_ones(actor: str, act: Act) -> bool:
    """Whether the computer that is on turn next may say just the same: a pass, which names no card and no seat.

    That is why timers say at which length of the journal their acts are meant.
    """
    return actor == COMPUTER and isinstance(act, MakeMove) and isinstance(act.move, Pass)


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
        self.rows: set[tuple[int, str]] = set()

    @initialize(
        seed=st.binary(min_size=32, max_size=32), rules=houses, people=st.integers(0, 6), starts=st.booleans()
    )
    def open(self, *, seed: bytes, rules: Rules, people: int, starts: bool) -> None:
        self.told = Told(table_of(rules, seed))
        for seat, key in enumerate(PEOPLE[: min(people, rules.players)]):
            self.says(key, Sit(seat))
        if starts and people:
            self.says(ANNA, FillSeats(Level.NORMAL))
            assert isinstance(self.told.table.phase, Lobby)
            assert self.says(ANNA, Start())

    # -- what is said -----------------------------------------------------------------------------
    @rule(actor=actors, act=acts)
    def anybody_says_anything(self, actor: str, act: Act) -> None:
        self.says(actor, act)

    @rule(data=st.data())
    @precondition(lambda self: self.said)
    def somebody_says_again_what_was_accepted_once(self, data: st.DataObject) -> None:
        actor, act = data.draw(st.sampled_from(self.said))
        accepted = self.says(actor, act)
        assert not (accepted and isinstance(act, ONCE)) or may_be_the_next_ones(actor, act), (actor, str(act))

    @rule(actor=people, seat=st.integers(0, 5))
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby))
    def somebody_sits(self, actor: str, seat: int) -> None:
        self.says(actor, Sit(seat))

    @rule(act=changes)
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def the_host_sets_a_rule(self, act: SetRule) -> None:
        before = self.told.table
        if self.says(before.host, act):
            assert set(self.told.table.people) == set(before.people)
            assert len(self.told.table.seats) == self.told.table.rules.players

    @rule()
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def the_host_fills_the_seats_and_starts(self) -> None:
        self.says(self.told.table.host, FillSeats(Level.NORMAL))
        assert self.says(self.told.table.host, Start())

    @rule(picks=st.lists(places, min_size=1, max_size=25))
    @precondition(lambda self: self.told.table.turn is not None)
    def moves_are_made(self, picks: list[int]) -> None:
        for pick in picks:
            if self.told.table.turn is None:
                return
            assert self.says(who_plays(self.told.table), move_of(self.told.table, pick))

    @rule(actor=people, word=st.sampled_from(SignWord))
    @precondition(lambda self: self.told.table.deal is not None)
    def somebody_makes_a_sign(self, actor: str, word: SignWord) -> None:
        seat = self.told.table.seat_of(actor)
        step = None if seat is None else self.told.table.step_for(seat, Sign(word))
        if step is not None:
            self.says(actor, MakeMove(step, Sign(word)))

    @rule(actor=people, place=places)
    @precondition(lambda self: self.told.table.step is not None)
    def somebody_presses_a_place(self, actor: str, place: int) -> None:
        assert self.told.table.step is not None
        self.says(actor, PlayPosition(self.told.table.step, place))

    @rule(times=st.integers(1, 8), pick=places)
    @precondition(lambda self: due_timer(self.told.table, 0) is not None)
    def timers_fire(self, times: int, pick: int) -> None:
        for _ in range(times):
            timer = due_timer(self.told.table, 0)
            if timer is None:
                return
            assert self.says(
                *timers_act(self.told.table, timer.kind, lambda table: move_of(table, pick).move)
            )

    @rule(data=st.data(), act=st.sampled_from([Leave(), Resign(), End()]))
    @precondition(lambda self: isinstance(self.told.table.phase, Playing) and self.told.table.people)
    def somebody_has_enough(self, data: st.DataObject, act: Act) -> None:
        self.says(data.draw(st.sampled_from(self.told.table.people)), act)

    @rule(level=st.sampled_from(Level))
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def the_host_would_rather_watch(self, level: Level) -> None:
        before = self.told.table
        assert self.says(before.host, Watch(level)) == (before.people == (before.host,))

    @rule(level=st.sampled_from([None, *Level]))
    @precondition(lambda self: self.told.table.turn is not None and self.told.table.people)
    def somebody_wants_other_cards(self, level: Level | None) -> None:
        before = self.told.table
        assert before.match is not None
        accepted = self.says(before.people[0], Abandon(before.match.deal_number, level))
        computers = [one for one in before.seats if isinstance(one, Computer)]
        is_so_already = level is not None and all(one.level is level for one in computers)
        assert accepted == (before.is_solitary and not is_so_already)
        after = self.told.table.match
        if accepted:
            assert after is not None
            assert (after.dealer, after.score, after.results) == (
                before.match.dealer,
                before.match.score,
                before.match.results,
            )

    @rule(seat=seats)
    @precondition(lambda self: isinstance(self.told.table.phase, Playing))
    def the_host_wants_a_computer_in_a_seat(self, seat: int) -> None:
        before = self.told.table
        was_away = seat < len(before.seats) and before.seats[seat] in [
            one for one in before.seats if isinstance(one, Person) and one.away
        ]
        accepted = self.says(before.host, SeatComputer(seat, Level.NORMAL))
        assert accepted == (was_away and len(before.seats) > 2)

    @rule(data=st.data())
    @precondition(lambda self: isinstance(self.told.table.phase, Lobby) and self.told.table.people)
    def somebody_gets_up_from_the_lobby(self, data: st.DataObject) -> None:
        assert self.says(data.draw(st.sampled_from(self.told.table.people)), Leave())

    @rule(actor=people, act=st.sampled_from([Rematch(), Anew()]))
    @precondition(lambda self: isinstance(self.told.table.phase, Over))
    def somebody_would_play_again(self, actor: str, act: Act) -> None:
        self.says(actor, act)

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
        if not may_be_the_next_ones(actor, act):
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
            assert one.player in (
                after.keys[one.seat],
                *(gone.key for gone in after.leavers if gone.seat == one.seat),
            )
            assert (one.deal, one.player) not in {
                (deal, player) for deal, player in self.rows if player in PEOPLE
            }
            self.rows.add((one.deal, one.player))
            self.results.add((one.deal, one.seat))
        self.said.append((actor, act))
        return True

    # -- what always holds ------------------------------------------------------------------------
    @invariant()
    def the_journal_is_as_long_as_the_table_says(self) -> None:
        assert self.told.table.seq == len(self.told.journal)

    @invariant()
    def a_table_that_lives_has_a_host_who_plays_or_watches(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Playing):
            assert table.host in table.people or table.is_watched
        assert (table.host == "") == (table.seq == 0) or isinstance(table.phase, Over)

    @invariant()
    def nobody_sits_twice_and_all_seats_are_taken_while_cards_are_out(self) -> None:
        table = self.told.table
        assert len(set(table.people)) == len(table.people)
        assert not {CLOCK, COMPUTER} & set(table.people)
        assert table.is_full or not isinstance(table.phase, Playing)

    @invariant()
    def whoever_has_left_is_gone_and_a_computer_sits_there(self) -> None:
        table = self.told.table
        for one in table.leavers:
            assert one.key not in table.people
            assert isinstance(table.seats[one.seat], Computer)

    @invariant()
    def no_card_and_no_point_is_lost(self) -> None:
        deal = self.told.table.deal
        if deal is None:
            return
        cards = list(cards_of(deal))
        assert len(cards) == len(deal.rules.cards)
        assert set(cards) == set(deal.rules.cards)
        assert sum(deal.points) == sum(trick.points for trick in deal.tricks) <= 120
        assert not deal.is_over or sum(deal.points) == (0 if deal.passed_out else 120)

    @invariant()
    def what_chiamata_scores_sums_to_zero(self) -> None:
        match = self.told.table.match
        if match is not None and match.rules.game is Preset.CHIAMATA:
            assert sum(match.score) == 0
            assert all(sum(result.score) == 0 for result in match.results)

    @invariant()
    def what_is_hidden_from_all_stands_in_no_view_of_the_table(self) -> None:
        table = self.told.table
        if table.deal is None or table.match is None:
            return
        deck = [*table.deck_of(table.match.deal_number)]
        view = table.deal.table_view()
        hidden = [card for card in hidden_from(None, table.deal, deck) if card is not view.called_card]
        assert not set(cards_in(view)).intersection(hidden)
        assert not [card for card in hidden if f"'{card}'" in repr(table)]

    @invariant()
    def a_match_played_out_has_its_results(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Over) and table.phase.ending is Ending.PLAYED:
            assert {(0, seat) for seat in range(len(table.seats))} <= self.results
        if table.match is not None:
            deals = {deal for deal, _ in self.results} - {0}
            assert deals == {one.number for one in table.match.results if sum(one.points)}
        assert {one.key for one in table.leavers} <= {player for deal, player in self.rows if deal == 0}

    @invariant()
    def whoever_votes_or_wishes_sits_here(self) -> None:
        table = self.told.table
        if isinstance(table.phase, Playing):
            assert table.phase.votes <= set(table.people)
            assert 2 * len(table.phase.votes) <= len(table.people), "a majority would have ended the table"
        if isinstance(table.phase, Over):
            assert table.phase.rematch <= {*table.people, table.host}

    def teardown(self) -> None:
        """Replay the journal; then everybody goes home, and the table comes to its end by itself."""
        assert self.told.replayed() == self.told.table
        for actor, act in said_by_timers(self.told.table, 2000, in_haste):
            assert self.says(actor, act)
        self.no_card_and_no_point_is_lost()
        self.a_match_played_out_has_its_results()
        assert self.told.replayed() == self.told.table


STAGES = [Phase.explicit, Phase.reuse, Phase.generate]
"""No shrinking: it takes minutes for tales as long as these."""

AnyTable.TestCase.settings = settings(deadline=None, max_examples=60, stateful_step_count=30, phases=STAGES)
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
