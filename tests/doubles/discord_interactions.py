"""How the bot answers commands and presses: the first answer, later edits, follow-ups."""

from __future__ import annotations

import time

from doubles.discord_checks import form_faults
from doubles.discord_messages import edit, new_message, post
from doubles.discord_rest import ROUTES, Request
from doubles.discord_world import EPHEMERAL, LOADING, ApiError, Interaction, Json, Message

FIRST_ANSWER = 3.0
"""Seconds to the first answer, else the interaction is unknown."""
TOKEN_LIFE = 15 * 60.0
"""Seconds for which the token serves."""

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


def _age(asked: Request, interaction: Interaction) -> float:
    return asked.world.clock.now() - interaction.created


def _check_open(asked: Request, interaction: Interaction) -> None:
    if interaction.callback is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if _age(asked, interaction) > FIRST_ANSWER:
        raise ApiError(404, 10062, "Unknown interaction")


@ROUTES.on("POST", "/interactions/{interaction_id}/{token}/callback")
def _callback(asked: Request) -> Json | None:
    interaction = asked.world.interactions.get(asked.where["token"])
    if interaction is None or interaction.id != asked.id("interaction_id"):
        raise ApiError(404, 10062, "Unknown interaction")
    kind, data = int(asked.body["type"]), asked.body.get("data") or {}
    try:
        _check_open(asked, interaction)
        message = _first_answer(asked, interaction, kind, data)
    except ApiError as why:
        interaction.refusals.append(why)
        raise
    interaction.callback = kind
    interaction.answered_after = time.monotonic() - interaction.delivered_at
    asked.world.on_change()
    if asked.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    told: Json = {"id": str(interaction.id), "type": interaction.type}
    if message is None:
        return {"interaction": told}
    told |= {
        "response_message_id": str(message.id),
        "response_message_loading": message.loading,
        "response_message_ephemeral": message.ephemeral,
    }
    return {"interaction": told, "resource": {"type": kind, "message": message.payload()}}


def _first_answer(asked: Request, interaction: Interaction, kind: int, data: Json) -> Message | None:
    match kind:
        case 4:
            message = new_message(interaction.channel, data, asked.files)
            return _put(interaction, message, original=True)
        case 5:
            world = asked.world
            message = Message(world.snowflake(), interaction.channel, world.bot, world.clock.now())
            message.flags = LOADING | (int(data.get("flags") or 0) & EPHEMERAL)
            return _put(interaction, message, original=True)
        case 6 | 7 if interaction.source is not None:
            interaction.original = interaction.source
            if kind == UPDATE:
                edit(interaction.source, data, asked.files)
            return interaction.source
        case 8 if interaction.type == 4:
            interaction.choices = data["choices"]
            if len(data["choices"]) > 25:
                asked.world.violations.append("over 25 choices offered")
                raise ApiError(400, 50035, "Invalid Form Body")
            return None
        case 9 if interaction.type in (2, 3):
            if faults := form_faults(data):
                asked.world.violations.extend(faults)
                raise ApiError(400, 50035, "Invalid Form Body")
            interaction.modal = data
            return None
        case _:
            asked.world.violations.append(f"answer type {kind} to an interaction of type {interaction.type}")
            raise ApiError(400, 50035, "Invalid Form Body")


def _put(interaction: Interaction, message: Message, *, original: bool) -> Message:
    message.owner = interaction.user if message.ephemeral else None
    message.metadata = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": interaction.user.payload(),
        "authorizing_integration_owners": {},
    }
    if original:
        interaction.original = message
    else:
        interaction.followups.append(message)
    post(message)
    return message


def _alive(asked: Request) -> Interaction:
    """The interaction of a token that still serves."""
    interaction = asked.world.interactions.get(asked.where["token"])
    if interaction is None or asked.id("app_id") != asked.world.application_id:
        raise ApiError(404, 10015, "Unknown Webhook")
    if _age(asked, interaction) > TOKEN_LIFE:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if interaction.callback is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    return interaction


def _message(asked: Request, interaction: Interaction) -> Message:
    known = [interaction.original, *interaction.followups]
    wanted = asked.where.get("message_id", "@original")
    for message in known[:1] if wanted == "@original" else known:
        present = message is not None and message.id in message.channel.messages
        if message is not None and present and wanted in ("@original", str(message.id)):
            return message
    raise ApiError(404, 10008, "Unknown Message")


@ROUTES.on("POST", "/webhooks/{app_id}/{token}")
def _follow_up(asked: Request) -> Json:
    interaction = _alive(asked)
    waiting = interaction.original
    if waiting is not None and waiting.loading:
        body = dict(asked.body)
        body["flags"] = int(body.get("flags") or 0) & ~EPHEMERAL  # the deferral decided who sees it
        edit(waiting, body, asked.files)
        return waiting.payload()
    return _put(
        interaction, new_message(interaction.channel, asked.body, asked.files), original=False
    ).payload()


@ROUTES.on("GET", "/webhooks/{app_id}/{token}/messages/{message_id}")
def _get(asked: Request) -> Json:
    return _message(asked, _alive(asked)).payload()


@ROUTES.on("PATCH", "/webhooks/{app_id}/{token}/messages/{message_id}")
def _edit(asked: Request) -> Json:
    message = _message(asked, _alive(asked))
    edit(message, asked.body, asked.files)
    return message.payload()


@ROUTES.on("DELETE", "/webhooks/{app_id}/{token}/messages/{message_id}")
def _delete(asked: Request) -> None:
    message = _message(asked, _alive(asked))
    message.channel.lose(message.id)
