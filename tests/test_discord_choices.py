"""Games and options are chosen by the command, by buttons and by menus; points are bid by a form; a match is a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from inspect import signature
from typing import Any

import pytest
from tables_for_tests import TABLE, all_seated, table_of

from adapters.discord import Discord, Phrases, render
from adapters.discord.buttons import FEW
from adapters.discord.commands import Briscola
from adapters.discord.options import CHOICES, GAMES, NAMES, rules_of
from adapters.discord.whisper import PrivateMessage
from bot.game import Preset, Rules, RulesError
from bot.game.moves import POINT_BIDS
from bot.game.options import CHOICES as ALL_CHOICES
from bot.game.options import OPTIONS
from bot.screens.choosing import games_note, option_note, options_note
from bot.screens.types import File, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.words import LANGUAGES, words
from doubles.discord_acts import Act
from doubles.discord_checks import BUTTON, message_faults, walk
from doubles.discord_desk import ScriptedDesk, a_button, a_hand, a_note, a_surface, a_table
from doubles.discord_evening import NOW, Evening, an_evening, draw
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

ACCEPTED, REFUSED, SHOWN = Outcome.ACCEPTED, Outcome.REFUSED, Outcome.SHOWN
ENGLISH = words("en")


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    async with an_evening(wire) as evening:
        yield evening


def presses(evening: Evening) -> list[str]:
    return [asked.token for asked in evening.desk.asked if asked.what == "press"]


async def posted(evening: Evening, *tokens: str) -> Seen:
    """A table in the channel with these buttons."""
    buttons = [a_button(token.partition("-")[2], token) for token in tokens]
    await evening.courier.send(a_surface(evening.channel.id), a_table("Maria to play", *buttons), None)
    return evening.maria.sees_last(evening.channel)


# -- options of the command ---------------------------------------------------------------------------


async def test_a_game_is_opened_as_the_command_says(evening: Evening) -> None:
    await evening.maria.runs(
        evening.channel,
        "briscola play",
        game="Brisca",
        players=4,
        match="first to 3 wins",
        clock="1 minute a turn",
        tie="dealt again",
        exchange="only the seven",
        exchange_when="free",
        signs="only partners see them",
        cards=3,
    )
    (asked,) = evening.desk.asked
    assert asked.rules == {
        "preset": "brisca",
        "players": 4,
        "match": {"wins": 3},
        "clock": 60,
        "tie": "replay",
        "exchange": "seven",
        "exchange_window": "free",
        "signs": "partner",
        "hand": 3,
    }
    assert asked.opponent == ""


async def test_a_game_against_the_computer_in_private(evening: Evening) -> None:
    await evening.luca.runs(evening.wire.dm(evening.luca), "briscola play", game="chiamata")
    (asked,) = evening.desk.asked
    assert (asked.opponent, asked.rules) == ("computer", {"preset": "chiamata"})


async def test_without_options_the_games_are_offered_to_who_opened_alone(evening: Evening) -> None:
    evening.desk.answers["open"] = Answer(ACCEPTED, note=a_note("Which game?", a_button("Brisca", "x")))
    act = await evening.maria.runs(evening.channel, "briscola play")
    assert evening.desk.asked[0].rules is None
    assert (act.private.text, act.private.labels) == ("Which game?", ["Brisca"])
    assert len(act.answers) == 1
    assert evening.luca.sees(evening.channel) == []


async def test_rules_that_clash_are_refused_to_who_asked_alone(evening: Evening) -> None:
    evening.desk.answers["open"] = Answer(REFUSED, "Signs are for partners: choose pairs.")
    act = await evening.maria.runs(evening.channel, "briscola play", game="aperta", signs="table")
    assert act.private.text == "Signs are for partners: choose pairs."
    assert evening.luca.sees(evening.channel) == []


def test_the_command_knows_what_the_rules_know() -> None:
    assert set(GAMES) == set(Preset)
    assert set(NAMES) <= set(OPTIONS)
    assert set(NAMES) == set(signature(Briscola.play.callback).parameters) - {
        "self",
        "interaction",
        "opponent",
        "thread",
    }
    for option, values in CHOICES.items():
        if option in ALL_CHOICES:
            assert set(values) == set(ALL_CHOICES[option])
    assert limits(Briscola.play)["players"] == (2, 6)
    assert limits(Briscola.play)["hand"] == (1, 40 // 2 - 1)
    assert limits(Briscola.bid) == {"points": (POINT_BIDS[0], POINT_BIDS[-1])}


def limits(command: Any) -> dict[str, tuple[int, int]]:
    """The least and the most that may be given, by parameter."""
    numbers = (one for one in command.parameters if one.min_value is not None)
    return {one.name: (one.min_value, one.max_value) for one in numbers}


@pytest.mark.parametrize("option", CHOICES)
def test_every_choice_of_the_command_is_a_rule_of_some_game(option: str) -> None:
    for value in CHOICES[option]:
        said = rules_of({option: value})
        assert said is not None
        assert any(fits(preset, number, said) for preset in Preset for number in (2, 4, 5, 6)), value


def fits(preset: Preset, players: int, said: dict[str, object]) -> bool:
    try:
        Rules.from_json({"preset": preset.value, "players": players, **said})
    except RulesError:
        return False
    return True


def test_nothing_said_is_no_rule() -> None:
    assert rules_of({"preset": "", "players": None, "match": ""}) is None
    assert rules_of({"clock": "none"}) == {"clock": "none"}


async def test_the_options_are_localised_and_within_what_discord_takes(wire: DiscordWire) -> None:
    texts = {"it": {"play.preset": "gioco", "play.preset.brisca": "La Brisca", "play.match.wins3": "a tre"}}
    async with an_evening(wire, lambda desk: Discord(wire.world.token, desk, commands=texts)) as evening:
        play = next(o for o in wire.commands[0]["options"] if o["name"] == "play")
        options = {option["name"]: option for option in play["options"]}
        assert list(options)[:5] == ["game", "players", "opponent", "thread", "match"]
        assert len(options) <= 25
        assert options["game"]["name_localizations"] == {"it": "gioco"}
        assert [choice["value"] for choice in options["game"]["choices"]] == list(GAMES)
        assert (options["players"]["min_value"], options["players"]["max_value"]) == (2, 6)
        await evening.maria.runs(evening.channel, "briscola play", game="La Brisca", match="a tre")
        assert evening.desk.asked[0].rules == {"preset": "brisca", "match": {"wins": 3}}


# -- commands about a table ---------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["rules", "sheet", "export", "house"])
async def test_each_question_is_answered_in_private(evening: Evening, question: str) -> None:
    evening.desk.answers[question] = Answer(SHOWN, note=a_note(f"All about {question}."))
    act = await evening.maria.runs(evening.channel, f"briscola {question}")
    assert act.private.text == f"All about {question}."
    assert [asked.what for asked in evening.desk.asked] == [question]


async def test_the_house_rules_are_for_admins_to_make(evening: Evening) -> None:
    boss = evening.wire.person("Anna", admin=True)
    await boss.runs(evening.channel, "briscola house")
    await evening.luca.runs(evening.channel, "briscola house")
    await evening.luca.runs(evening.wire.dm(evening.luca), "briscola house")
    assert [asked.admin for asked in evening.desk.asked] == [True, False, True]


async def test_a_bid_is_typed(evening: Evening) -> None:
    evening.desk.answers["bid"] = Answer(REFUSED, "Bid more than 80.")
    act = await evening.maria.runs(evening.channel, "briscola bid", points=75)
    (asked,) = evening.desk.asked
    assert (asked.what, asked.points, asked.token, asked.event) == ("bid", "75", "", str(act.interaction.id))
    assert act.private.text == "Bid more than 80."


# -- choosers -----------------------------------------------------------------------------------------


async def chooser(evening: Evening, note: NoteScreen) -> Act:
    evening.desk.answers["press"] = Answer(SHOWN, note=note)
    return await evening.maria.presses(await posted(evening, f"{TABLE}-games"), "games")


async def test_many_games_are_a_menu_and_the_rest_are_buttons(evening: Evening) -> None:
    lobby = all_seated(table_of(Rules.preset("briscola", 2)), 1)
    act = await chooser(evening, games_note(lobby, ENGLISH, host=True, admin=True))
    (menu,) = act.private.selects
    assert {value for value, _ in menu.options} == {f"b:{TABLE}-set-preset-{game}" for game in Preset}
    assert [label for _, label in menu.options][:2] == ["Briscola", "Brisca"]
    assert not [label for label in act.private.labels if "Brisca" in label]
    assert [b.custom_id for b in act.private.buttons if "-set-players-" in b.custom_id]
    rows = act.private.payload["components"]
    assert len(rows) <= 5
    assert [o["label"] for o in rows[0]["components"][0]["options"] if o.get("default")] == ["Briscola"]


async def test_a_choice_from_a_menu_comes_in_by_the_same_door_and_redraws_the_note(evening: Evening) -> None:
    lobby = all_seated(table_of(Rules.preset("briscola", 2)), 1)
    act = await chooser(evening, games_note(lobby, ENGLISH, host=True, admin=False))
    note, token = act.private, f"{TABLE}-set-preset-brisca"
    chosen = all_seated(table_of(Rules.preset("brisca", 2)), 1)
    evening.desk.answers[token] = Answer(ACCEPTED, note=games_note(chosen, ENGLISH, host=True, admin=False))
    choice = await evening.maria.chooses(note, note.selects[0].custom_id, "Brisca")
    asked = evening.desk.asked[-1]
    assert (asked.token, asked.event, asked.message) == (token, str(choice.interaction.id), "")
    assert choice.answer.id == note.id
    assert "Chosen: Brisca" in choice.answer.text
    assert len([seen for seen in evening.maria.sees(evening.channel) if seen.ephemeral]) == 1


async def test_one_note_follows_however_deep_one_goes(evening: Evening) -> None:
    rules = Rules.preset("briscola", 4)
    lobby = all_seated(table_of(rules), 1)
    first = await chooser(evening, games_note(lobby, ENGLISH, host=True, admin=False))
    for token, note in (
        (f"{TABLE}-options", options_note(lobby, ENGLISH)),
        (f"{TABLE}-option_clock", option_note(lobby, "clock", ENGLISH)),
        (f"{TABLE}-set-clock-30", options_note(lobby, ENGLISH)),
        (f"{TABLE}-option_signs", option_note(lobby, "signs", ENGLISH)),
        (f"{TABLE}-set-signs-table", options_note(lobby, ENGLISH)),
    ):
        evening.desk.answers[token] = Answer(ACCEPTED, note=note)
        seen = evening.maria.sees_again(first.private)
        if seen.selects and f"b:{token}" in {value for value, _ in seen.selects[0].options}:
            act = await evening.maria.chooses(seen, seen.selects[0].custom_id, f"b:{token}")
        else:
            act = await evening.maria.presses(seen, f"b:{token}")
        assert act.answer.id == first.private.id
        assert presses(evening)[-1] == token
    assert evening.luca.sees(evening.channel)[-1].selects == ()


async def test_a_choice_that_is_refused_leaves_the_note_as_it_is(evening: Evening) -> None:
    lobby = all_seated(table_of(Rules.preset("briscola", 2)), 1)
    act = await chooser(evening, games_note(lobby, ENGLISH, host=True, admin=False))
    evening.desk.answers[f"{TABLE}-set-preset-aperta"] = Answer(REFUSED, "Three sit here.")
    choice = await evening.maria.chooses(act.private, act.private.selects[0].custom_id, "Open Briscola")
    assert choice.private.text == "Three sit here."
    assert evening.maria.sees_again(act.private).text == act.private.text


async def test_a_forged_choice_is_answered(evening: Evening) -> None:
    seen = await posted(evening, f"{TABLE}-hand")
    forged = await evening.maria.presses_custom_id(seen, "b: no token of ours")
    assert forged.private.text == Phrases().unknown_button
    assert evening.desk.asked == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", Preset)
def test_every_chooser_is_one_that_discord_takes(preset: Preset, language: str) -> None:
    spoken = words(language)
    for players in (number for number in range(2, 7) if fits(preset, number, {})):
        lobby = all_seated(table_of(Rules.preset(preset.value, players)), 1)
        for note in (
            games_note(lobby, spoken, host=True, admin=True),
            options_note(lobby, spoken),
            *(option_note(lobby, option, spoken) for option in (*OPTIONS, "more")),
        ):
            shown = render.note(note)
            rows: list[Any] = shown.view.to_components() if shown.view else []
            assert message_faults(shown.content, (), rows, 0, ()) == []
            assert not shown.content.endswith("…"), "nothing is cut off"
            values = {part["value"] for part in walk(rows) if "value" in part}
            menus = [part["options"] for part in walk(rows) if "options" in part]
            values |= {option["value"] for options in menus for option in options}
            ids = {part["custom_id"] for part in walk(rows) if part["type"] == BUTTON}
            assert values | ids == {f"b:{button.token}" for row in note.rows for button in row}
            assert all(len(options) > FEW for options in menus)


async def test_a_sign_leaves_the_hand_alone_behind(evening: Evening) -> None:
    desk, maria = evening.desk, evening.maria
    desk.answers[f"{TABLE}-hand"] = Answer(SHOWN, hand=a_hand("Ad"))
    signs = a_note("Which sign?", a_button("ace", f"{TABLE}-d1t2-sign-ace"))
    desk.answers[f"{TABLE}-signs"] = Answer(SHOWN, note=signs)
    desk.answers[f"{TABLE}-d1t2-sign-ace"] = Answer(ACCEPTED, hand=a_hand("Ad", title="Signed"))
    table = await posted(evening, f"{TABLE}-hand", f"{TABLE}-signs")
    await maria.presses(table, "hand")
    note = (await maria.presses(table, "signs")).private
    assert (await maria.presses(note, "ace")).acknowledged
    await desk.until(lambda: len(desk.shown) == 2)
    await evening.wire.until(lambda: len(privately(evening)) == 1, hint="one hand, and no note")
    assert privately(evening)[0].text.startswith("**Signed**")


def privately(evening: Evening) -> list[Seen]:
    """What Maria alone sees."""
    return [seen for seen in evening.maria.sees(evening.channel) if seen.ephemeral]


async def test_a_press_on_a_hand_that_is_being_put_away_is_answered_by_a_new_one(evening: Evening) -> None:
    desk, maria, play = evening.desk, evening.maria, f"{TABLE}-d1t1-play-Ad"
    desk.answers[f"{TABLE}-hand"] = Answer(SHOWN, hand=a_hand("Ad"))
    desk.answers[play] = Answer(ACCEPTED, hand=a_hand("3c"))
    table = await posted(evening, f"{TABLE}-hand")
    first = (await maria.presses(table, "hand")).private
    await desk.until(lambda: len(desk.shown) == 1)
    evening.wire.fault(method="DELETE", route="/webhooks/*", kind="cut-before")
    await maria.presses(table, "hand")
    await desk.until(lambda: len(desk.shown) == 2)
    act = await maria.presses_custom_id(first, f"b:{play}")
    await desk.until(lambda: len(desk.shown) == 3)
    assert act.private.id != first.id
    newest = PrivateMessage.of(desk.shown[-1].message)
    assert newest is not None
    assert newest.message == act.private.id
    await evening.wire.until(lambda: len(privately(evening)) == 2, hint="the one before it put away")


async def test_a_bid_under_the_table_shows_the_hand_of_now_and_no_other(evening: Evening) -> None:
    bid = f"{TABLE}-d1b1-bid-3"
    evening.desk.answers[bid] = Answer(ACCEPTED, hand=a_hand("Ad", "3c"))
    table = await posted(evening, bid)
    await evening.maria.presses(table, f"b:{bid}")
    await evening.maria.presses(table, f"b:{bid}")
    await evening.desk.until(lambda: len(evening.desk.shown) == 2)
    await evening.wire.until(lambda: len(privately(evening)) == 1, hint="one hand")
    assert [asked.message for asked in evening.desk.asked] == [str(table.id)] * 2


# -- a number of points ---------------------------------------------------------------------------------


async def test_points_are_asked_for_by_a_form(evening: Evening) -> None:
    seen = await posted(evening, f"{TABLE}-points")
    act = await evening.maria.presses(seen, "points")
    assert act.form["title"] == "Your bid"
    assert evening.desk.asked == []
    evening.desk.answers["bid"] = Answer(ACCEPTED, hand=a_hand("Ad"), table=TABLE)
    sent = await evening.maria.fills_in(act, number="75")
    (asked,) = evening.desk.asked
    assert (asked.what, asked.points, asked.token) == ("bid", "75", TABLE)
    assert asked.event == str(sent.interaction.id)
    assert "Ad" in sent.private.text
    assert evening.luca.sees_again(seen).text == seen.text


async def test_points_bid_from_the_hand_leave_the_hand_in_its_place(evening: Evening) -> None:
    evening.desk.answers[f"{TABLE}-hand"] = Answer(SHOWN, hand=a_hand("Ad", "3c"))
    hand = (await evening.maria.presses(await posted(evening, f"{TABLE}-hand"), "hand")).private
    act = await evening.maria.presses_custom_id(hand, f"b:{TABLE}-points")
    evening.desk.answers["bid"] = Answer(ACCEPTED, hand=a_hand("Ad"), table=TABLE)
    sent = await evening.maria.fills_in(act, number="120")
    assert sent.answer.id == hand.id
    assert sent.answer.text == evening.maria.sees_again(hand).text != hand.text
    evening.desk.answers["bid"] = Answer(REFUSED, "It is Luca's turn.", table=TABLE)
    evening.desk.answers["hand"] = Answer(SHOWN, hand=a_hand("Ad", title="Still yours"))
    again = await evening.maria.fills_in(act, number="0")
    assert again.answer.text.startswith("It is Luca's turn.")
    assert "Still yours" in again.answer.text


async def test_a_number_that_is_none_is_answered_in_one_sentence(evening: Evening) -> None:
    act = await evening.maria.presses(await posted(evening, f"{TABLE}-points"), "points")
    evening.desk.answers["bid"] = Answer(REFUSED, "Write a whole number of points, from 62 to 120.")
    sent = await evening.maria.fills_in(act, number="seventy")
    assert sent.private.text == "Write a whole number of points, from 62 to 120."
    assert evening.desk.asked[-1].points == "seventy"


async def test_a_form_from_before_a_restart_is_answered(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        channel, maria = evening.channel, evening.maria
        act = await maria.presses(await posted(evening, f"{TABLE}-points"), "points")
    async with an_evening(wire) as again:
        again.desk.answers["bid"] = Answer(REFUSED, "This auction is over.")
        sent = await maria.fills_in(act, number="75")
        assert sent.private.text == "This auction is over."
        assert [(asked.what, asked.token) for asked in again.desk.asked] == [("bid", TABLE)]
        assert channel.messages


async def test_a_form_is_in_the_language_that_the_person_chose(wire: DiscordWire) -> None:
    def make(desk: ScriptedDesk) -> Discord:
        def spoken(locale: str) -> Phrases:
            return Phrases(points_title=f"Quanto? {locale}" + "!" * 60, points_asked=f"Punti {locale}" * 9)

        return Discord(wire.world.token, desk, phrases=spoken, draw=draw, now=lambda: NOW)

    async with an_evening(wire, make) as evening:
        evening.desk.languages[str(evening.luca.id)] = "pt"
        seen = await posted(evening, f"{TABLE}-points")
        act = await evening.luca.presses(seen, "points")
        assert act.form["title"].startswith("Quanto? pt!")
        assert act.form["components"][0]["label"].startswith("Punti pt")


async def test_a_form_that_is_not_ours_is_answered(evening: Evening) -> None:
    act = await evening.maria.presses(await posted(evening, f"{TABLE}-points"), "points")
    act.form["custom_id"] = "somebody else's"
    sent = await evening.maria.fills_in(act, number="75")
    assert sent.private.text == Phrases().unknown_button
    act.form["custom_id"] = f"b:{TABLE}-hand"
    assert (await evening.maria.fills_in(act, number="75")).private.text == Phrases().unknown_button
    assert evening.desk.asked == []


async def test_a_form_cut_off_is_shown_again(evening: Evening) -> None:
    seen = await posted(evening, f"{TABLE}-points")
    evening.wire.fault(method="POST", route="/interactions/*", kind="cut-before")
    act = await evening.maria.presses(seen, "points")
    assert act.form["custom_id"] == f"b:{TABLE}-points"


# -- a match as a file ----------------------------------------------------------------------------------

MATCH = File("briscola-k7d2m9qxab.json", b'{"seed": "00"}\n')


async def test_a_match_comes_as_a_file_to_who_asked_alone(evening: Evening) -> None:
    evening.desk.answers["export"] = Answer(SHOWN, file=MATCH)
    act = await evening.maria.runs(evening.channel, "briscola export")
    (file,) = act.private.pictures
    assert (file.filename, file.data) == (MATCH.name, MATCH.data)
    assert evening.luca.sees(evening.channel) == []


async def test_the_menu_stays_where_a_file_was_asked_for_from_it(evening: Evening) -> None:
    evening.desk.answers[f"{TABLE}-more"] = Answer(SHOWN, note=a_note("More", a_button("Export", "x-export")))
    menu = (await evening.maria.presses(await posted(evening, f"{TABLE}-more"), "more")).private
    evening.desk.answers["x-export"] = Answer(SHOWN, "Here it is.", file=MATCH)
    act = await evening.maria.presses(menu, "Export")
    assert act.private.id != menu.id
    assert (act.private.text, act.private.pictures[0].data) == ("Here it is.", MATCH.data)
    assert evening.maria.sees_again(menu).labels == ["Export"]


async def test_a_file_that_takes_its_time_comes_all_the_same(wire: DiscordWire) -> None:
    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, draw=draw, now=lambda: NOW, patience=0.05)

    async with an_evening(wire, make) as evening:
        evening.desk.answers["export"] = Answer(SHOWN, file=MATCH)
        evening.desk.open_for_business.clear()
        act = await evening.maria.runs(evening.channel, "briscola export", wait=False)
        await act.acknowledgement()
        assert act.deferred
        evening.desk.open_for_business.set()
        await act.content()
        assert act.private.pictures[0].data == MATCH.data


async def test_a_match_that_is_not_over_is_no_file(evening: Evening) -> None:
    evening.desk.answers["press"] = Answer(REFUSED, "A match is exported once it is over.")
    act = await evening.maria.presses(await posted(evening, f"{TABLE}-export"), "export")
    assert act.private.text == "A match is exported once it is over."


# -- help's buttons -------------------------------------------------------------------------------------


async def test_a_button_that_opens_a_certain_game_keeps_it_in_private(evening: Evening) -> None:
    dm = evening.wire.dm(evening.luca)
    evening.desk.answers["help"] = Answer(
        SHOWN, note=a_note("Help", a_button("Play", "open-people-brisca-4"))
    )
    await evening.luca.presses((await evening.luca.runs(dm, "briscola help")).private, "Play")
    assert presses(evening) == ["open-computer-brisca-4"]


# -- house rules of a server --------------------------------------------------------------------------


async def test_who_manages_the_server_decides_for_all_its_channels(evening: Evening) -> None:
    boss = evening.wire.person("Anna", admin=True)
    evening.channel.allow(evening.luca.user, "manage_messages")
    for person in (boss, evening.luca):
        await person.runs(evening.channel, "briscola house")
    asked = evening.desk.asked
    assert (evening.desk.heads, [one.admin for one in asked]) == ([True, False], [True, True])
    assert {one.where.wider for one in asked} == {f"server-{evening.guild.id}"}
    seen = await posted(evening, f"{TABLE}-house_wider", f"{TABLE}-house")
    for person in (boss, evening.luca):
        await person.presses(seen, f"b:{TABLE}-house_wider")
        await person.presses(seen, f"b:{TABLE}-house")
    assert [one.admin for one in asked[2:]] == [True, True, False, True]
    await evening.luca.runs(evening.wire.dm(evening.luca), "briscola house")
    assert asked[-1].where.wider == ""
