"""What happened, as Telegram tells it; an update that cannot be understood keeps back no other."""

import logging
from collections.abc import Sequence
from typing import cast

from telegram import Bot, Update
from telegram.error import TelegramError

__all__ = ["ALLOWED_UPDATES", "read_updates", "understood"]

ALLOWED_UPDATES = (
    "message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
    "chat_member",
)
"""What we are told of; Telegram tells of members only where we are admins."""

log = logging.getLogger(__name__)


async def read_updates(bot: Bot, offset: int | None, seconds: int) -> Sequence[Update]:
    """The updates from an offset on; Telegram may wait so many seconds for one."""
    try:
        return await bot.get_updates(offset=offset, timeout=seconds, allowed_updates=ALLOWED_UPDATES)
    except TelegramError:
        raise
    except Exception:  # the library understands all of them or none
        log.exception("an update cannot be understood; all are read again one by one")
        return await _read_singly(bot, offset)


async def _read_singly(bot: Bot, offset: int | None) -> Sequence[Update]:
    what: dict[str, object] = {"timeout": 0, "allowed_updates": list(ALLOWED_UPDATES)}
    if offset is not None:
        what["offset"] = offset
    # Methods have the same name in any case; under its usual one the library would want to understand them.
    told: object = await bot.do_api_request("GetUpdates", api_kwargs=what)
    return [understood(one, bot) for one in cast("list[dict[str, object]]", told)]


def understood(told: dict[str, object], bot: Bot) -> Update:
    """The update; one in which nothing happened where it makes no sense."""
    try:
        return Update.de_json(told, bot)
    except Exception as error:  # noqa: BLE001 - whatever is odd about it, the next one must be read
        log.warning("update %s is passed over (%s)", told.get("update_id"), type(error).__name__)
        return Update(int(str(told["update_id"])))
