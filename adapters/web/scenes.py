"""Scenes as JSON: the table, the piles, the score sheet and a hand, each card with its name."""

from collections.abc import Mapping, Sequence

from bot.pictures import HandScene, PileScene, SeatScene, SheetScene, TableScene
from bot.words import Words
from bot.words.cards import name_of_code

__all__ = ["Json", "hand_scene", "table_scene"]

Json = str | int | bool | None | Sequence["Json"] | Mapping[str, "Json"]


def table_scene(scene: TableScene, words: Words, acts: Mapping[int, Sequence[Json]]) -> Mapping[str, Json]:
    """The public table; `acts` are the buttons that stand at seats, by seat."""
    return {
        "deck": scene.deck,
        "seats": [_seat(seat, words, acts.get(number, ())) for number, seat in enumerate(scene.seats)],
        "stock": scene.stock,
        "stockTop": _card(scene.stock_top, words),
        "trumpCard": _card(scene.trump_card, words),
        "called": _card(scene.called, words),
        "trump": scene.trump,
        "trumpWord": scene.trump_word,
        "trick": [_played(seat, code, words) for seat, code in scene.trick],
        "lastTrick": [_played(seat, code, words) for seat, code in scene.last_trick],
        "lastWinner": scene.last_winner,
        "lastWord": scene.last_word,
        "headline": scene.headline,
        "score": scene.score,
        "facts": scene.facts,
        "piles": [_pile(pile, words) for pile in scene.piles],
        "sheet": _sheet(scene.sheet) if scene.sheet else None,
    }


def hand_scene(scene: HandScene, words: Words) -> Mapping[str, Json]:
    """One's own cards, and those of partners that one may look at."""
    return {
        "deck": scene.deck,
        "onTurn": scene.on_turn,
        "cards": _cards(scene.cards, words),
        "others": [{"name": name, "cards": _cards(codes, words)} for name, codes in scene.others],
    }


def _seat(seat: SeatScene, words: Words, acts: Sequence[Json]) -> Mapping[str, Json]:
    return {
        "name": seat.name,
        "computer": seat.computer,
        "cards": seat.cards,
        "held": words.count("{n} card", "{n} cards", seat.cards),
        "onTurn": seat.on_turn,
        "side": seat.side,
        "note": seat.note,
        "role": seat.role,
        "dealer": seat.dealer,
        "openHand": _cards(seat.open_hand, words),
        "acts": acts,
    }


def _pile(pile: PileScene, words: Words) -> Mapping[str, Json]:
    return {
        "label": pile.label,
        "points": words.count("{n} point", "{n} points", pile.points),
        "cards": _cards(pile.cards, words),
        "winner": pile.winner,
        "side": pile.side,
        "score": pile.score,
    }


def _sheet(sheet: SheetScene) -> Mapping[str, Json]:
    return {"columns": sheet.columns, "rows": sheet.rows, "totals": sheet.totals}


def _played(seat: int, code: str, words: Words) -> Mapping[str, Json]:
    return {"seat": seat, "card": _card(code, words)}


def _cards(codes: Sequence[str], words: Words) -> Sequence[Json]:
    return [_card(code, words) for code in codes]


def _card(code: str | None, words: Words) -> Json:
    return None if code is None else {"code": code, "name": name_of_code(words, code)}
