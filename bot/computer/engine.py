"""The compiled forms of the kernel and the solver if made from the sources that lie here, else the sources."""

import hashlib
import struct
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bot.computer.kernel import Kernel
from bot.computer.solver import Solver

__all__ = [
    "fitting",
    "is_compiled",
    "is_cut_short",
    "new_kernel",
    "new_solver",
    "seeded",
    "source_hash",
    "trouble",
]


def source_hash(name: str) -> str:
    """The hash of a source, which its compiled form carries."""
    return hashlib.sha256((Path(__file__).parent / f"{name}.py").read_bytes()).hexdigest()


def fitting(name: str) -> Any:
    """The module to work with: compiled, unless it is missing or its source was edited since."""
    try:
        compiled = _compiled(name)
        fits = source_hash(name) == compiled.SOURCE
    except ImportError:
        compiled, fits = None, False
    return compiled if fits else import_module(f"bot.computer.{name}")


def _compiled(name: str) -> Any:
    """The compiled module; ImportError where there is none that can be loaded."""
    full = f"bot.computer.compiled_{name}"
    spec = find_spec(full)
    if spec is not None and spec.origin is not None and is_cut_short(Path(spec.origin)):
        raise ImportError(f"{Path(spec.origin).name} was written in part only")
    return import_module(full)


def is_cut_short(library: Path) -> bool:
    """Whether a file in Linux's form for libraries ends too early: to load it could end the whole program."""
    with library.open("rb") as file:
        header = file.read(64)
    if header[:5] != b"\x7fELF\x02":
        return False
    if len(header) < 64:
        return True
    (table,), (size, count) = struct.unpack_from("<Q", header, 40), struct.unpack_from("<2H", header, 58)
    ends: int = table + size * count
    return library.stat().st_size < ends


_KERNEL, _SOLVER = fitting("kernel"), fitting("solver")


def is_compiled() -> bool:
    """Whether searches run compiled, without holding the interpreter."""
    return hasattr(_KERNEL, "SOURCE") and hasattr(_SOLVER, "SOURCE")


def trouble() -> str:
    """Why searches are interpreted, in a few words; nothing if they are compiled."""
    if is_compiled():
        return ""
    return _trouble_with("kernel") or _trouble_with("solver") or "it was not compiled"


def _trouble_with(name: str) -> str:
    try:
        compiled = _compiled(name)
    except ImportError as why:
        missing = isinstance(why, ModuleNotFoundError)
        return "it was not compiled" if missing else f"what was compiled cannot be loaded: {why}"
    return "its source was edited after it was compiled" if source_hash(name) != compiled.SOURCE else ""


def new_kernel(players: int, trump: int) -> Kernel:
    """An empty kernel for so many players and this suit, 4 for none."""
    kernel: Kernel = _KERNEL.Kernel(players, trump)
    return kernel


def seeded(kernel: Kernel, seed: bytes) -> Kernel:
    """The kernel, its chance starting from what a move's seed says."""
    kernel.seed(int.from_bytes(hashlib.sha256(seed).digest()[:6], "big"))
    return kernel


def new_solver(trump: int, stock: Sequence[int], slots: int, budget: int) -> Solver:
    """A solver for two with this stock, in the order drawn."""
    solver: Solver = _SOLVER.Solver(trump, list(stock), slots, budget)
    return solver
