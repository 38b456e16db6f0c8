"""What becomes of a choice: how it is kept, what is said about it, and all there is to choose as it stands then."""

from dataclasses import replace

from bot.screens.settings import ChatSettings, OwnSettings, chat_settings_note, own_settings_note
from bot.screens.tokens import HABITS, USUAL, Choose
from bot.screens.types import NoteScreen
from bot.service.levels import level_of
from bot.service.ports import Tx
from bot.service.records import AT_ONCE, Chat, Habits, Player, Taste, Where
from bot.words import Words, words
from bot.words.catalogue import language_of
from bot.words.decks import deck_name

__all__ = ["chat_settings", "keep_for", "keep_in", "own_settings", "said_of"]

HAS_THREADS = frozenset({"discord"})
"""Platforms where we can open a thread for a table."""


# -- kept -----------------------------------------------------------------------------------------


def keep_for(tx: Tx, choice: Choose, player: Player) -> None:
    """A person has chosen for themselves."""
    match choice.topic:
        case "speaks":
            tx.set_player_locale(player.key, choice.value)
        case "deck":
            tx.set_player_deck(player.key, _deck(choice))
        case "level":
            tx.set_player_level(player.key, choice.value)
        case _:
            tx.set_player_words_only(player.key, choice.value == "words")


def keep_in(tx: Tx, choice: Choose, chat: Chat) -> Chat:
    """An admin has chosen for the chat, which is returned as it is then."""
    match choice.topic:
        case "speaks":
            tx.set_chat_locale(chat.id, choice.value)
        case "deck":
            tx.set_chat_deck(chat.id, _deck(choice))
        case "shows":
            tx.set_chat_words_only(chat.id, choice.value == "words")
        case topic if topic in HABITS:
            tx.set_chat_habits(chat.id, _habits(choice, chat.habits))
        case _:
            raise ValueError(f"a chat has no say in {choice.topic!r}")
    return tx.chat_by_id(chat.id)


def _deck(choice: Choose) -> str:
    return "" if choice.value == USUAL else choice.value


_CALLS = {USUAL: "", "at_once": AT_ONCE}
"""Of what buttons say, what is kept under another name."""


def _habits(choice: Choose, now: Habits) -> Habits:
    match choice.topic:
        case "calls":
            return replace(now, calls=_CALLS.get(choice.value, choice.value))
        case "pins":
            return replace(now, pins=choice.value == "yes")
        case _:
            return replace(now, threads=choice.value == "yes")


# -- said -----------------------------------------------------------------------------------------


def said_of(choice: Choose, spoken: Words) -> str:
    """What is so from now on, in a sentence."""
    match choice.topic, choice.whose, choice.value:
        case "speaks", "me", _:
            return spoken.say("I now speak English with you.")
        case "speaks", _, _:
            return spoken.say("From now on I speak English here.")
        case "shows", _, "words":
            return spoken.say("From now on in words alone.")
        case "shows", _, _:
            return spoken.say("From now on with pictures.")
        case "deck", _, deck if deck == USUAL:
            return spoken.say("From now on with the usual deck.")
        case "deck", _, deck:
            return spoken.say("From now on with this deck: {deck}", deck=deck_name(spoken, deck))
        case _:
            return spoken.say("Noted.")


# -- as it stands ---------------------------------------------------------------------------------


def own_settings(player: Player, where: Where, *, admin: bool) -> NoteScreen:
    """All that the person may choose."""
    taste, alone = player.taste, where.private or where.platform == "web"
    now = OwnSettings(taste.deck, taste.words_only, level_of(player), alone)
    return own_settings_note(words(player.locale), now, admin=admin)


def chat_settings(chat: Chat | None, where: Where, spoken: Words) -> NoteScreen:
    """All that an admin may choose for the chat; as usual in one that nobody has played in yet."""
    taste, habits = (chat.taste, chat.habits) if chat is not None else (Taste(), Habits())
    calls = {kept: said for said, kept in _CALLS.items()}.get(habits.calls, habits.calls)
    language = language_of(chat.locale if chat is not None else where.locale)
    threads = habits.threads if where.platform in HAS_THREADS else None
    now = ChatSettings(taste.deck, taste.words_only, language, calls, habits.pins, threads)
    return chat_settings_note(spoken, now)
