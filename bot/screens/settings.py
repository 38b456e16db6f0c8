"""All that a person, or an admin for a chat, may choose, in one note each."""

from dataclasses import dataclass, replace

from bot.computer import Level
from bot.screens.tastes import by_the_game, shown_lines
from bot.screens.tokens import USUAL, Choices, Choose, Settings
from bot.screens.types import Button, NoteScreen
from bot.words import LANGUAGES, Words
from bot.words.levels import level_name

__all__ = ["ChatSettings", "OwnSettings", "chat_settings_note", "own_settings_note"]


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What a person has chosen, as it is now."""

    deck: str
    words_only: bool
    level: Level
    """How well the computers play that they ask for next."""
    alone: bool
    """Nobody else sees what is shown there, so that tables are shown as hands are."""


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What was chosen for a chat, as it is now."""

    deck: str
    words_only: bool
    language: str
    calls: str
    """`never`, `usual` or `at_once`, as buttons say it."""
    pins: bool
    threads: bool | None
    """None where the platform has no threads to open."""


def own_settings_note(words: Words, now: OwnSettings, *, admin: bool) -> NoteScreen:
    """A person's own settings; an `admin` comes from them to those of the chat."""
    usual = by_the_game(words) if now.alone else words.say("the deck of each table")
    lines = [
        words.say("Your settings:"),
        words.say("Language: {language}", language=LANGUAGES[words.language]),
        *shown_lines(words, now.deck, usual, words_only=now.words_only),
        words.say("How well the next computers play: {level}", level=level_name(words, now.level)),
    ]
    chat = (Button(words.say("For the tables of this chat…"), str(Settings("chat"))),) if admin else ()
    rows = (
        (_cards("me", words),),
        _languages("me", words.language),
        tuple(_choice(level_name(words, one), "me", "level", one.value, now.level.value) for one in Level),
        chat,
    )
    return NoteScreen("\n".join(lines), tuple(row for row in rows if row))


def chat_settings_note(words: Words, now: ChatSettings) -> NoteScreen:
    """The settings of a chat, for its admins."""
    lines = [
        words.say("The tables of this chat:"),
        words.say("Language: {language}", language=LANGUAGES[now.language]),
        *shown_lines(words, now.deck, by_the_game(words), words_only=now.words_only),
        _calls_line(words, now.calls),
        _pins_line(words, pins=now.pins),
        "" if now.threads is None else _threads_line(words, threads=now.threads),
    ]
    rows = (
        (_cards("chat", words),),
        _languages("chat", now.language),
        _calls_row(words, now.calls),
        _toggles(words, now),
        (Button(words.say("Your own settings…"), str(Settings("me"))),),
    )
    return NoteScreen("\n".join(filter(None, lines)), rows)


# -- lines ----------------------------------------------------------------------------------------


def _calls_line(words: Words, calls: str) -> str:
    match calls:
        case "never":
            return words.say("Nobody is called: each table is its one message.")
        case "at_once":
            return words.say("Whoever is on turn is called at once.")
        case _:
            return words.say("Whoever is on turn is called after a while.")


def _pins_line(words: Words, *, pins: bool) -> str:
    if pins:
        return words.say("The message of a table is pinned while the table is open.")
    return words.say("Messages of tables are not pinned.")


def _threads_line(words: Words, *, threads: bool) -> str:
    if threads:
        return words.say("Each table has a thread of its own.")
    return words.say("Tables stand in the channel itself.")


# -- buttons --------------------------------------------------------------------------------------


def _cards(whose: str, words: Words) -> Button:
    return Button(words.say("Cards…"), str(Choices(whose)), symbol="🎴")


def _languages(whose: str, now: str) -> tuple[Button, ...]:
    return tuple(_choice(name, whose, "speaks", code, now) for code, name in LANGUAGES.items())


def _choice(label: str, whose: str, topic: str, value: str, now: str) -> Button:
    """One of several; the mark says what is so now."""
    token = str(Choose(whose, topic, value, in_settings=True))
    return Button(f"✓ {label}" if value == now else label, token)


_BELLS = {"never": "🔕", USUAL: "🔔", "at_once": "⏰"}


def _calls_row(words: Words, now: str) -> tuple[Button, ...]:
    labels = {
        "never": words.say("No calls"),
        USUAL: words.say("Calls later"),
        "at_once": words.say("Calls at once"),
    }
    return tuple(
        replace(_choice(label, "chat", "calls", value, now), symbol=_BELLS[value])
        for value, label in labels.items()
    )


def _toggles(words: Words, now: ChatSettings) -> tuple[Button, ...]:
    pins = (
        _to(words.say("Do not pin tables"), "pins", "no", "📌")
        if now.pins
        else _to(words.say("Pin tables"), "pins", "yes", "📌")
    )
    if now.threads is None:
        return (pins,)
    threads = (
        _to(words.say("No threads for tables"), "threads", "no", "🧵")
        if now.threads
        else _to(words.say("A thread for each table"), "threads", "yes", "🧵")
    )
    return (pins, threads)


def _to(label: str, topic: str, value: str, symbol: str) -> Button:
    return Button(label, str(Choose("chat", topic, value, in_settings=True)), symbol=symbol)
