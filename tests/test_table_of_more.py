"""Tables of three to six: whoever leaves is replaced, rules are set in the lobby, and results go to those who made them."""

from itertools import count

import pytest
from deals_for_tests import GAMES, deck_won_by, name_of
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    DORA,
    ELIO,
    FRANCA,
    PEOPLE,
    StackedTable,
    Told,
    accepted,
    after,
    all_seated,
    dealt,
    fresh,
    in_haste,
    move_of,
    one_card,
    table_of,
    thought,
)

from bot.computer import Level
from bot.game import Card, Deal, Exchange, Fault, Match, Move, Pass, Play, Refusal, Rules, Sign, SignWord
from bot.game.cards import DECK
from bot.table import (
    CLOCK,
    COMPUTER,
    Computer,
    Duplicate,
    Ending,
    Leaver,
    MakeMove,
    Over,
    Pace,
    Person,
    Playing,
    PlayPosition,
    Reason,
    Refused,
    Reply,
    Result,
    Stale,
    Step,
    Table,
    TimerKind,
    TimeUp,
    anew_steps,
    decide,
    first_timer,
    is_rated,
    parse_act,
    rematch_steps,
    results_of,
    rules_after,
    value_of,
)

THREE = Rules.preset("briscola", players=3)
FOUR = Rules.preset("briscola", players=4)
FIVE = Rules.preset("chiamata", players=5, match={"deals": 5})


def say(table: Table, actor: str, text: str) -> Reply:
    return decide(table, actor, parse_act(text))


def over(table: Table) -> Over:
    assert isinstance(table.phase, Over)
    return table.phase


def told(results: tuple[Result, ...]) -> list[tuple[int, str, str, bool]]:
    return [(one.deal, one.player, one.outcome.value, one.rated) for one in results]


def all_results(said: Told) -> list[Result]:
    """The results of a whole journal."""
    table, found = said.began, list[Result]()
    for actor, text in said.journal:
        before, table = table, accepted(table, actor, parse_act(text))
        found += results_of(before, table)
    return found


# -- leaving --------------------------------------------------------------------------------------


def test_who_leaves_three_is_replaced_by_a_computer_and_has_lost() -> None:
    before = dealt(THREE)
    table = after(before, (BRUNO, "leave"))
    assert isinstance(table.phase, Playing)
    assert table.seats == (Person(ANNA), Computer(Level.NORMAL), Person(CARLA))
    assert table.leavers == (Leaver(1, BRUNO),)
    assert told(results_of(before, table)) == [(0, BRUNO, "lost", True)]
    assert say(table, BRUNO, "leave") == Duplicate()
    assert say(table, BRUNO, "resign") == Duplicate()
    assert say(table, BRUNO, "d1t1 play Ad") == Refused(Reason.NOT_SEATED)
    assert say(table, BRUNO, "back") == Refused(Reason.NOT_SEATED)
    assert say(table, BRUNO, "sit 1") == Refused(Reason.ALREADY_STARTED)


def test_giving_up_among_four_is_leaving() -> None:
    table = after(dealt(FOUR), (DORA, "resign"))
    assert table.leavers == (Leaver(3, DORA),)
    assert isinstance(table.phase, Playing)


def test_when_the_host_leaves_the_next_one_is_host() -> None:
    assert after(dealt(THREE), (ANNA, "leave")).host == BRUNO


def test_when_the_last_person_leaves_nobody_has_won() -> None:
    before = after(dealt(THREE), (ANNA, "leave"), (CARLA, "resign"))
    table = after(before, (BRUNO, "leave"))
    assert table.phase == Over(Ending.RESIGNED, before.match, by=BRUNO, closed=True)
    assert over(table).winners == ()
    assert told(results_of(before, table)) == [(0, BRUNO, "lost", True)]
    assert first_timer(table, 0, Pace()) is None


def test_who_leaves_computers_has_lost_without_being_rated() -> None:
    before = dealt(FOUR, people=1)
    assert not is_rated(before)
    assert told(results_of(before, after(before, (ANNA, "leave")))) == [(0, ANNA, "lost", False)]


