"""The rules of a new table: what was wished for, and for the rest what is usual in its chat."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.game import Preset, Rules, RulesError
from bot.game.presets import players_of
from bot.service.ports import Tx
from bot.service.records import Chat, Where
from bot.table import SetRule, rules_after, value_of

__all__ = ["house_rules", "housed", "rules_for", "setting_steps", "text_of", "usual_rules"]

Wish = Mapping[str, object]
"""Rules in their JSON form, whole or in part."""

FIRST = Rules.preset("briscola", players=2)
"""What a chat plays in which nobody has chosen anything yet."""


def text_of(rules: Rules) -> str:
    """The rules as rows keep them."""
    return json.dumps(rules.to_json(), separators=(",", ":"))


def house_rules(chat: Chat) -> Rules | None:
    """The house rules of the chat; None where it has none."""
    return _read(chat.house)


def housed(tx: Tx, where: Where, chat: Chat | None = None) -> Chat | None:
    """The chat with the house rules that hold there: its own, else those of what it is part of."""
    chat = chat or tx.chat_by_ref(where.platform, where.chat)
    wider = tx.chat_by_ref(where.platform, where.wider) if where.wider else None
    if wider is None or not wider.house or (chat and chat.house):
        return chat
    return replace(chat or wider, house=wider.house)


def usual_rules(chat: Chat | None) -> Rules:
    """What is played in the chat if nobody says anything: its house rules, else what was chosen last."""
    return (chat and (_read(chat.house) or _read(chat.rules))) or FIRST


def rules_for(chat: Chat, wish: Wish | None) -> Rules:
    """The rules for a wish in this chat. RulesError says why what was wished for cannot be.

    A game that is named begins with what is usual in it everywhere, for as many as here last if it can be. Else what
    is usual here holds as far as it goes with the wish.
    """
    usual = usual_rules(chat)
    if not wish:
        return usual
    firm = {**_game_and_players(usual, wish), **wish}
    rules = Rules.from_json(firm)
    return rules if "preset" in wish or rules.game is not usual.game else _filled_in(rules, firm, usual)


def _read(text: str) -> Rules | None:
    """The rules of a row; None for none, and for rules that this program does not know (any more)."""
    try:
        return Rules.from_json(json.loads(text)) if text else None
    except (RulesError, ValueError):
        return None


def _game_and_players(usual: Rules, wish: Wish) -> dict[str, object]:
    """The game and the number of players as usual, or as they must be for the other one that was wished for."""
    if "preset" not in wish:
        return {"preset": _game_for(usual, wish.get("players", usual.players)), "players": usual.players}
    game = wish["preset"]
    if not isinstance(game, str) or game not in tuple(Preset):
        return {"players": usual.players}
    fitting = players_of(Preset(game))
    return {"players": usual.players if usual.players in fitting else fitting[0]}


def _game_for(usual: Rules, players: object) -> str:
    """The usual game, or the first that is played by so many."""
    if players in players_of(usual.game):
        return usual.game.value
    return next((game.value for game in Preset if players in players_of(game)), usual.game.value)


def _filled_in(rules: Rules, firm: Wish, usual: Rules) -> Rules:
    """The rules with every usual option that they leave open and that can be so beside them."""
    settled = dict(firm)
    for name, value in usual.to_json().items():
        if name not in settled:
            try:
                rules = Rules.from_json({**settled, name: value})
            except RulesError:
                continue
            settled[name] = value
    return rules


def setting_steps(now: Rules, wanted: Rules) -> tuple[SetRule, ...]:
    """What a host would set, one after another, to come from one set of rules to another; empty for no way."""
    steps: list[SetRule] = []
    left = ["preset", "players", *_options(wanted, now)]
    while left and now != wanted:
        step = _next_step(now, wanted, left)
        if step is None:
            return ()
        option, after = step
        left.remove(option)
        if after != now:
            steps.append(SetRule(option, value_of(wanted, option)))
        now = after
    return tuple(steps) if now == wanted else ()


def _next_step(now: Rules, wanted: Rules, left: Iterable[str]) -> tuple[str, Rules] | None:
    """The first option that can be set now, and the rules after it."""
    for option in left:
        if after := _after(now, wanted, option):
            return option, after
    return None


def _options(*rules: Rules) -> Iterable[str]:
    """The options in which these rules are not just their game's."""
    names = [name for one in rules for name in one.to_json() if name not in ("preset", "players")]
    return dict.fromkeys([*names, "clock"])


def _after(rules: Rules, wanted: Rules, option: str) -> Rules | None:
    """The rules with this option as wanted; None while another has to be set before."""
    try:
        return rules_after(rules, option, value_of(wanted, option))
    except RulesError:
        return None
