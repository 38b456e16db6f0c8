"""What people pressed and what they were answered, kept outside the bot to hold its books against."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field

PLAY = re.compile(r"(?P<table>[a-z0-9]{10})-(?P<step>d\d+t\d+)-play-(?P<card>\w\w)")


def table_of(token: str) -> str:
    """The table that a button is about; empty for none."""
    head, dash, _ = token.partition("-")
    return head if dash and len(head) == 10 else ""


@dataclass(eq=False)
class Pressed:
    """Somebody pressed a card."""

    person: str
    """The platform and the person's id there."""
    token: str
    at: float
    acknowledged: bool = False
    """It was answered, and not refused."""
    surely: bool = False
    """The answer came so fast that it cannot be the empty one by which a slow desk keeps a press alive."""

    @property
    def table(self) -> str:
        return table_of(self.token)

    @property
    def act(self) -> str:
        """The play as the journal would have it."""
        found = PLAY.fullmatch(self.token)
        assert found is not None
        return f"{found['step']} play {found['card']}"

    @property
    def step(self) -> str:
        return self.act.split(maxsplit=1)[0]


@dataclass
class Witness:
    """Everything that people did and heard."""

    plays: list[Pressed] = field(default_factory=list)
    heard: Counter[str] = field(default_factory=Counter)
    """What presses were answered with, by the words."""
    unanswered: int = 0
    trouble: list[str] = field(default_factory=list)
    """Answers that nobody should ever get."""

    def sees_press(self, person: str, token: str) -> Pressed | None:
        """Somebody presses; None unless it is a card."""
        if not PLAY.fullmatch(token):
            return None
        self.plays.append(pressed := Pressed(person, token, time.time()))
        return pressed

    def hears(self, words: str) -> None:
        """Somebody was told this."""
        self.heard[words or "(nothing)"] += 1
        if "went wrong" in words or "cannot be reached" in words:
            self.trouble.append(words)