def test_a_leaver_changes_the_decks_of_later_deals_and_no_earlier_one() -> None:
    said = Told(table_of(Rules.preset("briscola", players=3, match={"wins": 2}))).sits().plays(5)
    deck = said.table.deck_of(1)
    said.say(CARLA, "leave")
    assert said.table.deck_of(1) == deck
    while len(said.table.dealt_to) < 2:
        said.plays(1)
    assert said.table.dealt_to == ((ANNA, BRUNO, CARLA), (ANNA, BRUNO, "cpu:normal"))
    assert said.replayed() == said.table


def whole_match_left_by(leaver: str) -> list[Result]:
    said = Told(table_of(Rules.preset("briscola", players=4, match={"wins": 2}))).sits().plays(3)
    said.say(leaver, "leave")
    return all_results(said.plays())


@pytest.mark.parametrize("leaver", [ANNA, BRUNO, CARLA, DORA])
def test_a_leaver_has_one_loss_and_partners_who_lose_have_one_that_is_not_rated(leaver: str) -> None:
    results = whole_match_left_by(leaver)
    match = {one.seat: one for one in results if one.deal == 0}
    assert sorted(match) == [0, 1, 2, 3]
    assert len({(one.deal, one.seat) for one in results}) == len(results)
    seat = PEOPLE.index(leaver)
    mate = match[(seat + 2) % 4]
    assert (match[seat].player, match[seat].outcome, match[seat].points) == (leaver, "lost", None)
    assert mate.rated == (mate.outcome == "won")
    assert all(match[other].rated for other in (seat, (seat + 1) % 4, (seat + 3) % 4))


def test_results_are_rated_if_only_people_were_dealt_the_first_cards() -> None:
    assert is_rated(dealt(FOUR))
    assert is_rated(after(dealt(FOUR), (BRUNO, "leave")))
    assert not is_rated(dealt(FOUR, people=3))
    assert not is_rated(all_seated(table_of(FOUR)))


# -- somebody is away -----------------------------------------------------------------------------


def away(table: Table, key: str) -> Table:
    """The table with this person away."""
    seat = table.seat_of(key)
    assert seat is not None
    return table.with_seat(seat, Person(key, missed=3))


def test_the_host_lets_a_computer_have_the_seat_of_somebody_who_is_away() -> None:
    before = away(dealt(FOUR), CARLA)
    table = after(before, (ANNA, "seat 2 normal"))
    assert table.seats[2] == Computer(Level.NORMAL)
    assert told(results_of(before, table)) == [(0, CARLA, "lost", True)]
    assert say(table, ANNA, "seat 2 normal") == Duplicate()
    assert say(table, CARLA, "back") == Refused(Reason.NOT_SEATED)


def test_a_host_alone_who_lets_a_computer_have_their_own_seat_has_left() -> None:
    before = away(dealt(FOUR, people=1), ANNA)
    table = after(before, (ANNA, "seat 0 normal"))
    assert table.phase == Over(Ending.RESIGNED, before.match, by=ANNA, closed=True)
    assert table.leavers == (Leaver(0, ANNA),)
    assert told(results_of(before, table)) == [(0, ANNA, "lost", False)]
    assert say(table, ANNA, "seat 0 normal") == Duplicate()
    assert say(table, ANNA, "seat 1 normal") == Stale()


def test_nobody_takes_the_seat_of_somebody_who_is_there() -> None:
    table = away(dealt(FOUR), CARLA)
    assert say(table, ANNA, "seat 1 normal") == Refused(Reason.STILL_HERE)
    assert say(table, BRUNO, "seat 2 normal") == Refused(Reason.ONLY_HOST)
    assert say(table, ANNA, "seat 4 normal") == Refused(Reason.NO_SUCH_SEAT)


def test_between_two_the_host_puts_no_computer_in_a_seat() -> None:
    assert (
        say(
            away(after(fresh(), (ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "start")), BRUNO),
            ANNA,
            "seat 1 normal",
        )
        == Stale()
    )


def test_the_computer_bids_and_calls_for_whoever_is_away() -> None:
    table = away(dealt(FIVE), ANNA)
    assert table.computer_turn == Computer(Level.NORMAL)
    table = accepted(table, COMPUTER, parse_act("d1b1 bid 3"))
    for key in PEOPLE[1:5]:
        table = after(table, (key, "d1b1 pass"))
    assert (table.turn, table.step) == (0, Step(1, "c"))
    assert table.computer_turn == Computer(Level.NORMAL)
    called = accepted(table, COMPUTER, parse_act("d1c call 3s"))
    assert called.seats[0] == Person(ANNA, missed=3)


