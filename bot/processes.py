"""Processes that work for this one: they leave signals to it, and end with it."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process

__all__ = ["workers"]


def workers(count: int, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """So many processes, each of which first calls `begin`; they start by `forkserver`, with nothing of ours open."""
    return ProcessPoolExecutor(
        count, mp_context=get_context("forkserver"), initializer=_begin, initargs=(begin,)
    )


def _begin(begin: Callable[[], object] | None) -> None:
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="ends with its parent", daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    """Wait for the end of the process that this one works for, however it comes: nobody else would end this one."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
