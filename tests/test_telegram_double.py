"""The Telegram stand-in behaves as Telegram does, shown with the real python-telegram-bot."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import cast

import httpx
import pytest
from aiohttp import web
from PIL import Image
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram import Message as TelegramMessage
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest

from doubles.telegram_api import Group, Message, Person, TelegramApi

HAND = InlineKeyboardMarkup.from_button(InlineKeyboardButton("My hand", callback_data="t1-1-1-hand"))
PLAY = InlineKeyboardMarkup.from_button(InlineKeyboardButton("Ad", callback_data="t1-1-1-Ad"))


def picture(colour: str) -> bytes:
    """A small PNG."""
    file = io.BytesIO()
    Image.new("RGB", (120, 80), colour).save(file, "PNG")
    return file.getvalue()


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api


@pytest.fixture(autouse=True)
def seconds_are_a_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the library warns about every RetryAfter."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def bot(api: TelegramApi) -> AsyncIterator[Bot]:
    async with client(api) as bot:
        yield bot


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", id=501, language="it")


@pytest.fixture
def john(api: TelegramApi) -> Person:
    return api.person("John", username="john_plays")


@pytest.fixture
def group(api: TelegramApi, maria: Person, john: Person) -> Group:
    return api.group("Friday", members=[maria, john])


def client(api: TelegramApi, token: str | None = None) -> Bot:
    """The real library's bot, talking to the stand-in; no certificates are read, which takes the longest."""
    plain, polling = (HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2))
    return Bot(
        token or api.token, base_url=api.base_url, base_file_url=api.base_file_url,
        request=plain, get_updates_request=polling,
    )  # fmt: skip


def refused(error: type[TelegramError], text: str) -> pytest.RaisesExc[TelegramError]:
    """Expect a refusal in these words, whose case the library changes."""
    return pytest.raises(error, match=f"(?i){text}")


async def updates(bot: Bot, offset: int = 0) -> list[Update]:
    """What waits for the bot."""
    return list(await bot.get_updates(offset=offset, timeout=0))


async def table(bot: Bot, group: Group) -> Message:
    """A table message in the group."""
    await bot.send_message(group.id, "A table", reply_markup=HAND)
    return group.last


# ---------------------------------------------------------------------------------------- who is there


async def test_the_bot_learns_its_own_name(api: TelegramApi, bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.id, me.username) == (api.bot.user.id, "briscola_test_bot")


@pytest.mark.parametrize("token", ["4242424242:AAwrong", "4242424242:"])
async def test_a_wrong_token_is_refused(api: TelegramApi, token: str) -> None:
    with pytest.raises(InvalidToken):
        async with client(api, token):
            pass


async def test_a_wrong_token_is_401_and_a_malformed_one_404(api: TelegramApi) -> None:
    async with httpx.AsyncClient() as http:
        wrong = await http.post(f"{api.url}/bot1:AA/getMe")
        malformed = await http.post(f"{api.url}/botnonsense/getMe")
    assert (wrong.status_code, wrong.json()["description"]) == (401, "Unauthorized")
    assert (malformed.status_code, malformed.json()["description"]) == (404, "Not Found")