def test_a_turn_is_missed_once_whatever_the_computer_does_in_it() -> None:
    table = table_that_may_exchange()
    step, seat = table.step, table.turn
    assert step is not None
    assert seat is not None
    exchange = next(move for move in legal(table) if isinstance(move, Exchange))
    exchanged = accepted(table, CLOCK, TimeUp(step, seat, exchange))
    assert exchanged.seats[seat] == Person(PEOPLE[seat])
    assert (exchanged.turn, exchanged.step) == (seat, step)
    assert decide(exchanged, CLOCK, TimeUp(step, seat, exchange)) == Duplicate()
    played = accepted(exchanged, CLOCK, TimeUp(step, seat, move_of(exchanged).move))
    assert played.seats[seat] == Person(PEOPLE[seat], missed=1)


# -- votes ----------------------------------------------------------------------------------------


def test_three_of_five_end_a_table() -> None:
    table = after(dealt(FIVE), (BRUNO, "end"), (CARLA, "end"))
    assert isinstance(table.phase, Playing)
    ended = after(table, (DORA, "end"))
    assert over(ended).ending is Ending.STOPPED
    assert results_of(table, ended) == ()


def test_a_vote_goes_with_whoever_leaves() -> None:
    table = after(dealt(FIVE), (BRUNO, "end"), (CARLA, "end"), (CARLA, "leave"))
    assert isinstance(table.phase, Playing)
    assert table.phase.votes == {BRUNO}


def test_when_those_who_stay_are_a_majority_for_the_end_it_has_come() -> None:
    table = after(dealt(FOUR), (BRUNO, "end"), (CARLA, "end"))
    assert isinstance(table.phase, Playing)
    ended = after(table, (DORA, "leave"))
    assert over(ended) == Over(Ending.STOPPED, table.match, closed=True)
    assert told(results_of(table, ended)) == [(0, DORA, "lost", True)]


def test_a_host_who_voted_before_being_host_gives_up_by_ending_alone() -> None:
    table = after(dealt(FOUR), (BRUNO, "end"), (ANNA, "leave"))
    assert table.host == BRUNO
    ended = after(table, (BRUNO, "end"))
    assert over(ended).by == BRUNO
    assert told(results_of(table, ended)) == [(0, BRUNO, "lost", True)]
    asked = after(table, (CARLA, "end"))
    assert over(asked).by == ""


# -- rules set in the lobby -----------------------------------------------------------------------


def test_the_host_sets_rules_in_the_lobby() -> None:
    table = after(table_of(FOUR), (ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "set match wins3"))
    assert value_of(table.rules, "match") == "wins3"
    assert say(table, ANNA, "set match wins3") == Duplicate()
    assert say(table, BRUNO, "set match wins2") == Refused(Reason.ONLY_HOST)
    assert say(dealt(FOUR), ANNA, "set match wins2") == Stale()


def test_rules_that_cannot_be_are_refused_with_the_reason() -> None:
    table = after(table_of(THREE), (ANNA, "sit 0"))
    wanted = say(table, ANNA, "set signs table")
    assert wanted == Refused(Fault.NO_PARTNERS, (("option", "signs"), ("value", "table"), ("default", "off")))
    for text, fault in {
        "set stakes high": Fault.UNKNOWN_OPTION,
        "set preset bridge": Fault.UNKNOWN_PRESET,
        "set players 5": Fault.WRONG_PLAYERS,
        "set match forever": Fault.MATCH,
        "set clock 5": Fault.CLOCK,
        "set hand 99": Fault.HAND,
    }.items():
        reply = say(table, ANNA, text)
        assert isinstance(reply, Refused)
        assert reply.reason is fault


def test_people_keep_their_seats_or_move_up_when_there_are_fewer() -> None:
    table = after(table_of(FOUR), (ANNA, "sit 0"), (CARLA, "sit 3"), (ANNA, "seat 1 normal"))
    three = after(table, (ANNA, "set players 3"))
    assert three.seats == (Person(ANNA), Computer(Level.NORMAL), Person(CARLA))
    two = after(three, (ANNA, "set players 2"))
    assert two.seats == (Person(ANNA), Person(CARLA))
    assert two.dealer == 1
    assert after(two, (ANNA, "set players 6")).seats == (Person(ANNA), Person(CARLA), None, None, None, None)


