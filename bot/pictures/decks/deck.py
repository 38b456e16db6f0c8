"""What a deck is: how its faces, its back and its four marks are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.pictures.marks import Mark


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its faces by card code and its back as whole SVG files, and the large mark of each suit."""

    face: Callable[[str], str]
    back: Callable[[], str]
    marks: Mapping[str, Mark]
