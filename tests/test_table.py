"""A table decides: lobby, play, and every way in which it can end."""

from dataclasses import replace

import pytest

from bot.computer import Level, choose
from bot.game import Play, Refusal, Rules
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    Computer,
    Duplicate,
    Ending,
    Lobby,
    MakeMove,
    NextDeal,
    Over,
    Pace,
    Person,
    Playing,
    PlayPosition,
    Reason,
    Refused,
    Reply,
    Stale,
    Table,
    TimerKind,
    TimeUp,
    decide,
    first_timer,
    next_timer,
    parse_act,
    rematch_steps,
    results_of,
)

ANNA, BRUNO, CARLA = "pAnna", "pBruno", "pCarla"


def fresh(**options: object) -> Table:
    return Table.fresh("k7d2m9qxab", Rules.preset("briscola", players=2, **options), bytes(32))


def say(table: Table, actor: str, text: str) -> Reply:
    return decide(table, actor, parse_act(text))


def after(table: Table, *said: tuple[str, str]) -> Table:
    """The table after acts that must all be accepted."""
    for actor, text in said:
        reply = say(table, actor, text)
        assert isinstance(reply, Accepted), (actor, text, reply)
        table = reply.table
    return table


def lobby(**options: object) -> Table:
    return after(fresh(**options), (ANNA, "sit 0"), (BRUNO, "sit 1"))


def playing(**options: object) -> Table:
    return after(lobby(**options), (ANNA, "start"))


def who_plays(table: Table) -> str:
    assert table.turn is not None
    return table.keys[table.turn]


def one_card(table: Table, place: int = 0) -> Table:
    """Whoever is on turn plays the card in this place of their hand."""
    return decided(table, who_plays(table), move_of(table, place))


def move_of(table: Table, place: int = 0) -> MakeMove:
    assert table.turn is not None
    assert table.step is not None
    view = table.seat_view(table.turn)
    assert view is not None
    return MakeMove(table.step, view.legal_moves[place])


def decided(table: Table, actor: str, act: object) -> Table:
    reply = decide(table, actor, act)  # type: ignore[arg-type]  # tests say any act
    assert isinstance(reply, Accepted), reply
    return reply.table


def played_out(table: Table) -> Table:
    while table.turn is not None:
        table = one_card(table)
    return table


def over(table: Table) -> Over:
    assert isinstance(table.phase, Over)
    return table.phase


# -- the lobby ------------------------------------------------------------------------------------


def test_the_first_to_sit_is_the_host() -> None:
    assert lobby().host == ANNA
    assert lobby().people == (ANNA, BRUNO)


def test_sitting_twice_is_once() -> None:
    assert say(lobby(), BRUNO, "sit 1") == Duplicate()


def test_a_taken_seat_is_refused() -> None:
    assert say(lobby(), CARLA, "sit 1") == Refused(Reason.SEAT_TAKEN)


def test_there_are_only_so_many_seats() -> None:
    assert say(fresh(), ANNA, "sit 2") == Refused(Reason.NO_SUCH_SEAT)
    assert say(lobby(), ANNA, "seat 2 normal") == Refused(Reason.NO_SUCH_SEAT)
    assert say(lobby(), ANNA, "seat 2 empty") == Refused(Reason.NO_SUCH_SEAT)


def test_one_may_change_to_a_free_seat() -> None:
    table = after(fresh(), (ANNA, "sit 0"), (ANNA, "sit 1"))
    assert table.seats == (None, Person(ANNA))
    assert table.host == ANNA


def test_a_guest_who_leaves_frees_the_seat() -> None:
    assert after(lobby(), (BRUNO, "leave")).seats == (Person(ANNA), None)


def test_a_host_who_leaves_hands_the_table_on() -> None:
    assert after(lobby(), (ANNA, "leave")).host == BRUNO


def test_the_last_to_leave_closes_the_table() -> None:
    table = after(fresh(), (ANNA, "sit 0"), (ANNA, "leave"))
    assert over(table).ending is Ending.STOPPED
    assert over(table).closed


def test_leaving_a_table_one_does_not_sit_at_changes_nothing() -> None:
    assert say(lobby(), CARLA, "leave") == Duplicate()


def test_the_host_adds_and_removes_a_computer() -> None:
    table = after(fresh(), (ANNA, "sit 0"), (ANNA, "seat 1 normal"))
    assert table.seats[1] == Computer(Level.NORMAL)
    assert say(table, ANNA, "seat 1 normal") == Duplicate()
    assert after(table, (ANNA, "seat 1 empty")).seats[1] is None


