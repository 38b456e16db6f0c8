"""Installing: with a C compiler the search is compiled, and nothing that goes wrong there keeps the bot from playing."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("bot", "adapters", "storage", "setup.py", "pyproject.toml", "README.md", "LICENSE")
MADE = shutil.ignore_patterns("*.so", "__pycache__", "*.webp", "*.png", "*.ttf", "locale", ".*")
"""What is no part of the source, or of no use here."""
PATIENCE = 280
pytestmark = pytest.mark.timeout(600)  # most of it is the C compiler's
COMPILER = shutil.which("cc") or shutil.which("gcc")

ASK = """
import time
from random import Random
from structlog.testing import capture_logs
import bot.computer
from bot.computer import Level, choose
from bot.computer.engine import is_compiled, trouble
from bot.game import Deal, Rules
from bot.service.thinking import thinking
rules = Rules.preset("briscola", players=2)
deal = Deal.begin(rules, Random(4).sample(rules.cards, 40), 0)
used = time.thread_time()
move = choose(deal.seat_view(0), Level.HARD, b"seed")
used = time.thread_time() - used
with capture_logs() as told:
    thinking()
print(bot.computer.__file__, is_compiled(), move in deal.legal_moves(0), used < 1, len(told), trouble(), sep="|")
"""


class Place:
    """A copy of the source, and an environment of its own to install it into."""

    def __init__(self, folder: Path) -> None:
        self.source, self.python, self.bin = folder / "source", folder / "env/bin/python", folder / "bin"
        self.source.mkdir()
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, self.source / part, ignore=MADE)
            else:
                shutil.copy(ROOT / part, self.source)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
        # What is installed here is there as well, but for the bot itself: that hangs on a file that is not read.
        (site,) = folder.glob("env/lib/python*/site-packages")
        here = next(path for path in map(Path, sys.path) if (path / "structlog").is_dir())
        (site / "shared.pth").write_text(str(here), encoding="utf-8")
        self.bin.mkdir()
        for tool in ("sh", "env", "uname"):
            if path := shutil.which(tool):
                (self.bin / tool).symlink_to(path)

    def environment(self, *, compiler: bool) -> dict[str, str]:
        quick = {**os.environ, "CFLAGS": "-O0", "PIP_CONFIG_FILE": os.devnull}
        return quick if compiler else {**quick, "PATH": str(self.bin), "CC": "/nonexistent/cc"}

    def pip(self, *words: str, compiler: bool = True) -> None:
        line = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            self.python,
            "--no-input",
            "--disable-pip-version-check",
        ]
        plain = ["--no-deps", "--no-build-isolation", "--no-index"]
        done = subprocess.run(
            [str(word) for word in (*line, *words, *plain)],
            env=self.environment(compiler=compiler),
            cwd=self.source.parent,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def ask(self) -> list[str]:
        """Where the players are, whether compiled, whether a move is legal and quick, what was told, and why."""
        done = subprocess.run(
            [self.python, "-c", ASK],
            cwd=self.source.parent,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.strip().split("|")

    def libraries(self) -> list[Path]:
        return sorted(self.source.glob("bot/computer/compiled_*"))


# -- without a compiler ---------------------------------------------------------------------------


def test_without_a_compiler_it_is_installed_and_hard_players_play(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.pip("install", str(place.source), compiler=False)
    where, *answers = place.ask()
    assert "site-packages" in where
    assert answers == ["False", "True", "True", "1", "it was not compiled"]
    assert place.libraries() == []


# -- with one -------------------------------------------------------------------------------------

with_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler here")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A place where the bot is installed for editing, compiled."""
    place = Place(tmp_path_factory.mktemp("compiled"))
    place.pip("install", "--editable", str(place.source))
    assert place.ask() == [str(place.source / "bot/computer/__init__.py"), *COMPILED]
    yield place
    shutil.rmtree(place.source.parent)


COMPILED = ["True", "True", "True", "0", ""]


@with_compiler
def test_what_was_compiled_goes_into_a_wheel_though_a_folder_is_left_of_an_earlier_build(
    compiled: Place, tmp_path: Path
) -> None:
    assert (compiled.source / "build").is_dir()
    compiled.pip("wheel", "--wheel-dir", str(tmp_path), str(compiled.source))
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    made = [name for name in names if name.startswith("bot/computer/compiled_")]
    assert sorted(name.split(".")[0] for name in made) == [
        "bot/computer/compiled_kernel",
        "bot/computer/compiled_solver",
    ]
    assert {"bot/computer/plans.json", "bot/computer/kernel.py"} <= set(names)


@with_compiler
@pytest.mark.parametrize("left", [10, 64, 0.5], ids=["ten-bytes", "a-header", "half"])
def test_a_compiled_file_that_was_written_in_part_is_not_used(compiled: Place, left: float) -> None:
    library = compiled.libraries()[0]
    whole = library.read_bytes()
    library.write_bytes(whole[: int(left if left > 1 else left * len(whole))])
    try:
        *answers, why = compiled.ask()[1:]
        assert answers == ["False", "True", "True", "1"]
        assert "cannot be loaded" in why
    finally:
        library.write_bytes(whole)


@with_compiler
def test_an_edited_source_is_run_itself_until_it_is_installed_again(compiled: Place) -> None:
    source = compiled.source / "bot/computer/kernel.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    assert compiled.ask()[1:] == ["False", "True", "True", "1", "its source was edited after it was compiled"]
    compiled.pip("install", "--editable", str(compiled.source))
    assert compiled.ask()[1:] == COMPILED
