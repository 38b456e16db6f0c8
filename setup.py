"""Compiles the search kernel where there is a C compiler; without one it runs interpreted."""

import hashlib
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


class MayFail(build_ext):
    """Whatever keeps the kernel from being compiled, the bot is installed."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as why:  # noqa: BLE001 - a compiler that is not there fails in many ways
            self._go_on_without(why)

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as why:  # noqa: BLE001 - the same
            self._go_on_without(why)

    def copy_extensions_to_source(self) -> None:
        """As always, but for what was not made."""
        self.extensions = [ext for ext in self.extensions if Path(self.get_ext_fullpath_built(ext)).exists()]
        super().copy_extensions_to_source()

    def get_ext_fullpath_built(self, ext: Extension) -> str:
        return str(Path(self.build_lib) / self.get_ext_filename(self.get_ext_fullname(ext.name)))

    def _go_on_without(self, why: Exception) -> None:
        print(f"briscola-bot: the search kernel was not compiled and will be interpreted: {why}")


def compiled() -> list[Extension]:
    """Each source under another name, with its own hash in it; nothing where Cython is missing."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    made: list[Extension] = cythonize(
        [copied(name) for name in SOURCES], compiler_directives=DIRECTIVES, quiet=True
    )
    return made


def copied(name: str) -> Extension:
    """A copy that knows the hash of what it is a copy of."""
    source = HERE / f"bot/computer/{name}.py"
    copy = HERE / f"build/kernel/bot/computer/compiled_{name}.py"
    copy.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    text = f'{source.read_text(encoding="utf-8")}\n\nSOURCE = "{digest}"\n'
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:
        copy.write_text(text, encoding="utf-8")
    return Extension(
        f"bot.computer.compiled_{name}",
        [str(copy.relative_to(HERE))],
        extra_compile_args=["-O3", "-ffp-contract=off"],
    )


setup(ext_modules=compiled(), cmdclass={"build_ext": MayFail})
