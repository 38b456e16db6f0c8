"""Computers of three levels in Telegram: added, changed, taken away, remembered, and watched."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service import carrying
from bot.table import Computer, Over, Pace
from bot.words import words
from doubles.telegram_api import Group, Person, Seen, TelegramApi
from doubles.telegram_evening import Evening, assert_nothing_hidden
from doubles.telegram_house import Way, a_house, scribbled

SLOW = Pace()
"""Computers take their time."""


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations
        assert_nothing_hidden(api)


def tokens(seen: Seen) -> list[str]:
    return [(button.data or "").partition("-")[2] for row in seen.buttons for button in row]


def note(person: Person, group: Group, token: str) -> Seen | None:
    """The words with this button that the person sees in the group or alone."""
    shown = (*person.sees(group), *person.sees())
    return next((seen for seen in shown if token in tokens(seen) and not seen.photo), None)


async def levels(evening: Evening) -> list[str]:
    return [
        one.level.value if isinstance(one, Computer) else "" if one else "free"
        for one in (await evening.state()).seats
    ]


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_the_host_adds_two_computers_changes_one_and_takes_one_away(
    api: TelegramApi, sqlite_url: str, *, ephemeral: bool
) -> None:
    api.ephemeral_supported = ephemeral
    maria, luca = api.person("Maria"), api.person("Luca", language="it")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url, Way(pace=SLOW)) as house:
        evening = Evening(api, house, group, [maria, luca])
        await evening.open("/play 4")
        table = evening.name
        await evening.press(maria, evening.table, f"{table}-seat-1-normal")
        await api.until(lambda: "Computer 2 (normal)" in evening.table.text, what="the computer")
        refused = await evening.press(luca, evening.table, f"{table}-seat-2-normal")
        assert refused.alert
        assert refused.text == words("it").say("Only the host of the table can do that.")
        await evening.press(maria, evening.table, f"{table}-levels")
        chooser = await api.until(lambda: note(maria, group, "level_hard"), what="the chooser")
        assert {"computer_1", "watch-normal"} <= set(tokens(chooser))
        await evening.press(maria, chooser.message, f"{table}-level_hard")
        await api.until(
            lambda: f"{table}-seat-2-hard" in str(evening.table.content.buttons), what="the new level"
        )
        await evening.press(maria, evening.table, f"{table}-seat-2-hard")
        await evening.press(maria, chooser.message, f"{table}-computer_1")
        one = await api.until(lambda: note(maria, group, "seat-1-easy"), what="one computer")
        await evening.press(maria, one.message, f"{table}-seat-1-easy")
        assert await levels(evening) == ["", "easy", "hard", "free"]
        await api.until(lambda: "Computer 2 (easy)" in evening.table.text, what="the change")
        one = await api.until(lambda: note(maria, group, "seat-1-empty"), what="the same computer")
        await evening.press(maria, one.message, f"{table}-seat-1-empty")
        assert await levels(evening) == ["", "free", "hard", "free"]
        await api.until(lambda: note(maria, group, "computer_2"), what="all computers again")
        await evening.press(maria, evening.table, f"{table}-fill-hard")
        await evening.start()
        late = await evening.press(maria, one.message, f"{table}-seat-2-easy")
        assert late.text
        assert await levels(evening) == ["", "hard", "hard", "hard"]


async def test_the_level_said_in_private_is_the_one_of_next_time(api: TelegramApi, sqlite_url: str) -> None:
    maria = api.person("Maria", language="it")
    await maria.opens_bot()
    async with a_house(api, sqlite_url) as house:
        first = Evening(api, house, maria.private, [maria])
        await first.open("/play difficile")
        assert await levels(first) == ["", "hard"]
        await first.press(maria, first.table, f"{first.name}-leave")
        second = Evening(api, house, maria.private, [maria])
        await second.open("/play brisca")
        assert second.name != first.name
        assert await levels(second) == ["", "hard"]
        await second.press(maria, second.table, f"{second.name}-levels")
        one = await api.until(
            lambda: next((s for s in maria.sees() if "seat-1-easy" in tokens(s)), None), what="the levels"
        )
        await second.press(maria, one.message, f"{second.name}-seat-1-easy")
        assert await levels(second) == ["", "easy"]


async def test_other_cards_in_the_middle_of_a_deal(api: TelegramApi, sqlite_url: str) -> None:
    maria = api.person("Maria")
    await maria.opens_bot()
    async with a_house(api, sqlite_url, Way(pace=SLOW)) as house:
        evening = Evening(api, house, maria.private, [maria])
        await evening.open("/play normal")
        await evening.start()
        await evening.press(maria, evening.table, f"{evening.name}-hand")
        await evening.press(maria, evening.table, f"{evening.name}-more")
        menu = await api.until(
            lambda: next((s for s in maria.sees() if "abandon-d1" in tokens(s)), None), what="the menu"
        )
        await evening.press(maria, menu.message, f"{evening.name}-levels")
        chooser = await api.until(
            lambda: next((s for s in maria.sees() if "abandon-d1-hard" in tokens(s)), None), what="the levels"
        )
        await evening.press(maria, chooser.message, f"{evening.name}-abandon-d1-hard")
        table = await evening.state()
        assert table.match is not None
        assert table.match.deal_number == 2
        assert await levels(evening) == ["", "hard"]
        await api.until(
            lambda: [s for s in maria.sees() if any(t.startswith("d2t1-play") for t in tokens(s))],
            what="the new hand",
        )


async def test_computers_are_watched_by_a_group(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url) as house:
        evening = Evening(api, house, group, [maria, luca])
        await evening.open("/play watch easy 3")
        assert await levels(evening) == ["easy"] * 3
        assert "Only computers play here: Maria can start" in evening.table.text
        refused = await evening.press(luca, evening.table, f"{evening.name}-start")
        assert refused.alert
        await evening.press(maria, evening.table, f"{evening.name}-start")
        await api.until(
            lambda: "Watch again" in str(evening.table.content.buttons), what="the end", seconds=60
        )
        assert isinstance((await evening.state()).phase, Over)
        assert "-hand" not in str(evening.table.history)
        again = await evening.press(luca, evening.table, f"{evening.name}-rematch")
        assert again.alert
