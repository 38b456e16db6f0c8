"""With which deck tables and hands are shown, in pictures or in words alone, and the note in which people choose."""

from bot.game import Preset
from bot.screens.tokens import USUAL, Choices, Choose, Settings
from bot.screens.types import Button, NoteScreen, Rows
from bot.words import Words
from bot.words.decks import DECK_NAMES, deck_name

__all__ = ["by_the_game", "chat_tastes_note", "home_deck", "own_tastes_note", "shown_lines"]

HOME = "neapolitan"
HOMES = {Preset.BRISCA: "spanish", Preset.BISCA: "french", Preset.BISCA3: "french"}
"""The decks of the countries in which the other games are at home."""
IN_A_ROW = 3


def home_deck(game: Preset) -> str:
    """The deck with which a game is played at home."""
    return HOMES.get(game, HOME)


def own_tastes_note(
    words: Words, deck: str, *, words_only: bool, alone: bool = False, admin: bool = False
) -> NoteScreen:
    """How a person is shown cards, with buttons to change it; for an `admin` one that leads on to the chat's.

    `alone`: nobody else sees the tables there, so that they are shown as the hands are.
    """
    about = words.say("All that I show you here:") if alone else words.say("Your own cards:")
    usual = by_the_game(words) if alone else words.say("the deck of each table")
    rows = _rows("me", words, deck, words.say("By the game") if alone else words.say("As at the table"))
    chat = (Button(words.say("For the tables of this chat…"), str(Choices("chat"))),) if admin else ()
    return _note(words, about, deck, usual, rows, words_only=words_only, whose="me", last=chat)


def chat_tastes_note(words: Words, deck: str, *, words_only: bool) -> NoteScreen:
    """How the tables of a chat are shown to all, with buttons to change it, and ways on to all else there is to choose."""
    about, rows = words.say("The tables of this chat:"), _rows("chat", words, deck, words.say("By the game"))
    ways = (
        Button(words.say("Your own cards…"), str(Choices("me"))),
        Button(words.say("All settings…"), str(Settings("chat")), symbol="⚙️"),
    )
    return _note(words, about, deck, by_the_game(words), rows, words_only=words_only, whose="chat", last=ways)


def _note(
    words: Words,
    about: str,
    deck: str,
    usual: str,
    rows: Rows,
    *,
    words_only: bool,
    whose: str,
    last: tuple[Button, ...],
) -> NoteScreen:
    lines = [about, *shown_lines(words, deck, usual, words_only=words_only)]
    every = (*rows, (_pictures_button(whose, words, words_only=words_only),), last)
    return NoteScreen("\n".join(lines), tuple(row for row in every if row))


def shown_lines(words: Words, deck: str, usual: str, *, words_only: bool) -> tuple[str, str]:
    """With which deck cards are shown, `usual` where none is preferred, and whether they are drawn."""
    shown = words.say("words alone, nothing is drawn") if words_only else words.say("pictures and words")
    return (
        words.say("Deck: {deck}", deck=deck_name(words, deck) if deck in DECK_NAMES else usual),
        words.say("Shown as: {shown}", shown=shown),
    )


def by_the_game(words: Words) -> str:
    """Which deck is usual where nobody has chosen."""
    return words.say("by the game: Spanish for Brisca, French for Bisca, Neapolitan for all others")


def _rows(whose: str, words: Words, deck: str, usual: str) -> Rows:
    """The decks, and that none is preferred; the mark says what is so now."""
    names = {**{name: deck_name(words, name) for name in DECK_NAMES}, USUAL: usual}
    now = deck if deck in DECK_NAMES else USUAL
    buttons = [
        Button(f"✓ {label}" if name == now else label, str(Choose(whose, "deck", name)))
        for name, label in names.items()
    ]
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW))


def _pictures_button(whose: str, words: Words, *, words_only: bool) -> Button:
    if words_only:
        return Button(words.say("Show pictures"), str(Choose(whose, "shows", "pictures")), symbol="🖼️")
    return Button(words.say("Words only"), str(Choose(whose, "shows", "words")), symbol="🔤")
