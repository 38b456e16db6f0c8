"""Screens carried to Telegram: what is sent and edited, and what each refusal means."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, Forbidden, TelegramError

from adapters.telegram import Phrases, render
from adapters.telegram.failures import translated
from adapters.telegram.request import NeverSent
from bot.screens.types import Button, NoteScreen, Style
from bot.service.ports import (
    Budget,
    ChatGone,
    Courier,
    Expired,
    MessageGone,
    Moved,
    NotAccepted,
    Picture,
    TryLater,
    Uncertain,
    Unreachable,
)
from bot.service.records import SurfaceKind
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_desk import (
    TABLE,
    ScriptedDesk,
    Stage,
    on_stage,
    ping_screen,
    png,
    surface,
    table_screen,
)

WAYS = render.Ways("https://t.me/bot?start=hand", "https://t.me/bot?start=seat")
NAMES = [
    "<b>Maria</b>",
    "M_a_r*ia",
    "&amp;",
    "@everyone",
    "مريم",
    "\u202eMaria",
    "\u200b",
    "🂡" * 64,
    "</a>",
    "\"'",
]


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async def mention(viewer: str) -> str | None:
        return "5000000003" if viewer == "p1" else None

    async with on_stage(api, mention_of=mention) as stage:
        yield stage
    assert not api.violations


@pytest.fixture
def courier(stage: Stage) -> Courier:
    return stage.telegram.courier


def kind_of_fault(kind: str) -> Callable[[TelegramApi, str], None]:
    def order(api: TelegramApi, method: str) -> None:
        api.fault(kind, method=method)  # type: ignore[arg-type] # one of FaultKind

    return order


# -- sending and editing ------------------------------------------------------------------------------


async def test_a_table_is_a_silent_photo_with_buttons(stage: Stage, friday: Group) -> None:
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    assert (table.text, table.photo, table.silent) == ("Maria to play", png(1), True)
    assert table.content.button("My hand").data == f"{TABLE}-hand"


async def test_a_picture_that_telegram_has_is_not_sent_again(stage: Stage, friday: Group) -> None:
    await stage.table_in(friday, picture=Picture("one", png(1)))
    second = await stage.table_in(friday, picture=Picture("one", png(1)))
    calls = stage.api.calls_of("sendPhoto")
    assert second.photo == png(1)
    assert str(calls[1].params["photo"]).startswith("AgAC")


@pytest.mark.parametrize("method", ["sendPhoto", "editMessageMedia"])
async def test_a_picture_that_telegram_forgot_is_sent_again(
    stage: Stage, courier: Courier, friday: Group, method: str
) -> None:
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    stage.api.fault("400", method=method, description="wrong file identifier/HTTP URL specified")
    if method == "sendPhoto":
        table = await stage.table_in(friday, picture=Picture("one", png(1)))
    else:
        await courier.edit(surface(friday.id, table.message_id), table_screen("New"), Picture("one", png(1)))
    assert table.photo == png(1)


async def test_words_become_a_picture_and_the_other_way_round_the_message_is_made_anew(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    table = await stage.table_in(friday)
    place = surface(friday.id, table.message_id)
    await courier.edit(place, table_screen("Drawn"), Picture("one", png(1)))
    assert (table.text, table.photo) == ("Drawn", png(1))
    with pytest.raises(MessageGone):
        await courier.edit(place, table_screen("Plain"), None)
    assert not friday.messages


async def test_a_message_that_shows_it_already_is_success(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await courier.edit(surface(friday.id, table.message_id), stage.desk.table, None)
    assert stage.api.calls_of("editMessageText")[0].error
    assert table.content.buttons


async def test_a_message_that_somebody_deleted_is_gone(
    stage: Stage, courier: Courier, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await maria.deletes(table)
    place = surface(friday.id, table.message_id)
    with pytest.raises(MessageGone):
        await courier.edit(place, table_screen("New"), None)
    with pytest.raises(MessageGone):
        await courier.edit(surface(friday.id, "not a number"), table_screen("New"), None)
    await courier.delete(place)
    await courier.delete(surface(friday.id))


async def test_a_message_too_old_to_be_deleted_is_left(stage: Stage, courier: Courier, friday: Group) -> None:
    table = await stage.table_in(friday)
    stage.api.advance(49 * 3600)
    await courier.delete(surface(friday.id, table.message_id))
    assert friday.messages == [table]


async def test_a_ping_sounds_mentions_and_goes(stage: Stage, courier: Courier, friday: Group) -> None:
    sent = await courier.send(surface(friday.id, kind=SurfaceKind.PING), ping_screen(), None)
    ping = friday.last
    assert (ping.text, ping.silent) == ("Maria, it is your turn.", False)
    assert [(e[0], e[3]) for e in ping.content.entities] == [("text_link", "tg://user?id=5000000003")]
    place = surface(friday.id, sent.message, kind=SurfaceKind.PING)
    await courier.edit(place, ping_screen("Anna"), None)
    assert ping.text == "Anna, it is your turn."
    await courier.delete(place)
    assert not friday.messages


@pytest.mark.parametrize("name", NAMES)
async def test_no_name_breaks_a_ping_or_a_table(
    stage: Stage, courier: Courier, friday: Group, name: str
) -> None:
    await courier.send(surface(friday.id, kind=SurfaceKind.PING), ping_screen(name), None)
    assert friday.last.text.strip() == f"{render.inert(name)}, it is your turn.".strip()
    await courier.send(surface(friday.id), table_screen(f"{name} to play"), Picture("one", png(1)))
    assert friday.last.text.strip() == f"{render.inert(name)} to play".strip()


@pytest.mark.parametrize(
    "name", ["@everyone", "http://evil.example", "t.me/spam", "tg://user?id=5", "Al@x.ru"]
)
async def test_a_name_calls_nobody_and_leads_nowhere(
    api: TelegramApi, courier: Courier, friday: Group, name: str
) -> None:
    await courier.send(surface(friday.id, kind=SurfaceKind.PING), ping_screen(name), None)
    assert name not in friday.last.text
    assert name in friday.last.text.replace("\u2060", "")
    sent = await courier.send(surface(friday.id), table_screen(f"{name} to play"), None)
    await courier.edit(surface(friday.id, sent.message), table_screen(f"{name} plays"), None)
    assert name not in friday.last.text
    for method in ("sendMessage", "editMessageText"):
        for call in api.calls_of(method):
            assert call.params["link_preview_options"] == {"is_disabled": True}


def test_words_of_our_own_stay_as_they_are() -> None:
    for words in ("Ann, it is your turn. 1.5 points…", "Write /play brisca 4.", "7–4. Bob leads.", "120 : 0"):
        assert render.inert(words) == words


async def test_without_anybody_to_mention_a_ping_names_them(api: TelegramApi, friday: Group) -> None:
    async with on_stage(api) as stage:
        await stage.telegram.courier.send(surface(friday.id, kind=SurfaceKind.PING), ping_screen(), None)
        assert (friday.last.text, friday.last.content.entities) == ("Maria, it is your turn.", ())


async def test_a_topic_that_is_gone_leaves_the_chat(api: TelegramApi, maria: Person) -> None:
    forum = api.group("Club", members=[maria], forum=True)
    topic = forum.topic("Cards")
    async with on_stage(api) as stage:
        send = stage.telegram.courier.send
        await send(surface(forum.id, thread=str(topic.id)), stage.desk.table, None)
        assert forum.last.thread == topic.id
        topic.deleted = True
        await send(surface(forum.id, thread=str(topic.id)), stage.desk.table, None)
        assert forum.last.thread is None


async def test_where_pictures_are_forbidden_words_are_sent(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    await friday.restricts(stage.api.bot.user, "can_send_messages")
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    assert (table.text, table.photo) == ("Maria to play", None)
    stage.api.fault(
        "400", method="editMessageMedia", description="not enough rights to send photos to the chat"
    )
    await courier.edit(surface(friday.id, table.message_id), table_screen("New"), Picture("two", png(2)))
    assert table.text == "New"


async def test_a_finished_table_offers_no_way_to_a_hand(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    await stage.telegram._ephemerals.have_failed(friday.id)
    table = await stage.table_in(friday, table_screen("Over", over=True))
    assert len(table.content.buttons) == 1


async def test_a_chat_bears_what_telegram_says(courier: Courier) -> None:
    assert courier.platform == "telegram"
    assert courier.budget("-100123") == Budget(3, 4.5)
    assert courier.budget("5000000003") == Budget(3, 1.0)


# -- refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("429", TryLater),
        ("403", Unreachable),
        ("400", Unreachable),
        ("500-before", Uncertain),
        ("500-after", Uncertain),
        ("cut-before", Uncertain),
        ("cut-after", Uncertain),
    ],
)
async def test_what_a_failed_send_means(
    stage: Stage, courier: Courier, friday: Group, kind: str, error: type[Exception]
) -> None:
    kind_of_fault(kind)(stage.api, "sendMessage")
    with pytest.raises(error):
        await courier.send(surface(friday.id), stage.desk.table, None)


@pytest.mark.parametrize(
    ("kind", "error"),
    [("429", TryLater), ("403", Unreachable), ("500-before", TryLater), ("cut-after", TryLater)],
)
async def test_what_a_failed_edit_means(
    stage: Stage, courier: Courier, friday: Group, kind: str, error: type[Exception]
) -> None:
    table = await stage.table_in(friday)
    kind_of_fault(kind)(stage.api, "editMessageText")
    with pytest.raises(error):
        await courier.edit(surface(friday.id, table.message_id), table_screen("New"), None)


@pytest.mark.parametrize(("kind", "error"), [("403", Unreachable), ("cut-before", TryLater)])
async def test_what_a_failed_deletion_means(
    stage: Stage, courier: Courier, friday: Group, kind: str, error: type[Exception]
) -> None:
    table = await stage.table_in(friday)
    kind_of_fault(kind)(stage.api, "deleteMessage")
    with pytest.raises(error):
        await courier.delete(surface(friday.id, table.message_id))


async def test_a_chat_that_asked_for_patience_is_left_alone_and_no_other(
    stage: Stage, courier: Courier, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await maria.opens_bot()
    stage.api.fault("429", method="sendMessage", chat=friday, retry_after=40)
    with pytest.raises(TryLater) as asked:
        await courier.send(surface(friday.id), stage.desk.table, None)
    assert asked.value.seconds == 40
    before = len(stage.api.calls)
    with pytest.raises(TryLater):
        await courier.edit(surface(friday.id, table.message_id), table_screen("New"), None)
    with pytest.raises(TryLater):
        await courier.delete(surface(friday.id, table.message_id))
    assert not [c for c in stage.api.calls[before:] if c.method != "getUpdates"]
    await courier.send(surface(maria.id), stage.desk.table, None)
    stage.api.advance(41)
    await courier.edit(surface(friday.id, table.message_id), table_screen("New"), None)
    assert not stage.api.too_early


async def test_a_group_with_a_new_id_is_said_to_have_moved(api: TelegramApi, maria: Person) -> None:
    small = api.group("Small", members=[maria], kind="group")
    async with on_stage(api) as stage:
        table = await stage.table_in(small)
        big = await small.migrates()
        for act in ("send", "edit", "delete"):
            with pytest.raises(Moved) as moved:
                await _do(stage.telegram.courier, act, small.id, table.message_id)
            assert moved.value.chat == str(big.id)


async def _do(courier: Courier, act: str, chat: int, message: int) -> None:
    match act:
        case "send":
            await courier.send(surface(chat), table_screen(), None)
        case "edit":
            await courier.edit(surface(chat, message), table_screen("New"), None)
        case _:
            await courier.delete(surface(chat, message))


async def test_a_person_who_never_opened_the_bot_cannot_be_reached(
    stage: Stage, courier: Courier, maria: Person
) -> None:
    with pytest.raises(Unreachable, match="has not opened a chat"):
        await courier.send(surface(maria.id), stage.desk.table, None)


async def test_without_a_connection_the_courier_asks_for_patience(api: TelegramApi, friday: Group) -> None:
    async with on_stage(api) as stage:
        table = await stage.table_in(friday)
    for act in ("send", "edit", "delete"):
        with pytest.raises(TryLater):
            await _do(stage.telegram.courier, act, friday.id, table.message_id)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), Phrases().thrown_out),
        (Forbidden("Forbidden: bot was blocked by the user"), Phrases().no_private_chat),
        (Forbidden("Forbidden: need administrator rights in the channel chat"), Phrases().cannot_post),
        (Forbidden("Forbidden: something new"), Phrases().cannot_write),
        (
            BadRequest("Bad Request: not enough rights to send text messages to the chat"),
            Phrases().cannot_write,
        ),
        (BadRequest("Bad Request: TOPIC_CLOSED"), Phrases().closed_topic),
        (BadRequest("Bad Request: chat not found"), Phrases().no_such_chat),
    ],
)
def test_what_is_missing_is_named(error: TelegramError, sentence: str) -> None:
    meaning = translated(error, Phrases(), making=True)
    assert isinstance(meaning, Unreachable)
    assert str(meaning) == sentence


def test_a_request_that_never_left_made_nothing() -> None:
    assert isinstance(translated(NeverSent("no connection"), Phrases(), making=True), TryLater)


def test_a_refusal_that_means_nothing_to_us_is_one_of_the_message() -> None:
    refused = translated(BadRequest("Bad Request: strange"), Phrases(), making=True)
    assert isinstance(refused, NotAccepted)
    assert str(refused) == "Strange"
    late = BadRequest("Bad Request: query is too old and response timeout expired or query ID is invalid")
    assert isinstance(translated(late, Phrases(), making=True), Expired)


@pytest.mark.parametrize("answer", ["IMAGE_PROCESS_FAILED", "PHOTO_INVALID_DIMENSIONS", "something new"])
async def test_a_chat_that_refuses_a_picture_is_told_in_words_for_a_while(
    stage: Stage, courier: Courier, friday: Group, answer: str
) -> None:
    stage.api.fault("400", method="sendPhoto", description=answer)
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    assert (table.text, table.photo) == ("Maria to play", None)
    place = surface(friday.id, table.message_id)
    await courier.edit(place, table_screen("Next"), Picture("two", png(2)))
    assert (table.text, table.photo) == ("Next", None)
    assert not stage.api.calls_of("editMessageMedia")
    stage.api.advance(3600)
    await courier.edit(place, table_screen("Later"), Picture("two", png(2)))
    assert (table.text, table.photo) == ("Later", png(2))


async def test_a_message_whose_next_picture_is_refused_is_made_anew_in_words(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    stage.api.fault("400", method="editMessageMedia", description="IMAGE_PROCESS_FAILED")
    with pytest.raises(MessageGone):
        await courier.edit(surface(friday.id, table.message_id), table_screen("New"), Picture("2", png(2)))
    assert table.deleted
    again = await stage.table_in(friday, table_screen("New"), picture=Picture("2", png(2)))
    assert (again.text, again.photo) == ("New", None)


async def test_a_message_refused_with_and_without_its_picture_is_not_accepted(
    stage: Stage, courier: Courier, friday: Group
) -> None:
    stage.api.fault("400", method="sendPhoto", description="BUTTON_DATA_INVALID")
    stage.api.fault("400", method="sendMessage", description="BUTTON_DATA_INVALID")
    with pytest.raises(NotAccepted):
        await courier.send(surface(friday.id), table_screen(), Picture("one", png(1)))
    table = await stage.table_in(friday, picture=Picture("one", png(1)))
    assert table.photo == png(1), "it was not the picture"


# -- markup -------------------------------------------------------------------------------------------


def test_buttons_carry_their_sign_their_style_and_their_token() -> None:
    button = Button("Ace", f"{TABLE}-d1t1-play-Ad", Style.DANGER, symbol="🪙")
    markup = render.keyboard(((button, Button("", "x")), ()))
    assert markup
    [row] = markup.inline_keyboard
    assert (row[0].text, row[0].callback_data, row[0].style) == ("🪙 Ace", button.token, "danger")
    assert (row[1].text, row[1].style) == ("…", None)
    assert render.keyboard(()) is None


@pytest.mark.parametrize("token", ["", "x" * 65, "ç" * 33])
def test_a_token_that_fits_no_button_is_a_bug(token: str) -> None:
    with pytest.raises(ValueError, match="1 to 64"):
        render.keyboard(((Button("A", token),),))


@pytest.mark.parametrize(
    ("count", "rows"), [(5, [5]), (6, [3, 3]), (8, [4, 4]), (9, [5, 4]), (11, [4, 4, 3]), (0, [])]
)
def test_a_row_too_wide_for_a_phone_becomes_several(count: int, rows: list[int]) -> None:
    markup = render.keyboard((tuple(Button(str(n), str(n)) for n in range(count)),))
    assert [len(row) for row in (markup.inline_keyboard if markup else ())] == rows
    if markup:
        assert [b.text for row in markup.inline_keyboard for b in row] == [str(n) for n in range(count)]


def test_an_empty_note_still_is_a_message() -> None:
    assert render.note(NoteScreen(" ")).draft.words == "…"
    assert render.table(table_screen(""), None).draft.words == "…"


@given(st.text(max_size=300), st.integers(1, 250))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_cut_words_fit_and_say_that_they_are_cut(words: str, most: int) -> None:
    cut = render.clip(words, most)
    assert len(cut.encode("utf-16-le", "surrogatepass")) // 2 <= most
    assert cut == words or cut.endswith("…")


def test_positions_and_link_are_added_once() -> None:
    screen = table_screen()
    once = render.with_positions(render.keyboard(screen.rows), screen, WAYS)
    assert render.with_positions(once, screen, WAYS) == once
    assert render.with_positions(None, table_screen(rows=()), WAYS)


def test_a_seat_may_be_taken_by_a_link_where_hands_cannot_be_hidden() -> None:
    one = table_screen(rows=((Button("Sit down", f"{TABLE}-sit-1", symbol="🪑"),),))
    assert render.with_positions(None, replace(one, positions=()), WAYS) == InlineKeyboardMarkup(
        [[InlineKeyboardButton("🪑 Sit down ↗", url=WAYS.seat)]]
    )
    two = table_screen(rows=(tuple(Button(f"Seat {n}", f"{TABLE}-sit-{n}", symbol="🪑") for n in (1, 2)),))
    assert render.with_positions(None, replace(two, positions=()), WAYS) == InlineKeyboardMarkup(
        [[InlineKeyboardButton("🪑 ↗", url=WAYS.seat)]]
    )


def test_moves_are_listed_beside_the_link_where_the_owner_lets_them() -> None:
    screen = replace(table_screen(), positions=())
    markup = render.with_positions(None, screen, replace(WAYS, inline=True))
    assert markup
    assert [(one.text, one.switch_inline_query_current_chat) for one in markup.inline_keyboard[0]] == [
        ("My hand ↗", None),
        ("My hand ⌨️", ""),
    ]


def test_a_hand_of_eight_has_its_places_in_two_rows_and_the_rest_below() -> None:
    places = [Button(str(n), f"{TABLE}-d1t2-place-{n}") for n in range(1, 9)]
    others = [
        Button("Exchange 7 for A", f"{TABLE}-d1t2-exchange-7d", symbol="🔄"),
        Button("Exchange 2 for A", f"{TABLE}-d1t2-exchange-2d", symbol="🔄"),
        Button("Signs…", f"{TABLE}-signs"),
    ]
    screen = replace(table_screen(), positions=(*places, *others))
    markup = render.with_positions(render.keyboard(screen.rows), screen, WAYS)
    assert markup
    assert [[button.text for button in row] for row in markup.inline_keyboard] == [
        ["My hand"],
        ["1", "2", "3", "4"],
        ["5", "6", "7", "8"],
        ["🔄 Exchange 7 for A", "🔄 Exchange 2 for A"],
        ["Signs…"],
        ["My hand ↗"],
    ]


def test_a_chat_that_is_deleted_is_gone_for_good() -> None:
    for error in (
        Forbidden("Forbidden: the group chat was deleted"),
        Forbidden("Forbidden: the supergroup chat was deleted"),
        BadRequest("Bad Request: group chat was deactivated"),
    ):
        assert isinstance(translated(error, Phrases(), making=True), ChatGone)


def test_the_desk_of_the_tests_remembers_facts() -> None:
    assert ScriptedDesk().facts == {}
