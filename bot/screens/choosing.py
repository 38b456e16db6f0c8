"""Choosing a game and its options at a table where nothing is dealt yet."""

from collections.abc import Iterable, Sequence

from bot.game import Preset
from bot.screens.offering import clashes, games_for, numbers_for, offered, pages
from bot.screens.ruling import rules_note
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import Lobby, SetRule, Table
from bot.table.setting import value_of
from bot.words import Words
from bot.words.explaining import option_about, preset_about
from bot.words.ruling import (
    fault_sentence,
    option_name,
    preset_name,
    rules_summary,
    setting_name,
    value_name,
)

__all__ = ["asked_note", "games_note", "note_after", "option_note", "options_note"]

SECOND_PAGE = "more"
"""Stands for an option's name where the rest of the options is asked for."""
_OPTION = "option_"


def asked_note(table: Table, what: str, words: Words, *, host: bool, admin: bool) -> NoteScreen | None:
    """What answers `rules`, `games`, `options` and `option_…`; None for any other question.

    Whoever may not change the rules, or no more, is told them.
    """
    if what == "games":
        return games_note(table, words, host=host, admin=admin)
    if what not in {"rules", "options"} and not what.startswith(_OPTION):
        return None
    if what == "rules" or not _may_change(table, host=host):
        return rules_note(table.rules, words, table=table, host=host)
    if what == "options":
        return options_note(table, words)
    return option_note(table, what.removeprefix(_OPTION), words)


def note_after(table: Table, act: SetRule, words: Words, *, host: bool, admin: bool) -> NoteScreen:
    """The note that a button for this act stood in, as it is once the rule is set."""
    if act.option in ("preset", "players") or not _may_change(table, host=host):
        return games_note(table, words, host=host, admin=admin)
    return _page_with(table, act.option, words)


def _may_change(table: Table, *, host: bool) -> bool:
    return host and isinstance(table.phase, Lobby)


# -- the games --------------------------------------------------------------------------------------


def games_note(table: Table, words: Words, *, host: bool, admin: bool) -> NoteScreen:
    """The games and numbers of players to choose from; whoever may not choose is told the rules."""
    house = _house_row(table, words) if admin else ()
    if not _may_change(table, host=host):
        told = rules_note(table.rules, words, table=table, host=False)
        return NoteScreen(told.text, (house,) if house else ())
    games = games_for(table)
    lines = [
        words.say("Chosen: {rules}", rules=rules_summary(words, table.rules)),
        "",
        *(
            words.say("{option}: {value}", option=preset_name(words, game), value=preset_about(words, game))
            for game in games
        ),
    ]
    if len(games) < len(Preset):
        lines.append(words.say("Games for fewer players than sit here are left out."))
    if admin:
        lines.append(
            words.say(
                "“{button}” makes these the house rules: new tables here begin with them.",
                button=words.say("Keep for this chat"),
            )
        )
    options = _ask(table, "options", words.say("Options…"), "🎛️")
    last = (options, *house) if house else (options, _ask(table, "rules", words.say("All rules"), "📖"))
    rows = (*_rows(_game_buttons(table, games, words), 3), _number_buttons(table, words), last)
    return NoteScreen("\n".join(lines), tuple(row for row in rows if row))


def _game_buttons(table: Table, games: Iterable[Preset], words: Words) -> Sequence[Button]:
    return [
        _set(table, "preset", game, preset_name(words, game)) for game in sorted(games, key=_BY_WIDTH.index)
    ]


_BY_WIDTH = (
    Preset.BRISCOLA, Preset.BRISCA, Preset.BISCA,
    Preset.BISCA3, Preset.BISCACARD, Preset.BRISCOLONE,
    Preset.CHIAMATA, Preset.APERTA,
)  # fmt: skip
"""The games in the order of their buttons: long names where two share the room of a phone."""


def _number_buttons(table: Table, words: Words) -> tuple[Button, ...]:
    return tuple(
        _set(table, "players", str(number), value_name(words, "players", str(number)))
        for number in numbers_for(table)
    )


def _house_row(table: Table, words: Words) -> tuple[Button, ...]:
    return (
        _ask(table, "house", words.say("Keep for this chat"), "🏠"),
        _ask(table, "nohouse", words.say("No house rules"), "🧹"),
    )


# -- the options ------------------------------------------------------------------------------------


def options_note(table: Table, words: Words) -> NoteScreen:
    """The options that can be chosen, each with what it is now; those people change most come first."""
    return _options_page(table, 0, words)


def _options_page(table: Table, page: int, words: Words) -> NoteScreen:
    found = pages(table.rules)
    options = found[page]
    said = {option: setting_name(words, option, value_of(table.rules, option)) for option in options}
    buttons = [Button(_capital(said[option]), str(Ask(table.id, _OPTION + option))) for option in options]
    last = [_ask(table, "games", words.say("Other game"), "🎲")]
    if page:
        last.append(_ask(table, "options", words.say("Back"), "◀️"))
    elif len(found) > 1:
        last.append(_ask(table, _OPTION + SECOND_PAGE, words.say("More options…"), "🎛️"))
    last.append(_ask(table, "rules", words.say("All rules"), "📖"))
    lines = [
        words.say("{game}: press what you want to change.", game=preset_name(words, table.rules.game)),
        "",
        *said.values(),
    ]
    return NoteScreen("\n".join(lines), (*_rows(buttons, 2), tuple(last)))


def option_note(table: Table, option: str, words: Words) -> NoteScreen:
    """The values of one option, the present one marked; all options where there is nothing to choose about this."""
    if not any(option in page for page in pages(table.rules)):
        return _page_with(table, option, words)
    rules = table.rules
    lines = [f"{option_name(words, option)}. {option_about(words, option)}"]
    lines += [
        words.say(
            "Not now: {value}. {why}",
            value=value_name(words, option, value),
            why=fault_sentence(words, fault.key, fault.fields),
        )
        for value, fault in clashes(rules, option)
    ]
    buttons = [
        _set(table, option, value, _capital(value_name(words, option, value)))
        for value in offered(rules, option)
    ]
    back = Button(words.say("Back"), str(Ask(table.id, _page_name(table, option))), symbol="◀️")
    if option == "hand":
        return NoteScreen("\n".join(lines), (*_rows(buttons, 5), (back,)))
    rows = _rows([*buttons, back], 2) if len(buttons) > 4 else ((one,) for one in (*buttons, back))
    return NoteScreen("\n".join(lines), tuple(rows))


def _page_with(table: Table, option: str, words: Words) -> NoteScreen:
    return _options_page(table, int(_page_name(table, option) != "options"), words)


def _page_name(table: Table, option: str) -> str:
    """What asks for the page on which the option stands."""
    found = pages(table.rules)
    second = len(found) > 1 and (option == SECOND_PAGE or option in found[1])
    return _OPTION + SECOND_PAGE if second else "options"


# -- buttons ----------------------------------------------------------------------------------------


def _set(table: Table, option: str, value: str, label: str) -> Button:
    """A button that sets an option; the mark says that it is so already."""
    present = value_of(table.rules, option) == value
    return Button(f"✓ {label}" if present else label, str(Do(table.id, SetRule(option, value))))


def _ask(table: Table, what: str, label: str, symbol: str) -> Button:
    return Button(label, str(Ask(table.id, what)), symbol=symbol)


def _rows(buttons: Sequence[Button], width: int) -> Rows:
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
