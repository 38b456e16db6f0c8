"""What Telegram's refusals mean: its errors in the words of the ports.

Telegram documents error codes and no texts, so the class decides first and the texts only tell cases of one
class apart. No message of an error made here can hold the token.
"""

from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from adapters.telegram.phrases import Phrases
from adapters.telegram.request import NeverSent, NotTheBotApi
from bot.service.ports import (
    ChatGone,
    Expired,
    MessageGone,
    Moved,
    NotAccepted,
    TryLater,
    Uncertain,
    Unreachable,
)

__all__ = [
    "TROUBLE",
    "is_missing_file",
    "is_missing_thread",
    "is_no_photos",
    "is_picture",
    "is_pinned_so",
    "is_refused_picture",
    "is_too_late",
    "is_unmodified",
    "seconds_of",
    "translated",
]

TROUBLE = (
    ChatGone,
    Expired,
    TryLater,
    Uncertain,
    MessageGone,
    Moved,
    NotAccepted,
    Unreachable,
    TelegramError,
)
"""What can come between a person and a message; none of it is theirs to see."""

GONE = ("message to edit not found", "message to delete not found", "message can't be edited",
        "message_id_invalid", "message not found", "message identifier is not specified")  # fmt: skip
RIGHTS = ("not enough rights", "no rights", "write_forbidden", "send_plain_forbidden", "chat_restricted",
          "admin_required", "administrator rights")  # fmt: skip
PHOTO_RIGHTS = ("rights to send photos", "send_photos_forbidden", "send_media_forbidden")
NO_CHAT = ("chat not found", "peer_id_invalid", "chat_id_invalid",
           "user not found", "user_id_invalid", "channel_private")  # fmt: skip
DELETED = ("chat was deleted", "group chat was deactivated")
NO_FILE = ("wrong file identifier", "wrong remote file", "file_reference", "wrong file_id")


def is_unmodified(error: TelegramError) -> bool:
    """Whether the message shows already what it was to show."""
    return _says(error, "message is not modified")


def is_pinned_so(error: TelegramError) -> bool:
    """Whether the message was pinned already, or was not pinned any more."""
    return _says(error, "chat_not_modified", "message to unpin not found")


def is_missing_thread(error: TelegramError) -> bool:
    """Whether the chat is there, and the topic is not."""
    return _says(error, "message thread not found", "topic_deleted", "topic_id_invalid")


def is_missing_file(error: TelegramError) -> bool:
    """Whether the picture's name is not known on the server (any more)."""
    return _says(error, *NO_FILE)


def is_no_photos(error: TelegramError) -> bool:
    """Whether pictures are forbidden in the chat, while words may be allowed."""
    return _says(error, *PHOTO_RIGHTS)


def is_refused_picture(error: TelegramError) -> bool:
    """Whether a message was refused for what is in it: where there is a picture in it, words may be taken."""
    known = (*GONE, *RIGHTS, *PHOTO_RIGHTS, *NO_CHAT, *DELETED, "topic_closed", "message is not modified")
    is_too_large = isinstance(error, NetworkError) and "413" in str(error)
    return (
        is_no_photos(error)
        or is_too_large
        or (type(error) is BadRequest and not _says(error, *known) and not is_too_late(error))
    )


def is_picture(error: TelegramError) -> bool:
    """Whether words were to stand where a picture is, which can be changed but not taken away."""
    return _says(error, "no text in the message")


def is_too_late(error: TelegramError) -> bool:
    """Whether a press is too old to be answered."""
    return _says(error, "query is too old", "query_id_invalid")


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram wants to be left alone."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def translated(error: TelegramError, phrases: Phrases, *, making: bool) -> Exception:
    """The port's error for what happened; `making` when a lost answer may have left a message behind.

    A refusal that means nothing to us is one of the message itself.
    """
    match error:
        case RetryAfter():
            return TryLater(seconds_of(error))
        case ChatMigrated():
            return Moved(str(error.new_chat_id))
        case BadRequest() | Forbidden() if _says(error, *DELETED):
            return ChatGone()
        case Forbidden():
            return Unreachable(_forbidden(error, phrases))
        case BadRequest():
            return _bad_request(error, phrases)
        case InvalidToken() | EndPointNotFound() | NotTheBotApi():
            return TryLater(30)
        case NeverSent():
            return TryLater(1)
        case _:
            return Uncertain() if making else TryLater(1)


def _bad_request(error: BadRequest, phrases: Phrases) -> Exception:
    if _says(error, *GONE):
        return MessageGone()
    if _says(error, "topic_closed"):
        return Unreachable(phrases.closed_topic)
    if _says(error, *RIGHTS, *PHOTO_RIGHTS):
        return Unreachable(phrases.cannot_write)
    if _says(error, *NO_CHAT):
        return Unreachable(phrases.no_such_chat)
    if is_too_late(error):
        return Expired()
    return NotAccepted(str(error))


def _forbidden(error: Forbidden, phrases: Phrases) -> str:
    if _says(error, "kicked", "not a member", "deleted"):
        return phrases.thrown_out
    if _says(error, "blocked", "initiate conversation", "deactivated", "can't send messages to bots"):
        return phrases.no_private_chat
    return phrases.cannot_post if _says(error, "channel") else phrases.cannot_write


def _says(error: TelegramError, *texts: str) -> bool:
    return isinstance(error, BadRequest | Forbidden) and any(text in str(error).lower() for text in texts)
