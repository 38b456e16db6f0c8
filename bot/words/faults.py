"""What is wrong with rules, said so that one knows what to change."""

from collections.abc import Iterable, Mapping

from bot.game import Fault, Preset
from bot.words.catalogue import Words
from bot.words.lists import one_of
from bot.words.options import option_name, preset_name, setting_name, value_name

__all__ = ["fault_sentence"]

_SHOWN = 16
"""How much of a value that nobody knows is shown, so that the sentence fits an alert."""


def fault_sentence(words: Words, fault: Fault, fields: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """Why rules cannot be so, and what to do; `fields` are those of the `RulesError`."""
    told = dict(fields)
    match fault:
        case Fault.NOT_RULES | Fault.MISSING | Fault.UNKNOWN_PRESET | Fault.UNKNOWN_OPTION | Fault.VERSION:
            return _unknown(words, fault, told)
        case Fault.UNKNOWN_VALUE | Fault.HAND | Fault.CLOCK | Fault.MATCH:
            return _no_such_value(words, fault, told)
        case Fault.NO_PARTNERS:
            return _no_partners(words, told["option"])
        case _:
            return _not_together(words, fault, told)


def _unknown(words: Words, fault: Fault, told: Mapping[str, str]) -> str:
    """What names no game, no option, or no rules at all."""
    match fault:
        case Fault.UNKNOWN_PRESET:
            games = one_of(words, [preset_name(words, one) for one in _choices(told)])
            return words.say(
                "There is no game “{name}”. Choose {games}.", name=_shown(told["value"]), games=games
            )
        case Fault.UNKNOWN_OPTION:
            return words.say(
                "There is no rule “{name}”: choose one of the options shown.", name=_shown(told["option"])
            )
        case Fault.MISSING if told["option"] == "players":
            return words.say("Say also how many play.")
        case Fault.VERSION:
            return words.say("That table was opened under rules that I do not know: open a new one.")
        case _:
            return words.say("Choose a game first.")


def _no_such_value(words: Words, fault: Fault, told: Mapping[str, str]) -> str:
    """A value that the option does not have."""
    value = _shown(told["value"])
    match fault:
        case Fault.HAND if told["least"] == told["most"]:
            return words.say(
                "In this game everyone is dealt {n} cards: it cannot be otherwise.", n=told["most"]
            )
        case Fault.HAND:
            return words.say(
                "Here you cannot deal {value} cards each: choose from {least} to {most}.",
                value=value,
                least=told["least"],
                most=told["most"],
            )
        case Fault.CLOCK:
            return words.say("The clock can be from 15 seconds to 24 hours a turn, or there is none.")
        case Fault.MATCH:
            return words.say(
                "A match is to 1, 2, 3 or 5 wins, or to a number of points; in Briscola Chiamata it is 5, 10, 15 … deals."
            )
        case _:
            return words.say(
                "{option}: “{value}” is not possible. Choose {choices}.",
                option=option_name(words, told["option"]),
                value=value,
                choices=_values(words, told["option"], told),
            )


def _no_partners(words: Words, option: str) -> str:
    match option:
        case "signs":
            return words.say("Signs need partners, and here everyone plays alone: leave signs off.")
        case "partners_look":
            return words.say("Here everyone plays alone: there are no partner's cards to see or to hide.")
        case _:
            return words.say(
                "With so many players everyone plays alone: pairs take four players, teams of three take six."
            )


def _not_together(words: Words, fault: Fault, told: Mapping[str, str]) -> str:
    """A value that is good in itself, but not with the game, the players or another option."""
    match fault:
        case Fault.WRONG_PLAYERS:
            return words.say(
                "{game} is played by {choices}, not by {value}: change the number or the game.",
                game=preset_name(words, told["game"]),
                value=_shown(told["value"]),
                choices=one_of(words, _choices(told)),
            )
        case Fault.ONLY_CHIAMATA | Fault.NOT_IN_CHIAMATA:
            return _about_chiamata(words, fault, told)
        case Fault.SIDES | Fault.REMOVED:
            option = "sides" if fault is Fault.SIDES else "removed"
            return words.say(
                "“{setting}” is not possible with {players}: choose {choices}.",
                setting=setting_name(words, option, told["value"]),
                players=value_name(words, "players", told["players"]),
                choices=_values(words, option, told),
            )
        case Fault.TWO_OF:
            return words.say(
                "Which two is taken out can be chosen only where it is just one. Here the cards taken out are: {removed}.",
                removed=value_name(words, "removed", told["removed"]),
            )
        case _:
            return words.say(
                "“{one}” does not go with “{other}”: change one of them first.",
                one=setting_name(words, told["option"], told["value"]),
                other=setting_name(words, told["other"], told["other_value"]),
            )


def _about_chiamata(words: Words, fault: Fault, told: Mapping[str, str]) -> str:
    option, game = told["option"], preset_name(words, Preset.CHIAMATA)
    match fault, option:
        case Fault.ONLY_CHIAMATA, "match":
            return words.say("Only {game} is played for a number of deals: choose wins or points.", game=game)
        case _, "match":
            return words.say("{game} is played for a number of deals: choose 5, 10, 15 or 20.", game=game)
        case Fault.ONLY_CHIAMATA, _:
            sentence = words.look_up("“{setting}” exists only in {game}: leave it at “{usual}”.")
        case _:
            sentence = words.look_up("“{setting}” does not go with {game}: leave it at “{usual}”.")
    return sentence.format(
        setting=setting_name(words, option, told["value"]),
        usual=value_name(words, option, told["default"]),
        game=game,
    )


def _choices(told: Mapping[str, str]) -> list[str]:
    return told["choices"].split(", ")


def _values(words: Words, option: str, told: Mapping[str, str]) -> str:
    return one_of(words, [f"“{value_name(words, option, one)}”" for one in _choices(told)])


def _shown(value: str) -> str:
    """A value as it was written, without the quotes that an error puts around a text, and never long."""
    text = value[1:-1] if value[:1] == value[-1:] == "'" else value
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
