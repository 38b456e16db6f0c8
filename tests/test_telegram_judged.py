"""Telegram judged by somebody who trusts nobody: whole evenings with trouble, against the published API."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from judging import telegram_time
from judging.telegram_checks import Bad, keyboard_of, read, text_of
from judging.telegram_evening import Setting
from judging.telegram_knowing import leaks
from judging.telegram_session import Session, held
from judging.telegram_verdict import Verdict
from judging.telegram_world import Button, Content, Message


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """An evening with everything that can go wrong, once."""
    setting = Setting(21, kills=1, trouble_for=90.0, size="tiny")
    return held(setting, tmp_path_factory.mktemp("judged"))


@pytest.mark.judged
def test_an_evening_full_of_trouble_keeps_every_promise(session: Session) -> None:
    assert session.faults == []
    assert any(book.results for book in session.books)
    assert session.evening.faults.struck
    assert session.evening.killed_at


@pytest.mark.judged
def test_two_processes_behind_a_webhook_keep_every_promise(tmp_path: Path) -> None:
    setting = Setting(34, kills=1, trouble_for=50.0, size="two", workers=2, faults=0.02)
    assert held(setting, tmp_path).faults == []


# -- the judge himself ----------------------------------------------------------------------------------
@pytest.mark.judged
def test_the_judge_sees_a_hidden_card_that_everybody_is_shown(session: Session) -> None:
    world, book = session.evening.world, session.books[0]
    chat = world.chats[int(book.chat.ref)]
    dealt = next(entry for entry in book.journal if entry.act.startswith(("d1t1", "start")))
    content = Content("", None, ((Button("?", f"{book.row.id}-d1t1-play-{_hidden(session)}"),),))
    at = dealt.at / 1000 - telegram_time.EPOCH
    chat.messages.append(Message(chat, 9_999, at, world.bot_member(chat)["user"], [(at, content)]))
    try:
        assert len(leaks(world, session.books)) > len(leaks_before(session))
    finally:
        chat.messages.pop()


def leaks_before(session: Session) -> list[str]:
    return [fault for fault in session.faults if "saw" in fault]


def _hidden(session: Session) -> str:
    """The card that was played last: nobody but its holder knew it at the start."""
    plays = [entry.act for entry in session.books[0].journal if " play " in entry.act]
    return plays[-1].rpartition(" ")[2]


@pytest.mark.judged
def test_the_judge_sees_a_press_that_is_not_answered_and_one_that_is_twice(session: Session) -> None:
    evening, world = session.evening, session.evening.world
    calm_from = max([*evening.killed_at, *(end for _, end in evening.outages)]) + 15
    quiet = [
        press
        for press in world.presses.values()
        if press.answers and not press.excused and press.told_at is not None and press.told_at > calm_from
    ]
    assert quiet
    quiet[0].answers.clear()
    quiet[1].thanked = 2
    found = Verdict(session.evening, session.books, "").given()
    assert any("never answered" in fault for fault in found)
    assert any("answered 2 times" in fault for fault in found)


@pytest.mark.judged
def test_the_judge_sees_a_token_and_a_card_in_the_log(session: Session) -> None:
    said = "…AAJudge_0123456789-abcdefghijklmnopqr…\n…k7d2m9qxab-d1t1-play-3c…"
    found = Verdict(session.evening, session.books, said).given()
    assert any("tells the token" in fault for fault in found)
    assert any("names a card" in fault for fault in found)


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("sendMesage", {}),
        ("sendMessage", {"chat_id": "5"}),
        ("sendMessage", {"chat_id": "5", "text": "x", "colour": "red"}),
        ("sendMessage", {"chat_id": "5", "text": "x", "reply_markup": "{"}),
        ("sendMessage", {"chat_id": "5", "text": "x", "receiver_user_id": "7"}),
        ("sendMessage", {"chat_id": "5", "text": "x", "ephemeral_message_parameters": '{"who": 7}'}),
        ("answerCallbackQuery", {"callback_query_id": "1", "show_alert": '"perhaps"'}),
    ],
)
def test_the_judge_refuses_what_the_api_does_not_know(method: str, values: dict[str, object]) -> None:
    with pytest.raises(Bad):
        read(method, values, {})


@pytest.mark.parametrize(
    ("said", "mode"),
    [("", None), ("x" * 4097, None), ("🂡" * 2049, None), ("<b>x", "HTML"), ("a & b", "HTML")],
)
def test_the_judge_refuses_words_that_do_not_fit(said: str, mode: str | None) -> None:
    with pytest.raises(Bad):
        text_of(said, mode, None, 4096)


@pytest.mark.parametrize(
    "button",
    [
        {"text": "x"},
        {"text": " ", "callback_data": "a"},
        {"text": "x", "callback_data": "a" * 65},
        {"text": "x", "callback_data": "d’accordo"},
        {"text": "x", "url": "javascript:x"},
    ],
)
def test_the_judge_refuses_buttons_that_do_nothing(button: dict[str, object]) -> None:
    with pytest.raises(Bad):
        keyboard_of({"inline_keyboard": [[button]]}, "some_bot")


def test_hours_pass_at_once_when_nothing_happens() -> None:
    async def waits() -> float:
        await asyncio.sleep(7200)
        return asyncio.get_running_loop().time()

    assert telegram_time.run(waits()) >= 7200