def test_nobody_is_put_out_by_a_smaller_game() -> None:
    table = all_seated(table_of(FOUR), 3)
    assert say(table, ANNA, "set players 2") == Refused(Reason.TOO_MANY_SEATED)
    assert after(table, (ANNA, "set preset chiamata")).people == (ANNA, BRUNO, CARLA)
    assert say(table, ANNA, "set preset aperta") == Refused(Reason.TOO_MANY_SEATED)


def test_one_who_plays_with_computers_goes_on_so() -> None:
    table = after(all_seated(table_of(THREE), 1), (ANNA, "set preset chiamata"))
    assert table.seats == (Person(ANNA), *[Computer(Level.NORMAL)] * 4)
    assert isinstance(after(table, (ANNA, "start")).phase, Playing)


def test_another_game_keeps_what_was_set_where_it_leaves_the_rest_as_usual() -> None:
    rules = Rules.preset(
        "briscola", players=4, exchange="seven", clock=300, match={"wins": 3}, signs="partner"
    )
    assert rules_after(rules, "preset", "brisca").to_json() == {
        "preset": "brisca", "players": 4, "match": {"wins": 3}, "exchange": "seven", "signs": "partner", "clock": 300,
    }  # fmt: skip
    bisca = rules_after(rules, "preset", "bisca")
    assert bisca.to_json() == {"preset": "bisca", "players": 4, "match": {"wins": 3}, "clock": 300}
    assert rules_after(rules, "preset", "chiamata").to_json() == {
        "preset": "chiamata",
        "players": 5,
        "clock": 300,
    }
    three = rules_after(rules, "players", "3")
    assert three.to_json() == {
        "preset": "briscola", "players": 3, "match": {"wins": 3}, "exchange": "seven", "clock": 300,
    }  # fmt: skip


@pytest.mark.parametrize("rules", GAMES, ids=name_of)
def test_every_option_is_set_to_what_it_is_by_the_word_for_it(rules: Rules) -> None:
    for option in ("preset", "players", "hand", "match", "clock", "sides", "exchange", "two_of", "trump"):
        assert rules_after(rules, option, value_of(rules, option)) == rules
    with pytest.raises(KeyError):
        value_of(rules, "stakes")


def test_a_free_table_without_a_clock_is_set_by_words() -> None:
    assert value_of(rules_after(FOUR, "clock", "none"), "clock") == "none"
    assert value_of(rules_after(FOUR, "match", "points300"), "match") == "points300"
    assert value_of(FIVE, "match") == "deals5"


def test_the_host_fills_the_free_seats_at_once() -> None:
    table = after(
        table_of(FOUR), (ANNA, "sit 0"), (BRUNO, "sit 2"), (ANNA, "seat 1 normal"), (ANNA, "fill normal")
    )
    assert table.seats == (Person(ANNA), Computer(Level.NORMAL), Person(BRUNO), Computer(Level.NORMAL))
    assert say(table, ANNA, "fill normal") == Duplicate()
    assert say(table, BRUNO, "fill normal") == Refused(Reason.ONLY_HOST)
    assert say(dealt(FOUR), ANNA, "fill normal") == Stale()


# -- the next table -------------------------------------------------------------------------------


def finished(rules: Rules = THREE) -> Table:
    return Told(table_of(rules)).sits().plays(5000, in_haste).table


def next_table(table: Table, steps: tuple[tuple[str, object], ...]) -> Table:
    assert table.match is not None
    fresh_one = Table.fresh("b" * 10, table.rules, bytes(32), table.match.next_dealer)
    return after(fresh_one, *((actor, str(act)) for actor, act in steps))


def test_after_a_match_anybody_sits_down_anew_with_the_same_people() -> None:
    table = after(finished(), (BRUNO, "anew"))
    assert (over(table).anew, over(table).closed) == (BRUNO, True)
    assert say(table, ANNA, "anew") == Duplicate()
    assert say(table, ANNA, "rematch") == Stale()
    again = next_table(table, anew_steps(table))
    assert (again.host, again.people, again.dealer) == (BRUNO, (ANNA, BRUNO, CARLA), 0)
    assert after(again, (BRUNO, "set players 4")).dealer == 0


