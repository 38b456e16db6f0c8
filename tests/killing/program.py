"""The bot as a process of its own: started, killed without a warning, stopped politely."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = {
    "DATABASE_URL",
    "DISCORD_TOKEN",
    "DISCORD_SHARDS",
    "TELEGRAM_TOKEN",
    "TELEGRAM_API_BASE",
    "WEB",
    "WEB_HOST",
    "WEB_PORT",
    "LOG_LEVEL",
}


def _surroundings() -> dict[str, str]:
    """The environment without settings of ours and without proxies: everything that is called is on this machine."""
    kept = {k: v for k, v in os.environ.items() if k not in OURS and not k.lower().endswith("_proxy")}
    return kept | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}


class Program:
    """One bot, however many processes it takes."""

    def __init__(self, folder: Path, settings: dict[str, str], discord_url: str, manner: str) -> None:
        self.folder = folder
        self.kills = 0
        self.faults: list[str] = []
        """What was wrong with a process that had ended."""
        self._arguments = [discord_url, manner, "run"]
        self._environment = {**_surroundings(), "WEB_PORT": "0", **settings}
        self._process: asyncio.subprocess.Process | None = None
        self._starts = 0

    @property
    def logs(self) -> list[Path]:
        """What each process said, in order."""
        return sorted(self.folder.glob("log-*.txt"))

    @property
    def runs(self) -> bool:
        """Whether there is a process that nobody has ended."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start a process; it will be a moment until it serves anybody."""
        assert not self.runs
        self._starts += 1
        with (self.folder / f"log-{self._starts:04}.txt").open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "killing.launcher",
                *self._arguments,
                env=self._environment,
                cwd=self.folder,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def kill(self) -> None:
        """`kill -9`: the process ends between two instructions."""
        process = self._expect_alive()
        process.kill()
        await process.wait()
        self.kills += 1
        self._look_for_remains(process.pid)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        process = self._expect_alive()
        process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(process.wait(), 20)
        self._look_for_remains(process.pid)
        return code

    def _expect_alive(self) -> asyncio.subprocess.Process:
        process = self._process
        assert process is not None
        if process.returncode is not None:
            said = self.logs[-1].read_text(errors="replace")[-3000:]
            raise AssertionError(f"the bot ended by itself with {process.returncode}:\n{said}")
        return process

    def _look_for_remains(self, group: int) -> None:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            pass
        else:
            self.faults.append(f"process group {group} lives on after its leader")
        told = re.search(r"http://127\.0\.0\.1:(\d+)", self.logs[-1].read_text(errors="replace"))
        if told:
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", int(told[1]))) == 0:
                    self.faults.append(f"port {told[1]} still answers")

    async def ends(self) -> None:
        """Make sure that no process is left, whatever happened."""
        if self.runs:
            await self.kill()
