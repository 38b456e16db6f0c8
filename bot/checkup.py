"""What `doctor` finds: one sentence for each thing it looked at, and what this machine gives us."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

__all__ = ["Finding", "Mark", "broken", "good", "machine", "noted", "room", "skew"]

MEGABYTE = 1 << 20
SCARCE, LITTLE = 50 * MEGABYTE, 500 * MEGABYTE
"""Room on a disk below which nothing can be relied on, and below which somebody should look."""
SLIGHT, FAR = 5.0, 60.0
"""Seconds between our clock and another that mean nothing, and that spoil what has a time."""


class Mark(StrEnum):
    """How a finding is to be taken."""

    GOOD = "ok"
    """As it should be."""
    NOTED = "note"
    """Works, and could be better; or nobody can know."""
    BROKEN = "broken"
    """Does not work until something is done."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it stands, and what to do about it."""

    mark: Mark
    sentence: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.mark:<7}{self.sentence} {self.remedy}".rstrip()


def good(sentence: str) -> Finding:
    """As it should be."""
    return Finding(Mark.GOOD, sentence)


def noted(sentence: str, remedy: str = "") -> Finding:
    """Works, and could be better."""
    return Finding(Mark.NOTED, sentence, remedy)


def broken(sentence: str, remedy: str = "") -> Finding:
    """Does not work."""
    return Finding(Mark.BROKEN, sentence, remedy)


def machine() -> Iterator[Finding]:
    """The fonts, the shaping of names and the compiled search, as they are here."""
    yield _fonts()
    yield _shaping()
    yield _kernel()


def _fonts() -> Finding:
    from bot.pictures.fonts import BOLD, FOLDER, REGULAR, coverage, face

    missing = [font for font in (REGULAR, BOLD, *coverage()) if not (FOLDER / font).is_file()]
    if missing:
        return broken(f"Fonts are missing: {', '.join(missing)}.", "Install the program anew.")
    for font in coverage():
        try:
            face(font, 20)
        except OSError:
            return broken(f"The font {font} cannot be read.", "Install the program anew.")
    return good(f"All {len(coverage())} fonts are there.")


def _shaping() -> Finding:
    from bot.pictures.fonts import shaping_available

    if shaping_available():
        return good("Names in Arabic, Hindi and the like are drawn properly.")
    return noted(
        "Names in Arabic, Hindi and the like are drawn letter by letter, since FriBidi is missing.",
        "Install it (Debian: apt install libfribidi0) and start the bot again.",
    )


def _kernel() -> Finding:
    from bot.computer.engine import trouble

    if why := trouble():
        return noted(
            f"The search of the hard computers runs a hundred times slower: {why}.",
            "Install a C compiler, then: make kernel.",
        )
    return good("The search of the hard computers is compiled.")


def room(folder: Path) -> Finding:
    """Whether the disk with that folder has room."""
    free = shutil.disk_usage(folder).free
    said = f"{free // MEGABYTE:,} MB are free on the disk with {folder}"
    if free < SCARCE:
        return broken(f"Only {said}.", "Make room: without it no move can be kept.")
    return noted(f"Only {said}.", "Make room soon.") if free < LITTLE else good(f"{said}.")


def skew(platform: str, seconds: float) -> Finding:
    """How far our clock is before (or, below 0, behind) that of a platform."""
    size = abs(seconds)
    way = "fast" if seconds > 0 else "slow"
    if size <= SLIGHT:
        return good(f"This machine's clock agrees with {platform}'s.")
    sentence = f"This machine's clock is {size:.0f} s {way} by {platform}'s."
    remedy = "Let the system keep its clock (Debian: apt install systemd-timesyncd)."
    return broken(sentence, remedy) if size >= FAR else noted(sentence, remedy)
