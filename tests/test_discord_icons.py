"""Cards on the buttons of a hand are emojis of the application, where Discord keeps them; else words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from adapters.discord import icons
from adapters.discord.icons import NAME, Icons
from bot.screens.types import Button, HandScreen, Style
from bot.service.answers import Answer, Outcome
from bot.service.records import SurfaceKind
from bot.words.decks import DECK_NAMES as DECKS
from doubles.discord_desk import a_hand, a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

KEPT = {"neapolitan_Ad_3f2a1c": "7", "neapolitan_3c_000000": "8", "french_Ad_aaaaaa": "9"}


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


def keep(wire: DiscordWire, emojis: dict[str, str]) -> None:
    """Let Discord keep these emojis of the application."""
    wire.world.emojis = [
        {"id": number, "name": name, "roles": [], "require_colons": True, "managed": False, "animated": False}
        for name, number in emojis.items()
    ]


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    keep(wire, {**KEPT, "smile": "10", "neapolitan_back_123456": "11"})
    async with an_evening(wire) as evening:
        await wire.until(lambda: wire.calls_to("GET", "/applications/{app_id}/emojis"), hint="the emojis")
        yield evening


def in_cards(deck: str, *cards: str) -> HandScreen:
    """A hand whose buttons name their cards."""
    buttons = tuple(Button(f"{card} in words", f"play_T1_{card}", Style.PRIMARY, card, "♦") for card in cards)
    other = Button("More", "more", symbol="⋯")
    return replace(a_hand(*cards), rows=(buttons, (other,)), deck=deck)


async def shown(evening: Evening, hand: HandScreen) -> Seen:
    evening.desk.answers["hand"] = Answer(Outcome.SHOWN, hand=hand)
    return (await evening.maria.runs(evening.channel, "briscola hand")).private


async def test_a_card_is_shown_on_its_button_as_the_hands_own_deck_draws_it(evening: Evening) -> None:
    seen = await shown(evening, in_cards("neapolitan", "Ad", "3c", "Kb"))
    assert [(one.label, one.emoji) for one in seen.buttons] == [
        ("Ad in words", "neapolitan_Ad_3f2a1c"),
        ("3c in words", "neapolitan_3c_000000"),
        ("♦ Kb in words", ""),
        ("⋯ More", ""),
    ]
    french = await shown(evening, in_cards("french", "Ad", "3c"))
    assert [one.emoji for one in french.buttons] == ["french_Ad_aaaaaa", "", ""]


async def test_a_hand_that_is_refreshed_keeps_its_emojis(evening: Evening) -> None:
    seen = await shown(evening, in_cards("neapolitan", "Ad", "3c"))
    await evening.desk.until(lambda: evening.desk.shown)
    (told,) = evening.desk.shown
    surface = a_surface(evening.channel.id, SurfaceKind.HAND, message=told.message)
    await evening.courier.edit(surface, in_cards("neapolitan", "3c"), None)
    assert [one.emoji for one in evening.maria.sees_again(seen).buttons] == ["neapolitan_3c_000000", ""]


async def test_an_emoji_that_discord_will_not_take_any_more_is_left_out(evening: Evening) -> None:
    evening.wire.fault(method="POST", route="/interactions/*", kind="400-before", code=50035)
    seen = await shown(evening, in_cards("neapolitan", "Ad"))
    assert [one.label for one in seen.buttons] == ["♦ Ad in words", "⋯ More"]
    await evening.desk.until(lambda: evening.desk.shown)
    (told,) = evening.desk.shown
    surface = a_surface(evening.channel.id, SurfaceKind.HAND, message=told.message)
    await evening.courier.edit(surface, in_cards("neapolitan", "Ad"), None)
    assert evening.maria.sees_again(seen).buttons[0].emoji == ""


async def test_a_refreshed_hand_too_is_shown_in_words_where_more_is_refused(evening: Evening) -> None:
    seen = await shown(evening, in_cards("neapolitan", "Ad"))
    await evening.desk.until(lambda: evening.desk.shown)
    (told,) = evening.desk.shown
    surface = a_surface(evening.channel.id, SurfaceKind.HAND, message=told.message)
    evening.wire.fault(method="PATCH", route="/webhooks/*", kind="400-before", code=50035)
    await evening.courier.edit(surface, in_cards("neapolitan", "Ad"), None)
    assert [one.label for one in evening.maria.sees_again(seen).buttons] == ["♦ Ad in words", "⋯ More"]


async def test_no_button_of_a_public_table_shows_a_card(evening: Evening) -> None:
    await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    assert [one.emoji for one in evening.luca.sees_last(evening.channel).buttons] == [""]


async def test_without_emojis_buttons_are_words(wire: DiscordWire) -> None:
    wire.fault(method="GET", route="/applications/{app_id}/emojis", kind="403-before", code=50001)
    async with an_evening(wire) as evening:
        seen = await shown(evening, in_cards("neapolitan", "Ad"))
        assert [one.label for one in seen.buttons] == ["♦ Ad in words", "⋯ More"]


def test_every_card_of_every_deck_can_have_its_emoji() -> None:
    for deck in DECKS:
        assert all(NAME.fullmatch(f"{deck}_{rank}{suit}_0a1b2c") for rank in "A3KQJ76542" for suit in "dcsb")
    assert NAME.fullmatch("neapolitan_back_0a1b2c") is None
    assert Icons().of("neapolitan", None) is None


async def test_emojis_that_come_while_the_bot_runs_are_found(
    wire: DiscordWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(icons, "LEARN_AGAIN", 0.05)
    async with an_evening(wire) as evening:
        keep(wire, KEPT)
        asked = len(wire.calls_to("GET", "/applications/{app_id}/emojis"))
        await wire.until(lambda: len(wire.calls_to("GET", "/applications/{app_id}/emojis")) > asked + 1)
        seen = await shown(evening, in_cards("neapolitan", "Ad"))
        assert seen.buttons[0].emoji == "neapolitan_Ad_3f2a1c"
