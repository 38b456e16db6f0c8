"""What one writes after /play, and the other commands that take words: read kindly, or answered in one sentence."""

from collections.abc import AsyncIterator

import pytest

from adapters.telegram import Phrases
from adapters.telegram.announcing import PRIVATE_COMMANDS
from bot.screens.types import Button, File, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.words.wishes import NotUnderstood, Wish, wish_of
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_desk import SECRET, TABLE, ScriptedDesk, Stage, hand_screen, on_stage

CHOOSER = NoteScreen("Which game?", ((Button("Brisca", f"{TABLE}-set-preset-brisca"),),))
MATCH = File(f"briscola-{TABLE}.json", b'{"deals": []}')


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
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
    async with on_stage(api) as stage:
        yield stage


# -- reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "opponent", "preset", "players"),
    [
        ("", "", "", 0),
        ("brisca 4", "", "brisca", 4),
        ("4 brisca", "", "brisca", 4),
        ("chiamata", "", "chiamata", 0),
        ("Briscola Chiamata", "", "chiamata", 0),
        ("briscola in cinque", "", "chiamata", 0),
        ("briscola 5", "", "chiamata", 5),
        ("in cinque", "", "chiamata", 0),
        ("briscola 3 computer", "computer", "briscola", 3),
        ("briscola contro il computer", "computer", "briscola", 0),
        ("COMPUTER", "computer", "", 0),
        ("normal", "normal", "", 0),
        ("bisca com três", "", "bisca3", 0),
        ("bisca para quatro pessoas, por favor!", "", "bisca", 4),
        ("bisca3", "", "bisca3", 0),
        ("per favore brisca in 4", "", "brisca", 4),
        ("brisca se faz favor", "", "brisca", 0),
        ("open briscola for 2", "", "aperta", 2),
        ("  in \n 6 ", "", "", 6),
        ("٤ brisca", "", "brisca", 4),
        ("brisca ４", "", "brisca", 4),
        ("brisca ②", "", "brisca", 2),
        ("brisca 77", "", "brisca", 77),
        ("… brisca … -4", "", "brisca", 4),
    ],
)
def test_a_wish_is_read_kindly(text: str, opponent: str, preset: str, players: int) -> None:
    assert wish_of(text) == Wish(opponent, preset, players)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("poker", "poker"),
        ("brisca bisca", "bisca"),
        ("brisca 4 3", "3"),
        ("brisca 0", "0"),
        ("brisca 4.5", "4.5"),
        ("9" * 4000, "9" * 23 + "…"),
        ("¾", "¾"),
        ("brisca \u202e4x", "4x"),
        ("@somebody", "somebody"),
        ("https://example.org/x", "httpsexampleorgx"),
        ("@#$", "…"),
        ("{word}", "word"),
    ],
)
def test_a_word_that_means_nothing_is_said_back_harmlessly(text: str, word: str) -> None:
    assert wish_of(text) == NotUnderstood(word)


def test_a_wish_says_only_what_was_said() -> None:
    assert Wish().rules is None
    assert Wish("normal").rules is None
    assert Wish(preset="brisca").rules == {"preset": "brisca"}
    assert Wish(players=4).rules == {"players": 4}
    assert Wish("", "brisca", 4).rules == {"preset": "brisca", "players": 4}


# -- playing ------------------------------------------------------------------------------------------


