"""A picture is sent to Telegram once: its name there outlives the process, and is forgotten where it is refused."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.service.ports import Picture, StoreUnavailable
from doubles.telegram_api import Group, TelegramApi
from doubles.telegram_desk import ScriptedDesk, on_stage, png, surface, table_screen

ACCOUNT = "telegram:4242424242"
PICTURE = Picture("3f2a1c", png())


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def friday(api: TelegramApi) -> Group:
    return api.group("Friday", members=[api.person("Maria")])


def uploads(api: TelegramApi) -> list[bool]:
    """By picture sent, whether its bytes were."""
    return [not str(call.params.get("photo")).startswith("AgAC") for call in api.calls_of("sendPhoto")]


async def test_what_one_process_has_uploaded_another_sends_by_name(api: TelegramApi, friday: Group) -> None:
    desk = ScriptedDesk()
    for _ in range(2):
        async with on_stage(api, desk) as stage:
            for _ in range(2):
                await stage.table_in(friday, table_screen(), picture=PICTURE)
    assert uploads(api) == [True, False, False, False]
    assert list(desk.uploads) == [(ACCOUNT, PICTURE.name)]
    assert len(desk.of("keep_upload")) == 1


async def test_a_name_that_telegram_refuses_is_forgotten_and_the_bytes_are_sent(
    api: TelegramApi, friday: Group
) -> None:
    desk = ScriptedDesk(uploads={(ACCOUNT, PICTURE.name): "AgAC-of-another-day"})
    async with on_stage(api, desk) as stage:
        sent = await stage.table_in(friday, table_screen(), picture=PICTURE)
    assert sent.photo == PICTURE.png
    assert uploads(api) == [False, True]
    assert "another-day" not in str(desk.uploads)


async def test_an_edit_knows_names_as_well(api: TelegramApi, friday: Group) -> None:
    desk = ScriptedDesk()
    other = Picture("77aa00", png(77))
    async with on_stage(api, desk) as stage:
        sent = await stage.table_in(friday, table_screen(), picture=PICTURE)
        where = surface(friday.id, sent.message_id)
        await stage.telegram.courier.edit(where, table_screen("Luca to play"), other)
        await stage.telegram.courier.edit(where, table_screen("Maria to play"), PICTURE)
        assert sent.photo == PICTURE.png
    assert {name for _, name in desk.uploads} == {PICTURE.name, other.name}
    assert ["attach://" in str(call.params["media"]) for call in api.calls_of("editMessageMedia")] == [
        True,
        False,
    ]


@dataclass
class ClosedBooks(ScriptedDesk):
    """A desk that can keep nothing."""

    asked_in_vain: list[str] = field(default_factory=list)

    async def upload(self, account: str, name: str) -> str | None:
        self.asked_in_vain.append(name)
        raise StoreUnavailable("away")

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        raise StoreUnavailable("away")


async def test_pictures_are_sent_though_the_books_are_closed(api: TelegramApi, friday: Group) -> None:
    desk = ClosedBooks()
    async with on_stage(api, desk) as stage:
        for _ in range(2):
            sent = await stage.table_in(friday, table_screen(), picture=PICTURE)
            assert sent.photo == PICTURE.png
    assert uploads(api) == [True, False], "memory serves as long as the process lives"
    assert desk.asked_in_vain == [PICTURE.name]
