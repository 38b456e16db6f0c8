"""What a bot can ask, and what it tells about itself."""

from __future__ import annotations

from aiogram.methods import (
    DeleteMyCommands,
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetChatMemberCount,
    GetFile,
    GetMe,
    GetMyCommands,
    GetMyDescription,
    GetMyShortDescription,
    GetWebhookInfo,
    LeaveChat,
    SetChatMenuButton,
    SetMyCommands,
    SetMyDescription,
    SetMyShortDescription,
)
from aiogram.types import (
    BotCommandScopeChat,
    BotCommandScopeChatAdministrators,
    BotCommandScopeChatMember,
)

from doubles.telegram_members import Member
from doubles.telegram_request import Request, execute
from doubles.telegram_text import utf16
from doubles.telegram_values import ApiError, Json, MalformedError


@execute.register
def get_me(method: GetMe, request: Request) -> object:
    can = {"can_join_groups": True, "supports_inline_queries": request.world.inline_mode}
    return request.bot.user.json() | can | {"can_read_all_group_messages": request.bot.reads_everything}


@execute.register
def get_file(method: GetFile, request: Request) -> object:
    file = request.world.files.get(method.file_id)
    if file is None or file.bot_id != request.bot.user.id:
        raise ApiError(400, "wrong file_id or the file is temporarily unavailable")
    return file.sizes()[-1] | {"file_path": file.path}


@execute.register
def get_chat(method: GetChat, request: Request) -> object:
    chat = request.chat(method.chat_id, reading=True)
    body = chat.json() | {"accent_color_id": 1, "max_reaction_count": 11}
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    body["accepted_gift_types"] = dict.fromkeys(gifts, False)
    if chat.pinned:
        body["pinned_message"] = chat.pinned[-1].json(with_reply=False)
    return body


@execute.register
def get_chat_member(method: GetChatMember, request: Request) -> object:
    chat = request.chat(method.chat_id, reading=True)
    user = request.world.users.get(method.user_id)
    if user is None:
        raise ApiError(400, "PARTICIPANT_ID_INVALID")
    return chat.members.get(user.id, Member(user, "left")).json()


@execute.register
def get_chat_administrators(method: GetChatAdministrators, request: Request) -> object:
    chat = request.chat(method.chat_id, reading=True)
    if chat.type == "private":
        raise ApiError(400, "there are no administrators in the private chat")
    return [
        m.json()
        for m in chat.members.values()
        if m.is_admin and not (m.user.is_bot and m.user != request.bot.user)
    ]


@execute.register
def get_chat_member_count(method: GetChatMemberCount, request: Request) -> object:
    return sum(member.is_in for member in request.chat(method.chat_id, reading=True).members.values())


@execute.register
def leave_chat(method: LeaveChat, request: Request) -> object:
    chat = request.chat(method.chat_id, reading=True)
    if chat.type == "private":
        raise ApiError(400, "chat member status can't be changed in private chats")
    request.world.becomes(chat, Member(request.bot.user, "left"))
    return True


@execute.register
def set_my_commands(method: SetMyCommands, request: Request) -> object:
    if len(method.commands) > 100:
        raise MalformedError("BOT_COMMANDS_TOO_MUCH")
    for command in method.commands:
        if not (1 <= len(command.command) <= 32 and command.command.isascii() and command.command.islower()):
            raise MalformedError("BOT_COMMAND_INVALID")
        if not 1 <= len(command.description) <= 256:
            raise MalformedError("BOT_COMMAND_DESCRIPTION_INVALID")
    request.bot.commands[_scope(method)] = method.commands
    return True


@execute.register
def get_my_commands(method: GetMyCommands, request: Request) -> object:
    found = request.bot.commands.get(_scope(method), [])
    return [command.model_dump(mode="json", exclude_none=True) for command in found]


@execute.register
def delete_my_commands(method: DeleteMyCommands, request: Request) -> object:
    request.bot.commands.pop(_scope(method), None)
    return True


@execute.register
def set_my_description(method: SetMyDescription, request: Request) -> object:
    if utf16(method.description or "") > 512:
        raise MalformedError("BOT_ABOUT_TOO_LONG")
    request.bot.about["long", method.language_code or ""] = method.description or ""
    return True


@execute.register
def set_my_short_description(method: SetMyShortDescription, request: Request) -> object:
    if utf16(method.short_description or "") > 120:
        raise MalformedError("BOT_ABOUT_TOO_LONG")
    request.bot.about["short", method.language_code or ""] = method.short_description or ""
    return True


@execute.register
def get_my_description(method: GetMyDescription, request: Request) -> object:
    return {"description": request.bot.about.get(("long", method.language_code or ""), "")}


@execute.register
def get_my_short_description(method: GetMyShortDescription, request: Request) -> object:
    return {"short_description": request.bot.about.get(("short", method.language_code or ""), "")}


@execute.register
def set_chat_menu_button(method: SetChatMenuButton, request: Request) -> object:
    if method.chat_id is not None and method.chat_id <= 0:
        raise MalformedError("only private chats have a menu button")
    request.bot.menus[method.chat_id or 0] = str(method.menu_button.type) if method.menu_button else "default"
    return True


@execute.register
def get_webhook_info(method: GetWebhookInfo, request: Request) -> object:
    queue = request.bot.queue
    info: Json = {"url": queue.webhook.url if queue.webhook else "", "has_custom_certificate": False}
    info["pending_update_count"] = len(queue.waiting)
    if queue.webhook:
        info["max_connections"] = queue.webhook.max_connections
    if queue.allowed is not None:
        info["allowed_updates"] = sorted(queue.allowed)
    if queue.last_error:
        info |= {"last_error_date": int(request.world.now), "last_error_message": queue.last_error}
    return info


def _scope(method: SetMyCommands | GetMyCommands | DeleteMyCommands) -> tuple[str, str]:
    language = method.language_code or ""
    match method.scope:
        case None:
            return "default", language
        case BotCommandScopeChatMember() as scope:
            return f"chat_member {scope.chat_id} {scope.user_id}", language
        case BotCommandScopeChat() | BotCommandScopeChatAdministrators() as scope:
            return f"{scope.type} {scope.chat_id}", language
        case scope:
            return str(scope.type), language