def test_clearing_a_free_seat_changes_nothing() -> None:
    assert say(after(fresh(), (ANNA, "sit 0")), ANNA, "seat 1 empty") == Duplicate()


def test_only_the_host_seats_computers() -> None:
    table = after(fresh(), (ANNA, "sit 0"))
    assert say(table, BRUNO, "seat 1 normal") == Refused(Reason.ONLY_HOST)
    assert say(table, BRUNO, "seat 1 empty") == Refused(Reason.ONLY_HOST)


def test_a_computer_takes_nobodys_seat() -> None:
    assert say(lobby(), ANNA, "seat 1 normal") == Refused(Reason.SEAT_TAKEN)
    assert say(lobby(), ANNA, "seat 1 empty") == Refused(Reason.SEAT_TAKEN)


def test_the_host_starts_a_full_table() -> None:
    table = playing()
    assert isinstance(table.phase, Playing)
    assert table.turn == 0
    assert say(table, ANNA, "start") == Duplicate()
    assert say(table, CARLA, "start") == Stale()


def test_nobody_else_starts_it() -> None:
    assert say(lobby(), BRUNO, "start") == Refused(Reason.ONLY_HOST)


def test_a_table_with_a_free_seat_does_not_start() -> None:
    assert say(after(fresh(), (ANNA, "sit 0")), ANNA, "start") == Refused(Reason.SEATS_FREE)


def test_seats_do_not_change_once_the_cards_are_dealt() -> None:
    table = playing()
    assert say(table, CARLA, "sit 1") == Refused(Reason.ALREADY_STARTED)
    assert say(table, ANNA, "sit 0") == Duplicate()
    assert say(table, ANNA, "seat 1 normal") == Stale()
    assert say(table, ANNA, "seat 1 empty") == Stale()
    assert say(played_out(table), CARLA, "sit 1") == Stale()


def test_a_lobby_lapses_by_the_clock_alone() -> None:
    assert over(after(lobby(), (CLOCK, "lapse"))).ending is Ending.LAPSED
    assert say(lobby(), ANNA, "lapse") == Refused(Reason.NOT_SEATED)
    assert say(playing(), CLOCK, "lapse") == Stale()


# -- the cards ------------------------------------------------------------------------------------


def test_twenty_equal_presses_are_one_move() -> None:
    table, move = playing(), move_of(playing())
    replies: list[Reply] = []
    for _ in range(20):
        replies.append(decide(table, ANNA, move))
        if isinstance(replies[-1], Accepted):
            table = replies[-1].table
    assert [type(reply) for reply in replies] == [Accepted] + [Duplicate] * 19


def test_of_three_different_cards_the_first_counts() -> None:
    table = playing()
    moves = [move_of(table, place) for place in range(3)]
    first = decide(table, ANNA, moves[0])
    assert isinstance(first, Accepted)
    assert decide(first.table, ANNA, moves[1]) == Stale()
    assert decide(first.table, ANNA, moves[2]) == Stale()


def test_a_card_pressed_too_early_is_refused_and_works_later() -> None:
    table = playing()
    view = table.seat_view(1)
    assert view is not None
    assert table.step is not None
    early = MakeMove(table.step, Play(view.hand[0]))
    assert decide(table, BRUNO, early) == Refused(Refusal.NOT_YOUR_TURN)
    assert isinstance(decide(one_card(table), BRUNO, early), Accepted)


def test_a_card_of_somebody_else_is_refused() -> None:
    table = playing()
    view = table.seat_view(1)
    assert view is not None
    assert table.step is not None
    stolen = MakeMove(table.step, Play(view.hand[0]))
    assert decide(table, ANNA, stolen) == Refused(Refusal.NOT_IN_HAND)


def test_a_step_that_has_not_come_is_stale() -> None:
    assert say(playing(), ANNA, "d1t2 play Ad") == Stale()
    assert say(playing(), ANNA, "d2t1 play Ad") == Stale()


def test_cards_need_a_deal_and_a_seat() -> None:
    assert say(lobby(), ANNA, "d1t1 play Ad") == Refused(Reason.NOT_STARTED)
    assert say(playing(), CARLA, "d1t1 play Ad") == Refused(Reason.NOT_SEATED)
    assert say(playing(), CARLA, "d1t1 place 1") == Refused(Reason.NOT_SEATED)
    assert say(after(lobby(), (ANNA, "end")), ANNA, "d1t1 play Ad") == Stale()


