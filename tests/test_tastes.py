"""Decks and words alone: everybody is shown cards as they like them, and nothing else changes by it."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from house import ANNA, BRUNO, FRIDAY, House, Notebook, house

from bot.game import Preset
from bot.screens.tastes import home_deck
from bot.screens.tokens import Choices, Choose, parse_token
from bot.screens.types import HandScreen, NoteScreen, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.records import SurfaceKind, Where, Who
from bot.words import words
from bot.words.cards import card_name
from bot.words.decks import DECK_NAMES

ALONE = Where("telegram", "1", "", "", "en", private=True)
"""Anna's private chat."""
WEB = Where("web", "web", "", "Web")


@pytest.fixture
async def home(sqlite_url: str) -> AsyncIterator[House]:
    async with house(sqlite_url) as one:
        yield one


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def as_admin(home: House, token: str, who: Who = ANNA) -> Answer:
    return await home.tables.press(token, FRIDAY, who, admin=yes)


async def as_guest(home: House, token: str, who: Who = BRUNO) -> Answer:
    return await home.tables.press(token, FRIDAY, who, admin=no)


def deck_of(hand: HandScreen) -> str:
    assert hand.scene is not None
    assert hand.scene.deck == hand.deck
    return hand.deck


def the_table(home: House) -> TableScreen:
    (screen,) = home.courier.tables()
    return screen


def table_deck(home: House) -> str:
    scene = the_table(home).scene
    return scene.deck if scene else "words"


def marked(note: NoteScreen | None) -> list[str]:
    assert note is not None
    return [one.token for row in note.rows for one in row if one.label.startswith("✓")]


# -- where nobody has chosen ----------------------------------------------------------------------


def test_every_game_has_the_deck_of_its_country() -> None:
    assert {game: home_deck(game) for game in Preset} == {
        Preset.BRISCOLA: "neapolitan",
        Preset.BISCACARD: "neapolitan",
        Preset.CHIAMATA: "neapolitan",
        Preset.APERTA: "neapolitan",
        Preset.BRISCOLONE: "neapolitan",
        Preset.BRISCA: "spanish",
        Preset.BISCA: "french",
        Preset.BISCA3: "french",
    }


@pytest.mark.parametrize(("game", "deck"), [("brisca", "spanish"), ("bisca", "french")])
async def test_a_table_and_its_hands_are_shown_with_the_deck_of_the_game(
    home: House, game: str, deck: str
) -> None:
    table = await home.people_play({"preset": game, "players": 2})
    assert deck_of(await home.hand(BRUNO, table)) == deck
    await home.settled(table)
    assert table_deck(home) == deck


# -- a deck for oneself ---------------------------------------------------------------------------


async def test_somebody_chooses_a_deck_in_the_middle_of_a_deal(home: House) -> None:
    table = await home.two_play()
    before = await home.hand(ANNA, table)
    old = before.rows[0][0].token
    await home.tables.hand_shown(before, FRIDAY, "annas", None)
    home.courier.messages["annas"] = before

    answer = await as_guest(home, "me-deck-french", ANNA)
    assert (answer.outcome, answer.words) == (Outcome.ACCEPTED, "From now on with this deck: French")
    assert marked(answer.note) == ["me-deck-french"]

    await home.until(lambda: home.courier.messages["annas"] != before)
    shown = home.courier.messages["annas"]
    assert isinstance(shown, HandScreen)
    assert deck_of(shown) == "french"
    assert {word in shown.caption for word in ("coins", "cups", "swords")} == {False}
    assert deck_of(await home.hand(BRUNO, table)) == "neapolitan", "only Anna's own cards are others"
    await home.settled(table)
    assert table_deck(home) == "neapolitan"
    assert (await home.press(ANNA, old)).outcome is Outcome.ACCEPTED, "a card is the same card on any deck"


async def test_two_people_at_one_table_see_different_decks(home: House) -> None:
    table = await home.two_play()
    await as_guest(home, "me-deck-piacentine", ANNA)
    await as_guest(home, "me-deck-spanish", BRUNO)
    hands = [await home.hand(who, table) for who in (ANNA, BRUNO)]
    assert [deck_of(hand) for hand in hands] == ["piacentine", "spanish"]
    for hand, language in zip(hands, ("en", "it"), strict=True):
        spoken = words(language).of_deck(hand.deck)
        seat = (await home.value(table)).seat_of(hand.viewer)
        assert seat is not None
        view = (await home.value(table)).seat_view(seat)
        assert view is not None
        assert all(card_name(spoken, card) in hand.caption for card in view.hand)


