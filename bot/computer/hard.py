"""The hard player: remembers everything, deals what it cannot see many times over, and plays each deal out."""

import time
from collections.abc import Callable

from bot.computer.auctioning import hard_bid, hard_call
from bot.computer.ending import certain_card
from bot.computer.engine import is_compiled, seeded
from bot.computer.exchanging import sensible_exchange
from bot.computer.kernel import Kernel
from bot.computer.knowing import knowing
from bot.computer.sensible import sensible_move
from bot.game.auction import Auction, Contract
from bot.game.cards import Card
from bot.game.moves import Move, Play
from bot.game.views import SeatView

__all__ = ["hard_card", "hard_move"]

CAP = 1.0
"""Seconds after which a search ends with what it has: no count of deals should ever take so long."""

BATCHES = 8
SAMPLES = {2: 360, 3: 48, 4: 40, 5: 14, 6: 40}
"""By players, how many deals are played out where the kernel is interpreted."""
COMPILED = {2: 16, 3: 16, 4: 20, 5: 34, 6: 20}
"""So many times as many where it is compiled: stronger, and still far quicker."""
PRIZE = 60
"""What a win is worth besides the points ahead."""
STEPS = 3
"""How far one is from the next."""
SPREAD = {2: 150.0, 3: 450.0, 4: 450.0, 5: 450.0, 6: 450.0}
"""By players, a card so much behind the best, over the root of the number of deals, is played out no more."""


def hard_move(view: SeatView, seed: bytes, on_cut: Callable[[], None] | None = None) -> Move:
    """The move that the hard player makes; with `on_cut`, thinking that takes too long is cut short and told."""
    table = view.table
    if isinstance(table.bargain, Auction):
        return hard_bid(view, seed)
    if table.is_calling:
        return hard_call(view, seed)
    if isinstance(table.bargain, Contract):
        return sensible_move(view, seed)  # a blind first trick: nobody knows the trump yet
    return sensible_exchange(view) or Play(certain_card(view) or hard_card(view, seed, on_cut))


def hard_card(view: SeatView, seed: bytes, on_cut: Callable[[], None] | None = None) -> Card:
    """The card that comes to most in the deals that fit what the seat knows."""
    if len(view.hand) == 1:
        return view.hand[0]
    kernel, codes = knowing(view, view.table.trump)
    hand = sorted(view.hand, key=codes.code)
    kernel.hold(view.seat, codes.codes(hand), len(hand))
    kernel.weigh_win(PRIZE)
    return hand[_searched(seeded(kernel, seed), view, len(hand), on_cut)]


def _searched(kernel: Kernel, view: SeatView, count: int, on_cut: Callable[[], None] | None) -> int:
    """The place of the best card; those that fall behind are dropped on the way."""
    wanted = SAMPLES[view.table.players] * (COMPILED[view.table.players] if is_compiled() else 1)
    each = max(1, wanted // BATCHES)
    places, started = list(range(count)), time.monotonic()
    for batch in range(BATCHES):
        kernel.search(view.seat, each, STEPS, batch == 0)
        done = each * (batch + 1)
        best = max(kernel.total(place) for place in places)
        for place in list(places):
            if (best - kernel.total(place)) / done > SPREAD[view.table.players] / done**0.5:
                places.remove(place)
                kernel.drop(place)
        if len(places) == 1:
            break
        if on_cut and time.monotonic() - started > CAP and batch + 1 < BATCHES:
            on_cut()
            break
    return max(places, key=kernel.total)
