"""What an operator may set, read from the environment and from a file named .env."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Switch(StrEnum):
    """A setting that is on or off."""

    ON = "on"
    """It is wanted."""
    OFF = "off"
    """It is not wanted."""


class LogLevel(StrEnum):
    """How much the log tells; each level tells what the ones after it tell, too."""

    DEBUG = "DEBUG"
    """What a developer asks for."""
    INFO = "INFO"
    """What happened: the usual level."""
    WARNING = "WARNING"
    """What somebody should look at."""
    ERROR = "ERROR"
    """What went wrong."""


class WrongSettingError(Exception):
    """One sentence that names the variable and says what to write there; it never repeats the value."""


SHARDS = re.compile(r"(?P<first>\d{1,5})(?:-(?P<last>\d{1,5}))?/(?P<count>\d{1,5})", re.ASCII)
"""What `DISCORD_SHARDS` looks like."""

PORTS_OF_WEBHOOKS = (None, 443, 80, 88, 8443)
"""Where Telegram posts to; None is the usual one."""

WHAT_TO_WRITE = {
    "DISCORD_TOKEN": "the bot token of the Discord developer portal, without spaces, or leave it empty",
    "DISCORD_SHARDS": "the shards of this process and how many there are in all, like 0-3/8, or leave it empty for all",
    "TELEGRAM_TOKEN": "the token that @BotFather gave you, like 123456789:AA…, or leave it empty",
    "TELEGRAM_API_BASE": "the address of your own Bot API server, like http://127.0.0.1:8081, or leave it empty",
    "TELEGRAM_WEBHOOK": "the public https address at which Telegram reaches this bot, like https://cards.example.org, "
    "with no port or one of 443, 80, 88 and 8443, or leave it empty",
    "DATABASE_URL": "sqlite:///data/briscola.db or postgresql://user:password@host/name",
    "WEB_HOST": "the address to listen on, like 127.0.0.1",
    "WEB_PORT": "a port from 1 to 65535, or 0 for any free one",
    "WEB": "on or off",
    "LOG_LEVEL": "DEBUG, INFO, WARNING or ERROR",
}
"""Each variable and what may stand there, as the sentence about a wrong value ends."""


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """All settings of one process; an empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    discord_token: SecretStr | None = None
    """Starts the Discord adapter."""
    discord_shards: str | None = None
    """Which shards this process runs, as `first-last/all` or `one/all`; None for all, as many as Discord recommends."""
    telegram_token: SecretStr | None = None
    """Starts the Telegram adapter."""
    telegram_api_base: str | None = None
    """A self-hosted Bot API server, without a slash at the end; None for Telegram's own."""
    telegram_webhook: str | None = None
    """Where Telegram reaches our web server, without a slash at the end; None to ask Telegram for what happens."""
    database_url: str = Field(default="sqlite:///data/briscola.db", repr=False)
    """Where tables are kept, judged by who opens it; not in the repr, since it may hold a password."""
    web_host: str = Field(default="127.0.0.1", min_length=1)
    """Where the web table, health and metrics listen."""
    web_port: int = Field(default=8080, ge=0, le=65535)
    """The port of that; 0 takes any free one."""
    web: Annotated[Switch, BeforeValidator(_lower)] = Switch.ON
    """Whether there is a web table; health and metrics stay in any case."""
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = LogLevel.INFO
    """How much the log tells."""

    @field_validator("discord_token", "telegram_token", mode="before")
    @classmethod
    def _token_is_one_word(cls, value: object, info: ValidationInfo) -> object:
        if not isinstance(value, str):
            return value
        token = value.strip()
        if not token:
            return None
        if not token.isascii() or not token.isprintable() or " " in token:
            raise ValueError("a token has no spaces")
        if info.field_name == "telegram_token" and not _looks_like_telegram(token):
            raise ValueError("a Telegram token is a number, a colon and the secret")
        return token

    @field_validator("telegram_api_base")
    @classmethod
    def _base_is_an_address(cls, value: str | None) -> str | None:
        if not value:
            return None
        if not value.startswith(("http://", "https://")):
            raise ValueError("an address starts with http:// or https://")
        return value.rstrip("/")

    @field_validator("telegram_webhook")
    @classmethod
    def _webhook_is_public(cls, value: str | None, info: ValidationInfo) -> str | None:
        if not value:
            return None
        if not _is_public(value) and not (info.data.get("telegram_api_base") and value.startswith("http://")):
            raise ValueError("Telegram posts to https addresses and few ports; a server of one's own to any")
        return value.rstrip("/")

    @field_validator("discord_shards")
    @classmethod
    def _shards_are_some_of_all(cls, value: str | None) -> str | None:
        if value and not _shards_in(value):
            raise ValueError("shards are counted from 0, and the last one is below their number")
        return value or None

    @property
    def shards(self) -> tuple[Sequence[int], int | None]:
        """The shards of this process and how many there are in all; none and None where Discord decides."""
        return _shards_in(self.discord_shards or "") or ((), None)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be printed: the tokens and the password of the database."""
        tokens = [token.get_secret_value() for token in (self.discord_token, self.telegram_token) if token]
        return (*tokens, *_passwords_in(self.database_url))


def read_settings(env_file: str | None = ".env") -> Settings:
    """Return the settings of the environment and ``env_file``; the environment wins.

    Raises:
        WrongSettingError: a value is not one that its variable may have.
    """
    given: dict[str, Any] = {"_env_file": env_file}  # pydantic-settings takes this name and no type for it
    try:
        return Settings(**given)
    except ValidationError as wrong:
        variable = str(wrong.errors(include_input=False, include_context=False)[0]["loc"][0]).upper()
    except UnicodeDecodeError:
        raise WrongSettingError(f"{env_file} is not a UTF-8 text: save it as one.") from None
    except OSError as why:
        raise WrongSettingError(f"{env_file} cannot be read ({why.strerror}): make it readable.") from None
    # Outside the except clause, so that no context carries the value along.
    raise WrongSettingError(f"{variable} is not right: write {WHAT_TO_WRITE[variable]}.")


def _looks_like_telegram(token: str) -> bool:
    number, colon, secret = token.partition(":")
    return number.isdigit() and bool(colon) and bool(secret)


def _is_public(address: str) -> bool:
    """Return whether Telegram would post to an address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or parts.username)
    return parts.scheme == "https" and bool(parts.hostname) and plain and port in PORTS_OF_WEBHOOKS


def _shards_in(text: str) -> tuple[Sequence[int], int] | None:
    """Return the shards that a text like `0-3/8` or `5/8` names, and how many there are; None where it names none."""
    found = SHARDS.fullmatch(text)
    if found is None:
        return None
    first, last, count = int(found["first"]), int(found["last"] or found["first"]), int(found["count"])
    return (range(first, last + 1), count) if first <= last < count else None


def _passwords_in(url: str) -> tuple[str, ...]:
    """Return the password of a database's address, as it is written there and as it is meant."""
    user, _, _ = url.partition("://")[2].rpartition("@")
    written = user.partition(":")[2]
    return tuple(sorted({written, unquote(written)} - {""}))
