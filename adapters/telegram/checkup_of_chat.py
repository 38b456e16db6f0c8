"""Looks what the bot may do in one chat of Telegram."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from telegram import (
    ChatFullInfo,
    ChatMember,
    ChatMemberAdministrator,
    ChatMemberMember,
    ChatMemberRestricted,
    ChatPermissions,
)
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, Forbidden

from adapters.telegram.visiting import Unanswered, Visit
from bot.checkup import Finding, broken, good, noted

__all__ = ["chat_findings", "facts_of_chat"]

AWAY = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})
NEEDED = {"can_send_messages": "send messages", "can_send_photos": "send photos"}
"""Rights without which a table cannot be shown, or only in words."""
USEFUL = {
    "can_send_documents": "send files (for exports)",
    "can_send_other_messages": "send stickers and inline results",
}
OF_ADMINISTRATORS = {
    "can_pin_messages": "pin messages (the table, where the chat wants it)",
    "can_delete_messages": "delete messages (old calls, after two days)",
}
UNKNOWN = "Add the bot to that group and send /play there; the id of a group is a number below zero."
"""What helps where the bot has never been, or was thrown out."""

Rights = ChatPermissions | ChatMemberRestricted


def facts_of_chat(bot: str, chat: str) -> tuple[str, ...]:
    """The names of the facts that are looked at."""
    return (_no_ephemerals(bot, chat),)


async def chat_findings(visit: Visit, chat: str, facts: Mapping[str, str]) -> list[Finding]:
    """Whether a table can live there."""
    try:
        there = await visit.ask(visit.bot.get_chat(int(chat)))
    except Unanswered as why:
        if isinstance(why.error, BadRequest | Forbidden):
            raise Unanswered(broken(why.finding.sentence, UNKNOWN), why.error) from None
        raise
    if there.type == ChatType.PRIVATE:
        return [good("This is a private chat, and its owner lets the bot write.")]
    us = await visit.ask(visit.bot.get_chat_member(there.id, visit.bot.id))
    name = f"the {'channel' if there.type == ChatType.CHANNEL else 'group'} “{there.title}”"
    if us.status in AWAY:
        return [broken(f"The bot is not in {name}.", "Add it there.")]
    if there.type == ChatType.CHANNEL:
        return [
            broken(f"In {name} nobody can sit down: a channel has no members who write.", "Play in a group.")
        ]
    failed = facts.get(_no_ephemerals(str(visit.bot.id), str(there.id)), "")
    return [good(f"The bot is in {name} ({us.status})."), *_rights(there, us), _privately(us, failed)]


def _rights(there: ChatFullInfo, us: ChatMember) -> Iterator[Finding]:
    if isinstance(us, ChatMemberAdministrator):
        yield good("As an administrator it may write and send pictures there.")
        may_not = [what for right, what in OF_ADMINISTRATORS.items() if not getattr(us, right)]
        if there.is_forum and not us.can_manage_topics:
            may_not.append("manage topics (to write in closed ones)")
        if may_not:
            yield noted(f"It may not {', nor '.join(may_not)}.", "Only needed for just that.")
        return
    rights = us if isinstance(us, ChatMemberRestricted) else there.permissions
    yield from _rights_of_member(rights or ChatPermissions.all_permissions())
    if isinstance(us, ChatMemberMember) and not (there.permissions and there.permissions.can_pin_messages):
        yield noted(
            "It may not pin the table.", "Only needed where the chat wants that: an administrator may."
        )


def _rights_of_member(rights: Rights) -> Iterator[Finding]:
    missing = [what for right, what in NEEDED.items() if not getattr(rights, right)]
    if not rights.can_send_messages:
        yield broken(f"It may not {', nor '.join(missing)} there, so that no table can be shown.", GIVE)
    elif missing:
        yield noted("It may not send photos there: tables are told in words alone.", GIVE)
    else:
        yield good("It may write and send photos there.")
    wanting = [what for right, what in USEFUL.items() if not getattr(rights, right)]
    if wanting:
        yield noted(f"It may not {', nor '.join(wanting)}.", GIVE)


GIVE = "The group's permissions, or making the bot an administrator, give it that."


def _privately(us: ChatMember, failed: str) -> Finding:
    """How hands come to members without a private chat."""
    if failed.isdigit():
        when = datetime.fromtimestamp(int(failed), UTC).strftime("%Y-%m-%d %H:%M UTC")
        return noted(
            f"On {when} the group could not show a message to one member alone: hands come as alerts.",
            "It is tried again after a day; a Bot API server of one's own must know version 10.2.",
        )
    if isinstance(us, ChatMemberAdministrator):
        return good("As an administrator it can show and refresh a member's hand in the group at any time.")
    return good("Hands are shown in the group after a press; an administrator could refresh them, too.")


def _no_ephemerals(bot: str, chat: str) -> str:
    return f"telegram:{bot}:no-ephemerals:{chat}"
