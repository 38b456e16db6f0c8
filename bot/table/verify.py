"""Whether a match file tells what its own seed and the rules say: everything in it is computed again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.game import IllegalMove, Match, Rules, commitment, shuffle
from bot.game.outside import quoted
from bot.game.record import told_move
from bot.table.history import begun, came_out, digest, writing
from bot.table.match_file import (
    Disagreement,
    File,
    UnreadableError,
    agree,
    objects_in,
    read,
    short,
    text_in,
    texts_in,
    value_in,
    whole_in,
)
from bot.table.results import COMPUTERS
from bot.table.table import Ending

__all__ = ["UnreadableError", "Verdict", "verified"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of looking at one part of a match file."""

    agrees: bool
    sentence: str


def verified(text: str) -> list[Verdict]:
    """One verdict for the seed, one for each deal and one for the match, up to the first that does not agree.

    UnreadableError if `text` is no match file at all.
    """
    file, verdicts = read(text), list[Verdict]()
    try:
        for sentence in _looked_through(file):
            verdicts.append(Verdict(agrees=True, sentence=sentence))
    except Disagreement as found:
        verdicts.append(Verdict(agrees=False, sentence=str(found)))
    return verdicts


def _looked_through(file: File) -> Iterator[str]:
    seed, match = _seed(file), _opened(file)
    yield f"seed: it is the one of the commitment {file['commitment']}"
    deals = objects_in(file, "deals", "the match")
    if not deals:
        raise Disagreement("the match: no deal is told")
    for number, deal in enumerate(deals, 1):
        where = f"deal {number}"
        match = _dealt(file, seed, match, deal, where)
        yield f"{where}: {_summary(match)}"
    _check_end(file, match)
    yield f"match: {file['ending']}, and the score {writing(file['score'])} agrees"


# -- before the first deal ------------------------------------------------------------------------


_SEED = re.compile("[0-9a-f]{64}")


def _seed(file: File) -> bytes:
    promised = text_in(file, "commitment", "seed")
    told = text_in(file, "seed", "seed")
    if not _SEED.fullmatch(told):
        raise Disagreement("seed: 'seed' is 64 hexadecimal digits in lower case")
    seed = bytes.fromhex(told)
    found = commitment(seed)
    if found != promised:
        raise Disagreement(f"seed: it is not the one of the commitment {short(promised)}: its own is {found}")
    return seed


def _opened(file: File) -> Match:
    """The match before its first deal."""
    version = whole_in(file, "rules_version", "rules")
    dealer = whole_in(file, "dealer", "the match")
    try:
        return Match.begin(Rules.from_json(value_in(file, "rules", "rules"), version=version), dealer)
    except ValueError as why:
        raise Disagreement(f"the match: {why}") from None


# -- one deal -------------------------------------------------------------------------------------


def _dealt(file: File, seed: bytes, match: Match, deal: File, where: str) -> Match:
    """The match after a deal, all of which agrees."""
    players = texts_in(deal, "players", where)
    match = _put_together(file, match, where)
    _check_players(file, match, players, where)
    try:
        deck = shuffle(
            seed,
            text_in(file, "table", "the match"),
            match.deal_number + 1,
            players,
            match.rules.removed_cards,
        )
        match = match.deal_cards(deck)
    except ValueError as why:
        raise Disagreement(f"{where}: {why}") from None
    agree(where, deal, begun(match, players, [card.code for card in deck]))
    for at, text in enumerate(texts_in(deal, "moves", where), 1):
        match = _moved(match, text, f"{where}, move {at}")
    agree(where, deal, came_out(match))
    return match


def _put_together(file: File, match: Match, where: str) -> Match:
    """The match without the deal on the table, where that was abandoned: somebody alone with computers may do so."""
    if match.deal is None or match.deal.is_over:
        return match
    if not _is_solitary(file):
        raise Disagreement(
            f"{where}: the deal before it was not played to its end, and more than one person played"
        )
    return replace(match, deal=None)


def _is_solitary(file: File) -> bool:
    """Whether one person played with computers, and nobody else ever did."""
    first = texts_in(objects_in(file, "deals", "the match")[0], "players", "deal 1")
    return sum(player not in COMPUTERS for player in first) == 1


def _check_players(file: File, match: Match, players: Sequence[str], where: str) -> None:
    """Only a computer comes to a seat after the first deal: where somebody has left before, or for another computer.

    The latter after a deal that was abandoned.
    """
    if len(players) != match.rules.players:
        raise Disagreement(f"{where}: {len(players)} players are named, and {match.rules.players} play")
    before = _players_before(file, match, players)
    left = {seat for seat, _, number in _left(file) if number <= match.deal_number}
    for seat, player in enumerate(players):
        if seat in left and player not in COMPUTERS:
            raise Disagreement(f"{where}: seat {seat} was left, and no computer has it but {short(player)}")
        other_level = {player, before[seat]} <= COMPUTERS and match.deal is None
        if seat not in left and player != before[seat] and not other_level:
            raise Disagreement(f"{where}: in seat {seat} is {short(player)}, and was {short(before[seat])}")


def _players_before(file: File, match: Match, players: Sequence[str]) -> Sequence[str]:
    """Who was dealt the cards before; of the first deal its own players."""
    if not match.deal_number:
        return players
    return texts_in(objects_in(file, "deals", "the match")[match.deal_number - 1], "players", "the match")


def _moved(match: Match, text: str, where: str) -> Match:
    if match.deal is None or match.deal.turn is None:
        raise Disagreement(f"{where}: {quoted(text)}: the deal is over")
    try:
        return match.play(*told_move(text, match.deal.turn))
    except IllegalMove as why:
        raise Disagreement(f"{where}: {quoted(text)}: {why}") from None
    except ValueError as why:
        raise Disagreement(f"{where}: {why}") from None


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
        (whole_in(one, "seat", where), text_in(one, "player", where), whole_in(one, "deal", where))
        for one in objects_in(file, "left", where)
    ]


def _check_end(file: File, match: Match) -> None:
    where = "the match"
    for seat, player, number in _left(file):
        if not _sat(file, seat, player, number):
            raise Disagreement(
                f"{where}: {short(player)} has left seat {seat} in deal {number}, and was not there"
            )
    ending = text_in(file, "ending", where)
    if ending not in tuple(Ending) or (ending == Ending.PLAYED) != match.is_over:
        how = "has come" if match.is_over else "has not come"
        raise Disagreement(f"{where}: 'ending' is {short(ending)}, and it {how} to its last card")
    agree(where, file, {"score": list(match.score), "winners": _winners(file, match, ending)})
    agree(where, file, {"sha256": digest(file)})


def _sat(file: File, seat: int, player: str, number: int) -> bool:
    """Whether this player was dealt the cards of this seat in the deal of this number."""
    deals = objects_in(file, "deals", "the match")
    if not 1 <= number <= len(deals):
        return False
    players = texts_in(deals[number - 1], "players", "the match")
    return 0 <= seat < len(players) and players[seat] == player


def _winners(file: File, match: Match, ending: str) -> list[int]:
    """The sides that have won; between two the other one wins when somebody gives up."""
    if ending == Ending.RESIGNED and match.rules.players == 2:
        return [1 - seat for seat, _, _ in _left(file)]
    return list(match.winners)
