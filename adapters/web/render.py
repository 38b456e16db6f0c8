"""Screens as JSON: exactly what the visitor may see, said in the words that the page needs."""

from collections.abc import Iterator, Mapping, Sequence

from adapters.web.fitting import fits, for_guests, is_lobby, seat_acts
from adapters.web.scenes import Json, hand_scene, table_scene
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button, File, HandScreen, NoteScreen, Rows, TableScreen
from bot.service.answers import Answer
from bot.service.desk import Look
from bot.table import MakeMove, Rematch
from bot.words import Words
from bot.words.cards import name_of_code

__all__ = ["Json", "answer_json", "look_json", "note_json"]


MOST_LATELY = 3
"""So many lines have room under the headline."""


def look_json(look: Look, words: Words) -> Mapping[str, Json]:
    """A look at a table: the public screen, and the visitor's own hand beside it where they have one.

    How long the journal is stays out of it: opponents would see that partners have made a sign.
    """
    hand = None if look.table.over else look.hand
    return {
        "table": look.table.table,
        "seat": look.seat,
        "next": look.next_table,
        "language": words.language,
        "news": look.waiting or look.table.news,
        "alone": look.alone,
        "level": look.computers[0] if look.computers else "",
        "deal": _deal_of(hand) if hand else None,
        "screen": _table(look, words),
        "hand": _hand(hand, words) if hand else None,
    }


def _deal_of(hand: HandScreen) -> int | None:
    """The number of the deal that the hand belongs to, as its buttons name it."""
    acts = (one.act for one in map(parse_token, _tokens(hand)) if isinstance(one, Do))
    return next((act.step.deal for act in acts if isinstance(act, MakeMove)), None)


def _tokens(hand: HandScreen) -> Iterator[str]:
    return (button.token for row in hand.rows for button in row)


def answer_json(answer: Answer, token: str = "") -> dict[str, Json]:
    """An answer to a press of `token`; the hand comes with the look."""
    return {
        "outcome": answer.outcome.value,
        "words": answer.words,
        "note": note_json(answer.note, asks=parse_token(token)) if answer.note else None,
        "file": f"/api/export/{answer.table}" if answer.file and not answer.file.alt else "",
        "picture": _picture(answer.file, token) if answer.file and answer.file.alt else None,
        "table": answer.table,
    }


def _picture(file: File, token: str) -> Mapping[str, Json]:
    """A picture that was asked for by this token: the browser asks for it anew where it shall be drawn."""
    return {"address": f"/api/picture/{token}", "alt": file.alt}


def note_json(note: NoteScreen, asks: object = None) -> Mapping[str, Json]:
    """A note: its text, its buttons, and a field where it asks for a number of points."""
    table = asks.table if isinstance(asks, Ask) and asks.what == "points" else ""
    text = (
        note.text.split("\n", 1)[0] if table else note.text
    )  # the field stands there: nothing has to be written
    return {"text": text, "rows": _rows(note.rows), "copy": note.copy, "bid": table}


def _rows_for(look: Look, words: Words) -> Rows:
    """The buttons of the table that mean something to this visitor.

    The screen is made for a message that all see; here everybody has a page of their own, with the hand on it.
    """
    shown = {button.token for row in look.hand.rows for button in row} if look.hand else set[str]()
    rows = (
        tuple(one if look.host else for_guests(one, words) for one in row if fits(one, look, shown))
        for row in look.table.rows
    )
    return tuple(row for row in rows if row)


def _table(look: Look, words: Words) -> Mapping[str, Json]:
    screen = look.table
    acts = {seat: [_button(one) for one in buttons] for seat, buttons in seat_acts(look, words).items()}
    return {
        "title": screen.title,
        "lines": _lines(screen.caption, screen.title),
        "lately": list(screen.lately[:MOST_LATELY]),
        "alt": screen.alt,
        "over": screen.over,
        "lobby": is_lobby(screen),
        "rows": [[_called(button, screen) for button in row] for row in _rows_for(look, words)],
        "scene": table_scene(screen.scene, words, acts) if screen.scene else None,
    }


def _hand(hand: HandScreen, words: Words) -> Mapping[str, Json]:
    return {
        "title": hand.title,
        "onTurn": hand.on_turn,
        "cards": _held(hand, words),
        "secrets": list(_secrets(hand, words)),
        "lines": [] if hand.scene else _lines(hand.caption, hand.title),
        "rows": _rows(hand.rows),
        "scene": hand_scene(hand.scene, words) if hand.scene else None,
    }


def _held(hand: HandScreen, words: Words) -> Sequence[Json]:
    """The cards with their names: as drawn, else as its buttons name them."""
    buttons = [button.card for row in hand.rows for button in row if _plays(button.token)]
    codes = hand.scene.cards if hand.scene else [code for code in buttons if code]
    return [{"code": code, "name": name_of_code(words, code)} for code in codes]


def _secrets(hand: HandScreen, words: Words) -> Iterator[str]:
    """The lines of a hand that tell what neither its cards nor the table do: who one's partner is, a sign seen."""
    drawn = [codes for _, codes in hand.scene.others] if hand.scene else []
    for line in hand.secrets:
        if not any(_names_all(line, codes, words) for codes in drawn):
            yield line


def _names_all(line: str, codes: Sequence[str], words: Words) -> bool:
    """Whether the line is the list of these cards, which are drawn beside it."""
    return bool(codes) and all(name_of_code(words, code) in line for code in codes)


def _rows(rows: Rows) -> Sequence[Json]:
    return [[_button(button) for button in row] for row in rows]


def _called(button: Button, screen: TableScreen) -> Mapping[str, Json]:
    """A button of the table, marked where somebody waits for it to be pressed."""
    meant = parse_token(button.token)
    called = bool(screen.news) and isinstance(meant, Do) and isinstance(meant.act, Rematch)
    return {**_button(button), "called": called}


def _button(button: Button) -> Mapping[str, Json]:
    """A button; its symbol is for platforms that have nothing but text, and fonts without it are common."""
    return {
        "label": button.label,
        "token": button.token,
        "style": button.style.value,
        "card": button.card if _plays(button.token) else None,
        **_choice(button.token),
    }


def _plays(token: str) -> bool:
    return _move(token).startswith("play ")


def _move(token: str) -> str:
    """The move that a button makes, in its text form; empty for a button that makes none."""
    match parse_token(token):
        case Do(act=MakeMove(move=move)):
            return str(move)
        case _:
            return ""


def _choice(token: str) -> Mapping[str, Json]:
    """Whether the button is one of the choices of an auction or of a call, and of which suit."""
    match _move(token).split(" "):
        case ["bid", _] | ["pass"]:
            return {"choice": "bid"}
        case ["call", card]:
            return {"choice": "call", "suit": card[-1]}
        case ["exchange", _]:
            return {"choice": "exchange"}
        case _:
            return {"choice": "bid"} if _asks_for_points(token) else {}


def _asks_for_points(token: str) -> bool:
    meant = parse_token(token)
    return isinstance(meant, Ask) and meant.what == "points"


def _lines(caption: str, title: str) -> list[str]:
    """The caption line by line, without the title that stands above it anyway."""
    return [line for line in caption.split("\n") if line and line != title]
