"""Alone with computers one may deal anew, at another level too; and computers can be watched."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from deals_for_tests import cards_in
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    PEOPLE,
    Told,
    after,
    begun,
    dealt,
    fresh,
    one_card,
    played_out,
    said_by_timers,
    table_of,
)

from bot.computer import Level
from bot.game import Rules
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    Computer,
    Duplicate,
    Ending,
    Lobby,
    Over,
    Pace,
    Person,
    Playing,
    Reason,
    Refused,
    Reply,
    Stale,
    Table,
    TimerKind,
    anew_steps,
    decide,
    first_timer,
    is_rated,
    parse_act,
    rematch_steps,
    results_of,
)
from bot.table.history import digest, exported
from bot.table.verify import verified

FOUR = Rules.preset("briscola", players=4)
LONG = Rules.preset("briscola", players=2, match={"wins": 3})


def say(table: Table, actor: str, text: str) -> Reply:
    return decide(table, actor, parse_act(text))


def alone(rules: Rules = LONG) -> Table:
    return dealt(rules, people=1)


# -- a deal abandoned -----------------------------------------------------------------------------


def test_a_deal_that_is_abandoned_counts_for_nothing_and_the_same_dealer_deals_the_next() -> None:
    first = one_card(alone())
    second = after(first, (ANNA, "abandon d1"))
    assert first.match is not None
    assert second.match is not None
    assert second.match.deal_number == 2
    assert (second.match.dealer, second.match.results, second.match.score) == (
        first.match.dealer,
        (),
        first.match.score,
    )
    assert second.deal is not None
    assert not second.deal.tricks
    assert second.deck_of(2) != second.deck_of(1)
    assert results_of(first, second) == ()
    assert second.turn == 0, "the same seat leads"


def test_abandoned_again_it_is_done_and_overtaken_it_is_stale() -> None:
    second = after(alone(), (ANNA, "abandon d1"))
    assert say(second, ANNA, "abandon d1") == Duplicate()
    assert say(second, ANNA, "abandon d3") == Stale()
    assert say(second, ANNA, "abandon d0") == Stale()
    over = played_out(second)
    assert say(over, ANNA, "abandon d2") == Stale(), "its cards have counted"
    third = after(over, (ANNA, "deal 3"))
    assert say(third, ANNA, "abandon d2") == Stale()
    assert say(third, ANNA, "abandon d1") == Duplicate()
    assert isinstance(say(third, ANNA, "abandon d3"), Accepted)


def test_computers_play_another_level_from_the_next_deal_on() -> None:
    table = after(alone(FOUR), (ANNA, "abandon d1 hard"))
    assert table.seats == (Person(ANNA), *[Computer(Level.HARD)] * 3)
    assert table.dealt_to == (
        (ANNA, *["cpu:normal"] * 3),
        (ANNA, *["cpu:hard"] * 3),
    )
    assert say(table, ANNA, "abandon d1 hard") == Duplicate()
    assert say(table, ANNA, "abandon d1 easy") == Stale()
    assert say(table, ANNA, "abandon d1") == Duplicate()


def test_the_level_that_all_computers_have_throws_no_cards_away() -> None:
    table = after(alone(FOUR), (ANNA, "abandon d1 hard"))
    assert say(table, ANNA, "abandon d2 hard") == Duplicate()
    assert isinstance(say(table, ANNA, "abandon d2 easy"), Accepted)


def test_only_somebody_alone_with_computers_abandons_a_deal() -> None:
    assert say(begun(fresh()), ANNA, "abandon d1") == Refused(Reason.ONLY_ALONE)
    assert say(dealt(FOUR, people=2), ANNA, "abandon d1 hard") == Refused(Reason.ONLY_ALONE)
    assert say(alone(), BRUNO, "abandon d1") == Refused(Reason.NOT_SEATED)
    assert say(alone(), CLOCK, "abandon d1") == Refused(Reason.NOT_SEATED)
    assert say(after(fresh(), (ANNA, "sit 0")), ANNA, "abandon d1") == Refused(Reason.NOT_STARTED)


def test_whoever_is_left_by_the_others_does_not_get_out_of_the_match_so() -> None:
    left = after(dealt(FOUR), *((key, "leave") for key in PEOPLE[1:4]))
    assert isinstance(left.phase, Playing)
    assert left.people == (ANNA,)
    assert say(left, ANNA, "abandon d1") == Refused(Reason.ONLY_ALONE)


def test_an_absent_person_who_deals_anew_is_there_again() -> None:
    table = alone().with_seat(0, Person(ANNA, missed=3))
    assert after(table, (ANNA, "abandon d1")).seats[0] == Person(ANNA)


def test_a_table_does_not_begin_deals_for_ever() -> None:
    table = alone()
    for number in range(1, 500):
        table = after(table, (ANNA, f"abandon d{number}"))
    assert say(table, ANNA, "abandon d500") == Refused(Reason.TOO_MANY_DEALS)
    assert say(table, ANNA, "end") != Refused(Reason.TOO_MANY_DEALS)


def test_after_the_last_card_of_the_match_there_is_nothing_to_abandon() -> None:
    over = played_out(dealt(Rules.preset("briscola", players=2), people=1))
    assert say(over, ANNA, "abandon d1") == Stale()
    closed = after(fresh(), (ANNA, "sit 0"), (ANNA, "end"))
    assert say(closed, ANNA, "abandon d1") == Stale()


@pytest.mark.parametrize(
    "rules", [LONG, FOUR, Rules.preset("chiamata", players=5, match={"deals": 5})], ids=str
)
def test_an_abandoned_deal_stands_in_the_file_of_the_match_and_verifies(rules: Rules) -> None:
    said = Told(table_of(rules)).sits(1)
    said.plays(3)
    assert isinstance(said.say(ANNA, "abandon d1"), Accepted)
    said.plays(2)
    assert isinstance(said.say(ANNA, "abandon d2 hard"), Accepted)
    said.plays()
    file = exported(said.began, said.journal)
    deals = file["deals"]
    assert isinstance(deals, list)
    assert [one["finished"] for one in deals[:3]] == [False, False, True]
    assert [one["players"][1] for one in deals[:3]] == ["cpu:normal", "cpu:normal", "cpu:hard"]
    assert deals[0]["dealer"] == deals[1]["dealer"] == deals[2]["dealer"]
    verdicts = verified(json.dumps(file))
    assert all(one.agrees for one in verdicts), verdicts[-1]
    assert "not played to its end" in verdicts[1].sentence
    assert said.replayed() == said.table


def test_a_file_in_which_two_people_abandon_a_deal_does_not_verify() -> None:
    said = Told(table_of(LONG)).sits(1)
    said.plays(3)
    said.say(ANNA, "abandon d1")
    said.plays()
    file = json.loads(json.dumps(exported(said.began, said.journal)).replace("cpu:normal", "pBruno"))
    file["sha256"] = digest(file)
    *_, last = verified(json.dumps(file))
    assert not last.agrees


def test_a_level_that_changes_after_a_deal_that_was_played_does_not_verify() -> None:
    said = Told(table_of(LONG)).sits(1)
    said.plays()
    file = json.loads(json.dumps(exported(said.began, said.journal)))
    file["deals"][1]["players"][1] = "cpu:hard"
    file["sha256"] = digest(file)
    *_, last = verified(json.dumps(file))
    assert last.sentence == 'deal 2: in seat 1 is "cpu:hard", and was "cpu:normal"'


# -- computers alone ------------------------------------------------------------------------------


def watched(rules: Rules = FOUR, level: str = "hard") -> Table:
    return after(table_of(rules), (ANNA, f"watch {level}"), (ANNA, "start"))


def test_a_table_of_computers_plays_by_itself_to_the_end_of_one_match() -> None:
    table = watched()
    assert table.is_watched
    assert table.people == ()
    assert table.host == ANNA
    said = said_by_timers(table)
    assert {actor for actor, _ in said} == {COMPUTER, CLOCK}
    over = table
    for actor, act in said[:-1]:
        over = after(over, (actor, str(act)))
    assert isinstance(over.phase, Over)
    assert over.phase.ending is Ending.PLAYED
    assert not over.phase.closed, "it may be watched again"
    assert not is_rated(over)


def test_whoever_opened_a_lobby_can_leave_the_seat_to_a_computer_and_watch() -> None:
    lobby = after(table_of(FOUR), (ANNA, "sit 0"), (ANNA, "seat 2 easy"))
    table = after(lobby, (ANNA, "watch hard"))
    levels = [one.level for one in table.seats if isinstance(one, Computer)]
    assert levels == [Level.HARD, Level.HARD, Level.EASY, Level.HARD], "who sat there stays as they were"
    assert say(table, ANNA, "watch hard") == Duplicate()
    assert say(table, BRUNO, "watch hard") == Refused(Reason.ONLY_HOST)
    assert say(lobby, BRUNO, "watch hard") == Refused(Reason.ONLY_HOST)
    assert say(table, BRUNO, "start") == Refused(Reason.ONLY_HOST)
    assert say(after(lobby, (BRUNO, "sit 1")), ANNA, "watch hard") == Refused(Reason.ONLY_ALONE)
    assert say(after(table, (ANNA, "start")), ANNA, "watch hard") == Stale()
    assert say(table_of(FOUR), CLOCK, "watch hard") == Refused(Reason.NOT_SEATED)


def test_who_watches_may_change_the_computers_sit_down_again_or_close_the_table() -> None:
    table = after(table_of(FOUR), (ANNA, "watch normal"), (ANNA, "seat 3 easy"), (ANNA, "seat 0 empty"))
    assert not table.is_watched
    back = after(table, (ANNA, "sit 0"))
    assert (back.host, back.people) == (ANNA, (ANNA,))
    closed = after(table, (ANNA, "leave"))
    assert isinstance(closed.phase, Over)
    assert say(closed, ANNA, "leave") == Duplicate()


def test_people_who_sit_down_at_a_watched_table_play_under_a_host_of_their_own() -> None:
    lobby = after(table_of(FOUR), (ANNA, "watch normal"), (ANNA, "seat 0 empty"), (BRUNO, "sit 0"))
    assert lobby.host == ANNA
    table = after(lobby, (ANNA, "start"))
    assert table.host == BRUNO
    assert say(table, ANNA, "start") == Stale()
    assert say(table, ANNA, "end") == Refused(Reason.NOT_SEATED)
    left = after(lobby, (ANNA, "leave"))
    assert (left.host, left.phase) == (BRUNO, Lobby())


def test_who_watches_can_end_it_at_once_and_nobody_loses() -> None:
    table = watched()
    assert say(table, BRUNO, "end") == Refused(Reason.ONLY_HOST)
    ended = after(table, (ANNA, "end"))
    assert ended.phase == Over(Ending.STOPPED, table.match, closed=True)
    assert results_of(table, ended) == ()


def test_who_watches_can_ask_for_the_next_deal_and_for_another_match() -> None:
    table = played_out(watched(LONG))
    assert say(table, BRUNO, "deal 2") == Refused(Reason.ONLY_HOST)
    assert isinstance(say(table, ANNA, "deal 2"), Accepted)
    mixed = after(table_of(FOUR), (ANNA, "watch hard"), (ANNA, "seat 1 easy"), (ANNA, "start"))
    over = played_out(mixed)
    assert say(over, BRUNO, "rematch") == Refused(Reason.ONLY_HOST)
    again = after(over, (ANNA, "rematch"))
    assert isinstance(again.phase, Over)
    assert again.phase.closed
    assert say(again, ANNA, "rematch") == Duplicate()
    following = replace(table_of(FOUR), dealer=0)
    for actor, act in rematch_steps(over):
        following = after(following, (actor, str(act)))
    assert (following.seats, following.host) == (over.seats, ANNA)
    assert isinstance(following.phase, Playing)
    lobby = table_of(FOUR)
    for actor, act in anew_steps(after(over, (ANNA, "anew"))):
        lobby = after(lobby, (actor, str(act)))
    assert (lobby.seats, lobby.host, lobby.phase) == (over.seats, ANNA, Lobby())
    lapsed = after(over, (CLOCK, "lapse"))
    assert say(lapsed, ANNA, "rematch") == Refused(Reason.OFFER_OVER)


def test_a_match_that_hardly_ends_is_not_played_by_computers_alone() -> None:
    for length in ({"points": 1_000_000}, {"points": 1001}):
        rules = Rules.preset("briscola", players=2, match=length)
        table = after(table_of(rules), (ANNA, "watch easy"))
        assert say(table, ANNA, "start") == Refused(Reason.TOO_LONG)
    five = after(table_of(Rules.preset("chiamata", players=5, match={"deals": 1000})), (ANNA, "watch easy"))
    assert say(five, ANNA, "start") == Refused(Reason.TOO_LONG)
    assert isinstance(say(watched(LONG), ANNA, "end"), Accepted)


def test_nobody_sees_a_hand_of_computers_that_play_alone() -> None:
    table = one_card(watched())
    view = table.table_view()
    assert view is not None
    assert table.deal is not None
    held = {card for hand in table.deal.hands for card in hand}
    assert not held & set(cards_in(view))


# -- who leaves -----------------------------------------------------------------------------------


def test_who_leaves_is_followed_by_a_computer_of_the_level_that_is_named() -> None:
    table = dealt(FOUR)
    assert after(table, (BRUNO, "leave hard")).seats[1] == Computer(Level.HARD)
    assert after(table, (BRUNO, "resign easy")).seats[1] == Computer(Level.EASY)
    assert after(table, (BRUNO, "leave")).seats[1] == Computer(Level.NORMAL)
    assert say(after(table, (BRUNO, "leave hard")), BRUNO, "leave") == Duplicate()
    assert str(parse_act("leave hard")) == "leave hard"
    assert CARLA in after(table, (BRUNO, "leave hard")).people


# -- the pause ------------------------------------------------------------------------------------


def pause(table: Table) -> int:
    """How long the computer on turn waits."""
    timer = first_timer(table, 0, Pace())
    assert timer is not None
    assert timer.kind is TimerKind.COMPUTER
    return timer.at


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("people", [1, 2])
def test_nobody_waits_longer_than_five_seconds_for_the_computers_of_a_trick(
    players: int, people: int
) -> None:
    table = dealt(Rules.preset("briscola", players=players), people=people)
    waited: Counter[int] = Counter()
    while isinstance(table.phase, Playing):
        assert table.deal is not None
        if table.computer_turn is not None:
            waited[table.deal.trick_number] += pause(table)
        table = one_card(table)
    assert all(time <= 5_000 for time in waited.values())
    assert players == people or min(waited.values()) > 400


def test_a_last_card_is_played_faster_and_a_rich_trick_takes_longer() -> None:
    table = alone(Rules.preset("briscola", players=2))
    rich: set[int] = set()
    poor: set[int] = set()
    last: set[int] = set()
    while isinstance(table.phase, Playing):
        view = table.table_view()
        assert view is not None
        assert view.trick is not None
        if table.computer_turn and view.trick.cards:
            lying = view.rules.ranking.points_of(view.trick.cards)
            kind = last if view.hand_counts[1] == 1 else rich if lying >= 10 else poor
            kind.add(pause(table))
        table = one_card(table)
    assert [len(one) for one in (last, rich, poor)] <= [1, 1, 1]
    assert max(last, default=0) < min(poor) < min(rich)
