"""Where computer players think: beside the event loop, and beside this process where thinking holds the interpreter."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import structlog

from bot.computer import Level, choose
from bot.computer.engine import trouble
from bot.game.moves import Move
from bot.game.views import SeatView
from bot.processes import workers

__all__ = ["Apart", "Thought", "stand_back", "think", "thinking"]

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""So many computers think at the same time; the others wait."""
NICENESS = 10
"""How far thinking stands back behind the process that answers people, where both want the processor."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player wants to do."""

    move: Move
    cut_short: bool = False
    """Whether it would have thought longer."""


def think(view: SeatView, level: Level, seed: bytes) -> Thought:
    """The move of a computer player, wherever this runs."""
    cuts: list[None] = []
    move = choose(view, level, seed, lambda: cuts.append(None))
    return Thought(move, bool(cuts))


def thinking() -> Executor:
    """What runs `think`: threads where the search is compiled and lets go of the interpreter, else processes."""
    why = trouble()
    if not why:
        return ThreadPoolExecutor(AT_ONCE, "thinking", _stand_back_alone)
    log.warning(
        "hard computers are interpreted, so they are slower and weaker: install a C compiler, then `make kernel`",
        why=why,
    )
    return Apart()


class Apart(Executor):
    """Processes of their own, which end with this one; another takes the place of one that was killed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool = _pool()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As an executor does. What is under way when a process is killed fails with BrokenProcessPool."""
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = _pool()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - an executor's
        """Begin nothing more, and end the processes."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def _pool() -> ProcessPoolExecutor:
    return workers(AT_ONCE, stand_back)


def _stand_back_alone() -> None:
    """In a thread that thinks, where threads have priorities of their own; elsewhere it would be the whole bot's."""
    if sys.platform == "linux":
        stand_back()


def stand_back() -> None:
    """Whoever thinks here lets others go first."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