async def test_whoever_prefers_no_deck_any_more_sees_that_of_the_table(home: House) -> None:
    table = await home.two_play()
    await as_guest(home, "me-deck-plain", ANNA)
    await as_admin(home, "chat-deck-piacentine")
    assert deck_of(await home.hand(ANNA, table)) == "plain"
    answer = await as_guest(home, "me-deck-usual", ANNA)
    assert answer.words == "From now on with the usual deck."
    assert marked(answer.note) == ["me-deck-usual"]
    assert deck_of(await home.hand(ANNA, table)) == "piacentine"


async def test_a_choice_outlives_the_program(sqlite_url: str) -> None:
    async with house(sqlite_url) as first:
        table = await first.two_play()
        await as_guest(first, "me-deck-spanish", ANNA)
        await as_admin(first, "chat-deck-french")
        await as_admin(first, "chat-shows-words")
        await first.settled(table)
    async with house(sqlite_url, courier=Notebook()) as second:
        assert deck_of(await second.hand(ANNA, table)) == "spanish"
        assert deck_of(await second.hand(BRUNO, table)) == "french"
        await second.tables.redraw(table)
        await second.settled(table)
        assert table_deck(second) == "words"


async def test_an_answer_calls_a_card_as_the_hand_does(home: House) -> None:
    table = await home.two_play()
    await as_guest(home, "me-deck-french", ANNA)
    view = (await home.value(table)).seat_view(0)
    assert view is not None
    answer = await home.press(ANNA, f"{table}-d1t1-place-1")
    assert answer.words == f"You play the {card_name(words('en').of_deck('french'), view.hand[0])}."


# -- a deck for the chat --------------------------------------------------------------------------


async def test_only_an_admin_chooses_for_the_chat(home: House) -> None:
    table = await home.two_play()
    for token in ("chat-deck-french", "chat-shows-words", "chat-chooses"):
        answer = await as_guest(home, token)
        assert answer.outcome is Outcome.REFUSED
        assert "amministratore" in answer.words or "admin" in answer.words
    assert (await as_admin(home, "chat-deck-french")).outcome is Outcome.ACCEPTED
    await home.settled(table)
    assert table_deck(home) == "french"


async def test_a_forged_choice_for_all_of_the_web_is_refused(home: House) -> None:
    visitor = Who("web", "w1", "Wanda", "en")
    for token in ("chat-deck-french", "chat-shows-words", "chat-chooses"):
        assert (await home.tables.press(token, WEB, visitor)).outcome is Outcome.REFUSED


async def test_only_admins_are_led_on_to_the_tables_of_the_chat(home: House) -> None:
    def leads_on(answer: Answer) -> bool:
        assert answer.note is not None
        return str(Choices("chat")) in [one.token for row in answer.note.rows for one in row]

    assert leads_on(await home.tables.tastes(FRIDAY, ANNA, admin=yes))
    assert not leads_on(await home.tables.tastes(FRIDAY, ANNA, admin=no))
    assert not leads_on(await home.tables.tastes(FRIDAY, ANNA))
    assert not leads_on(await home.tables.tastes(ALONE, ANNA, admin=yes)), "there the table is as the hand"
    asked = await as_admin(home, "chat-chooses")
    assert marked(asked.note) == ["chat-deck-usual"]
    table = await home.two_play()
    assert leads_on(await home.tables.press(f"{table}-look", FRIDAY, ANNA, admin=yes))


async def test_the_chat_of_a_supergroup_keeps_what_it_likes(home: House) -> None:
    table = await home.two_play()
    await as_admin(home, "chat-deck-spanish")
    await home.tables.chat_moved("telegram", FRIDAY.chat, "-100888")
    there = replace(FRIDAY, chat="-100888")
    assert deck_of(await home.hand(ANNA, table, there)) == "spanish"


async def test_in_a_private_chat_the_table_is_shown_as_the_hand(home: House) -> None:
    table = await home.open(ANNA, ALONE, opponent="normal")
    await home.press(ANNA, f"{table}-start", ALONE)
    await home.tables.press("me-deck-spanish", FRIDAY, ANNA, admin=no)
    await home.settled(table)
    assert table_deck(home) == "spanish"
    await home.tables.press("me-shows-words", ALONE, ANNA, admin=yes)
    await home.settled(table)
    assert table_deck(home) == "words"


