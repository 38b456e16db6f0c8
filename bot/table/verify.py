"""Whether a match file tells what its own seed and the rules say: everything in it is computed again."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeGuard, cast

from bot.game import IllegalMove, Match, Rules, commitment, shuffle
from bot.game.outside import is_whole, quoted
from bot.game.record import told_move
from bot.table.history import FORMAT, FORMAT_VERSION, begun, came_out, digest, writing
from bot.table.results import COMPUTERS
from bot.table.table import Ending

__all__ = ["UnreadableError", "Verdict", "verified"]

File = Mapping[str, object]


class UnreadableError(ValueError):
    """What was given is no match file that this program can read; says why in one sentence."""


class _Disagreement(Exception):
    """Says in one sentence what in a file is not as it should be."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of looking at one part of a match file."""

    agrees: bool
    sentence: str


def verified(text: str) -> list[Verdict]:
    """One verdict for the seed, one for each deal and one for the match, up to the first that does not agree.

    UnreadableError if `text` is no match file at all.
    """
    file, verdicts = _read(text), list[Verdict]()
    try:
        for sentence in _looked_through(file):
            verdicts.append(Verdict(agrees=True, sentence=sentence))
    except _Disagreement as found:
        verdicts.append(Verdict(agrees=False, sentence=str(found)))
    return verdicts


def _looked_through(file: File) -> Iterator[str]:
    seed, match = _seed(file), _opened(file)
    yield f"seed: it is the one of the commitment {file['commitment']}"
    deals = _objects(file, "deals", "the match")
    if not deals:
        raise _Disagreement("the match: no deal is told")
    for number, deal in enumerate(deals, 1):
        where = f"deal {number}"
        match = _dealt(file, seed, match, deal, where)
        yield f"{where}: {_summary(match)}"
    _check_end(file, match)
    yield f"match: {file['ending']}, and the score {writing(file['score'])} agrees"


# -- reading --------------------------------------------------------------------------------------


def _read(text: str) -> File:
    if not text.isascii() and text.encode(errors="replace").decode() != text:
        raise UnreadableError("this is no UTF-8")
    try:
        file: object = json.loads(text, object_pairs_hook=_object)
        writing(file)
    except (ValueError, RecursionError):
        raise UnreadableError("this is no JSON") from None
    if not isinstance(file, dict) or cast("File", file).get("format") != FORMAT:
        raise UnreadableError(f'this is no match file: it has no "format": "{FORMAT}"')
    told = cast("File", file)
    if writing(told.get("format_version")) != writing(FORMAT_VERSION):
        version = quoted(told.get("format_version"))
        raise UnreadableError(f"this program reads match files of version {FORMAT_VERSION}, not {version}")
    return told


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError
    return value


def _of(given: File, key: str, where: str) -> object:
    if key not in given:
        raise _Disagreement(f"{where}: '{key}' is missing")
    return given[key]


def _text(given: File, key: str, where: str) -> str:
    value = _of(given, key, where)
    return value if isinstance(value, str) else _no(where, key, "a text", value)


def _whole(given: File, key: str, where: str) -> int:
    value = _of(given, key, where)
    return value if is_whole(value) else _no(where, key, "a whole number", value)


def _texts(given: File, key: str, where: str) -> list[str]:
    value = _of(given, key, where)
    return value if _all_texts(value) else _no(where, key, "a list of texts", value)


def _objects(given: File, key: str, where: str) -> list[File]:
    value = _of(given, key, where)
    return value if _all_objects(value) else _no(where, key, "a list of objects", value)


def _all_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("list[object]", value))


def _all_objects(value: object) -> TypeGuard[list[File]]:
    return isinstance(value, list) and all(isinstance(one, dict) for one in cast("list[object]", value))


def _no(where: str, key: str, kind: str, value: object) -> NoReturn:
    raise _Disagreement(f"{where}: '{key}' is {kind}, not {quoted(value)}")


# -- before the first deal ------------------------------------------------------------------------


_SEED = re.compile("[0-9a-f]{64}")


def _seed(file: File) -> bytes:
    promised = _text(file, "commitment", "seed")
    told = _text(file, "seed", "seed")
    if not _SEED.fullmatch(told):
        raise _Disagreement("seed: 'seed' is 64 hexadecimal digits in lower case")
    seed = bytes.fromhex(told)
    found = commitment(seed)
    if found != promised:
        raise _Disagreement(
            f"seed: it is not the one of the commitment {_short(promised)}: its own is {found}"
        )
    return seed


def _opened(file: File) -> Match:
    """The match before its first deal."""
    version = _whole(file, "rules_version", "rules")
    dealer = _whole(file, "dealer", "the match")
    try:
        return Match.begin(Rules.from_json(_of(file, "rules", "rules"), version=version), dealer)
    except ValueError as why:
        raise _Disagreement(f"the match: {why}") from None


# -- one deal -------------------------------------------------------------------------------------