async def test_play_takes_a_game_a_number_and_the_computer(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.says(friday, "/play@briscola_test_bot briscola 3 computer")
    asked = await stage.desk.until("open")
    assert asked.more == ("computer", {"preset": "briscola", "players": 3})
    await maria.opens_bot()
    await maria.says(maria.private, "/play brisca 4")
    asked = await stage.desk.until("open", 2)
    assert asked.more == ("computer", {"preset": "brisca", "players": 4})


async def test_a_word_that_is_not_understood_opens_nothing_and_is_answered_with_an_example(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.says(friday, "/play poker @john")
    said = await friday.shows("“poker”")
    assert said.text == Phrases().not_understood.format(
        word="poker", example="/play brisca 4", against_computer="/play briscola computer"
    )
    assert not stage.desk.asked


async def test_what_cannot_be_played_is_said_as_the_desk_says_it(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["open"] = Answer(Outcome.REFUSED, "Chiamata is for five.")
    await maria.says(friday, "/play chiamata 4")
    assert (await friday.shows("for five")).reply_to is friday.messages[0]


async def test_the_games_are_offered_beside_a_new_table_to_its_host_alone(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={"open": Answer(Outcome.ACCEPTED, note=CHOOSER, table=TABLE)})
    async with on_stage(api, desk, commands={"en": {"play": "Open a table"}}):
        await desk.until("keep_fact")
        await maria.says(friday, "/play")
        [seen] = await api.until(lambda: [s for s in maria.sees(friday) if "Which game?" in s.text])
        assert seen.ephemeral
        assert not friday.messages


async def test_the_games_are_offered_in_private_too_and_nowhere_else(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["open"] = Answer(Outcome.ACCEPTED, note=CHOOSER, table=TABLE)
    stage.desk.answers["help"] = Answer(Outcome.SHOWN, "Help.")
    await maria.opens_bot()
    await maria.says(
        friday, "/play"
    )  # announced as no secret: all see it, so the games cannot come beside it
    await stage.desk.until("open")
    await maria.says(maria.private, "/play")
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == "Which game?"])
    assert len([s for s in maria.sees() if s.text == "Which game?"]) == 1
    assert [m.text for m in friday.messages] == ["/play"]


async def test_a_table_opened_by_a_button_offers_the_games_to_who_pressed(
    stage: Stage, maria: Person, friday: Group
) -> None:
    play = NoteScreen("Nobody has played yet.", ((Button("Play", "open-people"),),))
    stage.desk.answers["leaderboard"] = Answer(Outcome.SHOWN, note=play)
    stage.desk.answers["open-people"] = Answer(Outcome.ACCEPTED, note=CHOOSER, table=TABLE)
    await maria.says(friday, "/leaderboard")
    note = await friday.shows("Nobody")
    await (await maria.presses(note, "Play")).answer()
    await stage.api.until(lambda: [s for s in maria.sees(friday) if s.text == "Which game?" and s.ephemeral])
    stage.api.ephemeral_supported = False
    await stage.telegram._ephemerals.have_failed(friday.id)
    john = next(m.user for m in friday.members.values() if m.user.first_name == "John")
    press = await Person(stage.api, john, stage.api.bot).presses(note, "Play")
    assert (await press.answer()).text == ""
    assert not [m for m in friday.messages if m.text == "Which game?"]


# -- bidding ------------------------------------------------------------------------------------------


async def test_a_bid_that_is_typed_brings_no_cards_where_it_counts(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.opens_bot()
    stage.desk.answers["bid"] = Answer(Outcome.ACCEPTED, hand=hand_screen(), table=TABLE)
    await maria.says(friday, "/bid 75")
    assert (await stage.desk.until("bid")).more == ("75",)
    stage.desk.answers["bid"] = Answer(Outcome.REFUSED, "Bid more than 75.")
    await maria.says(friday, "/bid " + "9" * 4000)
    assert len(str((await stage.desk.until("bid", 2)).more[0])) == 64
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == "Bid more than 75."])
    assert not [s for s in maria.sees() if SECRET in s.text]


# -- files --------------------------------------------------------------------------------------------


async def test_a_match_is_exported_as_a_file_that_only_its_player_sees(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={"export": Answer(Outcome.SHOWN, "Your match.", file=MATCH, table=TABLE)})
    async with on_stage(api, desk, commands={"en": {"export": "A match as a file"}}):
        await desk.until("keep_fact")
        await maria.says(friday, "/export")
        [seen] = await api.until(lambda: [s for s in maria.sees(friday) if s.message.document])
        document = seen.message.document
        assert document
        assert (document.name, document.data) == (MATCH.name, MATCH.data)
        assert (seen.ephemeral, seen.text) == (True, "Your match.")


async def test_a_match_comes_as_a_reply_where_no_message_is_for_one_person(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["export"] = Answer(Outcome.SHOWN, file=MATCH, table=TABLE)
    asked = await maria.says(friday, "/export")
    [reply] = await stage.api.until(lambda: [m for m in friday.messages if m.document])
    assert reply.reply_to is asked
    await maria.says(friday, "/export")
    await stage.api.until(lambda: reply.deleted)
    other = File("briscola-zzzzzzzzzz.json", b"{}")
    stage.desk.answers["export"] = Answer(Outcome.SHOWN, file=other, table="zzzzzzzzzz")
    await maria.says(friday, "/export")
    await stage.api.until(lambda: len([m for m in friday.messages if m.document]) == 2)
    await maria.opens_bot()
    await maria.says(maria.private, "/export")
    await stage.api.until(lambda: [s for s in maria.sees() if s.message.document])


async def test_the_export_button_gives_the_file_and_keeps_the_menu(
    stage: Stage, maria: Person, friday: Group
) -> None:
    menu = NoteScreen("More", ((Button("Export", f"{TABLE}-export"), Button("Rules", f"{TABLE}-rules")),))
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, note=menu, table=TABLE)
    stage.desk.answers[f"{TABLE}-export"] = Answer(Outcome.SHOWN, file=MATCH, table=TABLE)
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    [note] = [s for s in maria.sees(friday) if s.text == "More"]
    assert (await (await maria.presses(note, "Export")).answer()).text == ""
    assert [s for s in maria.sees(friday) if s.message.document and s.ephemeral]
    assert not note.message.deleted


async def test_a_group_without_files_is_told_so_and_still_shows_hands(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, file=MATCH, table=TABLE)
    stage.desk.answers["export"] = Answer(Outcome.SHOWN, file=MATCH, table=TABLE)
    forbidden = "not enough rights to send documents to the chat"
    stage.api.fault("400", method="sendDocument", times=9, description=forbidden)
    answer = await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    assert (answer.text, answer.alert) == (Phrases().no_files, True)
    assert await stage.telegram._ephemerals.are_possible(friday.id)
    await maria.says(friday, "/export")
    await friday.shows(Phrases().no_files)


def test_what_is_asked_for_oneself_is_asked_unseen() -> None:
    assert {"play", "hand", "rules", "sheet", "bid", "export", "house"} <= PRIVATE_COMMANDS
    assert "leaderboard" not in PRIVATE_COMMANDS
