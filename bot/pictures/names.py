"""Names as people may write them, made fit to show: cleaned, held to a length, nothing invisible left alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

ZWNJ, ZWJ = "\u200c", "\u200d"
ELLIPSIS = "…"
MARKS_A_BASE = 2
LONGEST_GRAPHEME = 12
"""Code points: enough for a family of four emojis, too few to flood a message."""

# Letters and symbols that Unicode calls visible and every font draws empty.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\ufffc\ufffd")
_DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_kept(character: str) -> bool:
    if character in (ZWNJ, ZWJ):
        return True
    return character not in _BLANK and unicodedata.category(character) not in _DROPPED


def _spaced(raw: str) -> str:
    """The text with every kind and run of white space as one space, controls and blank letters gone."""
    kept = (" " if character.isspace() else character for character in raw)
    return " ".join("".join(character for character in kept if _is_kept(character)).split())


def _few_marks(text: str) -> Iterator[str]:
    """The characters without marks that have no base, and without the third mark and on of each base.

    Vowels that stand beside their consonant (category Mc) are marks to Unicode but pile up on nobody: they have a
    count of their own, since Hindi and Burmese syllables may need both.
    """
    room = {"Mn": 0, "Mc": 0}  # before any base there is none
    for character in text:
        if _is_mark(character):
            kind = "Mc" if unicodedata.category(character) == "Mc" else "Mn"
            room[kind] -= 1
            if room[kind] < 0:
                continue
        elif character not in (ZWNJ, ZWJ):
            room = dict.fromkeys(room, 0 if character == " " else MARKS_A_BASE)
        yield character


def _is_joined(grapheme: str, character: str) -> bool:
    """Whether the character belongs to the grapheme before it."""
    if _is_mark(character) or character in (ZWNJ, ZWJ) or "\U0001f3fb" <= character <= "\U0001f3ff":
        return True
    last = grapheme[-1]
    if last == ZWJ or unicodedata.combining(last) == 9:  # joined emoji; a consonant after a virama
        return character != " "
    if _is_flag_letter(character):
        return len(grapheme) == 1 and _is_flag_letter(grapheme)
    return "\u1160" <= character <= "\u11ff" and "\u1100" <= last <= "\u11ff"


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def graphemes(text: str) -> list[str]:
    """The text in pieces that a reader sees as one character each."""
    found: list[str] = []
    for character in text:
        if found and len(found[-1]) < LONGEST_GRAPHEME and _is_joined(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _is_visible(grapheme: str) -> bool:
    return any(unicodedata.category(character)[0] not in "MZC" for character in grapheme)


def shortened(text: str, max_graphemes: int) -> str:
    """The text, or its beginning and "…" so that it has at most so many graphemes."""
    pieces = graphemes(text)
    if len(pieces) <= max_graphemes:
        return text
    return "".join(pieces[: max(max_graphemes - 1, 0)]).rstrip() + ELLIPSIS


def clean_name(raw: str, max_graphemes: int) -> str:
    """A name fit to be shown anywhere; "" when nothing of it can be seen.

    Composed (NFC), on one line, without control, direction, private and blank characters, with at most two
    combining marks a letter, at most ``max_graphemes`` characters as a reader counts them. Markup is kept as
    typed: whoever sends the name to a platform escapes it there.
    """
    spaced = _spaced(unicodedata.normalize("NFC", raw))
    marked = "".join(_few_marks(spaced))
    visible = "".join(grapheme for grapheme in graphemes(marked) if grapheme == " " or _is_visible(grapheme))
    joined = visible.strip(f"{ZWNJ}{ZWJ} ")
    return shortened(unicodedata.normalize("NFC", joined), max_graphemes)