def _dealt(file: File, seed: bytes, match: Match, deal: File, where: str) -> Match:
    """The match after a deal, all of which agrees."""
    players = _texts(deal, "players", where)
    _check_players(file, match, players, where)
    try:
        deck = shuffle(
            seed, _text(file, "table", "the match"), match.deal_number + 1, players, match.rules.removed_cards
        )
        match = match.deal_cards(deck)
    except ValueError as why:
        raise _Disagreement(f"{where}: {why}") from None
    _agree(where, deal, begun(match, players, [card.code for card in deck]))
    for at, text in enumerate(_texts(deal, "moves", where), 1):
        match = _moved(match, text, f"{where}, move {at}")
    _agree(where, deal, came_out(match))
    return match


def _check_players(file: File, match: Match, players: Sequence[str], where: str) -> None:
    """Only a computer comes to a seat after the first deal, and only where somebody has left before."""
    if len(players) != match.rules.players:
        raise _Disagreement(f"{where}: {len(players)} players are named, and {match.rules.players} play")
    first = _texts(_objects(file, "deals", "the match")[0], "players", where)
    left = {seat for seat, _, number in _left(file) if number <= match.deal_number}
    for seat, player in enumerate(players):
        if seat in left and player not in COMPUTERS:
            raise _Disagreement(f"{where}: seat {seat} was left, and no computer has it but {_short(player)}")
        if seat not in left and player != first[seat]:
            raise _Disagreement(f"{where}: in seat {seat} is {_short(player)}, and was {_short(first[seat])}")


def _moved(match: Match, text: str, where: str) -> Match:
    if match.deal is None or match.deal.turn is None:
        raise _Disagreement(f"{where}: {quoted(text)}: the deal is over")
    try:
        return match.play(*told_move(text, match.deal.turn))
    except IllegalMove as why:
        raise _Disagreement(f"{where}: {quoted(text)}: {why}") from None
    except ValueError as why:
        raise _Disagreement(f"{where}: {why}") from None


def _summary(match: Match) -> str:
    """What was seen of a deal that agrees."""
    deck = f"the deck is the one of the seed, {len(match.rules.cards)} cards"
    deal = match.deal
    if deal is None or not deal.is_over:
        return f"{deck}; it was not played to its end"
    return f"{deck}; all five passed" if deal.passed_out else f"{deck}; {sum(deal.points)} points agree"


# -- after the last -------------------------------------------------------------------------------


def _left(file: File) -> list[tuple[int, str, int]]:
    """Who left or gave up: seat, player, and the number of the deal on the table then."""
    where = "the match"
    return [
        (_whole(one, "seat", where), _text(one, "player", where), _whole(one, "deal", where))
        for one in _objects(file, "left", where)
    ]


def _check_end(file: File, match: Match) -> None:
    where = "the match"
    for seat, player, number in _left(file):
        if not _sat(file, seat, player, number):
            raise _Disagreement(
                f"{where}: {_short(player)} has left seat {seat} in deal {number}, and was not there"
            )
    ending = _text(file, "ending", where)
    if ending not in tuple(Ending) or (ending == Ending.PLAYED) != match.is_over:
        how = "has come" if match.is_over else "has not come"
        raise _Disagreement(f"{where}: 'ending' is {_short(ending)}, and it {how} to its last card")
    _agree(where, file, {"score": list(match.score), "winners": _winners(file, match, ending)})
    _agree(where, file, {"sha256": digest(file)})


def _sat(file: File, seat: int, player: str, number: int) -> bool:
    """Whether this player was dealt the cards of this seat in the deal of this number."""
    deals = _objects(file, "deals", "the match")
    if not 1 <= number <= len(deals):
        return False
    players = _texts(deals[number - 1], "players", "the match")
    return 0 <= seat < len(players) and players[seat] == player


def _winners(file: File, match: Match, ending: str) -> list[int]:
    """The sides that have won; between two the other one wins when somebody gives up."""
    if ending == Ending.RESIGNED and match.rules.players == 2:
        return [1 - seat for seat, _, _ in _left(file)]
    return list(match.winners)


# -- differences ----------------------------------------------------------------------------------


def _agree(where: str, given: File, expected: File) -> None:
    """Whether all that is expected stands there; the first that does not is told."""
    for key, value in expected.items():
        told = _of(given, key, where)
        if writing(told) != writing(value):
            raise _Disagreement(f"{where}: {MEANING.get(key, '')}{_difference(key, told, value)}")


MEANING = {
    "deck": "the deck is not the one of the seed: ",
    "sha256": "something in the file was changed: ",
}
"""What a difference means, where the key does not say it."""


def _difference(key: str, given: object, expected: object) -> str:
    told, wanted = _list(given), _list(expected)
    if told is None or wanted is None:
        return f"'{key}' is {_short(given)}, and should be {_short(expected)}"
    return _first_difference(key, told, wanted)


def _list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _first_difference(key: str, told: list[object], wanted: list[object]) -> str:
    for place, (one, other) in enumerate(zip(told, wanted, strict=False), 1):
        if writing(one) != writing(other):
            return f"'{key}' has {_short(one)} in place {place}, and should have {_short(other)}"
    return f"'{key}' has {len(told)} in it, and should have {len(wanted)}"


def _short(value: object) -> str:
    """A value as a sentence may show it."""
    text = writing(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


LONGEST_SHOWN = 80
