"""Moves chosen from a list in the line where one writes: seen by one person, made once, and telling nobody anything."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from test_telegram_story import hand_of, sit_down_to_play, the_table

from adapters.telegram import Phrases
from adapters.telegram.announcing import PRIVATE_COMMANDS
from adapters.telegram.links import add_to_group, adds_to_group, is_share, message_link, share
from adapters.telegram.listing import HELLO, found
from adapters.telegram.seals import ROOM, Seals, is_sealed
from bot.screens.moves import Choice, MovesScreen
from bot.screens.tokens import parse_token
from bot.screens.types import Button
from bot.service.answers import Answer, Outcome
from bot.service.elsewhere import Home
from bot.service.records import Taste, Where
from doubles.telegram_api import Group, Message, Person, TelegramApi
from doubles.telegram_desk import SECRET, TABLE, ScriptedDesk, Stage, hand_screen, on_stage, table_screen
from doubles.telegram_house import a_house

PLACES = [f"{TABLE}-d1t1-place-{n}" for n in (1, 2, 3)]
MOVES = MovesScreen(
    TABLE,
    "p1",
    "Your turn: choose a card.",
    "Bar Sport",
    "neapolitan",
    (
        Choice(SECRET, PLACES[0], "Ace coins", "🪙", "Ad"),
        Choice("Three of Cups", PLACES[1], "3 cups", "🏆", "3c"),
        Choice("Três de paus", PLACES[2], "3 paus", "🪵", "3b"),
    ),
    Button("My hand", f"{TABLE}-hand", symbol="🃏"),
)
WAITING = replace(MOVES, choices=())


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        api.inline_mode = True
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api, ScriptedDesk(moves=[MOVES])) as stage:
        yield stage
    for message in friday.every_message:
        assert SECRET not in str(message.json())


# -- what is offered ----------------------------------------------------------------------------------


async def test_whoever_is_on_turn_is_offered_their_moves_and_nobody_else_is(
    stage: Stage, maria: Person
) -> None:
    offered = await maria.asks_inline().offered()
    assert offered.titles == [f"🪙 {SECRET}", "🏆 Three of Cups", "🪵 Três de paus"]
    assert [getattr(one, "description", "") for one in offered.results] == ["Bar Sport"] * 3
    assert (offered.personal, offered.cache_time) == (True, 0)
    assert (offered.button, offered.start) == ("🃏 My hand", f"{TABLE}-hand")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3 cups", ["Three of Cups"]),
        ("THREE c", ["Three of Cups"]),
        ("tres", ["Três de paus"]),
        ("3", ["Three of Cups", "Três de paus"]),
        ("", [SECRET, "Three of Cups", "Três de paus"]),
        ("queen", []),
    ],
)
def test_what_is_written_picks_the_moves_that_are_meant(text: str, names: list[str]) -> None:
    assert [one.choice.name for one in found([MOVES], text)] == names


def test_no_more_are_offered_than_telegram_takes() -> None:
    many = replace(MOVES, choices=MOVES.choices * 30)
    assert len(found([many], "")) == 50


async def test_whoever_is_not_on_turn_is_shown_the_way_to_their_cards(stage: Stage, maria: Person) -> None:
    stage.desk.moves[:] = [WAITING]
    offered = await maria.asks_inline().offered()
    assert not offered.results
    assert (offered.button, offered.start) == (Phrases().not_your_turn, f"{TABLE}-hand")


async def test_whoever_has_no_cards_is_shown_the_way_to_the_private_chat(stage: Stage, maria: Person) -> None:
    stage.desk.moves.clear()
    offered = await maria.asks_inline("3 cups").offered()
    assert (offered.results, offered.button, offered.start) == ((), Phrases().at_no_table, HELLO)
    await maria.opens_bot(offered.start)
    await stage.desk.until("help")


async def test_cards_are_shown_as_stickers_where_their_owner_has_made_them(
    stage: Stage, maria: Person
) -> None:
    stickers = {"Ad": "one", "3c": "two", "3b": "three", "back": "back"}
    stage.api.stickers |= set(stickers.values())
    fact = "telegram:4242424242:stickers:neapolitan"
    stage.desk.facts[fact] = json.dumps(stickers)
    assert (await maria.asks_inline().offered()).titles == ["one", "two", "three"]
    other = replace(MOVES, table="zzzzzzzzzz", choices=(Choice("Pass", "zzzzzzzzzz-d1b1-pass"),))
    stage.desk.moves.append(other)
    assert len((await maria.asks_inline().offered()).titles) == 4, "pictures would not say at which table"
    stage.desk.moves.pop()
    stage.desk.taste_of = Taste(words_only=True)
    assert SECRET in (await maria.asks_inline().offered()).titles[0]
    stage.desk.taste_of = Taste()
    for broken in ("", "[]", "{", '{"Ad": "one"}'):
        stage.desk.facts[fact] = broken
        assert SECRET in (await maria.asks_inline().offered()).titles[0]


async def test_a_query_that_waits_no_more_harms_nobody(stage: Stage, maria: Person) -> None:
    stage.api.hold_updates()
    late = maria.asks_inline()
    stage.api.advance(20)
    stage.api.release_updates()
    assert (await maria.asks_inline().offered()).results
    assert late.answered is None


# -- what is chosen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("feedback", [False, True])
async def test_a_choice_is_one_move_however_often_it_is_told(
    stage: Stage, maria: Person, friday: Group, feedback: bool
) -> None:
    stage.desk.answers[PLACES[1]] = Answer(Outcome.STALE, "Too late.")
    await maria.opens_bot()
    sent = await maria.asks_inline().chooses(1, friday, feedback=feedback)
    await stage.desk.until("press", 1 + feedback)
    tokens = {(asked.token, asked.person.user) for asked in stage.desk.of("press")}
    assert tokens == {(PLACES[1], str(maria.id))}, "the desk knows a move that it has been told before"
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == "Too late."])
    assert sent.text == Phrases().my_move
    assert [m for m in friday.messages if m.sender == stage.api.bot.user] == []
    assert len([s for s in maria.sees() if s.text == "Too late."]) == 1


async def test_a_choice_counts_though_the_chat_is_not_ours(stage: Stage, maria: Person) -> None:
    ask = maria.asks_inline()
    await ask.offered()
    ask.tells_the_choice(0)
    asked = await stage.desk.until("press")
    assert (asked.token, asked.here.private) == (PLACES[0], True)


async def test_what_was_sent_is_taken_away_where_we_may(stage: Stage, maria: Person, friday: Group) -> None:
    kept = await maria.asks_inline().chooses(0, friday)
    await stage.api.until(lambda: stage.api.calls_of("getChatMember"))
    await friday.promotes(stage.api.bot.user)
    gone = await maria.asks_inline().chooses(1, friday)
    await stage.api.until(lambda: gone.deleted)
    assert not kept.deleted


async def test_an_admin_bot_tells_in_the_group_itself_why_nothing_came_of_a_choice(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[PLACES[1]] = Answer(Outcome.STALE, "Too late.")
    await friday.promotes(stage.api.bot.user)
    await maria.asks_inline().chooses(1, friday)
    [seen] = await stage.api.until(lambda: [s for s in maria.sees(friday) if s.text == "Too late."])
    assert seen.ephemeral


async def test_nobody_else_can_use_a_move_that_was_sent(stage: Stage, maria: Person, friday: Group) -> None:
    sent = await maria.asks_inline().chooses(0, friday)
    await stage.desk.until("press")
    link = sent.content.entities[0][3]
    word = link.partition("start=")[2]
    assert TABLE not in link
    john = Person(
        stage.api, next(m.user for m in friday.members.values() if m.user.first_name == "John"), stage.api.bot
    )
    await john.opens_bot(word)
    await stage.api.until(lambda: [s for s in john.sees() if s.text == Phrases().not_yours])
    await maria.opens_bot(word)
    await stage.desk.until("press", 2)
    assert {asked.person.user for asked in stage.desk.of("press")} == {str(maria.id)}


async def test_other_words_by_way_of_us_mean_nothing(stage: Stage, maria: Person, friday: Group) -> None:
    ask = maria.asks_inline()
    offered = await ask.offered()
    plain = replace(offered, results=tuple(one.model_copy(deep=True) for one in offered.results))
    said = plain.results[0].input_message_content
    assert said is not None
    object.__setattr__(said, "entities", None)
    ask.answered = plain
    await ask.chooses(0, friday)
    await maria.says(friday, "/help")
    await stage.desk.until("help")
    assert not stage.desk.of("press")


def test_a_seal_opens_for_its_owner_alone() -> None:
    seals, others = Seals("1:one"), Seals("1:two")
    move = "k7d2m9qxab-d500t40-exchange-7d"
    sealed = seals.sealed(5_000_000_001, move)
    every = [move, f"{TABLE}-d1t1-place-1", f"{TABLE}-d1t1-exchange-7d", f"{TABLE}-d1t1-pass"]
    assert {len(seals.sealed(5_000_000_001, one)) for one in every} == {
        64
    }  # or its length would tell the kind
    assert [seals.opened(7, seals.sealed(7, one)) for one in every] == every
    assert sealed == seals.sealed(5_000_000_001, move)
    assert "k7d2" not in sealed
    assert (seals.opened(5_000_000_001, sealed), is_sealed(sealed), parse_token(sealed)) == (move, True, None)
    for user, text in ((5_000_000_002, sealed), (5_000_000_001, sealed[:-4] + "AAAA"), (5_000_000_001, move)):
        assert seals.opened(user, text) is None
    for text in ("m_", "m_x", "m_" + "é" * 8, "m_" + "A" * 70):
        assert seals.opened(5_000_000_001, text) is None
    assert others.opened(5_000_000_001, sealed) is None
    with pytest.raises(ValueError, match="too long"):
        seals.sealed(1, "x" * (ROOM + 1))


# -- a whole deal -------------------------------------------------------------------------------------


async def test_two_people_play_by_lists_alone_and_nothing_leaks(api: TelegramApi, sqlite_url: str) -> None:
    api.ephemeral_supported, api.double_updates = False, True
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        await api.until(lambda: _lists_offered(table))
        for _ in range(3):
            for person in (maria, luca):
                offered = await person.asks_inline().offered()
                if not offered.results:
                    assert offered.button == Phrases().not_your_turn
        played = 0
        while played < 6:
            before = table.text
            for person in (maria, luca):
                ask = person.asks_inline("")
                if (await ask.offered()).results:
                    await ask.chooses(0, group, feedback=played % 2 == 0)
                    played += 1
                    break
            await api.until(lambda before=before: table.text != before)  # type: ignore[misc] # bound for this round
        await the_table(api, group, "to play")
        mine = [m for m in group.every_message if m.via_bot]
        assert len(mine) == 6
        assert {m.text for m in mine} == {Phrases().my_move}


def _lists_offered(table: Message) -> bool:
    return any("⌨️" in button.label for row in table.content.buttons for button in row)


# -- links --------------------------------------------------------------------------------------------

HOME = Home(Where("telegram", "-1001234", title="Bar Sport"), "77", "", "", open=True)


def test_links_are_told_apart() -> None:
    shared, added = share("https://t.me/x?start=a", "Come"), add_to_group("x")
    assert (is_share(shared), is_share(added)) == (True, False)
    assert (adds_to_group(added), adds_to_group(message_link(HOME))) == (True, False)


def test_a_message_has_an_address_where_telegram_gives_it_one() -> None:
    assert message_link(HOME) == "https://t.me/c/1234/77"
    topic = replace(HOME, where=replace(HOME.where, thread="12"))
    assert message_link(topic) == "https://t.me/c/1234/12/77"
    assert message_link(replace(HOME, message="")) == ""
    assert message_link(replace(HOME, where=replace(HOME.where, chat="-77"))) == ""
    assert share("https://t.me/x?start=a-b", "Come & play") == (
        "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fx%3Fstart%3Da-b&text=Come%20%26%20play"
    )


async def test_a_link_takes_the_only_seat_and_leads_back_to_the_group(stage: Stage, maria: Person) -> None:
    stage.desk.homes[TABLE] = HOME
    stage.desk.table = table_screen(
        rows=((Button("Sit down", f"{TABLE}-sit-1"), Button("x", f"{TABLE}-leave")),)
    )
    stage.desk.answers[f"{TABLE}-sit-1"] = Answer(Outcome.ACCEPTED, table=TABLE)
    await maria.opens_bot(f"{TABLE}-join")
    assert (await stage.desk.until("press")).token == f"{TABLE}-sit-1"
    [seen] = await stage.api.until(lambda: [s for s in maria.sees() if "Bar Sport" in s.text])
    assert seen.message.content.button(Phrases().to_table).url == "https://t.me/c/1234/77"
    assert "join" in (seen.message.content.button(Phrases().invite).url or "")


async def test_whoever_sat_down_by_a_link_is_dealt_their_cards_in_private(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        await maria.says(group, "/play")
        table = await the_table(api, group, "opens")
        seat = next(b.data for row in table.content.buttons for b in row if b.data and "-sit-" in b.data)
        await luca.opens_bot(f"{seat[:10]}-join")
        await the_table(api, group, "Everybody is here")
        waiting = await luca.gets(words="when the host starts")
        await (await maria.presses(table, "▶️ Start")).answer()
        await api.until(lambda: hand_of(luca, luca.private))
        hand = hand_of(luca, luca.private)
        assert hand
        assert hand.message is waiting.message
        assert "Bar Sport" in hand.text


async def test_a_link_offers_the_seats_where_there_are_several(stage: Stage, maria: Person) -> None:
    stage.desk.homes[TABLE] = HOME
    seats = tuple(Button(f"Seat {n}", f"{TABLE}-sit-{n}") for n in (1, 2))
    stage.desk.table = table_screen(rows=(seats,))
    await maria.opens_bot(f"{TABLE}-join")
    [seen] = await stage.api.until(lambda: [s for s in maria.sees() if "where would you like" in s.text])
    stage.desk.answers[f"{TABLE}-sit-2"] = Answer(Outcome.ACCEPTED, table=TABLE, orphan=True)
    await (await maria.presses(seen, "Seat 2")).answer()
    await stage.api.until(lambda: "You sit at the table in Bar Sport" in seen.message.text)
    assert [b.label for row in seen.message.content.buttons for b in row] == [
        Phrases().to_table,
        Phrases().invite,
    ]


async def test_a_link_to_a_table_that_is_over_or_full_says_so(stage: Stage, maria: Person) -> None:
    await maria.opens_bot(f"{TABLE}-join")
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == Phrases().no_table])
    stage.desk.homes[TABLE] = HOME
    await maria.opens_bot(f"{TABLE}-join")
    await stage.api.until(lambda: [s for s in maria.sees() if "Nobody else can sit down" in s.text])


def test_the_new_commands_are_asked_unseen() -> None:
    assert {"settings", "guide", "leave", "status"} <= PRIVATE_COMMANDS
    assert repr(MOVES) == f"MovesScreen(table='{TABLE}', viewer='p1')"
    assert hand_screen().table == TABLE
