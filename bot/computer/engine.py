"""The compiled forms of the kernel and the solver if made from the sources that lie here, else the sources."""

import hashlib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.computer.kernel import Kernel
from bot.computer.solver import Solver

__all__ = ["fitting", "is_compiled", "new_kernel", "new_solver", "source_hash"]


def source_hash(name: str) -> str:
    """The hash of a source, which its compiled form carries."""
    return hashlib.sha256((Path(__file__).parent / f"{name}.py").read_bytes()).hexdigest()


def fitting(name: str) -> Any:
    """The module to work with: compiled, unless it is missing or its source was edited since."""
    try:
        compiled: Any = import_module(f"bot.computer.compiled_{name}")
    except ImportError:
        compiled = None
    if compiled is None or source_hash(name) != compiled.SOURCE:
        return import_module(f"bot.computer.{name}")
    return compiled


_KERNEL, _SOLVER = fitting("kernel"), fitting("solver")


def is_compiled() -> bool:
    """Whether searches run compiled, without holding the interpreter."""
    return hasattr(_KERNEL, "SOURCE") and hasattr(_SOLVER, "SOURCE")


def new_kernel(players: int, trump: int) -> Kernel:
    """An empty kernel for so many players and this suit, 4 for none."""
    kernel: Kernel = _KERNEL.Kernel(players, trump)
    return kernel


def new_solver(trump: int, stock: Sequence[int], slots: int, budget: int) -> Solver:
    """A solver for two with this stock, in the order drawn."""
    solver: Solver = _SOLVER.Solver(trump, list(stock), slots, budget)
    return solver
