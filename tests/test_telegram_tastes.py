"""Decks and words alone in Telegram: chosen in the middle of a deal, by buttons and by a command."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from test_telegram_story import assert_public, cards_in, hand_of, sit_down_to_play

from bot.service import carrying
from doubles.telegram_api import Group, Message, Person, Seen, TelegramApi
from doubles.telegram_house import a_house, scribbled

LATIN = ("coins", "cups", "swords", "knave", "knight")
FRENCH = ("diamonds", "hearts", "spades", "jack", "queen")


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations
        for chat in api.chats.values():
            for message in chat.every_message:
                if message.ephemeral_id is None and message.sender == api.bot.user:
                    assert_public(message)


def is_french(text: str) -> bool:
    return not any(word in text for word in LATIN)


def hand_in(person: Person, group: Group, *, photo: bool, french: bool = False) -> Seen | None:
    """The person's cards as they are, if they are shown so."""
    hand = hand_of(person, group)
    if hand is None or bool(hand.photo) is not photo:
        return None
    return (
        hand if is_french(hand.text) is french or not any(w in hand.text for w in (*LATIN, *FRENCH)) else None
    )


async def hand_on(
    api: TelegramApi, person: Person, group: Group, *, photo: bool, french: bool = False
) -> Seen:
    return await api.until(
        lambda: hand_in(person, group, photo=photo, french=french), what="the hand so shown"
    )


async def the_note(person: Person, group: Group, table: Message) -> Seen:
    """The note in which one chooses, reached by the menu of the table."""
    await (await person.presses(table, "⋯ More")).answer()
    menu = await person.gets(group, "What would you like?")
    await (await person.presses(menu, "🎴 Cards…")).answer()
    return await person.gets(group, "Your own cards:")


def tables_in(group: Group, api: TelegramApi) -> list[Message]:
    """The messages of ours that all see."""
    return [m for m in group.messages if m.sender == api.bot.user and m.ephemeral_id is None]


