"""Computer players against each other on mirrored deals: each deck is played with the seats turned round."""

import math
import statistics
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import active_children
from random import Random
from typing import TypeAlias

from bot.computer import Level, choose, sign_of
from bot.computer.reference import Reference, reference_move
from bot.game.deal import Deal
from bot.game.moves import Move
from bot.game.rules import Rules
from bot.game.views import SeatView
from bot.processes import workers

__all__ = ["PLAYERS", "Plan", "Tally", "planned", "simulated"]

Player: TypeAlias = Level | Reference

PLAYERS: dict[str, Player] = {one.value: one for one in (*Level, *Reference)}
"""Who can be sat down: the levels, and those who are there to measure by."""
CHUNKS = 200
"""Into how many parts the deals are cut at most, for the processes and for the bar."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays what against whom."""

    rules: Rules
    seats: tuple[Player, ...]
    seed: str

    @property
    def turns(self) -> int:
        """In how many ways the players can sit, turned round the table, until they sit as before."""
        n = len(self.seats)
        return next(
            k for k in range(1, n + 1) if n % k == 0 and self.seats[k:] + self.seats[:k] == self.seats
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """What came out of one deck, seen from the side of the first named seat."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    margin: float = 0.0
    """Points ahead of the others (of their average where each plays alone; in chiamata the score), over all turns."""
    moves: int = 0
    seconds: float = 0.0
    """The processor's time that the first named player thought."""

    @property
    def games(self) -> int:
        """How often the deck was played."""
        return self.wins + self.draws + self.losses


def planned(rules: Rules, seats: Sequence[str], seed: str) -> Plan:
    """The plan for these names, repeated round the table; ValueError says what does not fit."""
    unknown = [name for name in seats if name not in PLAYERS]
    if unknown:
        raise ValueError(f"there is no player {unknown[0]!r}: players are {', '.join(PLAYERS)}")
    if not seats or rules.players % len(seats):
        raise ValueError(f"{len(seats)} names cannot be sat round a table of {rules.players}")
    named = tuple(PLAYERS[name] for name in seats)
    return Plan(rules, named * (rules.players // len(seats)), seed)


def simulated(
    plan: Plan, deals: int, processes: int, on_progress: Callable[[int], None] = lambda _: None
) -> dict[str, object]:
    """Play so many decks, in several processes, and sum up; `on_progress` hears how many are done."""
    size = max(1, -(-deals // CHUNKS))
    chunks = [range(at, min(at + size, deals)) for at in range(0, deals, size)]
    tallies: list[Tally] = []
    with closing(_played(partial(_play_chunk, plan), chunks, processes)) as played:
        for some in played:
            tallies += some
            on_progress(len(tallies))
    return _summed(plan, tallies)


def _played(
    play: Callable[[range], list[Tally]], chunks: Sequence[range], processes: int
) -> Generator[list[Tally]]:
    if processes == 1:
        yield from map(play, chunks)
        return
    with workers(min(processes, len(chunks))) as pool:
        parts = [pool.submit(play, chunk) for chunk in chunks]
        try:
            for part in parts:
                yield part.result()
        except BaseException:
            for child in active_children():  # whoever wants no more waits for nothing
                child.kill()
            raise


def _play_chunk(plan: Plan, decks: range) -> list[Tally]:
    return [_play_deck(plan, number) for number in decks]


def _play_deck(plan: Plan, number: int) -> Tally:
    """One deck, once for each way of sitting."""
    tally = Tally()
    for turn in range(plan.turns):
        seats = plan.seats[-turn:] + plan.seats[:-turn] if turn else plan.seats
        tally = _with_deal(tally, *_play_deal(plan, seats, number, turn))
    return tally


def _play_deal(plan: Plan, seats: Sequence[Player], number: int, first: int) -> tuple[Deal, int, int, float]:
    """One deal, the first named player being at seat `first`; its moves and what they took."""
    deck = list(plan.rules.cards)
    Random(f"{plan.seed}|{number}").shuffle(deck)  # noqa: S311 - decks that can be dealt again
    deal = Deal.begin(plan.rules, deck, number % plan.rules.players)
    moves, seconds, count = 0, 0.0, 0
    while deal.turn is not None:
        seat, count = deal.turn, count + 1
        seed = sha256(f"{plan.seed}|{number}|{count}|{seat}".encode()).digest()
        start = time.thread_time()
        move = move_of(seats[seat], deal.seat_view(seat), seed)
        if seats[seat] is plan.seats[0]:
            moves, seconds = moves + 1, seconds + time.thread_time() - start
        deal = deal.play(seat, move)
    return deal, first, moves, seconds


def move_of(player: Player, view: SeatView, seed: bytes) -> Move:
    """The move of whoever sits there."""
    if isinstance(player, Reference):
        return reference_move(view, player, seed)
    return sign_of(view, player, seed) or choose(view, player, seed)


def _with_deal(tally: Tally, deal: Deal, seat: int, moves: int, seconds: float) -> Tally:
    ahead, won = _outcome(deal, seat)
    return Tally(
        tally.wins + (won > 0),
        tally.draws + (won == 0),
        tally.losses + (won < 0),
        tally.margin + ahead,
        tally.moves + moves,
        tally.seconds + seconds,
    )


def _outcome(deal: Deal, seat: int) -> tuple[float, int]:
    """By how much the seat's side is ahead, and whether it has won (1), drawn (0) or lost (−1)."""
    if deal.rules.players == 5:
        score = 0 if deal.passed_out else deal.score[seat]
        return float(score), (score > 0) - (score < 0)
    side = deal.rules.side_of(seat)
    mine, others = deal.points[side], [*deal.points[:side], *deal.points[side + 1 :]]
    return mine - sum(others) / len(others), (mine > max(others)) - (mine < max(others))


def _summed(plan: Plan, tallies: Sequence[Tally]) -> dict[str, object]:
    games = sum(tally.games for tally in tallies)
    wins, draws = sum(tally.wins for tally in tallies), sum(tally.draws for tally in tallies)
    scores = [100 * (tally.wins + tally.draws / 2) / tally.games for tally in tallies]
    margins = [tally.margin / tally.games for tally in tallies]
    moves = sum(tally.moves for tally in tallies)
    return {
        "seats": [player.value for player in plan.seats],
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": games - wins - draws,
        "score": round(statistics.fmean(scores), 2),
        "score_ci": round(_half_width(scores), 2),
        "margin": round(statistics.fmean(margins), 2),
        "margin_ci": round(_half_width(margins), 2),
        "ms_per_move": round(1000 * sum(tally.seconds for tally in tallies) / max(moves, 1), 3),
    }


def _half_width(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean; decks are independent of each other, the turns of one deck are not."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