async def test_the_bot_can_ask_about_a_chat_and_its_people(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    await group.promotes(john.user, without=("can_pin_messages",))
    assert (await bot.get_chat(group.id)).title == "Friday"
    assert (await bot.get_chat_member(group.id, maria.id)).status == "creator"
    assert [m.user.id for m in await bot.get_chat_administrators(group.id)] == [maria.id, john.id]
    assert await bot.get_chat_member_count(group.id) == 3
    await john.leaves(group)
    assert (await bot.get_chat_member(group.id, john.id)).status == "left"
    with refused(BadRequest, "PARTICIPANT_ID_INVALID"):
        await bot.get_chat_member(group.id, 12345)
    with refused(BadRequest, "Chat not found"):
        await bot.get_chat(-99)
    await bot.send_chat_action(group.id, "typing")
    assert group.actions == ["typing"]
    await bot.leave_chat(group.id)
    with refused(Forbidden, "not a member"):
        await bot.send_message(group.id, "Hello?")
    assert not api.violations


async def test_commands_are_offered_by_scope_and_language(
    bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    here = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([BotCommand("play", "A game")])
    await bot.set_my_commands([BotCommand("play", "Play here")], scope=here)
    await bot.set_my_commands([BotCommand("play", "Gioca qui")], scope=here, language_code="it")
    assert [c.description for c in maria.commands(group)] == ["Gioca qui"]
    assert [c.description for c in john.commands(group)] == ["Play here"]
    assert [c.description for c in john.commands()] == ["A game"]
    assert [c.description for c in await bot.get_my_commands(scope=here)] == ["Play here"]
    await bot.delete_my_commands(scope=here)
    assert [c.description for c in john.commands(group)] == ["A game"]


# ---------------------------------------------------------------------------------------- updates


async def test_an_update_comes_again_until_it_is_confirmed(bot: Bot, group: Group, maria: Person) -> None:
    await maria.says(group, "/play")
    first, *rest = await updates(bot)
    assert rest[-1].message is not None if rest else first.my_chat_member is None or first.message
    waiting = await updates(bot)
    assert [u.update_id for u in waiting] == [u.update_id for u in [first, *rest]]
    assert await updates(bot, offset=waiting[-1].update_id + 1) == []
    assert await updates(bot) == []


async def test_a_long_poll_returns_as_soon_as_somebody_speaks(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.until(lambda: api.bot.queue.is_polled)
    await maria.says(group, "/play@briscola_test_bot hard")
    (update,) = await poll
    assert update.message is not None
    assert update.message.parse_entities(["bot_command"]) == {
        update.message.entities[0]: "/play@briscola_test_bot"
    }
    assert update.message.from_user is not None
    assert update.message.from_user.language_code == "it"


async def confirm_everything(bot: Bot) -> None:
    """Leave nothing waiting."""
    for update in await updates(bot):
        await updates(bot, offset=update.update_id + 1)


async def test_a_second_poller_ends_the_first_with_409(api: TelegramApi, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.until(lambda: api.bot.queue.is_polled)
    async with client(api) as other:
        assert await other.get_updates(timeout=0) == ()
    with refused(Conflict, "terminated by other getUpdates"):
        await poll


async def test_a_webhook_ends_the_polling_with_409(api: TelegramApi, bot: Bot) -> None:
    await confirm_everything(bot)
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.until(lambda: api.bot.queue.is_polled)
    await bot.set_webhook("https://bot.example/hook")
    with refused(Conflict, "terminated by setWebhook"):
        await poll


async def test_a_press_waits_150_seconds_and_no_longer(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    message = await table(bot, group)
    await confirm_everything(bot)
    await maria.presses(message, "My hand")
    api.advance(149)
    assert len(await updates(bot)) == 1
    api.advance(2)
    assert await updates(bot) == []


async def test_only_wanted_updates_come(bot: Bot, group: Group, maria: Person, john: Person) -> None:
    await bot.get_updates(timeout=0, allowed_updates=["chat_member"])
    await confirm_everything(bot)
    await maria.says(group, "/play")
    await john.leaves(group)
    assert [u.chat_member is not None for u in await updates(bot)] == [True]


async def test_an_update_can_come_twice_even_after_it_was_confirmed(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    api.double_updates = True
    await maria.says(group, "/play")
    (first,) = await updates(bot)
    (again,) = await updates(bot, offset=first.update_id + 1)
    assert again.update_id == first.update_id
    assert await updates(bot, offset=first.update_id + 1) == []


async def test_updates_can_come_in_another_order(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    api.hold_updates()
    await maria.says(group, "/one")
    await maria.says(group, "/two")
    assert await updates(bot) == []
    api.release_updates(backwards=True)
    assert [u.message.text for u in await updates(bot) if u.message] == ["/two", "/one"]


async def test_privacy_mode_hides_what_is_not_for_the_bot(
    bot: Bot, group: Group, maria: Person, api: TelegramApi
) -> None:
    message = await table(bot, group)
    await confirm_everything(bot)
    await maria.says(group, "Good evening")
    await maria.says(group, "/play@another_bot")
    await maria.says(group, "/play")
    await maria.says(group, "nice", reply_to=message)
    texts = [(u.message.text, u.message.message_thread_id) for u in await updates(bot) if u.message]
    assert texts == [("/play", None), ("nice", message.message_id)]
    await group.promotes(api.bot.user)
    await maria.says(group, "Good night")
    assert (await updates(bot))[-1].message.text == "Good night"  # type: ignore[union-attr] # it is a message


class Webhook:
    """A bot's own web server, which answers as it is told and remembers."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.bodies: list[dict[str, object]] = []
        self.secrets: list[str | None] = []

    async def serve(self, request: web.Request) -> web.Response:
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.bodies.append(await request.json())
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def hook(api: TelegramApi) -> AsyncIterator[Webhook]:
    hook = Webhook()
    app = web.Application()
    app.router.add_post("/hook", hook.serve)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    api.webhook_hosts["https://bot.example"] = f"http://{host}:{port}"
    yield hook
    await api.bot.queue.close()
    await runner.cleanup()


async def test_a_webhook_gets_updates_with_the_secret_until_it_says_200(
    api: TelegramApi, bot: Bot, hook: Webhook, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    await bot.set_webhook("https://bot.example/hook", secret_token="s3cret", max_connections=3)
    assert (await bot.get_webhook_info()).url == "https://bot.example/hook"
    with refused(Conflict, "webhook is active"):
        await updates(bot)
    hook.statuses = [503, 500]
    await maria.says(group, "/one")
    await maria.says(group, "/two")
    await api.until(lambda: len(api.bot.queue.deliveries) == 2)
    assert [d.status for d in api.bot.queue.deliveries] == [503, 500], "retried at once, then after a while"
    api.advance(2)
    await api.until(lambda: not api.bot.queue.waiting)
    assert [body["message"]["text"] for body in hook.bodies] == ["/one", "/one", "/one", "/two"]  # type: ignore[index]  # JSON
    assert set(hook.secrets) == {"s3cret"}
    assert await bot.delete_webhook()
    assert await updates(bot) == []


async def test_a_webhook_may_get_the_same_update_twice(
    api: TelegramApi, bot: Bot, hook: Webhook, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    await bot.set_webhook("https://bot.example/hook")
    api.double_updates = True
    await maria.says(group, "/play")
    await api.until(lambda: not api.bot.queue.waiting)
    first, second = hook.bodies
    assert first == second


async def test_a_webhook_must_be_https_with_a_plain_secret(api: TelegramApi, bot: Bot) -> None:
    with refused(BadRequest, "HTTPS URL must be provided"):
        await bot.set_webhook("http://bot.example/hook")
    with refused(BadRequest, "unallowed characters"):
        await bot.set_webhook("https://bot.example/hook", secret_token="not plain")
    assert len(api.violations) == 2


async def test_the_poll_of_a_killed_bot_swallows_no_update(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await confirm_everything(bot)
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.until(lambda: api.bot.queue.is_polled)
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    await maria.says(group, "/play")
    assert [u.message.text for u in await updates(bot) if u.message] == ["/play"]


async def test_an_update_can_come_again_much_later(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await maria.says(group, "/play")
    await confirm_everything(bot)
    api.deliver_again()
    assert [u.message.text for u in await updates(bot) if u.message] == ["/play"]


async def test_the_stand_in_runs_as_a_process_of_its_own() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "doubles.telegram_api",
        cwd=Path(__file__).parent,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        said = dict(word.split("=", 1) for word in (await process.stdout.readline()).decode().split())
        async with httpx.AsyncClient() as http:
            answer = await http.get(f"{said['base_url']}{said['token']}/getMe")
        assert answer.json()["result"]["username"] == "briscola_test_bot"
    finally:
        process.kill()
        await process.communicate()


# ---------------------------------------------------------------------------------------- messages


async def test_a_text_is_shown_as_formatted(bot: Bot, group: Group, maria: Person) -> None:
    sent = await bot.send_message(
        group.id, " <b>Tom &amp; 🂡</b> leads&nbsp;<a href='https://x.example'>here</a>\n", parse_mode="HTML",
        reply_markup=HAND, disable_notification=True, protect_content=True, link_preview_options=LinkPreviewOptions(is_disabled=True),
    )  # fmt: skip
    assert sent.text == "Tom & 🂡 leads&nbsp;here"
    assert sent.parse_entities() == {sent.entities[0]: "Tom & 🂡", sent.entities[1]: "here"}
    (seen,) = maria.sees(group)
    assert (seen.text, seen.labels, seen.ephemeral) == ("Tom & 🂡 leads&nbsp;here", ["My hand"], False)
    assert group.last.silent
    assert sent.has_protected_content


@pytest.mark.parametrize(
    ("text", "mode", "complaint"),
    [
        ("<x/>", "HTML", "Unsupported start tag"),
        ("<b>bold", "HTML", "Can't find end tag"),
        ("a < b", "HTML", "Unsupported start tag"),
        ("Hello.", "MarkdownV2", "is reserved and must be escaped"),
        ("snake_case", "Markdown", "Can't find end of the entity"),
        (" \n ", None, "text is empty"),
        ("x" * 4097, None, "message is too long"),
    ],
)
async def test_a_text_that_telegram_cannot_take_is_refused(
    api: TelegramApi, bot: Bot, group: Group, text: str, mode: str | None, complaint: str
) -> None:
    with refused(BadRequest, complaint):
        await bot.send_message(group.id, text, parse_mode=mode)
    assert len(api.violations) == 1
    assert group.messages == []


async def test_markdown_is_understood(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, r"*bold* _it\_s_ \. `code` [l](https://x.example)", "MarkdownV2")
    assert sent.text == "bold it_s . code l"
    assert [e.type for e in sent.entities] == ["bold", "italic", "code", "text_link"]


async def test_formatting_may_come_as_entities(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "Your turn", entities=[MessageEntity("bold", 0, 4)])
    assert sent.parse_entities() == {sent.entities[0]: "Your"}


async def test_a_test_waits_for_what_is_shown(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    waiting = asyncio.gather(group.shows("A table"), maria.gets(group, "table"))
    await table(bot, group)
    message, seen = await waiting
    assert (message, seen.message) == (group.last, group.last)


async def test_what_a_person_was_ever_shown_is_kept(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    message = await table(bot, group)
    press = await maria.presses(message, "My hand")
    await bot.answer_callback_query(press.id, "Ad 3c Kb", show_alert=True)
    await whisper(bot, group, maria, callback_query_id=press.id)
    await bot.edit_message_text("Over", group.id, message.message_id)
    await maria.deletes(message)
    assert {s.text for s in maria.was_shown()} == {"A table", "Ad 3c Kb", "Your hand", "Over"}
    assert {s.text for s in john.was_shown()} == {"A table", "Over"}


async def test_a_picture_is_uploaded_once_and_sent_again_by_its_id(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    red = picture("red")
    sent = await bot.send_photo(group.id, red, caption="A table", reply_markup=HAND)
    again = await bot.send_photo(group.id, sent.photo[-1].file_id)
    assert [seen.photo for seen in maria.sees(group)] == [red, red]
    assert again.photo[-1].file_id == sent.photo[-1].file_id
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == red
    assert not api.violations


async def test_a_file_id_of_another_bot_and_bytes_that_are_no_picture_are_refused(
    api: TelegramApi, bot: Bot, group: Group
) -> None:
    other = api.add_bot("77:AAother", "Other", "other_bot")
    foreign = api.store(other, picture("red")).file_id
    with refused(BadRequest, "wrong file identifier"):
        await bot.send_photo(group.id, foreign)
    with refused(BadRequest, "image_process_failed"):
        await bot.send_photo(group.id, b"not a picture")


async def test_a_message_is_edited_with_all_its_history(bot: Bot, group: Group, maria: Person) -> None:
    message = await table(bot, group)
    await bot.edit_message_text("Your turn", group.id, message.message_id, reply_markup=PLAY)
    photo = InputMediaPhoto(picture("blue"), caption="The trick")
    edited = await bot.edit_message_media(photo, group.id, message.message_id, reply_markup=PLAY)
    assert isinstance(edited, TelegramMessage)
    assert edited.edit_date is not None
    await bot.edit_message_caption(group.id, message.message_id, caption="The next", reply_markup=PLAY)
    await bot.edit_message_reply_markup(group.id, message.message_id, reply_markup=None)
    assert [v.content.text for v in message.history] == [
        "A table",
        "Your turn",
        "The trick",
        "The next",
        "The next",
    ]
    (seen,) = maria.sees(group)
    assert (seen.text, seen.photo, seen.labels) == ("The next", picture("blue"), [])


async def test_edits_that_cannot_be_are_refused_in_telegrams_words(
    bot: Bot, group: Group, maria: Person
) -> None:
    message = await table(bot, group)
    with refused(BadRequest, "Message is not modified"):
        await bot.edit_message_text("A table", group.id, message.message_id, reply_markup=HAND)
    with refused(BadRequest, "no caption in the message"):
        await bot.edit_message_caption(group.id, message.message_id, caption="What")
    hers = await maria.says(group, "/play")
    with refused(BadRequest, "message can't be edited"):
        await bot.edit_message_text("Ha", group.id, hers.message_id)
    await maria.deletes(message)
    with refused(BadRequest, "Message to edit not found"):
        await bot.edit_message_text("New", group.id, message.message_id)


async def test_an_edit_without_a_keyboard_takes_the_keyboard_away(bot: Bot, group: Group) -> None:
    message = await table(bot, group)
    await bot.edit_message_text("Over", group.id, message.message_id)
    assert message.content.buttons == ()


async def test_deleting_has_its_48_hours(api: TelegramApi, bot: Bot, group: Group, maria: Person) -> None:
    young, old = await table(bot, group), await table(bot, group)
    await bot.delete_message(group.id, young.message_id)
    assert group.messages == [old]
    with refused(BadRequest, "Message to delete not found"):
        await bot.delete_message(group.id, young.message_id)
    hers = await maria.says(group, "/play")
    with refused(BadRequest, "message can't be deleted"):
        await bot.delete_message(group.id, hers.message_id)
    api.advance(49 * 3600)
    with refused(BadRequest, "can't be deleted for everyone"):
        await bot.delete_message(group.id, old.message_id)


async def test_pinning_needs_the_right(api: TelegramApi, bot: Bot, group: Group) -> None:
    message = await table(bot, group)
    with refused(BadRequest, "not enough rights"):
        await bot.pin_chat_message(group.id, message.message_id)
    await group.promotes(api.bot.user)
    await bot.pin_chat_message(group.id, message.message_id, disable_notification=True)
    assert group.pinned == [message]
    pinned = (await bot.get_chat(group.id)).pinned_message
    assert pinned is not None
    assert pinned.message_id == message.message_id


async def test_replies_need_their_message(bot: Bot, group: Group) -> None:
    message = await table(bot, group)
    sent = await bot.send_message(group.id, "Yes", reply_parameters=ReplyParameters(message.message_id))
    assert sent.reply_to_message is not None
    with refused(BadRequest, "message to be replied not found"):
        await bot.send_message(group.id, "No", reply_parameters=ReplyParameters(9999))
    await bot.send_message(
        group.id, "So be it", reply_parameters=ReplyParameters(9999, allow_sending_without_reply=True)
    )


@pytest.mark.parametrize(
    ("button", "complaint"),
    [
        ({"text": "x", "callback_data": "é" * 33}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "callback_data": ""}, "BUTTON_DATA_INVALID"),
        ({"text": "x"}, "exactly one optional field"),
        ({"text": "x", "callback_data": "a", "url": "https://x.example"}, "exactly one optional field"),
        ({"text": "", "callback_data": "a"}, "BUTTON_TEXT_INVALID"),
        ({"text": "x", "url": "ftp://x.example"}, "unsupported URL protocol"),
        ({"text": "x", "callback_data": "a", "colour": "red"}, "unknown parameter"),
    ],
)
async def test_a_wrong_button_is_refused(
    api: TelegramApi, bot: Bot, group: Group, button: dict[str, str], complaint: str
) -> None:
    with refused(BadRequest, complaint):
        await bot.send_message(group.id, "A", api_kwargs={"reply_markup": {"inline_keyboard": [[button]]}})
    assert len(api.violations) == 1


@pytest.mark.parametrize("size", [(1, 101), (9, 1), (0, 1)])
async def test_a_keyboard_has_its_shape(
    api: TelegramApi, bot: Bot, group: Group, size: tuple[int, int]
) -> None:
    row = [{"text": "x", "callback_data": "a"}] * size[0]
    with pytest.raises(BadRequest):
        await bot.send_message(
            group.id, "A", api_kwargs={"reply_markup": {"inline_keyboard": [row] * size[1]}}
        )
    assert len(api.violations) == 1


async def test_an_unknown_or_wrong_parameter_is_a_violation(api: TelegramApi, bot: Bot, group: Group) -> None:
    with refused(BadRequest, "unknown parameter spoiler"):
        await bot.send_message(group.id, "A", api_kwargs={"spoiler": True})
    with refused(BadRequest, "message_thread_id"):
        await bot.send_message(group.id, "A", api_kwargs={"message_thread_id": "first"})
    with refused(BadRequest, "receiver_user_id: field required"):
        await bot.do_api_request("deleteEphemeralMessage", api_kwargs={"chat_id": group.id})
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request("dealCards")
    with pytest.raises(InvalidToken):
        await bot.send_dice(group.id)
    assert len(api.violations) == 5


# ---------------------------------------------------------------------------------------- presses


async def test_a_press_is_answered_once_and_in_time(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    message = await table(bot, group)
    press = await maria.presses(message, "My hand")
    query = await the_query(bot)
    assert (query.data, query.from_user.id) == ("t1-1-1-hand", maria.id)
    await query.answer("Ad 3c Kb", show_alert=True)
    answer = await press.answer()
    assert (answer.text, answer.alert, answer.at) == ("Ad 3c Kb", True, api.now)
    with refused(BadRequest, "query is too old"):
        await query.answer("Again")
    assert [a.text for a in press.refused] == ["Again"]
    late = await maria.presses(message, "t1-1-1-hand")
    api.advance(16)
    with refused(BadRequest, "query is too old"):
        await bot.answer_callback_query(late.id)
    assert not api.violations


async def the_query(bot: Bot) -> CallbackQuery:
    """The press that waits."""
    query = (await updates(bot))[-1].callback_query
    assert query is not None
    return query


async def test_an_alert_has_200_characters(api: TelegramApi, bot: Bot, group: Group, maria: Person) -> None:
    press = await maria.presses(await table(bot, group), "My hand")
    with refused(BadRequest, "message_too_long"):
        await bot.answer_callback_query(press.id, "x" * 201)
    assert await bot.answer_callback_query(press.id, "x" * 200)
    assert len(api.violations) == 1


async def test_an_old_keyboard_can_still_be_pressed(bot: Bot, group: Group, maria: Person) -> None:
    message = await table(bot, group)
    await bot.edit_message_text("Next", group.id, message.message_id, reply_markup=PLAY)
    press = await maria.presses(message, "My hand", version=0)
    assert press.data == "t1-1-1-hand"
    with pytest.raises(AssertionError, match="No button"):
        await maria.presses(message, "My hand")


async def test_the_message_of_a_press_may_be_gone(bot: Bot, group: Group, maria: Person) -> None:
    message = await table(bot, group)
    await maria.deletes(message)
    await maria.sends_press(message, "forged")
    query = await the_query(bot)
    assert query.message is not None
    assert not query.message.is_accessible


async def test_an_application_without_an_updater_plays_along(
    api: TelegramApi, group: Group, maria: Person
) -> None:
    async def play(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat is not None
        await context.bot.send_message(update.effective_chat.id, "A table", reply_markup=HAND)

    async def hand(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query is not None
        await update.callback_query.answer("Your cards", show_alert=True)

    builder = ApplicationBuilder().token(api.token).base_url(api.base_url).base_file_url(api.base_file_url)
    application: Application[Bot, ContextTypes.DEFAULT_TYPE, object, object, object, None] = cast(
        "Application[Bot, ContextTypes.DEFAULT_TYPE, object, object, object, None]",
        builder.updater(None).job_queue(None).build(),
    )
    application.add_handler(CommandHandler("play", play))
    application.add_handler(CallbackQueryHandler(hand))

    async def poll() -> None:
        offset = 0
        while True:
            for update in await application.bot.get_updates(offset, timeout=30):
                await application.process_update(update)
                offset = update.update_id + 1

    async with application:
        polling = asyncio.create_task(poll())
        await maria.says(group, "/play")
        message = await api.until(lambda: group.messages[-1] if len(group.messages) > 1 else None)
        assert (await (await maria.presses(message, "My hand")).answer()).text == "Your cards"
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
    assert not api.violations


# ---------------------------------------------------------------------------------------- ephemeral


async def whisper(bot: Bot, group: Group, to: Person, **more: object) -> TelegramMessage:
    """An ephemeral message by the library, which does not know them yet."""
    wanted = {"receiver_user_id": to.id} | more
    return await bot.send_message(
        group.id, "Your hand", reply_markup=PLAY, api_kwargs={"ephemeral_message_parameters": wanted}
    )


async def test_an_ephemeral_answer_to_a_press_is_seen_by_one_person(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    press = await maria.presses(await table(bot, group), "My hand")
    sent = await whisper(bot, group, maria, callback_query_id=press.id)
    assert (sent.message_id, sent.api_kwargs["ephemeral_message_id"]) == (0, 1)
    assert [s.text for s in maria.sees(group)] == ["A table", "Your hand"]
    assert [s.text for s in john.sees(group)] == ["A table"]
    assert [m.text for m in group.messages] == ["A table"]
    await maria.presses(maria.sees(group)[-1], "Ad")
    query = await the_query(bot)
    assert query.message is not None
    assert query.message.api_kwargs["ephemeral_message_id"] == 1
    assert not api.violations


async def test_an_ephemeral_picture_is_uploaded_edited_and_deleted(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    press = await maria.presses(await table(bot, group), "My hand")
    wanted = {
        "receiver_user_id": maria.id,
        "callback_query_id": press.id,
        "replace_callback_query_message": True,
    }
    sent = await bot.send_photo(
        group.id, picture("red"), caption="Hand", api_kwargs={"ephemeral_message_parameters": wanted}
    )
    assert [(s.text, s.photo) for s in maria.sees(group)] == [("Hand", picture("red"))], (
        "in place of the table"
    )
    it = {
        "chat_id": group.id,
        "receiver_user_id": maria.id,
        "ephemeral_message_id": sent.api_kwargs["ephemeral_message_id"],
    }
    media = InputMediaPhoto(picture("blue"), caption="Now")
    edit = {**it, "media": media, "reply_markup": PLAY}
    assert await bot.do_api_request("editEphemeralMessageMedia", api_kwargs=edit) is True
    (seen,) = maria.sees(group)
    assert (seen.text, seen.photo, seen.labels) == ("Now", picture("blue"), ["Ad"])
    await bot.do_api_request("editEphemeralMessageCaption", api_kwargs={**it, "caption": "Then"})
    await bot.do_api_request("editEphemeralMessageReplyMarkup", api_kwargs={**it, "reply_markup": PLAY})
    with refused(BadRequest, "not modified"):
        await bot.do_api_request("editEphemeralMessageReplyMarkup", api_kwargs={**it, "reply_markup": PLAY})
    with refused(BadRequest, "message identifier is not specified"):
        await bot.delete_message(group.id, 0)
    await bot.do_api_request("deleteEphemeralMessage", api_kwargs=it)
    assert [s.text for s in maria.sees(group)] == ["A table"]
    with refused(BadRequest, "not found"):
        await bot.do_api_request("deleteEphemeralMessage", api_kwargs=it)


async def test_an_ephemeral_text_is_edited_up_to_1024_characters(
    bot: Bot, group: Group, maria: Person
) -> None:
    press = await maria.presses(await table(bot, group), "My hand")
    sent = await whisper(bot, group, maria, callback_query_id=press.id)
    it = {"chat_id": group.id, "receiver_user_id": maria.id, **sent.api_kwargs}
    it.pop("receiver_user")
    await bot.do_api_request("editEphemeralMessageText", api_kwargs={**it, "text": "x" * 1024})
    with refused(BadRequest, "too long"):
        await bot.do_api_request("editEphemeralMessageText", api_kwargs={**it, "text": "x" * 1025})
    await maria.restarts_app()
    with refused(BadRequest, "not found"):
        await bot.do_api_request("editEphemeralMessageText", api_kwargs={**it, "text": "Gone"})


async def test_an_ephemeral_message_needs_a_fresh_press_of_that_person_or_an_admin(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    press = await maria.presses(await table(bot, group), "My hand")
    with refused(BadRequest, "belongs to somebody else"):
        await whisper(bot, group, john, callback_query_id=press.id)
    with refused(BadRequest, "not enough rights"):
        await whisper(bot, group, maria)
    api.advance(16)
    with refused(BadRequest, "query is too old"):
        await whisper(bot, group, maria, callback_query_id=press.id)
    await group.promotes(api.bot.user)
    await whisper(bot, group, maria)
    assert maria.sees(group)[-1].ephemeral
    await maria.leaves(group)
    with refused(BadRequest, "must be a member"):
        await whisper(bot, group, maria)


async def test_an_ephemeral_command_is_seen_by_the_bot_alone_and_answered(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    await bot.set_my_commands([BotCommand("hand", "Your cards", api_kwargs={"is_ephemeral": True})])
    said = await maria.says(group, "/hand")
    assert said not in group.messages
    command = (await updates(bot))[-1].message
    assert command is not None
    assert command.message_id == 0
    reply = {"ephemeral_message_id": command.api_kwargs["ephemeral_message_id"]}
    wanted = {"receiver_user_id": maria.id}
    await bot.send_message(
        group.id, "Ad 3c", api_kwargs={"ephemeral_message_parameters": wanted, "reply_parameters": reply}
    )
    assert [s.text for s in maria.sees(group)] == ["Ad 3c"]
    assert john.sees(group) == []
    assert not api.violations


async def test_an_older_server_posts_ephemeral_messages_for_all_to_see(
    api: TelegramApi, bot: Bot, group: Group, maria: Person, john: Person
) -> None:
    api.ephemeral_supported = False
    sent = await whisper(bot, group, maria)
    assert sent.message_id
    assert "ephemeral_message_id" not in sent.api_kwargs
    assert [s.text for s in john.sees(group)] == ["Your hand"]
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request("editEphemeralMessageText", api_kwargs={"text": "x"})
    assert not api.violations


# ---------------------------------------------------------------------------------------- refusals


async def test_a_private_chat_must_be_opened_and_may_be_blocked(
    api: TelegramApi, bot: Bot, maria: Person
) -> None:
    with refused(Forbidden, "can't initiate conversation"):
        await bot.send_message(maria.id, "Hello")
    await maria.opens_bot("join-t1")
    assert (await updates(bot))[-1].message.text == "/start join-t1"  # type: ignore[union-attr] # it is a message
    await bot.send_message(maria.id, "Hello")
    assert [s.text for s in maria.sees()] == ["/start join-t1", "Hello"]
    await maria.blocks_bot()
    with refused(Forbidden, "blocked by the user"):
        await bot.send_message(maria.id, "Hello?")
    standing = (await updates(bot))[-1].my_chat_member
    assert standing is not None
    assert standing.new_chat_member.status == "kicked"
    await maria.opens_bot()
    await bot.send_message(maria.id, "Welcome back")
    await maria.deletes_account()
    with refused(Forbidden, "user is deactivated"):
        await bot.send_message(maria.id, "Hello?")


async def test_a_link_to_the_bot_opens_it(bot: Bot, group: Group, maria: Person) -> None:
    link = InlineKeyboardButton("Open me", url="https://t.me/briscola_test_bot?start=hand-t1")
    await bot.send_message(group.id, "Open me", reply_markup=InlineKeyboardMarkup.from_button(link))
    said = await maria.follows(group.last, "Open me")
    assert said.text == "/start hand-t1"
    assert maria.private.opened


async def test_a_kicked_or_restricted_bot_is_told_so(api: TelegramApi, bot: Bot, group: Group) -> None:
    await group.restricts(api.bot.user, "can_send_messages")
    await bot.send_message(group.id, "Text")
    with refused(BadRequest, "not enough rights to send photos"):
        await bot.send_photo(group.id, picture("red"))
    await group.restricts(api.bot.user)
    with refused(BadRequest, "not enough rights to send text"):
        await bot.send_message(group.id, "Text")
    await group.kicks(api.bot.user)
    with refused(Forbidden, "kicked from the supergroup chat"):
        await bot.send_message(group.id, "Text")
    standing = (await updates(bot))[-1].my_chat_member
    assert standing is not None
    assert standing.new_chat_member.status == "kicked"


async def test_a_group_becomes_a_supergroup(api: TelegramApi, bot: Bot, maria: Person) -> None:
    old = api.group("Old", members=[maria], kind="group")
    message = await table(bot, old)
    new = await old.migrates()
    with pytest.raises(ChatMigrated) as moved:
        await bot.edit_message_text("New", old.id, message.message_id)
    assert moved.value.new_chat_id == new.id
    told = [u.message for u in await updates(bot) if u.message]
    assert [(m.migrate_to_chat_id, m.migrate_from_chat_id) for m in told[-2:]] == [
        (new.id, None),
        (None, old.id),
    ]
    with refused(BadRequest, "Message to edit not found"):
        await bot.edit_message_text("New", new.id, message.message_id)
    await bot.send_message(new.id, "Again")
    assert [s.text for s in maria.sees(new)] == ["Again"]


async def test_topics_have_their_own_thread(api: TelegramApi, bot: Bot, maria: Person) -> None:
    forum = api.group("Forum", members=[maria], forum=True)
    topic = forum.topic("Cards")
    await maria.says(forum, "/play", topic=topic)
    said = (await updates(bot))[-1].message
    assert said is not None
    assert (said.message_thread_id, said.is_topic_message) == (topic.id, True)
    sent = await bot.send_message(forum.id, "Here", message_thread_id=topic.id)
    assert sent.is_topic_message
    await bot.send_message(forum.id, "In General")
    with refused(BadRequest, "Message thread not found"):
        await bot.send_message(forum.id, "General", message_thread_id=1)
    topic.closed = True
    with refused(BadRequest, "topic_closed"):
        await bot.send_message(forum.id, "Here", message_thread_id=topic.id)
    forum.forum = False
    with refused(BadRequest, "Message thread not found"):
        await bot.send_message(forum.id, "Here", message_thread_id=topic.id)


async def test_an_anonymous_admin_writes_as_the_group_and_presses_as_a_person(
    bot: Bot, group: Group, maria: Person
) -> None:
    message = await table(bot, group)
    await maria.says(group, "/play", anonymous=True)
    said = (await updates(bot))[-1].message
    assert said is not None
    assert said.from_user is not None
    assert said.sender_chat is not None
    assert (said.from_user.id, said.sender_chat.id) == (1087968824, group.id)
    await maria.presses(message, "My hand")
    assert (await the_query(bot)).from_user.id == maria.id


async def test_a_channel_posts_and_writes_in_groups(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    channel = api.channel("News", members=[maria])
    await channel.posts("/play")
    assert (await updates(bot))[-1].channel_post is not None
    await maria.says(group, "/play", as_channel=channel)
    said = (await updates(bot))[-1].message
    assert said is not None
    assert said.from_user is not None
    assert said.from_user.id == 136817688


# ---------------------------------------------------------------------------------------- limits and faults


async def test_a_group_takes_20_sends_and_edits_a_minute(api: TelegramApi, bot: Bot, group: Group) -> None:
    api.enforce_limits = True
    message = await table(bot, group)
    for n in range(19):
        await bot.edit_message_text(f"{n}", group.id, message.message_id)
    api.advance(20)
    with pytest.raises(RetryAfter) as wait:
        await bot.send_message(group.id, "One too many")
    assert wait.value.retry_after == timedelta(seconds=40)
    assert [call.method for call in api.over_limit] == ["sendMessage"]
    with pytest.raises(RetryAfter):
        await bot.send_message(group.id, "Too early")
    assert len(api.too_early) == 1
    api.advance(40)
    await bot.send_message(group.id, "Now")
    assert api.busiest_minute(group) == 20


async def test_a_private_chat_takes_one_a_second_after_a_burst(
    api: TelegramApi, bot: Bot, maria: Person
) -> None:
    await maria.opens_bot()
    for _ in range(5):
        await bot.send_message(maria.id, "Hello")
    assert api.over_limit == []
    await bot.send_message(maria.id, "Only noted")
    assert len(api.over_limit) == 1
    api.advance(1)
    api.enforce_limits = True
    with pytest.raises(RetryAfter):
        await bot.send_message(maria.id, "Refused")
    api.advance(5)
    await bot.send_message(maria.id, "Now")


async def test_faults_strike_where_they_should(
    api: TelegramApi, bot: Bot, group: Group, maria: Person
) -> None:
    await maria.opens_bot()
    api.fault("429", method="sendMessage", chat=group, times=2, retry_after=7)
    await bot.send_message(maria.id, "Elsewhere")
    for _ in range(2):
        with pytest.raises(RetryAfter) as wait:
            await bot.send_message(group.id, "Here")
        assert wait.value.retry_after == timedelta(seconds=7)
    assert len(api.too_early) == 1
    await bot.send_message(group.id, "Here")
    api.fault("403", chat=group)
    with refused(Forbidden, "user is deactivated"):
        await bot.send_message(group.id, "Never")
    assert [m.text for m in group.messages] == ["Here"]
    errors = [call.error for call in api.calls_of("sendMessage") if call.chat_id == group.id]
    assert errors[0] == "Too Many Requests: retry after 7"
    assert errors[2] is None


@pytest.mark.parametrize(
    ("kind", "arrives"),
    [
        ("500-before", 0),
        ("500-after", 1),
        ("502-before", 0),
        ("502-after", 1),
        ("cut-before", 0),
        ("cut-after", 1),
    ],
)
async def test_an_error_comes_before_or_after_the_effect(
    api: TelegramApi, bot: Bot, group: Group, kind: str, arrives: int
) -> None:
    api.fault(kind)  # type: ignore[arg-type] # pytest passes plain text
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "Perhaps")
    assert len(group.messages) == arrives
    assert len(api.calls_of("sendMessage")) == 1


async def test_a_call_can_hang_and_go_on(api: TelegramApi, bot: Bot, group: Group) -> None:
    fault = api.fault("hang")
    with pytest.raises(TimedOut):
        await bot.send_message(group.id, "Late", read_timeout=0.05)
    assert group.messages == []
    fault.release()
    await api.until(lambda: group.messages)


async def test_waiting_in_vain_shows_the_last_calls(api: TelegramApi, bot: Bot) -> None:
    await bot.get_me()
    with pytest.raises(AssertionError, match=r"Waited for a miracle in vain.*\n.*getMe"):
        await api.until(lambda: None, seconds=0.01, what="a miracle")


async def test_parameters_may_come_as_json_or_in_the_address(api: TelegramApi, group: Group) -> None:
    async with httpx.AsyncClient() as http:
        text: dict[str, object] = {"chat_id": group.id, "text": "JSON", "reply_markup": PLAY.to_dict()}
        assert (await http.post(f"{api.base_url}{api.token}/sendMessage", json=text)).json()["ok"]
        shown = await http.get(
            f"{api.base_url}{api.token}/SENDMESSAGE", params={"chat_id": group.id, "text": "GET"}
        )
    assert shown.json()["result"]["text"] == "GET"
    assert json.dumps(shown.json())
    assert [m.text for m in group.messages] == ["JSON", "GET"]
