"""Whole games of Briscola in Telegram, with nothing make-believe but Telegram itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service import carrying
from doubles.telegram_api import Chat, Group, Message, Person, Seen, TelegramApi
from doubles.telegram_house import a_house, scribbled


@pytest.fixture
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


def assert_public(message: Message) -> None:
    """Nothing that a message in a group ever said or offered was for one person."""
    for version in message.history:
        assert "You hold" not in version.content.text
        assert not any("-play-" in (b.data or "") for row in version.content.buttons for b in row)


async def the_table(api: TelegramApi, chat: Chat, *words: str) -> Message:
    """The public table, once it says one of these words."""

    def found() -> Message | None:
        tables = [m for m in chat.messages if m.photo and "You hold" not in m.text]
        return next((m for m in reversed(tables) if any(word in m.text for word in words)), None)

    return await api.until(found, what=f"a table that says {words}")


def hand_of(person: Person, chat: Chat) -> Seen | None:
    """The newest message with this person's cards."""
    hands = [seen for seen in person.sees(chat) if cards_in(seen)]
    return hands[-1] if hands else None


def hands_left(chat: Chat, *people: Person) -> list[Seen]:
    """The pictures of cards that are still on somebody's screen, and on theirs alone."""
    return [seen for person in people for seen in person.sees(chat) if seen.ephemeral and seen.photo]


def cards_in(seen: Seen) -> list[str]:
    return [b.data for row in seen.buttons for b in row if b.data and "-play-" in b.data]


async def play_to_the_end(api: TelegramApi, chat: Chat, *people: Person) -> None:
    """Whoever's turn it is presses their first card, until the public table tells the end."""

    def may_play() -> list[tuple[Person, Seen]]:
        hands = [(person, hand_of(person, chat)) for person in people]
        return [(person, hand) for person, hand in hands if hand and "Your turn" in hand.text]

    def is_over() -> bool:
        return any("Play again" in b.label for m in chat.messages for row in m.content.buttons for b in row)

    while not is_over():
        await api.until(lambda: may_play() or is_over(), what="somebody's turn")
        for person, hand in may_play():
            await (await person.sends_press(hand.message, cards_in(hand)[0])).answer()


async def sit_down_to_play(api: TelegramApi, group: Group, host: Person, guest: Person) -> Message:
    """Open a table, sit down at it and start; the public table."""
    await host.says(group, "/play")
    table = await the_table(api, group, "opens")
    await (await guest.presses(table, "🪑 Sit down")).answer()
    await the_table(api, group, "Everybody is here")
    await (await host.presses(table, "▶️ Start")).answer()
    return await the_table(api, group, "to play")


@pytest.mark.usefixtures("quick_pictures")
async def test_two_people_play_a_whole_game_by_ephemeral_hands(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca, anna = api.person("Maria"), api.person("Luca"), api.person("Anna")
    group = api.group("Bar Sport", members=[maria, luca, anna])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        await (await luca.presses(table, "🃏 My hand")).answer()
        hands = [hand_of(maria, group), hand_of(luca, group)]
        assert all(hand and hand.ephemeral and hand.photo and len(cards_in(hand)) == 3 for hand in hands)
        refused = await (await anna.presses(table, "🃏 My hand")).answer()
        assert (refused.text, refused.alert) == ("You do not sit at this table.", True)
        await play_to_the_end(api, group, maria, luca)
        end = await the_table(api, group, "wins", "draw")
        assert end is table
        await api.until(lambda: not hands_left(group, maria, luca), what="the end of the hands")
        await maria.says(group, "/leaderboard")
        board = await api.until(lambda: [m for m in group.messages if "best here" in m.text])
        assert "Luca" in board[0].text
        assert not [seen for seen in anna.sees(group) if seen.ephemeral]


@pytest.mark.usefixtures("quick_pictures")
async def test_two_people_play_a_whole_game_by_positions_on_an_old_server(
    api: TelegramApi, sqlite_url: str
) -> None:
    api.ephemeral_supported = False
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])

    def positions() -> list[str]:
        return [b.data for row in table.content.buttons for b in row if b.data and "-place-" in b.data]

    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        await api.until(positions, what="the positions that nobody has asked for yet")
        assert not [b for row in table.content.buttons for b in row if "Start" in b.label]
        assert [b.url for row in table.content.buttons for b in row if b.url]
        shown = await (await luca.presses(table, "🃏 My hand")).answer()
        assert shown.alert
        assert "1: " in shown.text
        played = 0
        while played < 40:
            for person in (maria, luca):
                place = await api.until(positions, what="positions to press")
                answer = await (await person.sends_press(table, place[0])).answer()
                played += "You play the" in answer.text
        await the_table(api, group, "wins", "draw")
        assert len([m for m in group.messages if m.sender == api.bot.user]) == 1


@pytest.mark.usefixtures("quick_pictures")
async def test_one_person_plays_the_computer_in_private(api: TelegramApi, sqlite_url: str) -> None:
    api.double_updates = True
    maria = api.person("Maria")
    async with a_house(api, sqlite_url):
        await maria.opens_bot()
        await maria.says(maria.private, "/play")
        table = await the_table(api, maria.private, "Everybody is here")
        await (await maria.presses(table, "▶️ Start")).answer()
        await api.until(lambda: hand_of(maria, maria.private))
        await play_to_the_end(api, maria.private, maria)
        assert await the_table(api, maria.private, "wins", "draw") is table


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.parametrize("private", [False, True], ids=["group", "private"])
async def test_giving_up_leaves_no_question_behind(
    api: TelegramApi, sqlite_url: str, *, private: bool
) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    chat: Chat = maria.private if private else group

    def offering(ending: str) -> Seen | None:
        """Maria's newest message with a button that ends so."""
        seen = [one for one in maria.sees(chat) if ending_button(one, ending)]
        return seen[-1] if seen else None

    def ending_button(seen: Seen, ending: str) -> str:
        tokens = [b.data for row in seen.buttons for b in row if b.data and b.data.endswith(ending)]
        return tokens[0] if tokens else ""

    async def press(ending: str) -> None:
        seen = await api.until(lambda: offering(ending), what=f"a button that ends with {ending}")
        await (await maria.sends_press(seen.message, ending_button(seen, ending))).answer()

    async with a_house(api, sqlite_url):
        if private:
            await maria.opens_bot()
            await maria.says(chat, "/play")
            await the_table(api, chat, "Everybody is here")
            await press("-start")
        else:
            await sit_down_to_play(api, group, maria, luca)
        for ending in ("-more", "-resigning", "-more", "-resigning", "-resign"):
            await press(ending)
        await the_table(api, chat, "gives up")
        await api.until(lambda: not offering("-resign"), what="the end of the question")
        assert not offering("-resigning")
        assert not offering("-end")


async def test_a_hand_is_played_in_private_by_deep_link(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url):
        table = await sit_down_to_play(api, group, maria, luca)
        token = table.content.button("🃏 My hand").data
        await luca.opens_bot(token or "")
        hand = await api.until(lambda: hand_of(luca, luca.private))
        assert "Bar Sport" in hand.text
        await api.until(lambda: hand_of(maria, group))
        for person, chat in ((maria, group), (luca, luca.private), (maria, group)):
            mine = hand_of(person, chat)
            if mine and "Your turn" in mine.text:
                await (await person.sends_press(mine.message, cards_in(mine)[0])).answer()
        await api.until(lambda: len(cards_in(hand_of(luca, luca.private) or hand)) < 4)
        assert table.content.buttons, "the hand in private is no orphan of the table, nor the other way round"