def test_a_position_means_the_hand_as_it_was_at_the_start_of_the_step() -> None:
    table = playing()
    for _ in range(9):
        table = one_card(table, place=1 if table.turn else 0)
    move = move_of(table, 2)
    assert table.step is not None
    press = PlayPosition(table.step, 3)
    reply = decide(table, who_plays(table), press)
    assert reply == decide(table, who_plays(table), move)
    assert isinstance(reply, Accepted)
    assert reply.act == move, "journals keep the card"
    assert decide(reply.table, who_plays(table), press) == Duplicate()
    later = one_card(reply.table)
    assert decide(later, who_plays(table), press) == Duplicate()


@pytest.mark.parametrize(
    "text", ["d1t1 place 4", "d1t1 place 0", "d1t9 place 1", "d2t1 place 1", "d1t0 place 1"]
)
def test_a_position_that_is_none_is_stale(text: str) -> None:
    assert say(playing(), ANNA, text) == Stale()


def test_a_position_before_the_deal_is_stale() -> None:
    assert say(lobby(), ANNA, "d1t1 place 1") == Stale()


def test_a_computer_plays_its_own_seat_only() -> None:
    table = playing()
    assert decide(table, COMPUTER, move_of(table)) == Stale()
    table = after(fresh(), (ANNA, "sit 0"), (ANNA, "seat 1 normal"), (ANNA, "start"))
    assert decide(table, COMPUTER, move_of(table)) == Stale()
    table = one_card(table)
    move = move_of(table)
    played = decided(table, COMPUTER, move)
    assert decide(played, COMPUTER, move) == Stale()
    assert decide(table, COMPUTER, replace(move, step=replace(move.step, moment="t2"))) == Stale()


def test_a_computers_card_that_it_does_not_hold_is_stale() -> None:
    table = after(fresh(), (ANNA, "sit 0"), (ANNA, "seat 1 normal"), (ANNA, "start"))
    own = table.seat_view(0)
    assert own is not None
    table = one_card(table)
    assert table.step is not None
    assert decide(table, COMPUTER, MakeMove(table.step, Play(own.hand[1]))) == Stale()


# -- time -----------------------------------------------------------------------------------------


def time_up(table: Table) -> Table:
    assert table.turn is not None
    assert table.step is not None
    return decided(table, CLOCK, TimeUp(table.step, table.turn, move_of(table).move))


def test_when_time_is_up_the_computer_plays_one_card() -> None:
    table = time_up(playing())
    assert table.seats[0] == Person(ANNA, missed=1)
    assert table.turn == 1


def test_three_times_in_a_row_and_the_computer_holds_the_seat() -> None:
    table = playing(clock=15)
    while not (isinstance(table.seats[0], Person) and table.seats[0].away):
        table = time_up(table) if table.turn == 0 else one_card(table)
    while table.turn != 0:
        table = one_card(table)
    assert table.computer_turn is not None
    view = table.seat_view(0)
    assert view is not None
    assert table.step is not None
    move = MakeMove(table.step, choose(view, Level.NORMAL, b""))
    held = decided(table, COMPUTER, move)
    assert isinstance(held.seats[0], Person)
    assert held.seats[0].away
    back = after(held, (ANNA, "back"))
    assert back.seats[0] == Person(ANNA)
    assert say(back, ANNA, "back") == Duplicate()


def test_a_card_played_in_time_begins_the_count_anew() -> None:
    table = time_up(playing())
    while table.turn != 0:
        table = one_card(table)
    assert one_card(table).seats[0] == Person(ANNA)


def test_a_late_timer_is_stale() -> None:
    table = playing()
    assert table.step is not None
    late = TimeUp(table.step, 0, move_of(table).move)
    moved = one_card(table)
    assert decide(moved, CLOCK, late) == Stale()
    assert decide(table, CLOCK, replace(late, seat=1)) == Stale()
    assert decide(table, CLOCK, replace(late, seat=7)) == Stale()
    assert decide(table, ANNA, late) == Refused(Reason.NOT_SEATED)


def test_nobody_comes_back_to_a_seat_they_never_left() -> None:
    assert say(playing(), ANNA, "back") == Duplicate()
    assert say(playing(), CARLA, "back") == Refused(Reason.NOT_SEATED)


