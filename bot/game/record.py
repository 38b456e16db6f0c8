"""The text form of a game, and its replay through the rules."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn, cast

from bot.game.auction import contract_of
from bot.game.cards import Card
from bot.game.deal import Deal
from bot.game.moves import IllegalMove, Move, parse_move
from bot.game.outside import is_whole, quoted
from bot.game.rules import Rules

_KEYS = ("rules", "deck", "leader", "moves")


class RecordError(ValueError):
    """A record that cannot be replayed. `at` is the move in question, from 0; None for all that comes before."""

    def __init__(self, sentence: str, at: int | None = None) -> None:
        super().__init__(sentence)
        self.at = at


def replay_lines(lines: Iterable[str]) -> Iterator[str]:
    """One line of JSON for each line of JSON. A bad line is answered with its error and stops nothing.

    Empty lines at the very end are passed over; any other is an error like every line that is no game.
    """
    empty = 0
    for line in lines:
        if not line.strip():
            empty += 1
            continue
        yield from [json.dumps(_error(RecordError("an empty line is no game")))] * empty
        empty = 0
        yield json.dumps(_replay_line(line))


def replay_game(game: object) -> dict[str, object]:
    """What a game comes to, played from its deck to its points; or ``{"error": …, "at": …}``."""
    try:
        return outcome(finished_deal(game))
    except RecordError as error:
        return _error(error)


def finished_deal(game: object) -> Deal:
    """The deal that a record tells, played to its end; RecordError says where it fails."""
    if not isinstance(game, Mapping):
        raise RecordError(f"a game is an object, not {quoted(game)}")
    record = cast("Mapping[str, object]", game)
    for key in _KEYS:
        if key not in record:
            raise RecordError(f"the game lacks '{key}'")
    moves = record["moves"]
    if not isinstance(moves, list):
        raise RecordError(f"'moves' is a list of moves, not {quoted(moves)}")
    return _played(_begun(record), cast("list[object]", moves))


def outcome(deal: Deal) -> dict[str, object]:
    """The answer to a finished game: its tricks, trump, points by side, and the side that won (None: a tie).

    Chiamata adds the declarer, its partner, whether it was alone, the target and the score by seat.
    """
    answer: dict[str, object] = {
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [card.code for card in trick.cards],
                "winner": trick.winner,
                "points": trick.points,
            }
            for trick in deal.tricks
        ],
        "trump": deal.trump.value if deal.trump else None,
        "points": [0, 0] if deal.passed_out else list(deal.points),
        "winner": deal.winner,
    }
    return answer | _chiamata(deal) if deal.bargain else answer


def _chiamata(deal: Deal) -> dict[str, object]:
    """What only chiamata has; nothing but a score of zeros if all five passed."""
    contract = contract_of(deal.bargain)
    return {
        "declarer": contract.declarer if contract else None,
        "partner": deal.partner,
        "solo": deal.partner == contract.declarer if contract else None,
        "target": contract.target if contract else None,
        "score": list(deal.score),
    }


def _error(error: RecordError) -> dict[str, object]:
    return {"error": str(error), "at": error.at}


def _replay_line(line: str) -> dict[str, object]:
    try:
        line.encode()
        game = json.loads(line, parse_constant=_no_number, object_pairs_hook=_object)
    except RecordError as error:
        return _error(error)
    except UnicodeEncodeError:
        return _error(RecordError("this line is no UTF-8"))
    except (ValueError, RecursionError):
        return _error(RecordError("this line is no JSON"))
    return replay_game(game)


def _no_number(name: str) -> NoReturn:
    raise RecordError(f"this line is no JSON: {name} is no number")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise RecordError("an object in this line has a key twice")
    return value


def _begun(record: Mapping[str, object]) -> Deal:
    try:
        rules = Rules.from_json(record["rules"])
        deck = _deck(record["deck"])
        leader = record["leader"]
        if not is_whole(leader):
            raise RecordError(f"'leader' is the number of a seat, not {quoted(leader)}")
        return Deal.begin(rules, deck, leader)
    except ValueError as error:
        raise RecordError(str(error)) from None


def _deck(value: object) -> list[Card]:
    if not isinstance(value, list):
        raise RecordError(f"'deck' is a list of cards, not {quoted(value)}")
    deck: list[Card] = []
    for code in cast("list[object]", value):
        if not isinstance(code, str):
            raise RecordError(f"a card in 'deck' is a code such as 'Ad', not {quoted(code)}")
        deck.append(Card.parse(code))
    return deck


def _played(deal: Deal, moves: list[object]) -> Deal:
    for at, text in enumerate(moves):
        deal = _after(deal, text, at)
    if not deal.is_over:
        raise RecordError("the game is not finished", len(moves))
    return deal


def _after(deal: Deal, text: object, at: int) -> Deal:
    if not isinstance(text, str):
        raise RecordError(f"a move is a text such as 'play 3c', not {quoted(text)}", at)
    if deal.turn is None:
        raise RecordError(f"{quoted(text)}: the deal is over", at)
    try:
        seat, move = told_move(text, deal.turn)
        return deal.play(seat, move)
    except IllegalMove as error:
        raise RecordError(f"{quoted(text)}: {error}", at) from None
    except ValueError as error:
        raise RecordError(str(error), at) from None


_SIGN_OF_ANOTHER = re.compile("(sign [^ ]+) ([0-9])")


def told_move(text: str, turn: int) -> tuple[int, Move]:
    """Whose move a record tells, and which: that of the seat on turn, unless a sign names another."""
    if found := _SIGN_OF_ANOTHER.fullmatch(text):
        return int(found[2]), parse_move(found[1])
    return turn, parse_move(text)
