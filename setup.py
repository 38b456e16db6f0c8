"""Compiles the search kernel where there is a C compiler; without one it runs interpreted."""

import atexit
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
SOURCES = ("kernel", "solver")
"""What is compiled, of bot/computer."""
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
FLAGS = ["-g0", "-ffp-contract=off"]
"""Besides those that Python itself was compiled with: more of them make the kernel no faster. A product is rounded before
it is added to, on every processor, so that both forms come to the same."""


def building_room() -> Path:
    """Where things are made: here, or in a temporary folder if the source may not be written to."""
    if os.access(HERE, os.W_OK):
        return HERE / "build"
    room = Path(tempfile.mkdtemp(prefix="briscola-bot-"))
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room


ROOM = building_room()


class MayFail(build_ext):
    """Whatever keeps the kernel from being compiled, the bot is installed."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as why:  # noqa: BLE001 - a compiler that is not there fails in many ways
            go_on_without(why)

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as why:  # noqa: BLE001 - the same
            Path(ext.sources[0]).unlink(missing_ok=True)  # half-written C would fail for ever
            go_on_without(why)


def go_on_without(why: Exception) -> None:
    """Tell whoever looks (`pip install -v`) what keeps the kernel from being compiled."""
    print(f"briscola-bot: the search kernel was not compiled and will be interpreted: {why}")


def compiled() -> list[Extension]:
    """Each source under another name, with its own hash in it; nothing where there is no Cython, or no room."""
    try:
        from Cython.Build import cythonize

        made: list[Extension] = cythonize(
            [copied(name) for name in SOURCES], compiler_directives=DIRECTIVES, quiet=True
        )
    except Exception as why:  # noqa: BLE001 - whatever it is, the source can be interpreted
        go_on_without(why)
        return []
    return made


def copied(name: str) -> Extension:
    """A copy that knows the hash of what it is a copy of."""
    source = HERE / f"bot/computer/{name}.py"
    copy = ROOM / f"kernel/bot/computer/compiled_{name}.py"
    copy.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    text = f'{source.read_text(encoding="utf-8")}\n\nSOURCE = "{digest}"\n'
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:
        copy.write_text(text, encoding="utf-8")
    where = copy.relative_to(HERE) if copy.is_relative_to(HERE) else copy
    return Extension(f"bot.computer.compiled_{name}", [str(where)], extra_compile_args=FLAGS, optional=True)


ELSEWHERE = {"build": {"build_base": str(ROOM)}, "egg_info": {"egg_base": str(ROOM)}}
setup(
    ext_modules=compiled(),
    cmdclass={"build_ext": MayFail},
    options={} if ROOM.is_relative_to(HERE) else ELSEWHERE,
)
