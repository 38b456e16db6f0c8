"""One evening from its first minute to its verdict: `python -m judging.telegram_session SEED [small|full] [workers]`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import structlog
from killing.books import Book, books_of

import bot.app
from bot.logs import LIBRARY_LEVELS, set_up_logging
from bot.service import carrying
from judging import telegram_time
from judging.telegram_evening import SIZES, Evening, Setting
from judging.telegram_pictures import noted
from judging.telegram_verdict import Verdict
from judging.telegram_world import TOKEN

__all__ = ["Session", "held"]

ALL_LOADED = bot.app
"""Whatever asks for the time must be there before the clocks are changed."""


@dataclass(frozen=True)
class Session:
    """What came of an evening."""

    evening: Evening
    books: list[Book]
    log: str
    faults: list[str]


def held(setting: Setting, folder: Path) -> Session:
    """Let an evening pass, and judge it."""
    database = f"sqlite:///{folder / 'judged.db'}"
    log = StringIO()
    with _logged(log), patch.object(carrying, "picture_of", noted):
        evening = telegram_time.run(_evening(setting, database))
    books, faults = asyncio.run(books_of(database))
    return Session(evening, books, log.getvalue(), faults + Verdict(evening, books, log.getvalue()).given())


async def _evening(setting: Setting, database: str) -> Evening:
    evening = Evening(setting, database)
    await evening.goes()
    return evening


@contextmanager
def _logged(stream: StringIO) -> Generator[None]:
    """The log as it ships, into a stream; everything about logging is as before afterwards."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in LIBRARY_LEVELS}
    set_up_logging("INFO", secrets=[TOKEN], stream=stream, as_json=True)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, was in levels.items():
            logging.getLogger(name).setLevel(was)
        logging.captureWarnings(capture=False)
        structlog.reset_defaults()


def main() -> None:
    """Judge the evening of one seed, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("size", nargs="?", default="full", choices=tuple(SIZES))
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--faults", type=float, default=0.04)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long things go wrong")
    asked = parser.parse_args()
    setting = Setting(
        asked.seed, faults=asked.faults, kills=asked.kills, trouble_for=asked.minutes * 60,
        workers=asked.workers, size=asked.size,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        session = held(setting, Path(folder))
    said = [*session.evening.happened, f"{session.evening.server.counts}", *session.faults]
    print("\n".join(said), f"\n{len(session.faults)} faults", flush=True)


if __name__ == "__main__":
    main()