def test_anew_needs_a_seat_a_result_and_an_offer() -> None:
    assert say(finished(), DORA, "anew") == Refused(Reason.NOT_SEATED)
    assert say(dealt(THREE), ANNA, "anew") == Stale()
    assert say(after(dealt(THREE), (ANNA, "end")), ANNA, "anew") == Refused(Reason.NO_REMATCH)
    assert say(after(finished(), (CLOCK, "lapse")), ANNA, "anew") == Refused(Reason.OFFER_OVER)
    agreed = after(finished(), (ANNA, "rematch"), (BRUNO, "rematch"), (CARLA, "rematch"))
    assert say(agreed, ANNA, "anew") == Stale()


def test_nobody_sits_down_anew_before_somebody_has_said_so() -> None:
    assert [str(act) for _, act in anew_steps(dealt(THREE))] == ["sit 0", "sit 1", "sit 2"]


def test_a_rematch_keeps_the_computer_that_came_for_a_leaver() -> None:
    said = Told(table_of(THREE)).sits().plays(4)
    said.say(ANNA, "leave")
    said.plays()
    table = after(said.table, (BRUNO, "rematch"), (CARLA, "rematch"))
    again = next_table(table, rematch_steps(table))
    assert again.seats == (Computer(Level.NORMAL), Person(BRUNO), Person(CARLA))
    assert (again.leavers, again.host) == ((), BRUNO)
    assert not is_rated(again)


# -- moves of every kind --------------------------------------------------------------------------


def legal(table: Table) -> tuple[Move, ...]:
    assert table.turn is not None
    view = table.seat_view(table.turn)
    assert view is not None
    return tuple(view.legal_moves)


def table_that_may_exchange() -> Table:
    """The first seat on turn holds the seven of trump, and an honour lies under the stock."""
    rules = Rules.preset("brisca", players=4, exchange_window="free")
    for number in count():
        table = dealt(rules, seed=number.to_bytes(32))
        if any(isinstance(move, Exchange) for move in legal(table)):
            return table
    raise AssertionError


def test_an_exchange_said_twice_is_one_and_after_the_card_comes_too_late() -> None:
    table = table_that_may_exchange()
    exchange = next(move for move in legal(table) if isinstance(move, Exchange))
    act = parse_act(f"d1t1 {exchange}")
    before = table
    table = accepted(table, ANNA, act)
    assert decide(table, ANNA, act) == Duplicate()
    assert table.step == before.step
    table = one_card(table)
    assert decide(table, ANNA, act) == Duplicate()
    assert decide(one_card(before), ANNA, act) == Stale()
    assert decide(before, ANNA, parse_act("d1t1 exchange 4d")) != Duplicate()


def test_a_place_means_the_card_that_lies_there_after_an_exchange() -> None:
    table = table_that_may_exchange()
    assert table.deal is not None
    hand = table.deal.hands[0]
    exchange = next(move for move in legal(table) if isinstance(move, Exchange))
    place = hand.index(exchange.card) + 1
    taken = table.deal.trump_card
    assert taken is not None
    assert table.hand_at(0, Step(1, "t1")) == tuple(hand)
    exchanged = after(table, (ANNA, f"d1t1 {exchange}"))
    reply = decide(exchanged, ANNA, PlayPosition(Step(1, "t1"), place))
    assert reply == decide(exchanged, ANNA, MakeMove(Step(1, "t1"), Play(taken)))
    assert (
        decide(
            accepted(exchanged, ANNA, MakeMove(Step(1, "t1"), Play(taken))),
            ANNA,
            PlayPosition(Step(1, "t1"), place),
        )
        == Duplicate()
    )


def test_places_are_those_of_the_hand_in_every_trick_also_a_blind_one() -> None:
    for rules in (
        Rules.preset("chiamata", players=5, blind_first_trick="on"),
        Rules.preset("brisca", players=4),
    ):
        said = Told(table_of(rules)).sits()
        while isinstance(said.table.phase, Playing) and (
            said.table.deal is None or len(said.table.deal.tricks) < 4
        ):
            table = said.table
            assert table.turn is not None
            assert table.step is not None
            view = table.seat_view(table.turn)
            assert view is not None
            if table.step.trick is not None:
                assert table.hand_at(table.turn, table.step) == tuple(view.hand)
            else:
                assert table.hand_at(table.turn, table.step) == ()
            said.plays(1, in_haste)


