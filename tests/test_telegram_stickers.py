"""The sticker sets: made once, sent again only where a picture changed, whatever came between."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image

from adapters.telegram.stickers import StickerSet, fact_of_stickers
from adapters.telegram.visiting import Unanswered, visiting
from bot.pictures.kept import Kept
from doubles.telegram_api import Person, TelegramApi
from doubles.telegram_stickers import StickerSet as Set
from doubles.telegram_stickers import sets_of

DECK = "neapolitan"
NAME = "briscola_neapolitan_by_briscola_test_bot"


def picture(card: str, colour: str = "red") -> Kept:
    file = io.BytesIO()
    image = Image.new("RGBA", (323, 512), colour)
    image.putpixel((0, 0), (0, 0, 0, 0))
    image.save(file, "WEBP", lossless=True, method=0)
    return Kept(card, file.getvalue(), f"{card} in {colour}")


CARDS = ("Ad", "3d", "Kd", "back")
PICTURES = tuple(picture(card) for card in CARDS)


class Notes:
    """Facts in memory, and the sentences and pauses on the way."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}
        self.told: list[str] = []
        self.pauses: list[float] = []

    async def fact(self, name: str) -> str | None:
        return self.facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        self.facts[name] = value

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
    assert not api.violations


@pytest.fixture
async def owner(api: TelegramApi) -> Person:
    person = api.person("Maria")
    api.private(api.bot, person.user).opened = True
    return person


@pytest.fixture
def notes() -> Notes:
    return Notes()


async def refreshed(api: TelegramApi, notes: Notes, owner: int, pictures: Sequence[Kept] = PICTURES) -> int:
    """Run the command's work once; how many pictures were sent."""
    async with visiting(api.token, api.url) as visit:
        made = StickerSet(visit, notes, DECK, owner, tell=notes.told.append, pause=notes.pause)
        await made.refresh(pictures)
        return made.sent


def the_set(api: TelegramApi) -> Set:
    return sets_of(api)[NAME]


def ids_kept(api: TelegramApi, notes: Notes) -> dict[str, str]:
    kept: dict[str, str] = json.loads(notes.facts[fact_of_stickers(api.bot.user.id, DECK)])
    return kept


def assert_shows(api: TelegramApi, notes: Notes, pictures: Sequence[Kept]) -> None:
    """The set has just these pictures in this order, and the file id of each is kept."""
    stickers = the_set(api).stickers
    assert [sticker.data for sticker in stickers] == [one.data for one in pictures]
    assert ids_kept(api, notes) == {
        one.card: sticker.file_id for one, sticker in zip(pictures, stickers, strict=True)
    }


async def test_a_set_is_made_with_all_pictures_at_once(api: TelegramApi, notes: Notes, owner: Person) -> None:
    assert await refreshed(api, notes, owner.id) == len(CARDS)
    assert_shows(api, notes, PICTURES)
    assert the_set(api).owner == owner.id
    assert len(api.calls_of("createNewStickerSet")) == 1
    assert not api.calls_of("addStickerToSet")
    assert the_set(api).stickers[0].emojis == ("🃏", "♦️")
    assert the_set(api).stickers[-1].emojis == ("🃏", "🎴")


async def test_a_second_run_sends_nothing(api: TelegramApi, notes: Notes, owner: Person) -> None:
    await refreshed(api, notes, owner.id)
    before = len(api.calls)
    assert await refreshed(api, notes, owner.id) == 0
    assert {call.method for call in api.calls[before:]} == {"getMe", "getStickerSet"}
    assert_shows(api, notes, PICTURES)


async def test_a_changed_picture_takes_the_place_of_the_old_one(
    api: TelegramApi, notes: Notes, owner: Person
) -> None:
    await refreshed(api, notes, owner.id)
    changed = (PICTURES[0], picture("3d", "blue"), *PICTURES[2:])
    assert await refreshed(api, notes, owner.id, changed) == 1
    assert_shows(api, notes, changed)