def test_what_a_table_waits_for() -> None:
    pace = Pace(computer=10, new_trick=20, next_deal=30, lobby=40, rematch=50)

    def waits(table: Table) -> tuple[TimerKind, int] | None:
        timer = first_timer(table, 1000, pace)
        return (timer.kind, timer.at) if timer else None

    table = playing(clock=100, match={"wins": 2})
    assert waits(lobby()) == (TimerKind.LAPSE, 1040)
    assert waits(table) == (TimerKind.REMIND, 61_000)
    assert next_timer(table, 1000, TimerKind.REMIND) == replace(
        first_timer(table, 0, pace), kind=TimerKind.TURN, at=101_000
    )  # type: ignore[type-var]  # it is a timer
    assert next_timer(table, 1000, TimerKind.TURN) is None
    assert waits(playing(clock="none")) is None
    assert waits(played_out(table)) == (TimerKind.DEAL, 1030)
    assert waits(played_out(playing())) == (TimerKind.LAPSE, 1050)
    assert waits(after(playing(), (ANNA, "end"))) is None
    against = one_card(after(fresh(), (ANNA, "sit 0"), (ANNA, "seat 1 normal"), (ANNA, "start")))
    assert waits(against) == (TimerKind.COMPUTER, 1007), "brisk for somebody alone"
    while not (against.turn == 1 and against.deal and against.deal.trick and not against.deal.trick.cards):
        against = one_card(against) if against.turn == 0 else decided(against, COMPUTER, move_of(against))
    assert waits(against) == (TimerKind.COMPUTER, 1015)


# -- deals in a row -------------------------------------------------------------------------------


def test_between_two_deals_the_table_waits_for_the_next() -> None:
    table = played_out(playing(match={"wins": 5}))
    assert isinstance(table.phase, Playing)
    assert table.turn is None
    assert say(table, ANNA, "deal 1") == Duplicate()
    assert say(table, ANNA, "deal 3") == Stale()
    assert say(table, CARLA, "deal 2") == Refused(Reason.NOT_SEATED)
    second = after(table, (BRUNO, "deal 2"))
    assert second.turn == 1, "the deal has passed on"
    assert say(second, ANNA, "deal 2") == Duplicate()
    assert say(second, CLOCK, "deal 3") == Stale()
    assert decide(lobby(), ANNA, NextDeal(1)) == Stale()


def test_a_card_of_the_last_deal_is_stale_in_the_next() -> None:
    table = playing(match={"wins": 5})
    move = move_of(table)
    assert decide(after(played_out(table), (ANNA, "deal 2")), ANNA, move) == Stale()


def test_a_match_goes_to_its_last_deal() -> None:
    table = playing(match={"wins": 2})
    results: list[int] = []
    while isinstance(table.phase, Playing):
        before = table
        table = after(table, (ANNA, f"deal {len(results) + 1}")) if table.turn is None else one_card(table)
        results += [one.deal for one in results_of(before, table) if one.seat == 0]
        if table.turn is None and isinstance(table.phase, Playing):
            table = decided(table, CLOCK, NextDeal(table.phase.match.deal_number + 1))
    assert results[-1] == 0
    assert results[:-1] == list(range(1, len(results)))
    assert over(table).ending is Ending.PLAYED


# -- the end --------------------------------------------------------------------------------------


def test_a_match_played_out_has_a_result_for_every_seat() -> None:
    before = table = playing()
    while table.turn is not None:
        before, table = table, one_card(table)
        if table.turn is not None:
            assert results_of(before, table) == ()
    deal, match = results_of(before, table)[:2], results_of(before, table)[2:]
    assert [one.deal for one in (*deal, *match)] == [1, 1, 0, 0]
    assert sum(one.points or 0 for one in deal) == 120
    assert {one.player for one in match} == {ANNA, BRUNO}
    assert results_of(table, table) == ()


def test_whoever_resigns_has_lost() -> None:
    before = one_card(playing())
    table = after(before, (ANNA, "resign"))
    assert over(table).ending is Ending.RESIGNED
    assert over(table).winner == 1
    assert [(one.player, one.outcome.value, one.points) for one in results_of(before, table)] == [
        (ANNA, "lost", None),
        (BRUNO, "won", None),
    ]
    assert say(table, ANNA, "resign") == Duplicate()
    assert say(table, BRUNO, "resign") == Stale()


def test_one_can_only_resign_a_match_one_plays() -> None:
    assert say(lobby(), ANNA, "resign") == Refused(Reason.NOT_STARTED)
    assert say(playing(), CARLA, "resign") == Refused(Reason.NOT_SEATED)