async def test_somebody_chooses_a_deck_in_the_middle_of_a_deal(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        for person in (maria, luca):
            await (await person.presses(table, "🃏 My hand")).answer()
        old = await hand_on(api, luca, group, photo=True)
        note = await the_note(luca, group, table)
        said = await (await luca.presses(note, "French")).answer()
        assert said.text == "From now on with this deck: French"
        new = await hand_on(api, luca, group, photo=True, french=True)
        assert new.message is old.message
        assert cards_in(new) == cards_in(old)
        await api.until(lambda: any("✓ French" in seen.labels for seen in luca.sees(group)), what="the mark")
        assert hand_in(maria, group, photo=True), "hers are as they were"
        assert "Trump: " in table.text
        assert not any(word in table.text for word in ("diamonds", "hearts", "spades"))
        turn = maria if "Maria to play" in table.text else luca
        hand = hand_of(turn, group)
        assert hand
        await (await turn.presses(hand, cards_in(hand)[0])).answer()
        await api.until(lambda: "On the table: " in table.text, what="the card on the table")


async def test_somebody_turns_pictures_off_and_on_in_the_middle_of_a_deal(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        await (await luca.presses(table, "🃏 My hand")).answer()
        old = await hand_on(api, luca, group, photo=True)
        note = await the_note(luca, group, table)
        said = await (await luca.presses(note, "🔤 Words only")).answer()
        assert said.text == "From now on in words alone."
        told = await hand_on(api, luca, group, photo=False)
        assert "You hold: 1: " in told.text
        assert cards_in(told) == cards_in(old)
        await api.until(
            lambda: not [s for s in luca.sees(group) if s.ephemeral and s.photo], what="the picture to go"
        )
        note = await luca.gets(group, "words alone, nothing is drawn")
        await (await luca.presses(note, "🖼️ Show pictures")).answer()
        await hand_on(api, luca, group, photo=True)
        assert len([seen for seen in luca.sees(group) if cards_in(seen)]) == 1


async def test_an_admin_chooses_for_the_chat_and_others_do_not(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        others = await the_note(luca, group, table)
        assert "For the tables of this chat…" not in others.labels
        for token in ("chat-deck-french", "chat-shows-words", "chat-chooses"):
            refused = await (await luca.sends_press(others.message, token)).answer()
            assert refused.alert
            assert refused.text == "Only an admin of the chat can change how its tables are shown."
        note = await the_note(maria, group, table)
        await (await maria.presses(note, "For the tables of this chat…")).answer()
        chat = await maria.gets(group, "The tables of this chat:")
        assert "✓ By the game" in chat.labels
        await (await maria.presses(chat, "French")).answer()
        await api.until(lambda: is_french(table.text), what="the table with French cards")
        assert tables_in(group, api) == [table]


async def test_the_table_of_a_chat_becomes_words_and_a_picture_again(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        note = await the_note(maria, group, table)
        await (await maria.sends_press(note.message, "chat-shows-words")).answer()
        told = await api.until(
            lambda: next((m for m in tables_in(group, api) if not m.photo and "to play" in m.text), None),
            what="the table in words",
        )
        assert table.deleted, "a picture cannot be taken away from a message"
        assert "has dealt." in told.text
        labels = [b.label for row in told.content.buttons for b in row]
        assert labels == [b.label for row in table.content.buttons for b in row]
        turn = maria if "Maria to play" in told.text else luca
        await (await turn.presses(told, "🃏 My hand")).answer()
        hand = await hand_on(api, turn, group, photo=True)
        await (await turn.presses(hand, cards_in(hand)[0])).answer()
        await api.until(lambda: "On the table: " in told.text, what="the card on the table")
        assert tables_in(group, api) == [told]
    async with a_house(api, sqlite_url):
        note = await the_note(maria, group, told)
        await (await maria.sends_press(note.message, "chat-shows-pictures")).answer()
        await api.until(lambda: told.photo, what="the picture again")
        assert tables_in(group, api) == [told]


async def test_in_a_private_chat_hand_and_table_follow_the_person(api: TelegramApi, sqlite_url: str) -> None:
    maria = api.person("Maria")
    async with a_house(api, sqlite_url):
        await maria.opens_bot()
        await maria.says(maria.private, "/play")
        lobby = await api.until(lambda: offering(maria, "-start"), what="the lobby")
        await (await maria.presses(lobby, "▶️ Start")).answer()
        await api.until(lambda: offering(maria, "-play-"), what="the hand")
        await maria.says(maria.private, "/deck french words")
        await api.until(lambda: not [s for s in maria.sees() if s.photo], what="the end of the pictures")
        for what in ("-play-", "-hand"):
            shown = await api.until(lambda: offering(maria, what), what="hand and table")  # noqa: B023 - at once
            assert is_french(shown.text)
        await maria.says(maria.private, "/deck")
        note = await maria.gets(words="All that I show you here:")
        assert ("✓ French" in note.labels, "🖼️ Show pictures" in note.labels) == (True, True)


def offering(person: Person, words: str) -> Seen | None:
    """The newest message in the private chat with such a button."""
    found = [s for s in person.sees() if any(words in (b.data or "") for row in s.buttons for b in row)]
    return found[-1] if found else None


async def test_two_people_keep_their_decks_beyond_a_restart(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        await maria.says(group, "/deck french")
        await luca.says(group, "/deck spanish")
        for person in (maria, luca):
            await person.gets(group, "From now on with this deck")
    async with a_house(api, sqlite_url):
        for person in (maria, luca):
            await (await person.presses(table, "🃏 My hand")).answer()
        hers = await hand_on(api, maria, group, photo=True, french=True)
        his = await api.until(lambda: hand_of(luca, group), what="his hand")
        numbers = (("knave", "(10)"), ("knight", "(11)"), ("king", "(12)"))
        assert all(f"{word} {number}" in his.text for word, number in numbers if word in his.text)
        assert hers.photo


async def test_on_an_old_server_one_chooses_in_the_private_chat(api: TelegramApi, sqlite_url: str) -> None:
    api.ephemeral_supported = False
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        await luca.opens_bot()
        table = await sit_down_to_play(api, group, maria, luca)
        await (await maria.presses(table, "🃏 My hand")).answer()
        await api.until(
            lambda: any(b.url for row in table.content.buttons for b in row), what="the way there"
        )
        await luca.follows(table, link_under(table))
        await api.until(lambda: [s for s in luca.sees() if cards_in(s) and s.photo], what="the hand")
        await luca.says(luca.private, "/deck words")
        told = await api.until(
            lambda: next((s for s in luca.sees() if cards_in(s) and not s.photo), None), what="it in words"
        )
        assert "You hold: 1: " in told.text
        await api.until(lambda: not [s for s in luca.sees() if s.photo], what="the picture to go")
        await luca.says(luca.private, "/deck pictures")
        await api.until(lambda: [s for s in luca.sees() if cards_in(s) and s.photo], what="the hand drawn")
        assert tables_in(group, api) == [table]


def link_under(table: Message) -> str:
    return next(b.label for row in table.content.buttons for b in row if b.url)
