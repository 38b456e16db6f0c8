"""The few sentences that Discord alone asks for; everything else comes from the desk."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.words.catalogue import N_

__all__ = ["Phrases", "PhrasesFor", "Sentence", "in_english"]


@dataclass(frozen=True, slots=True)
class Phrases:
    """What the adapter itself has to say, in one language. Defaults are English."""

    table_opened: str = N_("The table is set: look just below.")
    """Said to who opened a table, when the desk has nothing to add."""
    table_in_thread: str = N_("The table has a thread of its own: {thread}")
    """The same, where it is in a new thread. Discord makes `{thread}` a link to it, with its name."""
    no_thread: str = N_("Discord opens no thread here just now, so the table is set in the channel itself.")
    """Said where a thread was wanted and could not be had."""
    no_threads_by_you: str = N_(
        "You may not open threads in this channel: leave that choice out, then try again."
    )
    alone_here: str = N_(
        "Only you and I are in this chat, so you play the computer: friends can sit down at tables in a server."
    )
    """Said to who wants to play with people in a private chat."""
    thread_locked: str = N_("The thread {thread} is locked, so the table in it waits until it is unlocked.")
    """Said in the channel that the thread is in."""
    done: str = N_("Done.")
    """Said where Discord insists on an answer and there is nothing else to say."""
    unknown_button: str = N_("This button does nothing any more. /briscola play opens a new table.")
    unknown_command: str = N_("This command is not known any more. Try /briscola help.")
    moved_on: str = N_("This table has moved on: look further down.")
    """What an old message of a table says once somebody pressed it."""
    rights_missing: str = N_(
        "I cannot set a table here yet. I lack: {rights}. Who manages this channel can grant that, then try again."
    )
    """`{rights}` lists the names below that are missing."""
    trouble: str = N_("Something went wrong on my side. Nothing is lost; please try again in a moment.")
    points_title: str = N_("Your bid")
    """Heads the form in which a number of points is bid; at most 45 characters."""
    points_asked: str = N_("How many points do you bid?")
    """Above the field of that form; at most 45 characters."""
    view_channel: str = N_("View Channel")
    send_messages: str = N_("Send Messages")
    send_messages_in_threads: str = N_("Send Messages in Threads")
    embed_links: str = N_("Embed Links")
    attach_files: str = N_("Attach Files")
    read_message_history: str = N_("Read Message History")
    create_public_threads: str = N_("Create Public Threads")


PhrasesFor = Callable[[str], Phrases]
"""The phrases for a Discord locale such as `it` or `pt-BR`."""

Sentence = Callable[[Phrases], str]
"""Chooses what to say, before it is known in which language."""


def in_english(_locale: str) -> Phrases:
    """English, whatever the locale."""
    return Phrases()
