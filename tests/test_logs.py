"""The log tells what happened and keeps what is secret."""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
import structlog

from bot.logs import LIBRARY_LEVELS, REDACTED, Redaction, set_up_logging

PASSWORD = "hunter22-and-more"
TELEGRAM_TOKEN = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
DISCORD_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw" + ".GaBcDe." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
SECRETS = (PASSWORD, TELEGRAM_TOKEN, DISCORD_TOKEN)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in LIBRARY_LEVELS}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


@pytest.fixture(params=["json", "console"])
def out(request: pytest.FixtureRequest) -> StringIO:
    stream = StringIO()
    set_up_logging("DEBUG", secrets=[PASSWORD], stream=stream, as_json=request.param == "json")
    return stream


def lines_of(stream: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@dataclass
class Holder:
    """Something whose repr tells a secret."""

    secret: str


def test_a_json_line_says_when_who_how_grave_and_what() -> None:
    stream = StringIO()
    set_up_logging(stream=stream)
    structlog.get_logger("bot.service").info("move accepted", table="t1", seat=0)
    logging.getLogger("some.library").warning("slow: %d ms", 12)
    ours, theirs = lines_of(stream)
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {
        "event": "move accepted",
        "table": "t1",
        "seat": 0,
        "level": "info",
        "logger": "bot.service",
    }
    assert (theirs["event"], theirs["level"], theirs["logger"]) == ("slow: 12 ms", "warning", "some.library")


def test_what_is_bound_to_a_task_is_told_with_every_record() -> None:
    stream = StringIO()
    set_up_logging(stream=stream)
    with structlog.contextvars.bound_contextvars(table="t1"):
        structlog.get_logger("bot").info("ours")
        logging.getLogger("theirs").info("theirs")
    assert [line["table"] for line in lines_of(stream)] == ["t1", "t1"]


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_is_told_wherever_it_lies(out: StringIO, secret: str) -> None:
    log = structlog.get_logger("bot")
    log.info(f"at https://api/bot{secret}/getMe", field=secret, deep={"a": [(secret,)], secret: 1})  # noqa: G004 - as a careless line would
    log.info("an object", holder=Holder(secret), raw=secret.encode())
    log.info("with %s inside", secret)
    logging.getLogger("other").warning("of %s", secret, stack_info=True)
    logging.getLogger("other").warning("of %(it)s", {"it": secret})
    assert out.getvalue().count(REDACTED) >= 8
    assert secret not in out.getvalue()


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_is_told_by_an_exception_its_cause_or_its_notes(out: StringIO, secret: str) -> None:
    def fail() -> None:
        try:
            raise KeyError(secret)  # noqa: TRY301 - the cause is what is tested
        except KeyError as cause:
            error = ValueError(f"refused: {secret}")
            error.add_note(f"while using {secret}")
            raise ExceptionGroup("many", [error]) from cause

    for log in (structlog.get_logger("bot").exception, logging.getLogger("other").exception):
        try:
            fail()
        except ExceptionGroup:
            log("it failed")
    assert "refused: " + REDACTED in out.getvalue()
    assert secret not in out.getvalue()


def test_the_locals_of_a_failed_call_are_not_told(out: StringIO) -> None:
    def deal_with(seed: str, hand: list[str], token: str) -> None:
        held = Holder("Kd Qs 7b")
        raise ValueError(len(seed) + len(hand) + len(token) + len(held.secret))

    hidden = ("00ff" * 16, ["Ad", "3c", "Kb"], "no-shape-of-a-token")
    for log in (structlog.get_logger("bot").exception, logging.getLogger("other").exception):
        try:
            deal_with(*hidden)
        except ValueError:
            log("it failed")
    told = out.getvalue()
    assert told.count("deal_with") >= 2
    for secret in ("00ff00ff", "Ad", "3c", "Kb", "no-shape-of-a-token", "Kd Qs 7b"):
        assert secret not in told.replace("deal_with(*hidden)", "")


def test_a_record_that_cannot_be_formatted_is_not_printed_raw(
    out: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    # pytest's own handlers fail with such a record.
    ours = [one for one in root.handlers if isinstance(one.formatter, structlog.stdlib.ProcessorFormatter)]
    monkeypatch.setattr(root, "handlers", ours)
    logging.getLogger("other").warning("%d cards", PASSWORD)
    assert "could not be written" in out.getvalue()
    assert PASSWORD not in out.getvalue()


@pytest.mark.parametrize(
    ("library", "quiet", "told"),
    [
        ("httpx", logging.INFO, logging.WARNING),
        ("httpcore.connection", logging.INFO, logging.WARNING),
        ("discord.gateway", logging.DEBUG, logging.INFO),
        ("sqlalchemy.engine", logging.INFO, logging.WARNING),
    ],
)
def test_libraries_that_tell_too_much_are_held_back_even_when_debugging(
    out: StringIO, library: str, quiet: int, told: int
) -> None:
    logging.getLogger(library).log(quiet, "chatter")
    logging.getLogger(library).log(told, "news")
    assert "chatter" not in out.getvalue()
    assert "news" in out.getvalue()


def test_what_people_wrote_is_not_told_where_a_library_cannot_read_it(out: StringIO) -> None:
    logging.getLogger("telegram.Bot").critical(
        "Error while parsing updates! Received data was %r", [PASSWORD]
    )
    assert not out.getvalue()


def test_a_library_is_as_quiet_as_everything_when_asked_for_less() -> None:
    stream = StringIO()
    set_up_logging("ERROR", stream=stream)
    logging.getLogger("httpx").warning("chatter")
    structlog.get_logger("bot").warning("chatter")
    assert not stream.getvalue()


def test_setting_up_again_replaces_the_first_log() -> None:
    first, second = StringIO(), StringIO()
    set_up_logging(stream=first)
    set_up_logging(stream=second)
    structlog.get_logger("bot").info("once")
    assert not first.getvalue()
    assert len(lines_of(second)) == 1


def test_plain_values_stay_what_they_are() -> None:
    clean = Redaction([PASSWORD]).clean
    assert clean({"a": 1, "b": [True, None, 2.5], "c": "12:30 on 2026-11-30"}) == {
        "a": 1,
        "b": [True, None, 2.5],
        "c": "12:30 on 2026-11-30",
    }


def test_a_secret_within_another_leaves_nothing_of_the_longer() -> None:
    assert Redaction(["abcd", "abcd-efgh"]).text("abcd-efgh abcd") == f"{REDACTED} {REDACTED}"


def test_an_empty_secret_is_no_secret() -> None:
    assert Redaction([""]).text("all of it") == "all of it"
