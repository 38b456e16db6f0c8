"""What a call of the Bot API costs us in CPU: our transport against the library's own, in one run.

The server is a process of its own, so that only our side is counted. What matters is the ratio.
"""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from statistics import median

from aiohttp import web
from telegram import Bot, InputFile
from telegram.request import BaseRequest, HTTPXRequest

from adapters.telegram.flow import Flow
from adapters.telegram.request import Asking

ROUNDS = 5
CALLS = 300
AT_ONCE = 10
PNG = b"\x89PNG\r\n\x1a\n" + os.urandom(60_000)
MESSAGE = {
    "message_id": 7,
    "date": 1_790_000_000,
    "chat": {"id": -100, "type": "supergroup", "title": "Friday"},
    "photo": [{"file_id": "a", "file_unique_id": "b", "width": 90, "height": 60}],
}

Call = Callable[[Bot], Awaitable[object]]


def main() -> None:
    """Print the median of some rounds of each call by each transport, and what the one saves."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(there,), daemon=True)
    server.start()
    url = here.recv()
    try:
        for name, call in (("answerCallbackQuery", answer), ("sendPhoto", send_photo)):
            ours, theirs = asyncio.run(compared(url, call))
            print(
                f"{name}: {1000 * ours:.2f} ms of CPU over aiohttp, {1000 * theirs:.2f} ms over httpx, "
                f"which is {theirs / ours:.1f} times as much"
            )
    finally:
        server.kill()


async def answer(bot: Bot) -> object:
    return await bot.answer_callback_query("4000000000000001", text="You play the ace of coins.")


async def send_photo(bot: Bot) -> object:
    photo = InputFile(PNG, filename="briscola.png", attach=True)
    return await bot.send_photo(-100, photo, caption="Maria to play\nTrump: cups")


async def compared(url: str, call: Call) -> tuple[float, float]:
    """Seconds of CPU for one call: by our transport, and by the library's."""
    ours, theirs = list[float](), list[float]()
    for _ in range(ROUNDS):  # in turns, so that a noisy moment strikes both
        ours.append(await cost(url, Asking(64, Flow(1_000_000)), call))
        theirs.append(await cost(url, HTTPXRequest(64, httpx_kwargs={"verify": False}), call))
    return median(ours), median(theirs)


async def cost(url: str, request: BaseRequest, call: Call) -> float:
    """Seconds of CPU for one call."""
    await request.initialize()
    bot = Bot("1:x", base_url=f"{url}/bot", request=request, get_updates_request=request)
    await asyncio.gather(*(call(bot) for _ in range(AT_ONCE)))  # connections are made
    before = time.process_time()
    for _ in range(CALLS // AT_ONCE):
        await asyncio.gather(*(call(bot) for _ in range(AT_ONCE)))
    spent = time.process_time() - before
    await request.shutdown()
    return spent / CALLS


def serve(told: Connection) -> None:
    """Answer every call as Telegram would, until we are killed."""
    asyncio.run(_serve(told))


async def _serve(told: Connection) -> None:
    async def take(request: web.Request) -> web.Response:
        await request.read()
        result = True if request.match_info["method"].startswith("answer") else MESSAGE
        return web.json_response({"ok": True, "result": result})

    app = web.Application()
    app.router.add_post("/bot{token}/{method}", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    told.send(f"http://{host}:{port}")
    await asyncio.Event().wait()


if __name__ == "__main__":
    main()
