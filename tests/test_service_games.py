"""Games of every kind as people meet them: opened by wish, played by three to six, left, and begun anew."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial

import pytest
from house import ANNA, BRUNO, CARLA, DORA, EVERYBODY, FRIDAY, House, house

from bot.game import Rules
from bot.service.answers import Outcome
from bot.service.budget import Buckets
from bot.service.ports import Budget
from bot.service.records import SurfaceKind, Where, Who
from bot.service.studio import Urgency
from bot.table import Pace, Person, Playing, TimerKind
from bot.table.verify import verified
from bot.words import words

THREE = {"preset": "briscola", "players": 3, "clock": "none"}
PAIRS = {"preset": "briscola", "players": 4, "clock": "none"}
FIVE = {"preset": "chiamata", "players": 5, "clock": "none"}


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as one:
        yield one


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def rules_of(home: House, table: str) -> dict[str, object]:
    return (await home.value(table)).rules.to_json()


# -- opening --------------------------------------------------------------------------------------


async def test_a_table_is_opened_by_the_rules_wished_for_and_the_chat_remembers_them(home: House) -> None:
    table = await home.open(rules={"preset": "brisca", "players": 4, "tie": "draw"})
    wished = {"preset": "brisca", "players": 4, "tie": "draw"}
    assert await rules_of(home, table) == wished
    again = await home.tables.open(FRIDAY, BRUNO)
    assert await rules_of(home, again.table) == wished
    assert again.note is not None, "whoever said nothing about the game may choose it"
    assert any("-set-preset-bisca" in button.token for row in again.note.rows for button in row)
    for wish, came in (({"players": 3}, {"preset": "brisca", "players": 3, "tie": "draw"}),):
        assert await rules_of(home, await home.open(CARLA, rules=wish)) == came
    elsewhere = Where("telegram", "-100888", "", "Saturday", "en")
    assert await rules_of(home, await home.open(ANNA, elsewhere)) == {"preset": "briscola", "players": 2}


async def test_rules_that_cannot_be_are_refused_in_the_persons_language_and_open_nothing(home: House) -> None:
    for who, start in ((ANNA, "Signs"), (BRUNO, "I segni")):
        answer = await home.tables.open(FRIDAY, who, rules={"players": 3, "signs": "table"}, event="9")
        assert answer.outcome is Outcome.REFUSED
        assert answer.table == ""
        assert answer.words.startswith(start) or who is BRUNO
    assert await home.store.read(lambda tx: tx.latest_table(1, "")) is None
    assert (await home.tables.open(FRIDAY, ANNA, event="9")).outcome is Outcome.ACCEPTED, (
        "and nothing is lost"
    )


async def test_computers_take_all_other_seats_where_they_are_wished_for(home: House) -> None:
    table = await home.open(opponent="normal", rules=FIVE)
    value = await home.value(table)
    assert value.is_full
    assert len(value.people) == 1
    by_button = await home.press(BRUNO, "open-normal-brisca-4")
    assert await rules_of(home, by_button.table) == {"preset": "brisca", "players": 4}
    assert (await home.value(by_button.table)).is_full


async def test_a_lobby_in_which_nobody_else_sits_takes_the_new_rules(home: House) -> None:
    table = await home.open()
    other = await home.tables.open(FRIDAY, ANNA, rules=PAIRS)
    assert other.table == table
    assert other.outcome is Outcome.DUPLICATE
    assert other.words.startswith("You have a table open here already. It is now: Briscola · 4 players")
    assert (await home.tables.open(FRIDAY, ANNA, rules=PAIRS)).words == "You have a table open here already."
    assert await rules_of(home, table) == PAIRS
    assert Rules.from_json(json.loads((await home.row(table)).rules)).players == 2, (
        "the row keeps the opening"
    )
    await home.press(BRUNO, f"{table}-sit-1")
    assert (await home.tables.open(FRIDAY, ANNA, rules=PAIRS)).table == table
    second = await home.tables.open(FRIDAY, ANNA, rules=THREE)
    assert second.table != table, "somebody else has sat down for the game as it was"
    assert second.outcome is Outcome.ACCEPTED


async def test_an_event_said_again_finds_the_table_that_it_opened_or_found(home: House) -> None:
    table = await home.open(event="1")
    assert (await home.tables.open(FRIDAY, ANNA, rules=THREE, event="2")).table == table
    newer = await home.open(BRUNO, event="3")
    for event in ("1", "2"):
        again = await home.tables.open(FRIDAY, ANNA, rules=PAIRS, event=event)
        assert (again.table, again.outcome, again.words) == (table, Outcome.DUPLICATE, "")
    assert newer != table
    assert await rules_of(home, table) == THREE


# -- choosing -------------------------------------------------------------------------------------


async def test_who_sets_a_rule_goes_on_in_the_note_that_the_button_stood_in(home: House) -> None:
    table = await home.open()
    games = await home.press(ANNA, f"{table}-set-players-4")
    assert games.note is not None
    assert any(button.label.startswith("✓") for row in games.note.rows for button in row)
    options = await home.press(ANNA, f"{table}-set-signs-table")
    assert options.note is not None
    assert any(button.token == f"{table}-option_signs" for row in options.note.rows for button in row)
    assert (await home.press(ANNA, f"{table}-set-signs-table")).note == options.note
    refused = await home.press(ANNA, f"{table}-set-players-3")
    assert refused.outcome is Outcome.ACCEPTED, "signs give way to the number of players"
    stranger = await home.press(BRUNO, f"{table}-set-players-4")
    assert (stranger.outcome, stranger.note) == (Outcome.REFUSED, None)
    assert await rules_of(home, await home.open(BRUNO)) == {"preset": "briscola", "players": 3}


@pytest.mark.parametrize("what", ["rules", "games", "options", "option_match", "signs", "points", "sheet"])
async def test_every_question_about_a_table_is_answered_to_everybody(home: House, what: str) -> None:
    table = await home.open(rules=PAIRS)
    for who in (ANNA, CARLA):
        answer = await home.press(who, f"{table}-{what}")
        assert answer.outcome is Outcome.SHOWN
        assert answer.note is not None
        assert answer.note.text
    assert (await home.press(ANNA, "zzzzzzzzzz-rules")).outcome is Outcome.STALE


async def test_the_rules_are_told_of_the_table_that_one_means(home: House) -> None:
    unknown = Where("telegram", "-100999", "", "Nowhere", "en")
    for where in (unknown, FRIDAY):
        usual = await home.tables.rules(where, ANNA)
        assert usual.note is not None
        assert usual.table == ""
    table = await home.open(rules=PAIRS)
    assert (await home.tables.rules(FRIDAY, CARLA)).table == table
    other = await home.open(BRUNO, rules=THREE)
    assert (await home.tables.rules(FRIDAY, ANNA)).table == table, "the table at which one sits"
    assert (await home.tables.rules(FRIDAY, ANNA, table=other)).table == other
    assert (await home.tables.rules(FRIDAY, ANNA, table="zzzzzzzzzz")).outcome is Outcome.STALE
    web = Where("web", "web", "", "Web", "en")
    assert (
        await home.tables.rules(web, Who("web", "x", "Xenia", "en"), table=table)
    ).outcome is Outcome.STALE
    assert (await home.tables.sheet(FRIDAY, ANNA)).note is not None
    assert (await home.tables.sheet(unknown, ANNA)).outcome is Outcome.REFUSED


# -- house rules ----------------------------------------------------------------------------------


async def test_only_admins_make_house_rules_and_new_tables_begin_with_them(home: House) -> None:
    table = await home.open(rules=PAIRS)
    assert (await home.press(ANNA, f"{table}-house")).outcome is Outcome.REFUSED
    assert (await home.tables.press(f"{table}-house", FRIDAY, ANNA, admin=no)).outcome is Outcome.REFUSED
    elsewhere = Where("telegram", "-100888", "", "Saturday", "en")
    forged = await home.tables.press(f"{table}-house", elsewhere, CARLA, admin=yes)
    assert forged.outcome is Outcome.REFUSED, "an admin of another chat"
    kept = await home.tables.press(f"{table}-house", FRIDAY, CARLA, admin=yes)
    assert kept.outcome is Outcome.ACCEPTED
    assert kept.words
    await home.open(BRUNO, rules=THREE)
    assert await rules_of(home, await home.open(CARLA)) == PAIRS, "house rules go before the last choice"
    dropped = await home.tables.press(f"{table}-nohouse", FRIDAY, CARLA, admin=yes)
    assert dropped.outcome is Outcome.ACCEPTED
    assert await rules_of(home, await home.open(EVERYBODY[3])) == THREE


async def test_everybody_is_told_the_house_rules_and_admins_how_to_change_them(home: House) -> None:
    before = await home.tables.house(FRIDAY, ANNA, admin=yes)
    assert before.note is not None
    assert before.note.rows == ()
    table = await home.open(rules=PAIRS)
    offered = await home.tables.house(FRIDAY, ANNA, admin=yes)
    assert offered.note is not None
    assert [button.token for button in offered.note.rows[0]] == [f"{table}-house"]
    await home.tables.press(f"{table}-house", FRIDAY, ANNA, admin=yes)
    told = await home.tables.house(FRIDAY, CARLA, admin=no)
    assert told.note is not None
    assert told.note.rows == ()
    as_admin = await home.tables.house(FRIDAY, ANNA, admin=yes, table=table)
    assert as_admin.note is not None
    assert [button.token for button in as_admin.note.rows[0]] == [f"{table}-nohouse"]
    games = await home.tables.press(f"{table}-games", FRIDAY, ANNA, admin=yes)
    assert games.note is not None
    assert any(button.token.endswith("-nohouse") for row in games.note.rows for button in row)


# -- the auction ----------------------------------------------------------------------------------


async def test_a_bid_of_points_can_be_typed(home: House) -> None:
    assert (await home.tables.bid(FRIDAY, ANNA, "75")).outcome is Outcome.REFUSED, "no auction anywhere"
    table = await home.people_play(FIVE)
    for typed in ("", "many", "61", "121", "7.5", "-70", "٧", "9" * 99):
        answer = await home.tables.bid(FRIDAY, ANNA, typed)
        assert answer.outcome is Outcome.REFUSED
        assert "62" in answer.words
    assert (await home.tables.bid(FRIDAY, ANNA, "62")).outcome is Outcome.REFUSED, "the two comes first"
    await home.press(ANNA, f"{table}-d1b1-bid-2")
    assert (await home.tables.bid(FRIDAY, CARLA, "70")).outcome is Outcome.REFUSED, "it is Bruno's turn"
    bid = await home.tables.bid(FRIDAY, BRUNO, " 75 ", event="b1")
    assert bid.outcome is Outcome.ACCEPTED
    assert bid.hand is not None
    assert (await home.tables.bid(FRIDAY, BRUNO, "75", event="b1")).outcome is Outcome.DUPLICATE
    low = await home.tables.bid(FRIDAY, CARLA, "75", table=table)
    assert low.outcome is Outcome.REFUSED
    assert (await home.tables.bid(FRIDAY, CARLA, "76", table="zzzzzzzzzz")).outcome is Outcome.STALE
    entries = await home.store.read(lambda tx: tx.journal(table))
    assert [entry.act for entry in entries[-2:]] == ["d1b1 bid 2", "d1b1 bid 75"]


async def test_computers_bid_call_and_play_at_a_table_of_five(home: House) -> None:
    table = await home.open(opponent="normal", rules={**FIVE, "clock": 15})
    await home.press(ANNA, f"{table}-start")
    for _ in range(9):
        await home.turn_of(table, 0)
        await home.moves(table)
        value = await home.value(table)
        if value.deal is not None and value.deal.trick_number > 1:
            break
    acts = [
        entry.act for entry in await home.store.read(lambda tx: tx.journal(table)) if entry.actor == "cpu"
    ]
    assert any("b1 " in act for act in acts)
    assert any("play" in act for act in acts)
    sheet = await home.tables.sheet(FRIDAY, ANNA)
    assert sheet.note is not None


# -- export ---------------------------------------------------------------------------------------


async def test_a_match_is_exported_once_it_is_over(home: House) -> None:
    assert (await home.tables.export(FRIDAY, ANNA)).outcome is Outcome.REFUSED
    table = await home.two_play()
    seed = (await home.row(table)).seed.hex()
    early = await home.press(ANNA, f"{table}-export")
    assert (early.outcome, early.file) == (Outcome.REFUSED, None)
    assert (await home.tables.export(FRIDAY, ANNA)).file is None
    await home.moves(table, 3)
    await home.press(BRUNO, f"{table}-resign")
    for answer in (
        await home.press(CARLA, f"{table}-export"),
        await home.tables.export(FRIDAY, BRUNO),
        await home.tables.export(FRIDAY, ANNA, table=table),
        await home.tables.export(Where("telegram", "1", private=True), ANNA),
    ):
        assert answer.file is not None
        assert answer.file.name == f"briscola-{table}.json"
        told = json.loads(answer.file.data)
        assert (told["table"], told["seed"]) == (table, seed)
        assert b"Anna" not in answer.file.data
        assert all(one.agrees for one in verified(answer.file.data.decode()))
    web = Where("web", "web", "", "Web", "en")
    assert (await home.tables.export(web, Who("web", "x", "X", "en"), table=table)).outcome is Outcome.STALE


async def test_a_table_without_cards_has_nothing_to_export(home: House) -> None:
    table = await home.open()
    await home.press(ANNA, f"{table}-end")
    answer = await home.press(ANNA, f"{table}-export")
    assert (answer.outcome, answer.file) == (Outcome.REFUSED, None)


# -- leaving --------------------------------------------------------------------------------------


async def test_who_leaves_a_match_of_three_loses_it_and_a_computer_plays_on(home: House) -> None:
    table = await home.people_play(THREE)
    hand = await home.hand(BRUNO, table)
    private = Where("telegram", "2", private=True)
    await home.tables.hand_shown(hand, private, "p2", None)
    home.courier.messages["p2"] = hand
    left = await home.press(BRUNO, f"{table}-leave")
    assert left.outcome is Outcome.ACCEPTED
    assert left.words == words("it").say("You have left: a computer plays on in your seat.")
    value = await home.value(table)
    assert isinstance(value.phase, Playing)
    assert not isinstance(value.seats[1], Person)
    assert (await home.tables.hand(FRIDAY, BRUNO)).outcome is Outcome.REFUSED
    await home.until(lambda: "p2" not in home.courier.messages)
    stats = await home.tables.stats(FRIDAY, BRUNO)
    assert stats.note is not None
    assert "1" in stats.note.text
    await home.moves(table)
    await home.turn_of(table, 2)


@pytest.mark.parametrize("how", ["leave", "resign"])
async def test_who_gives_up_for_a_side_is_told_and_loses_their_hand_before_others_are_shown_theirs(
    home: House, how: str
) -> None:
    table = await home.people_play(PAIRS)
    for who in EVERYBODY[:4]:
        home.courier.messages[f"p{who.user}"] = hand = await home.hand(who, table)
        await home.tables.hand_shown(hand, FRIDAY, f"p{who.user}", None)
    await home.settled(table)
    home.courier.allowed = Budget(3, 1_000.0)
    before = len(home.courier.calls)
    answer = await home.press(DORA, f"{table}-{how}")
    assert answer.words == words("en").say("You have left: a computer plays on for your side.")
    await home.until(lambda: "p4" not in home.courier.messages)
    assert ("delete", "hand") in home.courier.calls[before:]


# -- stopping -------------------------------------------------------------------------------------


async def test_stop_means_the_table_that_is_played_and_names_it(home: House) -> None:
    played = await home.people_play(THREE)
    lobby = await home.open(ANNA, rules=FIVE)
    assert lobby != played
    here = await home.tables.stop(FRIDAY, ANNA)
    assert here.table == played
    assert here.note is not None
    assert here.note.text.startswith("The table: Briscola.")
    alone = Where("telegram", ANNA.user, "", "Anna", "en", private=True)
    there = await home.tables.stop(alone, ANNA, admin=yes)
    assert there.table == played
    assert there.note is not None
    assert there.note.text.startswith("The table in Friday: Briscola.")
    assert (await home.tables.stop(alone, CARLA, admin=yes)).table == played


async def test_whoever_leaves_the_chat_leaves_its_tables(home: House) -> None:
    table = await home.people_play(PAIRS)
    await home.tables.left(FRIDAY, CARLA)
    assert len((await home.value(table)).leavers) == 1


# -- the clock ------------------------------------------------------------------------------------


async def test_who_goes_or_makes_a_sign_off_turn_gives_nobody_more_time(database_url: str) -> None:
    now = [1_000_000]
    async with house(database_url, now=lambda: now[0]) as home:
        table = await home.people_play({"preset": "briscola", "players": 4, "signs": "table", "clock": 600})
        await home.moves(table, 4)
        before = await home.row(table)
        now[0] += 60_000
        turn = (await home.value(table)).turn
        other = EVERYBODY[((turn or 0) + 1) % 4]
        signed = await home.press(other, f"{table}-d1t2-sign-ace")
        assert signed.outcome is Outcome.ACCEPTED, signed
        left = await home.press(other, f"{table}-leave")
        assert left.outcome is Outcome.ACCEPTED
        after = await home.row(table)
        assert (after.due_at, after.due_kind, after.since) == (before.due_at, before.due_kind, before.since)
        await home.press(EVERYBODY[turn or 0], f"{table}-leave")
        gone = await home.row(table)
        assert gone.due_kind == TimerKind.COMPUTER, "the computer plays at once for who leaves on turn"


async def test_the_clock_calls_and_then_bids_for_who_is_away_in_an_auction(database_url: str) -> None:
    now = [1_000_000]
    async with house(database_url, now=lambda: now[0]) as home:
        table = await home.people_play({"preset": "chiamata", "players": 5, "clock": 30})
        now[0] = (await home.row(table)).due_at or 0
        await home.until(lambda: bool(home.courier.pings()))
        (ping,) = home.courier.pings()
        assert ping.name == "Anna"
        due = (await home.row(table)).due_at
        assert due is not None
        now[0] = due
        await home.turn_of(table, 1)
        entries = await home.store.read(lambda tx: tx.journal(table))
        assert entries[-1].actor == "clock"
        assert entries[-1].act.startswith("d1b1 timeup 0 ")
        await home.until(lambda: not home.courier.pings())


async def test_a_computer_that_has_begun_to_think_is_not_kept_waiting_by_a_sign(database_url: str) -> None:
    now = [1_000_000]
    pace = Pace(computer=3_600_000, new_trick=3_600_000)
    async with house(database_url, now=lambda: now[0], pace=pace) as home:
        table = await home.people_play({**PAIRS, "signs": "table"})
        await home.moves(table, 4)
        turn = (await home.value(table)).turn or 0
        await home.press(EVERYBODY[turn], f"{table}-leave")
        now[0] += 1_000
        claimed = now[0] + 2 * 3_600_000
        await home.store.write(lambda tx: tx.set_due(table, claimed, TimerKind.COMPUTER))
        signed = await home.press(EVERYBODY[(turn + 1) % 4], f"{table}-d1t2-sign-nothing")
        assert signed.outcome is Outcome.ACCEPTED
        assert (await home.row(table)).due_at == now[0] + 3_600_000


# -- what is urgent -------------------------------------------------------------------------------


async def test_in_a_group_the_hands_of_those_who_wait_are_no_hurry(home: House) -> None:
    table = await home.people_play(THREE)
    for seat, who in enumerate(EVERYBODY[:3]):
        where = Where("telegram", who.user, private=True) if seat == 2 else FRIDAY
        await home.tables.hand_shown(await home.hand(who, table), where, f"p{seat}", None)
    shown = await home.store.read(lambda tx: tx.surfaces(table))
    found = {
        one.message if one.kind is SurfaceKind.HAND else one.kind: await home.store.read(
            partial(home.studio.urgency, surface=one)
        )
        for one in shown
    }
    assert found == {
        SurfaceKind.TABLE: Urgency.TABLE,
        "p0": Urgency.HAND_ON_TURN,
        "p1": Urgency.CAN_WAIT,
        "p2": Urgency.HAND,
    }, "not the table, not the hand on turn, and none in a chat of its own"
    assert Urgency.HAND_ON_TURN < Urgency.PING < Urgency.HAND < Urgency.CAN_WAIT


async def test_whoever_is_on_turn_is_called_though_other_hands_wait(home: House) -> None:
    table = await home.people_play(THREE)
    for who in EVERYBODY[:3]:
        await home.tables.hand_shown(await home.hand(who, table), FRIDAY, f"p{who.user}", None)
    await home.settled(table)
    home.courier.allowed = Budget(3, 1_000.0)
    before = len(home.courier.calls)
    await home.moves(table)
    await home.until(lambda: len(home.courier.calls) == before + 2)
    assert home.courier.calls[before:] == [("edit", "table"), ("edit", "hand")], "and two hands wait"
    value = await home.value(table)
    person = value.seats[value.turn or 0]
    assert isinstance(person, Person)
    ping = (table, SurfaceKind.PING, person.key, "telegram", FRIDAY.chat, "")
    await home.store.write(lambda tx: tx.add_surface(*ping))
    home.publisher.wake()
    await home.until(lambda: home.courier.calls[before + 2 :] == [("send", "ping")])


def test_what_can_wait_leaves_its_chat_the_other_calls() -> None:
    buckets, chat, budget = Buckets(), ("telegram", "-1"), Budget(3, 2.0)
    assert buckets.wait(chat, budget, 0.0, spare=2) == 0.0
    assert buckets.wait(chat, budget, 0.0, spare=2) == 2.0
    assert buckets.wait(chat, budget, 0.0) == 0.0
    assert buckets.wait(chat, budget, 4.0, spare=2) == 0.0


def test_presses_never_keep_a_table_waiting_and_a_minute_bears_them() -> None:
    buckets, chat, budget = Buckets(), ("telegram", "-1"), Budget(3, 4.0)
    made: list[float] = []
    for tenth in range(3_000):
        now = tenth / 10
        made += [now for _ in range(4) if buckets.overdraw(chat, budget, now)]
        if tenth % 60 == 5:  # a card every six seconds
            wait = buckets.wait(chat, budget, now, first=True)
            assert wait == 0.0, "whoever presses has left it to the table"
            made.append(now)
    assert max(sum(start <= one < start + 60 for one in made) for start in made) < 20


def test_what_presses_took_ahead_of_time_is_paid_by_hands_and_not_by_tables() -> None:
    buckets, chat, budget = Buckets(), ("telegram", "-1"), Budget(3, 4.0)
    assert [buckets.overdraw(chat, budget, 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert buckets.wait(chat, budget, 0.0) == 4.0
    assert buckets.wait(chat, budget, 0.0, first=True) == 0.0
    assert buckets.wait(chat, budget, 0.0, first=True) == 4.0
    assert buckets.wait(chat, budget, 4.0, first=True) == 0.0
    assert buckets.wait(chat, budget, 12.0) == 0.0


# -- a deal's result ------------------------------------------------------------------------------


async def until_dealt(home: House, table: str) -> int:
    """Milliseconds from the end of a deal to the next."""
    over = (await home.row(table)).since
    await home.moved_from(table, None)
    async with asyncio.timeout(10):
        while (await home.value(table)).turn is None:
            await asyncio.sleep(0.01)
    return (await home.row(table)).since - over


async def end_a_deal(home: House, table: str) -> None:
    while (await home.value(table)).turn is not None:
        await home.moves(table)


@pytest.mark.parametrize("shown_after", [0.0, 0.3, 60.0])
async def test_the_next_deal_waits_until_the_last_ones_result_could_be_read(
    database_url: str, shown_after: float
) -> None:
    pace = Pace(computer=0, new_trick=0, next_deal=200)
    async with house(database_url, pace=pace) as home:
        table = await home.people_play({**THREE, "match": {"wins": 3}})
        await home.settled(table)
        if shown_after:
            home.courier.allowed = Budget(1, shown_after)
        await end_a_deal(home, table)
        took = await until_dealt(home, table)
        late = pace.showing if shown_after > 1 else 0  # never shown: and it does not wait for ever
        assert took >= pace.next_deal + late


# -- signs ----------------------------------------------------------------------------------------


async def test_a_sign_for_the_partner_changes_nobody_elses_screen(home: House) -> None:
    table = await home.people_play({**PAIRS, "signs": "partner"})
    for seat, who in enumerate(EVERYBODY[:4]):
        home.courier.messages[f"p{seat}"] = hand = await home.hand(who, table)
        await home.tables.hand_shown(hand, Where("telegram", who.user, private=True), f"p{seat}", None)
    await home.moves(table, 4)
    await home.settled(table)
    before, calls = dict(home.courier.messages), len(home.courier.calls)
    signed = await home.press(BRUNO, f"{table}-d1t2-sign-ace")
    assert signed.outcome is Outcome.ACCEPTED
    await home.settled(table)
    changed = {name for name, screen in home.courier.messages.items() if screen != before[name]}
    digests = {name for name in changed if home.courier.messages[name].digest != before[name].digest}
    assert digests <= {"p1", "p3"}
    assert "p3" in digests, "Dora sees the sign of her partner"
    assert len(home.courier.calls) - calls == len(digests), "and no other message was touched"


# -- the next table -------------------------------------------------------------------------------


async def test_the_same_people_sit_down_again_to_choose_other_rules(home: House) -> None:
    table = await home.people_play(THREE)
    hand = await home.hand(CARLA, table)
    await home.tables.hand_shown(hand, Where("telegram", "3", private=True), "p3", None)
    home.courier.messages["p3"] = hand
    while (await home.row(table)).phase == "playing":
        await home.moves(table)
    board = await home.tables.leaderboard(FRIDAY, CARLA)
    assert board.note is not None
    assert all(who.name in board.note.text for who in (ANNA, BRUNO, CARLA))
    seal = (await home.row(table)).next_seed
    anew = await home.press(CARLA, f"{table}-anew")
    assert anew.outcome is Outcome.ACCEPTED
    assert anew.table != table
    assert anew.note is not None, "the games to choose from"
    value = await home.value(anew.table)
    assert value.seed == seal
    assert (await home.row(anew.table)).phase == "lobby"
    assert value.people[2] == value.host
    assert len(value.people) == 3
    assert (await home.press(BRUNO, f"{table}-anew")).outcome is Outcome.DUPLICATE
    assert (await home.press(CARLA, f"{anew.table}-set-match-wins3")).outcome is Outcome.ACCEPTED
    started = await home.press(CARLA, f"{anew.table}-start")
    assert started.outcome is Outcome.ACCEPTED
    await home.settled(anew.table)
    shown = home.courier.messages["p3"]
    assert shown.table == anew.table, "her private message shows the cards of the new table"


async def test_two_processes_play_one_table_whose_rules_were_changed(postgres_url: str) -> None:
    async with house(postgres_url) as one, house(postgres_url) as two:
        table = await one.open()
        await two.press(ANNA, f"{table}-set-preset-chiamata")
        await two.press(ANNA, f"{table}-fill-normal")
        assert (await one.press(ANNA, f"{table}-start")).outcome is Outcome.ACCEPTED
        answer = await two.tables.bid(FRIDAY, ANNA, "75")
        assert answer.outcome is Outcome.REFUSED
        assert len((await one.value(table)).seats) == 5
