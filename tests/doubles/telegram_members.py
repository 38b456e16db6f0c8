"""Who is in a chat and what they may do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from doubles.telegram_values import Json

ANONYMOUS_ADMIN = 1087968824
"""GroupAnonymousBot, under whose name anonymous admins write."""
TELEGRAM = 777000
"""Telegram itself, under whose name posts of a channel come into its group."""
CHANNEL_BOT = 136817688
"""Channel Bot, under whose name channels write in groups."""

Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

ADMIN_RIGHTS = [
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
]
MEMBER_RIGHTS = [
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
]


@dataclass(frozen=True)
class User:
    """Who writes: a person or a bot."""

    id: int
    first_name: str
    is_bot: bool = False
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None

    def json(self) -> Json:
        """As updates name them."""
        every = {
            "id": self.id, "is_bot": self.is_bot, "first_name": self.first_name, "last_name": self.last_name,
            "username": self.username, "language_code": self.language_code,
        }  # fmt: skip
        return {name: value for name, value in every.items() if value is not None}


@dataclass(frozen=True)
class Member:
    """What somebody is in a chat, and what they may do there."""

    user: User
    status: Status = "member"
    rights: frozenset[str] = frozenset()
    """The rights that an administrator has, or that are left to someone restricted."""

    @property
    def is_in(self) -> bool:
        """Whether they are in the chat."""
        return self.status not in ("left", "kicked")

    @property
    def is_admin(self) -> bool:
        """Whether they run the chat."""
        return self.status in ("creator", "administrator")

    def may(self, right: str) -> bool:
        """Whether they may do this; plain members may send and pin what the chat leaves them."""
        if self.status in ("administrator", "restricted"):
            return right in self.rights or (self.status == "administrator" and right.startswith("can_send_"))
        return self.status == "creator" or (self.status == "member" and right.startswith("can_send_"))

    def json(self) -> Json:
        """A ChatMember of the Bot API."""
        body: Json = {"status": self.status, "user": self.user.json()}
        match self.status:
            case "creator":
                body["is_anonymous"] = False
            case "administrator":
                body |= {"can_be_edited": False, "is_anonymous": False}
                body |= {right: right in self.rights for right in ADMIN_RIGHTS}
            case "restricted":
                body |= {"is_member": True, "until_date": 0}
                body |= {right: right in self.rights for right in MEMBER_RIGHTS}
            case "kicked":
                body["until_date"] = 0
            case _:
                pass
        return body
