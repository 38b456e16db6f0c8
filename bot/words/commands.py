"""The commands by what they do, for menus and help."""

from collections.abc import Mapping, Sequence

from bot.words.catalogue import LANGUAGES, N_, Words, words

__all__ = ["COMMANDS", "command_lines", "command_texts"]

COMMANDS: Mapping[str, str] = {
    "play": N_("Open a table in this chat"),
    "hand": N_("Look at your cards"),
    "rules": N_("The rules of this table"),
    "guide": N_("How each game is played, tips and a little history"),
    "sheet": N_("The score of the match"),
    "bid": N_("Bid a number of points"),
    "export": N_("A finished match as a file"),
    "stats": N_("Your matches, won and lost"),
    "leaderboard": N_("The best players of this chat"),
    "deck": N_("Your deck of cards, pictures or words alone"),
    "settings": N_("All that you, or the admins of this chat, can choose"),
    "help": N_("How to play, and your language"),
    "leave": N_("Leave a table of yours"),
    "stop": N_("Leave or end a table"),
    "house": N_("The house rules of this chat"),
    "status": N_("Whether I am awake, and what is open here"),
}
"""Each command and its sentence, in the order of a menu."""


def command_lines(spoken: Words, before: str) -> Sequence[tuple[str, str]]:
    """The commands as people type them, with `before` in front, and what each does."""
    return [(f"{before}{name}", spoken.say(meaning)) for name, meaning in COMMANDS.items()]


def command_texts() -> Mapping[str, Mapping[str, str]]:
    """By language, what each command does."""
    return {
        language: {name: words(language).say(meaning) for name, meaning in COMMANDS.items()}
        for language in LANGUAGES
    }
