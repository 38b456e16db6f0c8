"""How long a person waits: for an answer of the command line, and for the web table after starting the bot."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
ROUNDS = 5
PATIENCE = 30.0


def main() -> None:
    """Print the median of some rounds of each, in milliseconds."""
    print(f"briscola-bot --version: {1000 * median(seconds_to_answer() for _ in range(ROUNDS)):.0f} ms")
    first, *later = (seconds_to_serve(Path(folder)) for folder in data_folders())
    print(f"briscola-bot until the web table answers, new database: {1000 * first:.0f} ms")
    print(f"the same with the database there: {1000 * median(later):.0f} ms")


def data_folders() -> list[str]:
    """One folder as often as there are rounds, new at the first."""
    return [tempfile.mkdtemp(prefix="briscola-bench-")] * ROUNDS


def seconds_to_answer() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "bot", "--version"], check=True, cwd=ROOT, capture_output=True)
    return time.perf_counter() - begun


def seconds_to_serve(folder: Path) -> float:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "DISCORD_TOKEN": "",
        "TELEGRAM_TOKEN": "",
        "DATABASE_URL": f"sqlite:///{folder / 'briscola.db'}",
        "WEB": "on",
        "WEB_HOST": "127.0.0.1",
        "WEB_PORT": str(port),
        "LOG_LEVEL": "WARNING",
    }
    begun = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "bot", "run"], cwd=ROOT, env=os.environ | settings) as bot:
        try:
            while not answers(f"http://127.0.0.1:{port}/"):
                if bot.poll() is not None or time.perf_counter() - begun > PATIENCE:
                    raise SystemExit("the bot did not start")
                time.sleep(0.005)
            return time.perf_counter() - begun
        finally:
            bot.terminate()


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=PATIENCE) as page:  # noqa: S310 - our own page, by http
            return bool(page.status == 200)
    except (URLError, ConnectionError):
        return False


if __name__ == "__main__":
    main()
