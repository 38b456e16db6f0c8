"""Calls that are given up after a while, without leaving all others to wait for ever."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord

__all__ = ["LONGEST_WAIT", "at_most"]

LONGEST_WAIT = 30.0
"""Seconds of a rate limit that the library waits out by itself; longer ones it tells us."""


@asynccontextmanager
async def at_most(seconds: float, client: discord.Client | None) -> AsyncGenerator[None]:
    """Give up after so many seconds, with a TimeoutError.

    A call that meets the limit of all calls lets the others wait, and ends that when its own wait is over. Given up
    in between, it never would: not one message would be sent any more.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        over = getattr(client and client.http, "_global_over", None)
        if isinstance(over, asyncio.Event) and not over.is_set():
            asyncio.get_running_loop().call_later(LONGEST_WAIT, over.set)
        raise
