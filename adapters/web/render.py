"""Screens as JSON: exactly what the visitor may see, said in the words that the page needs."""

from collections.abc import Mapping, Sequence

from bot.pictures import HandScene, PileScene, SeatScene, TableScene
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button, HandScreen, NoteScreen, Rows, TableScreen
from bot.service.answers import Answer
from bot.service.desk import Look
from bot.table import Leave, Sit
from bot.words import Words
from bot.words.cards import name_of_code

__all__ = ["Json", "answer_json", "look_json", "note_json"]

Json = str | int | bool | None | Sequence["Json"] | Mapping[str, "Json"]


def look_json(look: Look, words: Words) -> Mapping[str, Json]:
    """A look at a table: the public screen, and the visitor's own hand beside it where they have one."""
    hand = None if look.table.over else look.hand
    return {
        "table": look.table.table,
        "seq": look.seq,
        "seat": look.seat,
        "next": look.next_table,
        "screen": _table(look.table, words, _rows_for(look)),
        "hand": _hand(hand, words) if hand else None,
    }


def answer_json(answer: Answer) -> dict[str, Json]:
    """An answer to a press; the hand comes with the look."""
    return {
        "outcome": answer.outcome.value,
        "words": answer.words,
        "note": note_json(answer.note) if answer.note else None,
        "table": answer.table,
    }


def note_json(note: NoteScreen) -> Mapping[str, Json]:
    """A note: its text and its buttons."""
    return {"text": note.text, "rows": _rows(note.rows)}


def _rows_for(look: Look) -> Rows:
    """The buttons of the table that mean something to this visitor.

    The screen is made for a message that all see; here everybody has a page of their own, with the hand on it.
    """
    shown = {button.token for row in look.hand.rows for button in row} if look.hand else set[str]()
    rows = (tuple(one for one in row if _fits(one, look, shown)) for row in look.table.rows)
    return tuple(row for row in rows if row)


def _fits(button: Button, look: Look, shown: set[str]) -> bool:
    if button.token in shown:
        return False
    match parse_token(button.token):
        case Ask(what="hand"):
            return look.hand is None
        case Do(act=Sit()):
            return look.seat is None
        case Do(act=Leave()):
            return look.seat is not None
        case _:
            return True


def _table(screen: TableScreen, words: Words, rows: Rows) -> Mapping[str, Json]:
    return {
        "title": screen.title,
        "lines": _lines(screen.caption, screen.title),
        "alt": screen.alt,
        "over": screen.over,
        "rows": _rows(rows),
        "scene": _table_scene(screen.scene, words) if screen.scene else None,
    }


def _table_scene(scene: TableScene, words: Words) -> Mapping[str, Json]:
    return {
        "deck": scene.deck,
        "seats": [_seat(seat, words) for seat in scene.seats],
        "stock": scene.stock,
        "trumpCard": _card(scene.trump_card, words),
        "trump": scene.trump,
        "trumpWord": scene.trump_word,
        "trick": [_played(seat, code, words) for seat, code in scene.trick],
        "lastTrick": [_played(seat, code, words) for seat, code in scene.last_trick],
        "lastWinner": scene.last_winner,
        "lastWord": scene.last_word,
        "headline": scene.headline,
        "score": scene.score,
        "piles": [_pile(pile, words) for pile in scene.piles],
    }


def _seat(seat: SeatScene, words: Words) -> Mapping[str, Json]:
    return {
        "name": seat.name,
        "computer": seat.computer,
        "cards": seat.cards,
        "onTurn": seat.on_turn,
        "side": seat.side,
        "note": seat.note,
        "openHand": _cards(seat.open_hand, words),
    }


def _pile(pile: PileScene, words: Words) -> Mapping[str, Json]:
    return {
        "label": pile.label,
        "points": words.count("{n} point", "{n} points", pile.points),
        "cards": _cards(pile.cards, words),
        "winner": pile.winner,
    }


def _hand(hand: HandScreen, words: Words) -> Mapping[str, Json]:
    return {
        "title": hand.title,
        "lines": _lines(hand.caption, hand.title),
        "rows": _rows(hand.rows),
        "scene": _hand_scene(hand.scene, words) if hand.scene else None,
    }


def _hand_scene(scene: HandScene, words: Words) -> Mapping[str, Json]:
    return {"deck": scene.deck, "onTurn": scene.on_turn, "cards": _cards(scene.cards, words)}


def _played(seat: int, code: str, words: Words) -> Mapping[str, Json]:
    return {"seat": seat, "card": _card(code, words)}


def _cards(codes: Sequence[str], words: Words) -> Sequence[Json]:
    return [_card(code, words) for code in codes]


def _card(code: str | None, words: Words) -> Json:
    return None if code is None else {"code": code, "name": name_of_code(words, code)}


def _rows(rows: Rows) -> Sequence[Json]:
    return [[_button(button) for button in row] for row in rows]


def _button(button: Button) -> Mapping[str, Json]:
    """A button; its symbol is for platforms that have nothing but text, and fonts without it are common."""
    return {
        "label": button.label,
        "token": button.token,
        "style": button.style.value,
        "card": button.card,
    }


def _lines(caption: str, title: str) -> Sequence[Json]:
    """The caption line by line, without the title that stands above it anyway."""
    return [line for line in caption.split("\n") if line and line != title]