def test_a_sign_belongs_to_the_trick_on_the_table() -> None:
    table = dealt(Rules.preset("brisca", players=4))
    assert say(table, BRUNO, "d1t1 sign ace") == Refused(Refusal.SIGN_NOT_YET)
    while table.deal is not None and not table.deal.tricks:
        table = one_card(table)
    for key in PEOPLE[:4]:
        signed = after(table, (key, "d1t2 sign ace"))
        assert (signed.turn, signed.step) == (table.turn, table.step)
        assert say(signed, key, "d1t2 sign ace") == Duplicate()
        assert say(signed, key, "d1t2 sign king") == Refused(Refusal.SIGNED_ALREADY)
    assert say(table, ANNA, "d1t1 sign ace") == Stale()
    assert say(table, ANNA, "d1t3 sign ace") == Stale()


def test_bids_passes_and_calls_are_told_again_from_those_that_come_too_late() -> None:
    table = after(dealt(FIVE), (ANNA, "d1b1 bid 3"))
    assert say(table, ANNA, "d1b1 bid 3") == Duplicate()
    assert say(table, ANNA, "d1b1 pass") == Stale()
    assert say(table, CARLA, "d1b1 pass") == Refused(Refusal.NOT_YOUR_TURN)
    assert say(table, BRUNO, "d1b1 bid A") == Refused(Refusal.BID_NOT_LOWER)
    assert say(table, BRUNO, "d1b2 pass") == Stale()
    assert say(table, BRUNO, "d1t1 play Ad") == Stale()
    for key in (BRUNO, CARLA, DORA, ELIO):
        table = after(table, (key, "d1b1 pass"))
        assert say(table, key, "d1b1 pass") == Duplicate()
    assert table.step == Step(1, "c")
    assert say(table, BRUNO, "d1c call 3d") in (Stale(), Refused(Refusal.NOT_YOUR_TURN))
    assert say(table, ANNA, "d1c call Kd") == Refused(Refusal.WRONG_RANK)
    table = after(table, (ANNA, "d1c call 3d"))
    assert say(table, ANNA, "d1c call 3d") == Duplicate()
    assert say(table, ANNA, "d1c call 3s") == Stale()
    assert table.step == Step(1, "t1")


def test_when_all_pass_the_same_dealer_deals_again_and_nobody_has_a_result() -> None:
    before = dealt(FIVE)
    table = before
    for key in PEOPLE[:5]:
        table = after(table, (key, "d1b1 pass"))
    assert results_of(before, table) == ()
    assert first_timer(table, 0, Pace(next_deal=9)) is not None
    assert table.turn is None
    again = after(table, (CLOCK, "deal 2"))
    assert (again.turn, again.step) == (before.turn, Step(2, "b1"))


def test_time_is_up_also_in_an_auction() -> None:
    table = dealt(FIVE)
    table = accepted(table, CLOCK, TimeUp(Step(1, "b1"), 0, Pass()))
    assert table.seats[0] == Person(ANNA, missed=1)
    assert decide(table, CLOCK, TimeUp(Step(1, "b1"), 0, Pass())) == Stale()
    assert table.turn == 1


def test_computers_bid_faster_than_they_play_and_faster_where_there_are_many() -> None:
    def pause(table: Table) -> int:
        timer = first_timer(table, 0, Pace(computer=90))
        assert timer is not None
        assert timer.kind is TimerKind.COMPUTER
        return timer.at

    said = Told(table_of(FIVE)).sits(1)
    said.say(ANNA, "d1b1 pass")
    assert pause(said.table) == 33
    said.plays(9, in_haste)
    while said.table.turn == 0 or said.table.step is None or said.table.step.trick is None:
        said.plays(1, in_haste)
    assert pause(said.table) in (33, 42), "longer over a trick that is worth something"
    assert pause(one_card(dealt(THREE, people=1))) == 67


# -- results of chiamata --------------------------------------------------------------------------


def test_a_deal_of_chiamata_is_won_and_lost_by_the_declarers_side_and_the_rest() -> None:
    said = Told(table_of(FIVE, bytes([7] * 32))).sits().plays(5000, in_haste)
    match = said.table.match
    assert match is not None
    results = all_results(said)
    for deal in match.results:
        rows = [one for one in results if one.deal == deal.number]
        assert [one.seat for one in rows] == [0, 1, 2, 3, 4]
        for one in rows:
            assert one.seat in deal.sides[one.side]
            assert one.points == deal.points[one.side]
            assert one.outcome == ("won" if deal.winner == one.side else "lost")
            assert (one.outcome == "won") == (deal.score[one.seat] > 0)
    rows = [one for one in results if one.deal == 0]
    assert [(one.side, one.outcome == "won") for one in rows] == [
        (seat, total == max(match.score)) for seat, total in enumerate(match.score)
    ]


