"""Trouble between the bot and Telegram, drawn by seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ONE_CALL = {
    "429": 4, "500-before": 2, "502-before": 2, "500-after": 2, "502-after": 1, "hang-before": 1,
    "hang-after": 1, "cut-before": 2, "cut-after": 2, "proxy": 1,
}  # fmt: skip
"""What can happen to a call, and how often it is that; `after`: the call had its effect."""
WAITS = (3, 5, 8, 20, 35, 90)


@dataclass
class Faults:
    """Draws what goes wrong."""

    seed: int
    rate: float = 0.04
    """How many calls go wrong."""
    off: bool = False
    down: bool = False
    """Nothing of Telegram answers sensibly."""
    struck: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = Random(f"faults {self.seed}")

    def draw(self, method: str) -> str:
        """What happens to this call; empty for nothing."""
        if self.off:
            return ""
        if self.down:
            return self._note(self._chance.choice(("502-before", "502-before", "cut-before", "hang-before")))
        rate = self.rate / 4 if method in ("getUpdates", "getMe") else self.rate
        if self._chance.random() >= rate:
            return ""
        kind = self._chance.choices(list(ONE_CALL), list(ONE_CALL.values()))[0]
        if method in ("getUpdates", "getMe") and kind == "429":
            kind = "502-before"
        return self._note(kind)

    def wait(self) -> int:
        """For how many seconds Telegram wants to be left alone."""
        return self._chance.choice(WAITS)

    def latency(self) -> float:
        """Seconds that a call is on its way, either way."""
        return self._chance.choice((0.01, 0.02, 0.04, 0.08)) if self._chance.random() < 0.95 else 0.6

    def _note(self, kind: str) -> str:
        self.struck[kind] = self.struck.get(kind, 0) + 1
        return kind