def test_leaving_a_match_is_resigning_it() -> None:
    table = after(playing(), (BRUNO, "leave"))
    assert over(table).winner == 0
    assert say(table, BRUNO, "leave") == Duplicate()


def test_the_host_ends_a_table_and_it_is_their_loss_alone() -> None:
    table = after(playing(), (ANNA, "end"))
    assert over(table).ending is Ending.STOPPED
    assert [(one.player, one.outcome.value) for one in results_of(playing(), table)] == [(ANNA, "lost")]
    assert say(table, BRUNO, "end") == Duplicate()


def test_ending_a_table_against_the_computer_counts_for_nobody() -> None:
    before = after(fresh(), (ANNA, "sit 0"), (ANNA, "seat 1 normal"), (ANNA, "start"))
    assert results_of(before, after(before, (ANNA, "end"))) == ()


def test_an_admin_ends_any_table() -> None:
    for table in (lobby(), playing()):
        ended = after(table, (CARLA, "end admin"))
        assert over(ended).ending is Ending.STOPPED
        assert results_of(table, ended) == ()


def test_a_majority_ends_a_table() -> None:
    table = after(playing(), (BRUNO, "end"))
    assert isinstance(table.phase, Playing)
    assert table.phase.votes == {BRUNO}
    assert say(table, BRUNO, "end") == Duplicate()
    assert one_card(table).phase.votes == {BRUNO}  # type: ignore[union-attr]  # still playing
    handed = replace(table, host=CARLA)
    assert over(after(handed, (ANNA, "end"))).by == ""


def test_an_outsider_ends_nothing() -> None:
    assert say(playing(), CARLA, "end") == Refused(Reason.NOT_SEATED)
    assert say(lobby(), CARLA, "end") == Refused(Reason.NOT_SEATED)
    assert say(lobby(), BRUNO, "end") == Refused(Reason.ONLY_HOST)


def test_a_rematch_needs_everybody() -> None:
    table = after(played_out(playing()), (BRUNO, "rematch"))
    assert over(table).rematch == {BRUNO}
    assert not over(table).closed
    assert say(table, BRUNO, "rematch") == Duplicate()
    agreed = after(table, (ANNA, "rematch"))
    assert over(agreed).closed
    assert say(agreed, ANNA, "rematch") == Duplicate()
    assert say(agreed, CARLA, "rematch") == Refused(Reason.NOT_SEATED)


def test_a_rematch_begins_as_the_match_did_with_the_deal_passed_on() -> None:
    table = played_out(playing())
    assert table.match is not None
    again = Table.fresh("a" * 10, table.rules, b"1" * 32, table.match.next_dealer)
    for actor, act in rematch_steps(table):
        again = decided(again, actor, act)
    assert again.seats == table.seats
    assert again.host == table.host
    assert again.turn == 1


def test_a_rematch_keeps_host_and_computer() -> None:
    table = after(fresh(), (ANNA, "sit 1"), (ANNA, "seat 0 normal"), (ANNA, "start"), (ANNA, "resign"))
    again = Table.fresh("a" * 10, table.rules, b"1" * 32, 0)
    for actor, act in rematch_steps(table):
        again = decided(again, actor, act)
    assert again.seats == (Computer(Level.NORMAL), Person(ANNA))
    assert again.host == ANNA


def test_an_offer_lapses() -> None:
    table = after(played_out(playing()), (CLOCK, "lapse"))
    assert over(table).closed
    assert say(table, ANNA, "rematch") == Refused(Reason.OFFER_OVER)
    assert say(table, CLOCK, "lapse") == Duplicate()


def test_a_table_that_was_ended_has_no_rematch() -> None:
    assert say(after(playing(), (ANNA, "end")), ANNA, "rematch") == Refused(Reason.NO_REMATCH)
    assert say(playing(), ANNA, "rematch") == Stale()


def test_a_table_shows_neither_seed_nor_cards_in_its_repr() -> None:
    table = replace(playing(), seed=b"\x07" * 32)
    assert "\\x07" not in repr(table)
    view = table.seat_view(0)
    assert view is not None
    assert not any(repr(card) in repr(table) for card in view.hand if card != table.deal.trump_card)  # type: ignore[union-attr]  # cards are out


def test_a_phase_without_cards_has_no_views() -> None:
    table = lobby()
    assert isinstance(table.phase, Lobby)
    assert (table.table_view(), table.seat_view(0), table.turn, table.step, table.computer_turn) == (
        None,
    ) * 5
    assert table.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