def shared_match() -> Told:
    """A match of chiamata with equal totals at the top."""
    for number in count():
        said = Told(table_of(FIVE, number.to_bytes(32))).sits().plays(5000, in_haste)
        if len(over(said.table).winners) > 1:
            return said
    raise AssertionError


def test_equal_totals_at_the_top_of_chiamata_are_won_by_all_who_have_them() -> None:
    said = shared_match()
    rows = [one for one in all_results(said) if one.deal == 0]
    assert [one.seat for one in rows if one.outcome == "won"] == list(over(said.table).winners)
    assert over(said.table).winner is None
    assert "drawn" not in [one.outcome for one in rows]


def test_a_tie_that_is_dealt_again_is_no_drawn_match() -> None:
    rules = Rules.preset("briscola", players=2, tie="replay")
    decks = (deck_won_by(None), deck_won_by(0))
    said = Told(StackedTable("k7d2m9qxab", rules, bytes(32), 1, (None, None), decks=decks)).sits().plays()
    assert [(one.deal, one.seat, one.points, one.outcome.value) for one in all_results(said)][:4] == [
        (1, 0, 60, "drawn"), (1, 1, 60, "drawn"), (2, 0, said_points(said, 0), "won"), (2, 1, said_points(said, 1), "lost"),
    ]  # fmt: skip
    assert [one.outcome.value for one in all_results(said) if one.deal == 0] == ["won", "lost"]


def said_points(said: Told, seat: int) -> int:
    assert said.table.deal is not None
    return said.table.deal.points[seat]


# -- the worked count -----------------------------------------------------------------------------


WORKED = {
    0: ["Ad", "Ac", "3d", "3c", "Kd", "Kc", "Ks", "Qd", "Jd", "Jc"],
    1: ["As", "Ab", "3s", "3b", "Kb", "Qc", "Qs", "Qb", "Js", "Jb"],
}


def worked_deck() -> tuple[Card, ...]:
    """A deck in which both play their cards in the order of the deck and take what the worked count says."""
    from random import Random

    random = Random(0)
    while True:
        deck = list(DECK)
        random.shuffle(deck)
        taken = _taken(deck)
        if taken == [61, 59]:
            return tuple(deck)


def _taken(deck: list[Card]) -> list[int]:
    deal = Deal.begin(Rules.preset("briscola", players=2), deck, 0)
    while deal.turn is not None:
        deal = deal.play(deal.turn, deal.legal_moves(deal.turn)[0])
    return list(deal.points)


def test_the_worked_count_is_61_to_59() -> None:
    counted = {
        side: [sum(Card.parse(code).points for code in codes if code[0] == rank) for rank in "A3KQJ"]
        for side, codes in WORKED.items()
    }
    assert counted == {0: [22, 20, 12, 3, 4], 1: [22, 20, 4, 9, 4]}
    assert [sum(counts) for counts in counted.values()] == [61, 59]


def test_61_to_59_is_won_by_the_side_with_61() -> None:
    rules = Rules.preset("briscola", players=2)
    table: Table = StackedTable("k7d2m9qxab", rules, bytes(32), 1, (None, None), decks=(worked_deck(),))
    said = Told(table).sits().plays(40)
    assert [(one.deal, one.points, one.outcome) for one in all_results(said)] == [
        (1, 61, "won"), (1, 59, "lost"), (0, 61, "won"), (0, 59, "lost"),
    ]  # fmt: skip


def test_six_play_a_match_from_the_lobby_to_the_last_card() -> None:
    said = Told(table_of(Rules.preset("brisca", players=6, match={"wins": 2}))).sits().plays(5000, thought)
    assert over(said.table).ending is Ending.PLAYED
    rows = [one for one in all_results(said) if one.deal == 0]
    assert [one.player for one in rows] == [ANNA, BRUNO, CARLA, DORA, ELIO, FRANCA]
    assert (
        [one.outcome for one in rows[:2]]
        == [one.outcome for one in rows[2:4]]
        == [one.outcome for one in rows[4:]]
    )
    assert isinstance(said.table.match, Match)
    assert Sign(SignWord.ACE) not in legal(dealt(Rules.preset("brisca", players=6)))