# -- words alone ----------------------------------------------------------------------------------


async def test_somebody_turns_pictures_off_and_on_in_the_middle_of_a_deal(home: House) -> None:
    table = await home.two_play()
    answer = await as_guest(home, "me-shows-words", ANNA)
    assert answer.words == "From now on in words alone."
    assert answer.hand is not None, "a picture need not become words: the hand is shown anew"
    assert answer.hand.scene is None
    assert "You hold: 1: " in answer.hand.caption
    assert (await home.hand(BRUNO, table)).scene is not None
    assert (await home.press(ANNA, answer.hand.rows[0][0].token)).outcome is Outcome.ACCEPTED
    back = await as_guest(home, "me-shows-pictures", ANNA)
    assert back.hand is not None
    assert back.hand.scene is not None


async def test_a_chat_turns_pictures_off_and_on(home: House) -> None:
    table = await home.two_play()
    await home.settled(table)
    await as_admin(home, "chat-shows-words")
    await home.settled(table)
    (message,) = [name for name, screen in home.courier.messages.items() if isinstance(screen, TableScreen)]
    assert home.courier.pictures[message] is None
    assert "Anna has dealt." in the_table(home).caption or "Bruno has dealt." in the_table(home).caption
    assert (await home.hand(ANNA, table)).scene is not None, "own cards are everybody's own matter"
    await as_admin(home, "chat-shows-pictures")
    await home.settled(table)
    assert home.courier.pictures[message] is not None


async def test_a_choice_said_again_changes_nothing(home: House) -> None:
    table = await home.two_play()
    await as_admin(home, "chat-deck-spanish")
    await home.settled(table)
    shown = (await home.surface(table, SurfaceKind.TABLE)).digest
    calls = len(home.courier.calls)
    assert (await as_admin(home, "chat-deck-spanish")).outcome is Outcome.ACCEPTED
    await home.settled(table)
    assert len(home.courier.calls) == calls
    assert (await home.surface(table, SurfaceKind.TABLE)).digest == shown


# -- the web, where everybody looks at a page of their own ------------------------------------------


async def test_a_visitor_of_the_web_sees_the_table_and_the_hand_with_their_own_deck(home: House) -> None:
    wanda, walter = Who("web", "w1", "Wanda", "en"), Who("web", "w2", "Walter", "it")
    table = await home.open(wanda, WEB)
    for who, act in ((walter, "sit-1"), (wanda, "start")):
        await home.press(who, f"{table}-{act}", WEB)
    await home.press(wanda, "me-deck-french", WEB)
    await home.press(walter, "me-shows-words", WEB)
    assert await looked(home, table, wanda) == ("french", "french", "french")
    assert await looked(home, table, walter) == ("words", "words", "neapolitan")
    assert await looked(home, table, Who("web", "w3", "", "pt")) == ("neapolitan", "none", "neapolitan")


async def looked(home: House, table: str, who: Who) -> tuple[str, str, str]:
    """The decks of the table and the hand as this visitor sees them, and the one in whose words they are told."""
    look = await home.tables.look(table, who)
    assert look is not None
    scene, hand = look.table.scene, look.hand
    held = "none" if hand is None else hand.scene.deck if hand.scene else "words"
    return scene.deck if scene else "words", held, look.deck


# -- the note -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "it", "pt"])
async def test_the_note_offers_every_deck_and_says_what_is_so_now(home: House, language: str) -> None:
    who = replace(BRUNO, user=f"u{language}", locale=language)
    answer = await home.tables.tastes(FRIDAY, who, admin=yes)
    assert answer.note is not None
    meant = [parse_token(one.token) for row in answer.note.rows for one in row]
    offered = [one.value for one in meant if isinstance(one, Choose) and one.topic == "deck"]
    assert offered == [*DECK_NAMES, "usual"]
    assert Choose("me", "shows", "words") in meant
    await home.tables.press("me-shows-words", FRIDAY, who, admin=no)
    after = await home.tables.tastes(FRIDAY, who, admin=no)
    assert after.note is not None
    assert Choose("me", "shows", "pictures") in [parse_token(b.token) for row in after.note.rows for b in row]
    assert after.note.text != answer.note.text
