"""The few sentences that Telegram alone needs, each in the language of the person it is for."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.words.catalogue import N_

__all__ = ["Phrases", "PhrasesFor", "english"]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences for people in Telegram; the defaults are English."""

    one_moment: str = N_("One moment, your cards are coming.")
    """Holds the place of a hand for an instant, while nothing hidden may be shown yet."""
    press_again: str = N_("Press again for its buttons: they are in our private chat.")
    """Ends the words of a note that are shown as the answer to a press, where the note has buttons."""
    press_for_all: str = N_("Press again to read all of it in our private chat.")
    """Ends the beginning of a note that is too long to be shown as the answer to a press."""
    soon: str = N_("Press again in a moment, and your cards come with buttons.")
    """Ends a hand shown as the answer to a press, where a message with buttons would be too much just now."""
    above: str = N_("Your cards are in my message above. Press again if you do not find it.")
    """Answers a press for one's cards where they are shown already, just as they are."""
    opened_anew: str = N_("A new table is open: change its rules there.")
    """Answers a press for a table with other rules, where the games cannot be shown to one person."""
    open_private: str = N_("I cannot show you your cards here. Open a chat with me, and I show them there.")
    """Answers /hand in a group where no private place is known."""
    open_private_button: str = N_("🂠 My cards in private")
    """On the button that opens the private chat with one's hand."""
    anonymous: str = N_(
        "You write in the name of the group, so I do not know who would sit down. "
        "Turn off “Remain anonymous”, or join at a table with its button."
    )
    """Answers anonymous admins and channels that ask for something only a person can have."""
    not_understood: str = N_(
        "I do not know what “{word}” means here. Write for example {example} or {against_computer}."
    )
    """Answers /play with a word that is no game, no number of players and no computer."""
    no_files: str = N_("I may not send files in this chat. Open a chat with me and ask for it there.")
    """Answers somebody who asked for a match as a file where files are forbidden."""
    nobody_home: str = N_("Something went wrong here and is noted. Please try again in a moment.")
    """Answers an event whose handling failed several times."""
    cannot_write: str = N_("I may not write in this chat: give me the right to send messages.")
    """Why a table cannot be shown: the right to write is missing."""
    cannot_post: str = N_("I may not post in this channel: make me an administrator who may post messages.")
    """Why a table cannot be shown: a channel lets only administrators post."""
    closed_topic: str = N_("This topic is closed: open it again, or play in another one.")
    """Why a table cannot be shown: its topic is closed."""
    thrown_out: str = N_("I am not a member of this chat any more: add me again to go on.")
    """Why a table cannot be shown: the bot was removed."""
    no_private_chat: str = N_("This person has not opened a chat with me, or has blocked me.")
    """Why a hand cannot be shown in private."""
    no_such_chat: str = N_("This chat does not exist any more.")
    """Why a table cannot be shown: the chat is gone."""


PhrasesFor = Callable[[str], Phrases]
"""The phrases for a locale as Telegram names it (`it`, `pt-br`, or empty)."""


def english(_locale: str) -> Phrases:
    """The phrases in English, whatever the locale."""
    return Phrases()
