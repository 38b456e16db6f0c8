"""The long kill test: evenings in Telegram and Discord during which the bot is killed again and again."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from postgres_for_tests import close_shared_folder, find_server, open_shared_folder

from killing.evening import Plan, Report, an_evening
from storage import migrate


def main() -> int:
    """Play evenings until one goes wrong or all are over; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="make kill ARGS=…", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=1, help="decides when the bot is killed and what people do"
    )
    parser.add_argument("--kills", type=int, default=30, help="in one evening")
    parser.add_argument("--games", type=int, default=2, help="that each place plays at least")
    parser.add_argument("--evenings", type=int, default=1, help="one after another, each with the next seed")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--database", default="", help="an empty one; a new SQLite file if not given")
    where.add_argument("--postgres", action="store_true", help="a PostgreSQL server started for this")
    parser.add_argument("--as-is", action="store_true", help="leases, limits and pictures as they ship: slow")
    parser.add_argument("--seconds", type=float, default=1800.0, help="that one evening may take")
    wanted = parser.parse_args()
    if wanted.database and wanted.evenings > 1:
        parser.error("each evening wants an empty database: name none, or play one evening")
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot leaves requests half said
    for seed in range(wanted.seed, wanted.seed + wanted.evenings):
        folder = Path(tempfile.mkdtemp(prefix="briscola-kill-"))
        with _database(wanted, folder) as database:
            migrate(database)
            manner = "as-is" if wanted.as_is else "brisk"
            plan = Plan(
                database, folder, seed, wanted.kills, wanted.games, manner=manner, seconds=wanted.seconds
            )
            report = asyncio.run(_played(plan))
        print(report, f"what the bot said: {folder}", sep="\n", flush=True)
        if report.faults:
            return 1
    return 0


@contextmanager
def _database(wanted: argparse.Namespace, folder: Path) -> Iterator[str]:
    if not wanted.postgres:
        yield wanted.database or f"sqlite:///{folder / 'briscola.db'}"
        return
    open_shared_folder()
    try:
        yield find_server().new_database()
    finally:
        close_shared_folder()


async def _played(plan: Plan) -> Report:
    async with an_evening(plan) as evening:
        return await evening.goes()


if __name__ == "__main__":
    sys.exit(main())
