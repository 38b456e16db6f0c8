"""Buttons as Discord has them: rows of five, with emojis of cards, and menus where there are too many for rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.screens.tokens import Do, parse_token
from bot.screens.types import Button, Rows, Style
from bot.table import SetRule

__all__ = ["FEW", "PREFIX", "ROW", "Emblem", "chunks", "lines_of", "press", "told_apart"]

PREFIX = "b:"
"""Begins the id of each button of ours; with a number before the colon where another says the same in one message."""
LABEL = 80
ROW = 5
FEW = 6
"""So many values of one option are shown as buttons; more of them as a menu."""
MENU = 25
MENU_LABEL = 100
CHOSEN = "✓ "
"""What begins the button of the value that is chosen now."""

Emblem = Callable[[Button], discord.PartialEmoji | None]
"""Finds the emoji that shows what a button stands for."""

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


def lines_of(rows: Rows) -> list[list[ui.Item[Any]]]:
    """The rows with a menu in place of many buttons that set one option."""
    menus = _menus(rows)
    shown, lines = set[str](), list[list[ui.Item[Any]]]()
    for chunk in chunks(rows):
        options = [option if (option := _option_set(button)) in menus else "" for button in chunk]
        for option in dict.fromkeys(options):
            if option and option not in shown:
                lines.append([_menu(option, menus[option])])
                shown.add(option)
        if left := [press(one) for one, option in zip(chunk, options, strict=True) if not option]:
            lines.append([*left])
    return lines


def _menus(rows: Rows) -> Mapping[str, Sequence[Button]]:
    """By option, its buttons, where they are too many for rows."""
    found: dict[str, list[Button]] = {}
    for button in (one for row in rows for one in row):
        found.setdefault(_option_set(button), []).append(button)
    return {option: buttons for option, buttons in found.items() if option and len(buttons) > FEW}


def _option_set(button: Button) -> str:
    """The table and the option that a button sets, in the words of a token; empty if it sets none."""
    match parse_token(button.token):
        case Do(table=table, act=SetRule(option=option)):
            return f"{table}-set-{option}"
        case _:
            return ""


def _menu(option: str, buttons: Sequence[Button]) -> ui.Select[Any]:
    choices = [
        discord.SelectOption(
            label=_label(button).removeprefix(CHOSEN)[:MENU_LABEL],
            value=PREFIX + button.token,
            default=button.label.startswith(CHOSEN),
        )
        for button in buttons[:MENU]
    ]
    return ui.Select[Any](custom_id=PREFIX + option, options=choices)


def chunks(rows: Rows) -> Iterator[tuple[Button, ...]]:
    """The rows, none longer than Discord takes."""
    for row in rows:
        for start in range(0, len(row), ROW):
            yield row[start : start + ROW]


def press(button: Button, emoji: discord.PartialEmoji | None = None) -> ui.Button[Any]:
    """A button, with an emoji in place of its sign where there is one."""
    label = button.label[:LABEL] if emoji and button.label else _label(button)
    return ui.Button(label=label, emoji=emoji, style=STYLES[button.style], custom_id=PREFIX + button.token)


def told_apart(items: Iterable[ui.Item[Any]]) -> None:
    """Give each of them an id of its own, also where two do the same: Discord takes no id twice in a message."""
    seen: dict[str, int] = {}
    for one in items:
        if isinstance(one, ui.Button | ui.Select) and (id_ := one.custom_id):
            before = seen[id_] = seen.get(id_, -1) + 1
            if before:
                one.custom_id = f"{PREFIX.removesuffix(':')}{before}:{id_.removeprefix(PREFIX)}"


def _label(button: Button) -> str:
    return f"{button.symbol} {button.label}".strip()[:LABEL] or "·"
