"""What Discord's refusals and silences mean for the service."""

from collections.abc import Generator
from contextlib import contextmanager

import aiohttp
import discord

from bot.service.ports import (
    ChatGone,
    Expired,
    MessageGone,
    NotAccepted,
    TokenRefused,
    TryLater,
    Uncertain,
    Unreachable,
)
from bot.words.catalogue import N_

__all__ = [
    "ALREADY_ANSWERED",
    "CUT",
    "INVALID_FORM",
    "LATE",
    "TokenRefused",
    "in_our_words",
    "is_late",
    "is_too_large",
    "is_too_rich",
    "refusal_of_token",
]

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
UNKNOWN_INTERACTION = 10062
SLOWMODE = 20016
OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
ALREADY_ANSWERED = 40060
MISSING_ACCESS = 50001
CANNOT_WRITE_TO_PERSON = 50007
MISSING_PERMISSIONS = 50013
INVALID_TOKEN = 50027
INVALID_FORM = 50035
THREAD_ARCHIVED = 50083
NO_SHARED_SERVER = 50278
TOO_LARGE = 40005
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005
AUTOMOD, AUTOMOD_TITLE = 200000, 200001

LATE = frozenset({UNKNOWN_INTERACTION, ALREADY_ANSWERED, INVALID_TOKEN, UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE})
"""An answer came too late, or somebody answered before: nothing to be done, nothing to be said."""

CUT = (aiohttp.ClientError, OSError)
"""The connection broke, or there was none: what was asked may have happened or not."""

GONE = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD})
"""The place does not exist any more."""

LOCKED = N_("This thread is locked, so the table in it waits until a moderator unlocks it.")
BLOCKED = N_("AutoMod blocks the table's message here: who manages this server can let me write it.")
WHY_UNREACHABLE = {
    MISSING_ACCESS: N_("I cannot show the table here: the permission View Channel is missing."),
    CANNOT_WRITE_TO_PERSON: N_("I cannot write to you: you take no private messages from me."),
    MISSING_PERMISSIONS: N_(
        "I cannot show the table here: the permission Send Messages, Embed Links, Attach Files or "
        "Read Message History is missing."
    ),
    THREAD_ARCHIVED: LOCKED,
    NO_SHARED_SERVER: N_("I cannot write to you: we share no server any more."),
    THREAD_LOCKED: LOCKED,
    AUTOMOD: BLOCKED,
    AUTOMOD_TITLE: BLOCKED,
}
"""By code, what to tell whoever presses where we cannot write."""

NOT_LET_IN = N_("I cannot see this thread: mention me in it once, or give me the permission View Channel.")
"""A private thread takes the bot in when somebody mentions it there."""

MAY_NOT_WAKE = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED})
"""An archived thread stays shut for us: it is locked, or we may not write in it."""

WRONG_SHARD, TOO_FEW_SHARDS = 4010, 4011
FATAL_CLOSES = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Gateway closes that no retry cures: the token, or what it asks for, is refused."""

DEFAULT_WAIT = 5.0
REFUSED_WAIT = 60.0


def refusal_of_token(error: BaseException) -> TokenRefused | None:
    """The refusal behind an error of connecting; None when another try may help."""
    if isinstance(error, discord.LoginFailure):
        return TokenRefused(
            "Discord refuses DISCORD_TOKEN: copy the token anew from the Developer Portal (Bot, Reset Token)."
        )
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return TokenRefused(
            "Discord refuses the connection: the bot asks for intents it does not need; update it."
        )
    if isinstance(error, discord.ConnectionClosed) and error.code in (WRONG_SHARD, TOO_FEW_SHARDS):
        return TokenRefused(
            "Discord wants other shards than these: set DISCORD_SHARDS to some of more, in every process, or leave it empty."
        )
    if isinstance(error, discord.ConnectionClosed) and error.code in FATAL_CLOSES:
        return TokenRefused(
            f"Discord refuses the connection (close code {error.code}): check DISCORD_TOKEN in the Developer Portal."
        )
    return None


def is_late(error: Exception) -> bool:
    """Whether an answer to an interaction failed in a way that concerns nobody."""
    return isinstance(error, discord.HTTPException) and error.code in LATE


def is_too_large(error: discord.HTTPException) -> bool:
    """Whether the message holds more bytes than Discord takes: without its picture it will be taken."""
    return error.status == 413 or error.code == TOO_LARGE


def is_too_rich(error: discord.HTTPException) -> bool:
    """Whether a hand's picture or the emojis on its buttons are at fault: words alone will be taken."""
    return is_too_large(error) or error.code == INVALID_FORM


@contextmanager
def in_our_words(*, creating: bool = False, private: bool = False, thread: str = "") -> Generator[None]:
    """Turn what Discord answers, or does not answer, into the service's errors.

    Args:
        creating: the call makes a message, so a lost answer leaves its fate unknown.
        private: the call goes by an interaction's token.
        thread: the thread it goes to, if any.
    """
    try:
        yield
    except discord.RateLimited as error:
        raise TryLater(error.retry_after) from None
    except discord.HTTPException as error:
        if thread and error.code == MISSING_ACCESS:
            raise Unreachable(NOT_LET_IN) from None
        raise _meaning(error, creating=creating, private=private) from None
    except aiohttp.ClientConnectorError:
        raise TryLater(DEFAULT_WAIT) from None  # nothing was sent
    except CUT:
        raise _lost(creating=creating) from None


def _meaning(error: discord.HTTPException, *, creating: bool, private: bool) -> Exception:
    if error.status == 429 or error.code == SLOWMODE:
        return TryLater(_retry_after(error))
    if error.status >= 500:
        return _lost(creating=creating)
    if private and (error.status in {401, 404} or error.code in LATE):
        return Expired()
    if error.code in {UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_TOO_OFTEN}:
        return MessageGone()
    if error.code in GONE:
        return ChatGone()
    if error.code in WHY_UNREACHABLE:
        return Unreachable(WHY_UNREACHABLE[error.code])
    if error.status == 401:
        return TryLater(REFUSED_WAIT)  # the gateway will say so too; hammering would get the address banned
    if error.status == 403:
        return Unreachable(f"Discord forbids it (code {error.code})")
    return NotAccepted(_complaint(error, private=private))


def _complaint(error: discord.HTTPException, *, private: bool) -> str:
    """Why Discord will not take it; about private messages without its text, which may repeat what is in them."""
    said = "" if private or not error.text else f": {error.text[:200]}"
    return f"Discord refuses it (status {error.status}, code {error.code}){said}"


def _lost(*, creating: bool) -> Exception:
    return Uncertain() if creating else TryLater(1.0)


def _retry_after(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (AttributeError, KeyError, ValueError):
        return DEFAULT_WAIT
