"""Addresses in Telegram: of a table's message, of the way to share one, of adding the bot to a group."""

from urllib.parse import quote

from adapters.telegram.listing import HELLO
from bot.service.elsewhere import Home

__all__ = ["add_to_group", "adds_to_group", "is_share", "join", "message_link", "share"]

SHARE = "https://t.me/share/url"
SUPERGROUP = "-100"
"""How the ids of chats begin in which messages have addresses."""


def message_link(home: Home) -> str:
    """The address of the message that shows a table, for members of its group; empty where there is none."""
    chat, message, thread = home.where.chat, home.message, home.where.thread
    if not chat.startswith(SUPERGROUP) or not message.isdigit():
        return ""
    return f"https://t.me/c/{chat.removeprefix(SUPERGROUP)}/{f'{thread}/' if thread else ''}{message}"


def join(table: str) -> str:
    """The word with which somebody comes to the private chat who wants a seat at this table."""
    return f"{table}-join"


def share(link: str, words: str) -> str:
    """Lets one choose a chat to which the link goes, with words beside it."""
    return f"{SHARE}?url={quote(link, safe='')}&text={quote(words, safe='')}"


def add_to_group(bot: str) -> str:
    """Lets one choose a group to which the bot is added."""
    return f"https://t.me/{bot}?startgroup={HELLO}"


def is_share(url: str) -> bool:
    """Whether it is an address of `share`."""
    return url.startswith(SHARE)


def adds_to_group(url: str) -> bool:
    """Whether it is an address of `add_to_group`."""
    return "?startgroup=" in url