async def test_a_card_that_somebody_took_out_comes_back_to_its_place(
    api: TelegramApi, notes: Notes, owner: Person
) -> None:
    await refreshed(api, notes, owner.id)
    del the_set(api).stickers[1]
    assert await refreshed(api, notes, owner.id) == 1
    assert_shows(api, notes, PICTURES)


async def test_a_sticker_that_is_none_of_ours_goes(api: TelegramApi, notes: Notes, owner: Person) -> None:
    await refreshed(api, notes, owner.id)
    stranger = replace(the_set(api).stickers[0], number=10_000, data=picture("Ad", "green").data)
    the_set(api).stickers.insert(2, stranger)
    assert await refreshed(api, notes, owner.id) == 0
    assert_shows(api, notes, PICTURES)


async def test_after_the_database_was_lost_the_set_stays_and_is_shown_anew(
    api: TelegramApi, notes: Notes, owner: Person
) -> None:
    await refreshed(api, notes, owner.id)
    notes.facts.clear()
    assert await refreshed(api, notes, owner.id) == len(CARDS)
    assert_shows(api, notes, PICTURES)
    assert len(api.calls_of("createNewStickerSet")) == 1


async def test_a_set_whose_making_was_not_heard_of_is_recognised(
    api: TelegramApi, notes: Notes, owner: Person
) -> None:
    api.fault("cut-after", method="createNewStickerSet")
    with pytest.raises(Unanswered, match="Telegram"):
        await refreshed(api, notes, owner.id)
    assert await refreshed(api, notes, owner.id) == 0
    assert_shows(api, notes, PICTURES)


@pytest.mark.parametrize("method", ["replaceStickerInSet", "addStickerToSet"])
async def test_a_run_that_was_cut_off_is_finished_by_the_next(
    api: TelegramApi, notes: Notes, owner: Person, method: str
) -> None:
    await refreshed(api, notes, owner.id)
    changed = tuple(picture(card, "blue") for card in CARDS)
    if method == "addStickerToSet":
        changed = (*PICTURES, picture("5s"), picture("4s"))
    api.fault("cut-after", method=method)
    with pytest.raises(Unanswered):
        await refreshed(api, notes, owner.id, changed)
    await refreshed(api, notes, owner.id, changed)
    assert_shows(api, notes, changed)


async def test_telegrams_patience_is_ours(api: TelegramApi, notes: Notes, owner: Person) -> None:
    api.fault("429", method="createNewStickerSet", retry_after=37)
    assert await refreshed(api, notes, owner.id) == len(CARDS)
    assert 38 in notes.pauses
    assert any("37 s" in sentence for sentence in notes.told)


async def test_an_owner_who_never_opened_the_bot_is_told_to(api: TelegramApi, notes: Notes) -> None:
    with pytest.raises(Unanswered, match="press Start"):
        await refreshed(api, notes, api.person("John").id)
    with pytest.raises(Unanswered, match="press Start"):
        await refreshed(api, notes, 12345)


async def test_another_owner_is_told_that_the_set_is_not_theirs(
    api: TelegramApi, notes: Notes, owner: Person
) -> None:
    await refreshed(api, notes, owner.id)
    other = api.person("John")
    api.private(api.bot, other.user).opened = True
    with pytest.raises(Unanswered, match="belongs to somebody else"):
        await refreshed(api, notes, other.id, (picture("Ad", "blue"), *PICTURES[1:]))


async def test_a_refused_token_is_said_in_one_sentence(api: TelegramApi, notes: Notes) -> None:
    with pytest.raises(Unanswered, match="refuses TELEGRAM_TOKEN"):
        async with visiting("1:wrong", api.url):
            pass


async def test_all_shipped_stickers_are_taken(api: TelegramApi, notes: Notes, owner: Person) -> None:
    from bot.pictures.kept import stickers

    assert await refreshed(api, notes, owner.id, stickers(DECK)) == 41
    assert_shows(api, notes, stickers(DECK))
