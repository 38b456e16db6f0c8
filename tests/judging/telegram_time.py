"""Time that passes only while nothing else happens: hours of a group's life in seconds."""

from __future__ import annotations

import asyncio
import selectors
import sys
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeVar
from unittest.mock import patch

T = TypeVar("T")
EPOCH = 1_780_000_000.0
"""When every evening begins, in seconds since 1970."""
GENERATION: ContextVar[int] = ContextVar("generation", default=0)
"""Which process of the bot the running code would belong to; 0 for the world around it."""


class _Skipping(selectors.DefaultSelector):
    """Waits for sockets and threads in real time, and for timers not at all."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.busy = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if events := super().select(0):
            return events
        if timeout is not None and timeout <= 0:
            return []
        while self.busy:
            if events := super().select(0.05):
                return events
        if timeout is None:
            return super().select(0.1)
        self.now += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer as soon as nothing is under way."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)
        self.set_task_factory(_marked)

    def time(self) -> float:
        return self._skipping.now

    @contextmanager
    def under_way(self) -> Generator[None]:
        """Let time stand still for as long as this block takes."""
        self._skipping.busy += 1
        try:
            yield
        finally:
            self._skipping.busy -= 1

    def run_in_executor(  # type: ignore[override]  # the base class says it more widely
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        self._skipping.busy += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _future: asyncio.Future[Any]) -> None:
        self._skipping.busy -= 1


_TASKS: dict[int, set[asyncio.Task[Any]]] = {}


def _marked(loop: asyncio.AbstractEventLoop, coro: Any, **named: Any) -> asyncio.Task[Any]:
    task = asyncio.Task(coro, loop=loop, **named)
    if generation := GENERATION.get():
        own = _TASKS.setdefault(generation, set())
        own.add(task)
        task.add_done_callback(own.discard)
    return task


async def end_generation(generation: int) -> None:
    """Cancel everything that this process of the bot still does."""
    for _ in range(20):
        if not (left := [task for task in _TASKS.get(generation, ()) if not task.done()]):
            break
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=5)
    _TASKS.pop(generation, None)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end in time that costs nothing; every clock of the program shows that time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        with _clocks(loop):
            return runner.run(main)


@contextmanager
def _clocks(loop: VirtualLoop) -> Generator[None]:
    """Every clock that is asked by name, imported or given as a default tells the loop's time."""
    ours: dict[object, Callable[[], float]] = {
        time.time: lambda: EPOCH + loop.time(),
        time.monotonic: loop.time,
    }
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in ("adapters", "bot", "storage"):
                for one in _with_clocks(module, ours):
                    stack.enter_context(one)
        clocks = {"time_ns": lambda: int((EPOCH + loop.time()) * 1e9)}
        named = {"time": ours[time.time], "monotonic": ours[time.monotonic]}
        for name, clock in (clocks | named).items():
            stack.enter_context(patch.object(time, name, clock))
        yield


def _with_clocks(module: object, ours: dict[object, Callable[[], float]]) -> Iterator[Any]:
    for name, one in list(vars(module).items()):
        if _is_clock(one, ours):
            yield patch.object(module, name, ours[one])
        members = vars(one).values() if isinstance(one, type) else (one,)
        for function in members:
            if not isinstance(function, FunctionType):
                continue
            if any(_is_clock(default, ours) for default in function.__defaults__ or ()):
                changed = tuple(ours[d] if _is_clock(d, ours) else d for d in function.__defaults__ or ())
                yield patch.object(function, "__defaults__", changed)
            if any(_is_clock(default, ours) for default in (function.__kwdefaults__ or {}).values()):
                named = {
                    k: ours[d] if _is_clock(d, ours) else d
                    for k, d in (function.__kwdefaults__ or {}).items()
                }
                yield patch.object(function, "__kwdefaults__", named)


def _is_clock(one: object, ours: dict[object, Callable[[], float]]) -> bool:
    return isinstance(one, BuiltinFunctionType) and one in ours
