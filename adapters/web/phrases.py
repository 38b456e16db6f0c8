"""Everything that the page itself says, in the visitor's language; tables, hands and notes speak for themselves."""

from collections.abc import Mapping

from bot.words import Words
from bot.words.catalogue import N_

__all__ = ["page_texts", "phrase"]

_PROBLEMS: Mapping[str, str] = {
    "host": N_("This page is for this computer only: open it at {address}."),
    "foreign": N_("That did not come from this page. Reload it and try again."),
    "unreadable": N_("I could not read that. Reload the page and try again."),
    "nothing": N_("There is nothing here. Go back to the first page."),
    "no_table": N_("There is no such table any more. Open a new one!"),
    "trouble": N_("Something went wrong here and is noted. Please try again in a moment."),
}

_PAGE: Mapping[str, str] = {
    "briscola": N_("Briscola"),
    "tagline": N_("The Italian card game for two to six, at a table of your own."),
    "play_computer": N_("Play the computer"),
    "play_computers": N_("Play with computers"),
    "play_friend": N_("Play with a friend"),
    "play_friends": N_("Play with friends"),
    "options": N_("Options"),
    "your_name": N_("Your name"),
    "help": N_("Help"),
    "stats": N_("My matches"),
    "leaderboard": N_("Best players"),
    "chart": N_("Chart"),
    "in_words": N_("In words"),
    "language": N_("Language"),
    "menu": N_("Menu"),
    "skip": N_("Go on where you left off"),
    "guide": N_("Rules and tips"),
    "look": N_("Cards and pictures"),
    "keys": N_("Keys"),
    "keys_on": N_("Numbers and letters are keys"),
    "key_number": N_("play the card in that place"),
    "key_arrows": N_("go from card to card, and from button to button"),
    "key_enter": N_("play the card, or press the button"),
    "key_new": N_("new deal, alone with computers; the next deal or match where one is over"),
    "key_level": N_("another level of the computers, alone with them"),
    "key_deck": N_("another deck"),
    "key_last": N_("see the last trick large"),
    "key_help": N_("this list"),
    "dealt_anew": N_("The cards are dealt anew; that deal does not count."),
    "level_now": N_("Dealt anew. How well the computer plays now: {level}"),
    "no_new": N_("A new deal: only while you play alone with computers."),
    "no_level": N_("Another level: only while you play alone with computers."),
    "not_begun": N_("The game has not begun: press Start first."),
    "no_last": N_("No trick has been taken yet."),
    "level": N_("Computer"),
    "close": N_("Close"),
    "home": N_("First page"),
    "invite": N_("Send this link to your friend. Whoever opens it can sit down."),
    "invite_all": N_("Send this link to your friends. Whoever opens it can take a free seat."),
    "copy": N_("Copy the link"),
    "share": N_("Share"),
    "copied": N_("The link is copied."),
    "copy_line": N_("Copy the command"),
    "line_copied": N_("The command is copied."),
    "only_here": N_("It works on this computer only, until whoever runs the bot sets WEB_HOST."),
    "hand": N_("Your cards"),
    "hand_keys": N_("Click a card, or press its number. All keys: ?"),
    "hand_is": N_("Your cards: {cards}."),
    "drawn": N_("You draw: {cards}."),
    "played": N_("{name}: {card}"),
    "me": N_("You"),
    "under": N_("{card}, turned up under the stock"),
    "last_large": N_("See the last trick large"),
    "your_turn": N_("Your turn"),
    "you": N_("you"),
    "computer": N_("computer"),
    "free": N_("free"),
    "seat": N_("seat {n}"),
    "side": N_("side {side}"),
    "dealer": N_("dealer"),
    "points": N_("How many points?"),
    "bid": N_("Bid"),
    "sheet": N_("Score sheet"),
    "stock": N_("Stock: {n}"),
    "trump": N_("Trump: {trump}"),
    "news": N_("At the table"),
    "next_table": N_("The next match is at a new table: go there"),
    "lost": N_("The connection is lost. Trying again…"),
    "back_again": N_("Connected again."),
    "unreachable": N_("The table does not answer. Please try again in a moment."),
    "wins": N_("winner"),
}


def phrase(words: Words, sentence: str, **fields: str) -> str:
    """What a problem is called by, as a sentence."""
    return words.say(_PROBLEMS[sentence], **fields)


def page_texts(words: Words) -> Mapping[str, str]:
    """The page's own texts, their `{fields}` left for the page to fill."""
    return {name: words.look_up(text) for name, text in _PAGE.items()}
