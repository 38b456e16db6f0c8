"""What somebody is asked for: a sign to make, or how many points to bid."""

from bot.game import Bid, Sign, SignWord
from bot.game.options import Signs
from bot.screens.cardwords import capital
from bot.screens.tokens import Do
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import MakeMove, Step, Table
from bot.words import Words
from bot.words.catalogue import N_
from bot.words.decks import FRENCH

__all__ = ["points_note", "sign_meaning", "signs_note"]

_SIGNS: dict[SignWord, str] = {
    SignWord.ACE: N_("tight lips (the ace of trump)"),
    SignWord.THREE: N_("mouth to a side (the three of trump)"),
    SignWord.KING: N_("eyes up (the king of trump)"),
    SignWord.KNIGHT: N_("tongue out (the knight of trump)"),
    SignWord.KNAVE: N_("a shoulder shrugged (the knave of trump)"),
    SignWord.CARICO: N_("cheeks puffed (an ace or a three outside trumps)"),
    SignWord.NOTHING: N_("eyes closed (nothing worth a sign)"),
}
_LABELS: dict[SignWord, str] = {
    SignWord.ACE: N_("ace"),
    SignWord.THREE: N_("three"),
    SignWord.KING: N_("king"),
    SignWord.KNIGHT: N_("knight"),
    SignWord.KNAVE: N_("knave"),
    SignWord.CARICO: N_("carico"),
    SignWord.NOTHING: N_("nothing"),
}
_FRENCH_SIGNS = {
    SignWord.KNIGHT: N_("tongue out (the queen of trump)"),
    SignWord.KNAVE: N_("a shoulder shrugged (the jack of trump)"),
}
_FRENCH_LABELS = {SignWord.KNIGHT: N_("queen"), SignWord.KNAVE: N_("jack")}
"""The signs of the cards that a French deck has instead."""
ROW = 4


def sign_meaning(words: Words, word: SignWord) -> str:
    """What a sign looks like, and what it says: eyes up (the king of trump)."""
    french = _FRENCH_SIGNS.get(word) if words.deck == FRENCH else None
    return words.say(french or _SIGNS[word])


def _label(words: Words, word: SignWord) -> str:
    french = _FRENCH_LABELS.get(word) if words.deck == FRENCH else None
    return capital(words.say(french or _LABELS[word]))


# -- signs ----------------------------------------------------------------------------------------


def signs_note(table: Table, seat: int | None, words: Words) -> NoteScreen:
    """The signs to choose from for whoever sits there; or why none can be made now."""
    view = None if seat is None else table.seat_view(seat)
    signs = [move for move in view.legal_moves if isinstance(move, Sign)] if view else []
    if seat is None or not signs:
        return NoteScreen(_no_sign(table, seat, words))
    lines = [
        words.say("Which sign do you make? It need not be true."),
        words.say("Everybody at the table sees it.")
        if table.rules.signs is Signs.TABLE
        else words.say("Only your partners see it."),
        *(f"{_label(words, one.word)}: {sign_meaning(words, one.word)}" for one in signs),
    ]
    step = table.step_for(seat, signs[0])
    return NoteScreen("\n".join(lines), _sign_rows(table, step, signs, words) if step else ())


def _no_sign(table: Table, seat: int | None, words: Words) -> str:
    """Why this seat makes no sign now."""
    if seat is None:
        return words.say("You do not sit at this table.")
    if table.rules.signs is Signs.OFF:
        return words.say("No signs are made at this table.")
    view = table.table_view()
    if view is None or view.is_over:
        return words.say("Signs are made while cards are played.")
    if view.trick_number == 1:
        return words.say("Signs are made from the second trick on.")
    return words.say("You have already made a sign in this trick.")


def _sign_rows(table: Table, step: Step, signs: list[Sign], words: Words) -> Rows:
    buttons = [Button(_label(words, one.word), str(Do(table.id, MakeMove(step, one)))) for one in signs]
    return tuple(tuple(buttons[start : start + ROW]) for start in range(0, len(buttons), ROW))


# -- points ---------------------------------------------------------------------------------------


def points_note(table: Table, words: Words) -> NoteScreen:
    """How to bid a number of points that has no button: which there are, and how to write one."""
    view = table.table_view()
    auction = view.auction if view else None
    left = (
        [one.value for one in auction.choices if isinstance(one, Bid)]
        if auction and auction.turn is not None
        else []
    )
    numbers = [value for value in left if isinstance(value, int)]
    if view is None or view.is_over or not numbers:
        return NoteScreen(words.say("Points are bid in the auction, once the two has been bid."))
    example = f"/bid {_some(numbers)}"
    asked = words.say(
        "How many points do you bid? Any number from {least} to {most}.", least=numbers[0], most=numbers[-1]
    )
    return NoteScreen("\n".join((asked, words.say("Write it like this: {example}", example=example))))


def _some(numbers: list[int]) -> int:
    """A round number for an example."""
    return next((number for number in numbers if number % 5 == 0), numbers[0])
