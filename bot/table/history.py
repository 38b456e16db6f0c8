"""A match that is over as a file that anybody can check (docs/formats.md): `bot.table.verify` reads what this writes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.game import Match, Sign
from bot.game.record import outcome
from bot.table.acts import Act, MakeMove, TimeUp
from bot.table.decide import decide
from bot.table.reading import parse_act
from bot.table.replies import Accepted
from bot.table.table import Ending, Leaver, Over, Table

__all__ = ["FORMAT", "FORMAT_VERSION", "begun", "came_out", "digest", "exported", "writing"]

FORMAT = "briscola-bot match"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class _Moment:
    """One line of the journal: what was done, and the table before and after."""

    actor: str
    act: Act
    before: Table
    after: Table


def exported(opening: Table, entries: Iterable[tuple[str, str]]) -> dict[str, object]:
    """The match that a journal tells, as JSON can write it, from the table as it was opened.

    `entries` are who did what, in the order of the journal. The file holds the seed, so ValueError unless the
    match is over; and ValueError for a journal that the table refuses.
    """
    moments = list(_moments(opening, entries))
    table = moments[-1].after if moments else opening
    over = table.phase
    if not isinstance(over, Over) or over.match is None:
        raise ValueError("only a match that is over can be exported")
    told: dict[str, object] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "table": table.id,
        "rules": table.rules.to_json(),
        "rules_version": table.rules.version,
        "commitment": table.commitment,
        "seed": table.seed.hex(),
        "dealer": table.dealer,
        "deals": list(_deals(moments)),
        "left": [_gone(leaver, number) for leaver, number in _leavers(moments)],
        "ending": over.ending.value,
        "score": list(over.match.score),
        "winners": list(over.winners),
    }
    return told | {"sha256": digest(told)}


def writing(value: object) -> str:
    """JSON in the one form by which files are compared: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(told: Mapping[str, object]) -> str:
    """The SHA-256 of a match file without its own `sha256`: it tells of damage, not of careful forgery."""
    content = {key: value for key, value in told.items() if key != "sha256"}
    return sha256(writing(content).encode()).hexdigest()


def begun(match: Match, players: Sequence[str], deck: Sequence[str]) -> dict[str, object]:
    """What stands in the file of a deal before its first move: all that follows from what was before."""
    deal = match.deal
    return {
        "number": match.deal_number,
        "players": list(players),
        "dealer": match.dealer,
        "rules": match.rules.to_json(),
        "deck": list(deck),
        "leader": deal.leader if deal else None,
    }


def came_out(match: Match) -> dict[str, object]:
    """What stands there after the last move: the answer of `replay`, and what the deal is worth in the match."""
    deal = match.deal
    if deal is None or not deal.is_over:
        return {"finished": False}
    counted, total = match.results[-1].counted, list(match.score)
    return {"finished": True, **outcome(deal), "counted": counted, "total": total}


# -- the journal ----------------------------------------------------------------------------------


def _moments(opening: Table, entries: Iterable[tuple[str, str]]) -> Iterator[_Moment]:
    table = opening
    for actor, text in entries:
        act = parse_act(text)
        reply = decide(table, actor, act)
        if not isinstance(reply, Accepted):
            raise ValueError(f"the journal is broken: '{text}' is refused")  # noqa: TRY004  # no wrong type
        yield _Moment(actor, act, table, reply.table)
        table = reply.table


def _deals(moments: Sequence[_Moment]) -> Iterator[dict[str, object]]:
    """Every deal as it stood at its last moment, with its moves."""
    moves: dict[int, list[str]] = {}
    last: dict[int, Match] = {}
    for moment in moments:
        match = moment.after.match
        if match is not None:
            moves.setdefault(match.deal_number, []).extend(_move(moment))
            last[match.deal_number] = match
    table = moments[-1].after
    for number, match in last.items():
        deck = [card.code for card in table.deck_of(number)]
        start = begun(match, table.dealt_to[number - 1], deck)
        yield {**start, "moves": moves[number], **came_out(match)}


def _move(moment: _Moment) -> Iterator[str]:
    """The move of this moment as records tell it, if it was one: a sign out of turn names its seat."""
    act, turn = moment.act, moment.before.turn
    if isinstance(act, MakeMove | TimeUp):
        seat = moment.before.seat_of(moment.actor)
        out_of_turn = isinstance(act.move, Sign) and seat not in (None, turn)
        yield f"{act.move} {seat}" if out_of_turn else str(act.move)


# -- who has gone ---------------------------------------------------------------------------------


def _leavers(moments: Sequence[_Moment]) -> Iterator[tuple[Leaver, int]]:
    """Whoever left or gave up, with the number of the deal that lay on the table."""
    for moment in moments:
        match, over = moment.after.match, moment.after.phase
        if match is None:
            continue
        for leaver in moment.after.leavers[len(moment.before.leavers) :]:
            yield leaver, match.deal_number
        if (
            isinstance(over, Over)
            and over.ending is Ending.RESIGNED
            and not isinstance(moment.before.phase, Over)
        ):
            seat = moment.after.seat_of(over.by)
            if seat is not None:  # with more than two they are among the leavers
                yield Leaver(seat, over.by), match.deal_number


def _gone(leaver: Leaver, number: int) -> dict[str, object]:
    return {"seat": leaver.seat, "player": leaver.key, "deal": number}
