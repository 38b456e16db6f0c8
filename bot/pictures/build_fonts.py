"""Cuts the Noto fonts down to what names and words need: ``python -m bot.pictures.build_fonts FOLDER``.

FOLDER holds the files named in ``SOURCES``: from Debian's fonts-noto-core and fonts-noto-cjk, and the monochrome Noto
Emoji (all under the SIL Open Font License). What comes out is committed in ``bot/pictures/fonts``.
"""

# fontTools has hardly any types.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

OUT = Path(__file__).with_name("fonts")

LATIN_GREEK_CYRILLIC = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x530),
    *range(0x1E00, 0x2070),
    *range(0x2070, 0x20D0),
    *range(0x2100, 0x2190),
    *range(0x2C60, 0x2C80),
    *range(0xA720, 0xA800),
    0x25CC,
    0xFB00,
    0xFB01,
    0xFB02,
)

# Source file → (file in the package, characters kept; None keeps all).
SOURCES: dict[str, tuple[str, tuple[int, ...] | None]] = {
    "NotoSans-Regular.ttf": ("NotoSans-Regular.ttf", LATIN_GREEK_CYRILLIC),
    "NotoSans-Bold.ttf": ("NotoSans-Bold.ttf", LATIN_GREEK_CYRILLIC),
    **{
        f"NotoSans{script}-Bold.ttf": (f"NotoSans{script}-Bold.ttf", None)
        for script in (
            *(
                "Arabic",
                "Hebrew",
                "Devanagari",
                "Bengali",
                "Gurmukhi",
                "Gujarati",
                "Tamil",
                "Telugu",
                "Kannada",
            ),
            *("Malayalam", "Thai", "Lao", "Georgian", "Armenian"),
        )
    },
    "NotoSansSymbols-Bold.ttf": (
        "NotoSansSymbols-Bold.ttf",
        (*range(0x2190, 0x2200), *range(0x2460, 0x2500), *range(0x2600, 0x2700), *range(0x1F100, 0x1F200)),
    ),
    "NotoSansSymbols2-Regular.ttf": (
        "NotoSansSymbols2-Regular.ttf",
        (*range(0x2500, 0x2600), *range(0x2600, 0x27C0), *range(0x2B00, 0x2C00)),
    ),
    "NotoSansMath-Regular.ttf": ("NotoSansMath-Regular.ttf", tuple(range(0x2200, 0x2300))),
    "NotoEmoji_700Bold.ttf": ("NotoEmoji-Bold.ttf", None),
    "NotoSansCJK-Bold.ttc": ("NotoSansCJK-Bold.otf", ()),
}


def common_cjk() -> Iterable[int]:
    """Kana, and the everyday characters of Japanese, Chinese and Korean by the first level of their standards."""
    yield from range(0x3000, 0x3100)
    yield from range(0xFF01, 0xFFE7)
    yield from map(ord, "彡丶丿乂巛灬")  # strokes that names are decorated with
    for encoding, first, last in (
        ("euc_jp", 0xB0, 0xCF),
        ("gb2312", 0xB0, 0xD7),
        ("euc_kr", 0xB0, 0xC8),
    ):
        for row in range(first, last + 1):
            for cell in range(0xA1, 0xFF):
                yield from map(ord, bytes((row, cell)).decode(encoding, "ignore"))


def cut(source: Path, target: Path, characters: Iterable[int] | None) -> None:
    """Write to ``target`` the font of ``source`` with only these characters, unhinted, its shaping kept."""
    options = subset.Options()
    options.hinting = False
    options.desubroutinize = False
    options.layout_features = (
        ["*"] if characters is None else ["ccmp", "mark", "mkmk", "liga", "locl", "rlig", "kern"]
    )
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = False
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "STAT", "meta"]
    with TTFont(source, fontNumber=0, lazy=True, recalcTimestamp=False) as font:
        kept = set(font.getBestCmap() or {}) if characters is None else set(characters)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=kept)
        cutter.subset(font)
        font.save(target)


def ranges(characters: Iterable[int]) -> list[list[int]]:
    """The characters as [first, last] pairs, in order."""
    found: list[list[int]] = []
    for character in sorted(characters):
        if found and found[-1][1] == character - 1:
            found[-1][1] = character
        else:
            found.append([character, character])
    return found


def covered(font_file: Path) -> list[list[int]]:
    """Which characters a font has a glyph for."""
    with TTFont(font_file, lazy=True) as font:
        return ranges(font.getBestCmap() or {})


def main(folder: Path) -> None:
    """Cut every font found in ``folder``, note what each covers, and say what it weighs."""
    OUT.mkdir(exist_ok=True)
    for name, (target, characters) in SOURCES.items():
        chosen = tuple(common_cjk()) if "CJK" in name else characters
        cut(folder / name, OUT / target, chosen)
        sys.stdout.write(f"{target}: {(OUT / target).stat().st_size // 1024} KB\n")
    coverage = {target: covered(OUT / target) for target, _ in SOURCES.values()}
    (OUT / "coverage.json").write_text(json.dumps(coverage, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
