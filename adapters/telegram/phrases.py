"""The few sentences that Telegram alone needs, each in the language of the person it is for."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from bot.words.catalogue import N_

__all__ = ["Phrases", "PhrasesFor", "english", "said_in"]


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
    one_level: str = N_(
        "One level is enough, and “{word}” is another. In the lobby each computer can have its own."
    )
    """Answers /play with two levels."""
    no_files: str = N_("I may not send files in this chat. Open a chat with me and ask for it there.")
    """Answers somebody who asked for a match as a file where files are forbidden."""
    nobody_home: str = N_("Something went wrong here and is noted. Please try again in a moment.")
    """Answers an event whose handling failed several times."""
    was_away: str = N_("I was away when you wrote that. If you still want it, write it again.")
    """Answers a command that was written long before it reached us."""
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
    table_waits: str = N_("Your table in {place} waits. {why}")
    """Tells the host, in private, why a table cannot be shown: `why` is one of the sentences above."""

    my_move: str = N_("🂠 I make my move.")
    """Stands in the chat when somebody has chosen a move from the list in the line where they write."""
    not_your_turn: str = N_("It is not your turn: look at your cards")
    """Above an empty list of moves; opens the hand in private."""
    at_no_table: str = N_("You sit at no table that plays")
    """Above an empty list of moves, for somebody who has no cards; opens the private chat."""
    not_yours: str = N_("That is somebody else's move.")
    """Answers whoever taps on another person's sealed move."""

    greeting: str = N_(
        "Hello! I deal the cards for Briscola, Brisca and Bisca in this chat. "
        "Press the button for a table; whoever likes sits down."
    )
    """Said once in a group to which the bot was added."""
    greeting_button: str = N_("🃏 Play")
    """Opens the first table of a group."""
    add_to_group: str = N_("➕ Add me to a group")
    """On the button below the help in private that adds the bot to a group."""
    invite: str = N_("↗ Invite somebody")
    """On the button that shares the way to a table."""
    invitation: str = N_("Come and play cards with me!")
    """Goes with the way to a table that is shared."""
    to_table: str = N_("↩ To the table")
    """On the button that leads from the private chat to the table's message in its group."""
    you_sit: str = N_("You sit at the table in {place}. Your cards come here once they are dealt.")
    """Said in private to somebody who took a seat by a link."""
    which_seat: str = N_("The table in {place}: where would you like to sit?")
    """Said in private to somebody who came by a link, above the seats that are free."""
    no_seat: str = N_("Nobody else can sit down at the table in {place}.")
    """Said in private to somebody who came by a link, and too late."""
    no_table: str = N_("There is no such table any more. Open a new one!")
    """Said in private to somebody who came by the link to a table that is over."""

    about: str = N_(
        "Briscola, Brisca and Bisca for two to six, with people or the computer: in groups and right here. "
        "Only you see your cards. Every deal can be checked. Press Start, or add me to a group."
    )
    """What an empty private chat says about the bot; at most 512 characters."""
    about_short: str = N_("Briscola, Brisca and Bisca with people or the computer, in groups and in private.")
    """What the bot's profile says; at most 120 characters."""


PhrasesFor = Callable[[str], Phrases]
"""The phrases for a locale as Telegram names it (`it`, `pt-br`, or empty)."""


def english(_locale: str) -> Phrases:
    """The phrases in English, whatever the locale."""
    return Phrases()


def said_in(phrases: Phrases, words: str) -> str:
    """One of our English sentences as these phrases say it; other words as they are."""
    english_names = (one.name for one in fields(Phrases) if one.default == words)
    name = next(english_names, "")
    return str(getattr(phrases, name)) if name else words
