"""What operators may set, and what they are told when they set it wrong."""

import re
from pathlib import Path

import pytest

from bot.settings import WHAT_TO_WRITE, LogLevel, Settings, Switch, WrongSettingError, read_settings

TELEGRAM_TOKEN = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
DISCORD_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw" + ".GaBcDe." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
EXAMPLE = Path(__file__).parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in WHAT_TO_WRITE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def variables() -> set[str]:
    return {name.upper() for name in Settings.model_fields}


def test_with_nothing_set_the_web_table_is_served_from_a_file_here() -> None:
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.telegram_token is None
    assert settings.telegram_api_base is None
    assert settings.database_url == "sqlite:///data/briscola.db"
    assert (settings.web_host, settings.web_port, settings.web) == ("127.0.0.1", 8080, Switch.ON)
    assert settings.log_level is LogLevel.INFO


def test_every_variable_is_documented_in_the_example() -> None:
    named = set(re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    assert named == variables() == set(WHAT_TO_WRITE)


def test_the_example_as_it_stands_changes_nothing() -> None:
    assert read_settings(str(EXAMPLE)) == Settings()


def test_every_variable_is_explained_in_the_readme() -> None:
    readme = EXAMPLE.with_name("README.md").read_text(encoding="utf-8")
    assert not {name for name in variables() if f"`{name}`" not in readme}


def test_the_file_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"WEB_PORT=9000\nTELEGRAM_TOKEN={TELEGRAM_TOKEN}\nOTHERS=1\n", encoding="utf-8")
    monkeypatch.setenv("WEB_PORT", "0")
    settings = read_settings()
    assert settings.web_port == 0
    assert settings.telegram_token is not None
    assert settings.telegram_token.get_secret_value() == TELEGRAM_TOKEN


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch, empty: str) -> None:
    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN", "TELEGRAM_API_BASE"):
        monkeypatch.setenv(name, empty)
    settings = read_settings()
    assert (settings.discord_token, settings.telegram_token, settings.telegram_api_base) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEB_PORT", "eighty"),
        ("WEB_PORT", "65536"),
        ("WEB_PORT", "-1"),
        ("WEB", "maybe"),
        ("LOG_LEVEL", "CHATTY"),
        ("TELEGRAM_API_BASE", "localhost:8081"),
        ("TELEGRAM_WEBHOOK", "cards.example.org"),
        ("TELEGRAM_WEBHOOK", "http://cards.example.org"),
        ("TELEGRAM_WEBHOOK", "https://cards.example.org:8080"),
        ("TELEGRAM_WEBHOOK", "https://cards.example.org:eighty"),
        ("TELEGRAM_WEBHOOK", "https://maria:hunter22@cards.example.org"),
        ("TELEGRAM_WEBHOOK", "https://cards.example.org/?token=hunter22"),
        ("TELEGRAM_WEBHOOK", "https://"),
        ("TELEGRAM_TOKEN", "hunter22"),
        ("TELEGRAM_TOKEN", "12 34:hunter22"),
        ("DISCORD_TOKEN", "Bot hunter22"),
        ("DISCORD_TOKEN", "hunter22\x07"),
        ("DISCORD_TOKEN", "hünter22"),
        ("DISCORD_SHARDS", "hunter22"),
        ("DISCORD_SHARDS", "0-3"),
        ("DISCORD_SHARDS", "8/8"),
        ("DISCORD_SHARDS", "3-1/8"),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_the_variable_and_not_the_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSettingError) as wrong:
        read_settings()
    sentence = str(wrong.value)
    assert sentence == f"{name} is not right: write {WHAT_TO_WRITE[name]}."
    assert "hunter22" not in sentence
    assert wrong.value.__context__ is None


@pytest.mark.parametrize(
    ("text", "shards", "count"), [("0-3/8", [0, 1, 2, 3], 8), ("7/8", [7], 8), ("", [], None)]
)
def test_shards_are_some_of_all(
    monkeypatch: pytest.MonkeyPatch, text: str, shards: list[int], count: int | None
) -> None:
    monkeypatch.setenv("DISCORD_SHARDS", text)
    ids, of_all = read_settings().shards
    assert (list(ids), of_all) == (shards, count)


def test_a_file_that_is_no_text_is_one_sentence() -> None:
    Path(".env").write_bytes(b"WEB_PORT=\xff\xfe")
    with pytest.raises(WrongSettingError, match=r"\.env is not a UTF-8 text"):
        read_settings()


@pytest.mark.parametrize("text", ["on", "ON", "Off"])
def test_words_may_be_written_large_or_small(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("WEB", text)
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert read_settings().web.value == text.lower()
    assert read_settings().log_level is LogLevel.DEBUG


def test_the_address_of_a_bot_api_server_ends_without_a_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_API_BASE", "http://127.0.0.1:8081/")
    assert read_settings().telegram_api_base == "http://127.0.0.1:8081"


@pytest.mark.parametrize("port", ["", ":443", ":80", ":88", ":8443"])
def test_the_address_of_a_webhook_is_one_to_which_telegram_posts(
    monkeypatch: pytest.MonkeyPatch, port: str
) -> None:
    monkeypatch.setenv("TELEGRAM_WEBHOOK", f"https://cards.example.org{port}/")
    assert read_settings().telegram_webhook == f"https://cards.example.org{port}"


def test_a_server_of_ones_own_may_post_to_any_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_API_BASE", "http://127.0.0.1:8081")
    monkeypatch.setenv("TELEGRAM_WEBHOOK", "http://127.0.0.1:8080")
    assert read_settings().telegram_webhook == "http://127.0.0.1:8080"


def test_no_secret_is_in_the_repr_and_each_is_known_to_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", DISCORD_TOKEN)
    monkeypatch.setenv("TELEGRAM_TOKEN", TELEGRAM_TOKEN)
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hunter%3222@host/briscola")
    settings = read_settings()
    assert set(settings.secrets) == {DISCORD_TOKEN, TELEGRAM_TOKEN, "hunter%3222", "hunter222"}
    for secret in settings.secrets:
        assert secret not in repr(settings)
        assert secret not in str(settings)


def test_settings_cannot_be_changed() -> None:
    settings = read_settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.web_port = 1
