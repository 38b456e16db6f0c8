"""Names as people write them: cleaned, cut, ordered, and never shown as an empty box."""

import json
import unicodedata

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import features

from bot.pictures import clean_name, drawable_name, fonts, names, text
from bot.pictures.directions import is_leftward, levels, seen_order
from bot.pictures.fonts import BOLD, REGULAR, runs
from bot.pictures.names import graphemes

FAMILY = "👨‍👩‍👧‍👦"

NAMES = (
    "Maria Rossi",
    "Zoë Müller-Łuczak",
    "Γιώργος",
    "Ольга",
    "محمد بن سلمان",
    "דוד לוי",
    "नरेंद्र मोदी",
    "শেখ হাসিনা",
    "தமிழ்",
    "తెలుగు",
    "ಕನ್ನಡ",
    "മലയാളം",
    "ગુજરાતી",
    "ਪੰਜਾਬੀ",
    "ทดสอบ",
    "ລາວ",
    "მარიამი",
    "Հայկ",
    "山田太郎",
    "王小明",
    "さくら カナ",
    "한글 이름",
    f"{FAMILY} family",
    "🇮🇹 Ugo ❤️",
    "👍🏽",
    "★彡 ☠ ♥",
    "𝓜𝓪𝓻𝓲𝓪",
    "ＦＵＬＬ",
    "①②③",
)


# Cleaning ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Maria", "Maria"),
        ("  Maria \t\n Rossi  ", "Maria Rossi"),
        ("Maria\u00a0\u2003Rossi", "Maria Rossi"),
        ("e\u0301", "é"),
        ("\u202eMaria\u202c", "Maria"),
        ("Ma\u200bri\u2060a\ufeff", "Maria"),
        ("Ma\x00ri\x1b[31ma", "Mari[31ma"),
        ("\ue000Ugo\U000f0000", "Ugo"),
        ("<b>*Ugo*</b> [x](y) `z`", "<b>*Ugo*</b> [x](y) `z`"),
        ("@everyone", "@everyone"),
        ("", ""),
        (" \u200d\u200c\u2060\u3164\u2800 ", ""),
        ("\u0301\u0302", ""),
        ("\ud800", ""),
        ("\u0301Ugo", "Ugo"),
        ("\u200dUgo\u200d", "Ugo"),
    ],
)
def test_a_name_is_cleaned(raw: str, clean: str) -> None:
    assert clean_name(raw, 32) == clean


def test_a_letter_keeps_two_marks_of_a_flood() -> None:
    flooded = clean_name("Z" + "\u0335" * 40 + "algo", 32)
    assert sum(unicodedata.category(character) == "Mn" for character in flooded) == 2
    assert flooded.startswith("Z")
    assert flooded.endswith("algo")


def test_a_vowel_beside_its_consonant_does_not_count_against_the_marks_on_it() -> None:
    assert clean_name("क़्यों", 32) == unicodedata.normalize("NFC", "क़्यों")
    assert clean_name("क़ों", 32) == unicodedata.normalize("NFC", "क़ों")
    assert len(clean_name("क" + "ा" * 50, 32)) == 3


def test_a_long_name_is_cut_with_dots() -> None:
    assert clean_name("W" * 64, 32) == "W" * 31 + "…"
    assert clean_name("W" * 32, 32) == "W" * 32


def test_a_cut_never_splits_what_a_reader_sees_as_one() -> None:
    assert clean_name(FAMILY * 3, 2) == f"{FAMILY}…"
    assert clean_name("🇮🇹🇵🇹🇬🇧", 2) == "🇮🇹…"
    assert clean_name("n̈n̈n̈", 2) == "n̈…"
    assert clean_name("👍🏽👍🏽👍🏽", 2) == "👍🏽…"


def test_a_flood_of_joiners_is_no_single_grapheme() -> None:
    flood = clean_name("👨" + "\u200d👨" * 100, 8)
    assert len(flood) <= 8 * names.LONGEST_GRAPHEME


@given(st.text(max_size=80), st.integers(1, 40))
def test_cleaning_any_text_gives_a_short_visible_line_or_nothing(raw: str, most: int) -> None:
    clean = clean_name(raw, most)
    assert len(graphemes(clean)) <= most
    assert clean == clean.strip()
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") for character in clean)
    assert clean == "" or any(unicodedata.category(character)[0] in "LNPS" for character in clean)


@given(st.text(max_size=60))
def test_cleaning_a_clean_name_changes_nothing(raw: str) -> None:
    clean = clean_name(raw, 60)
    assert clean_name(clean, 60) == clean


# Fonts ------------------------------------------------------------------------------------------


def test_the_noted_coverage_is_what_the_fonts_have() -> None:
    stored = json.loads((fonts.FOLDER / "coverage.json").read_text("ascii"))
    assert set(stored) == {path.name for path in fonts.FOLDER.iterdir() if path.suffix in (".ttf", ".otf")}
    for name, covered in fonts.coverage().items():
        with TTFont(fonts.FOLDER / name, lazy=True) as font:
            assert covered == set(font.getBestCmap() or {}), name


def test_the_fonts_licence_ships_with_them() -> None:
    assert "SIL OPEN FONT LICENSE" in (fonts.FOLDER / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_drawn_whole_and_without_boxes(name: str) -> None:
    drawn = runs(clean_name(name, 32), bold=True)
    for run in drawn:
        covered = fonts.coverage()[run.font]
        assert all(
            ord(character) in covered or character in (names.ZWJ, names.ZWNJ) for character in run.text
        )
    plain = unicodedata.normalize("NFKC", clean_name(name, 32)).replace("\ufe0f", "")
    shown = unicodedata.normalize("NFKC", "".join(run.text for run in drawn))
    assert sorted(shown) == sorted(plain)


@given(st.text(max_size=40))
def test_no_text_is_ever_drawn_with_a_character_its_font_lacks(raw: str) -> None:
    for run in runs(clean_name(raw, 40), bold=False):
        covered = fonts.coverage()[run.font]
        assert all(
            ord(character) in covered or character in (names.ZWJ, names.ZWNJ) for character in run.text
        )


def test_what_no_font_has_is_left_out() -> None:
    assert drawable_name("𓀀Ugo𓀁", 32) == "Ugo"
    assert drawable_name("𓀀𓀁", 32) == ""
    assert drawable_name("𓀀" * 50, 32) == ""


def test_letters_of_mathematics_are_drawn_as_letters() -> None:
    assert drawable_name("𝓜𝓪𝓻𝓲𝓪", 32) == "Maria"


def test_digits_after_an_emoji_are_drawn_as_digits() -> None:
    assert [run.font for run in runs("😀 42", bold=True)][-1] == BOLD
    assert {run.font for run in runs("Ugo 42", bold=False)} == {REGULAR}


def test_shaping_is_available_where_the_tests_run() -> None:
    """Without FriBiDi, Arabic would be drawn letter by letter; ``doctor`` says so to a user."""
    assert fonts.shaping_available() == bool(features.check("raqm"))


# Directions -------------------------------------------------------------------------------------


def _seen(logical: str) -> str:
    """The text from left to right as seen, Hebrew written in capitals of its own: letters only."""
    pieces = graphemes(logical)
    row = levels(pieces)
    return "".join(pieces[place] for place in seen_order(row))


@pytest.mark.parametrize(
    ("logical", "seen"),
    [
        ("abc", "abc"),
        ("אבג", "גבא"),
        ("abc אבג", "abc גבא"),
        ("אבג abc", "abc גבא"),
        ("אבג 12", "12 גבא"),
        ("אבג 1.5 abc", "abc 1.5 גבא"),
        ("abc אבג 12 דה def", "abc הד 12 גבא def"),
        ("אבג (x)", "(x) גבא"),
        ("אבג!", "!גבא"),
        ("", ""),
    ],
)
def test_a_text_of_two_directions_is_seen_in_order(logical: str, seen: str) -> None:
    expected = seen.replace("(", "\0").replace(")", "(").replace("\0", ")") if is_leftward(logical) else seen
    assert _seen(logical) == expected  # brackets are mirrored when they are drawn


def test_a_cut_arabic_name_ends_at_the_left() -> None:
    drawn = runs(clean_name("محمد بن سلمان آل سعود", 8), bold=True)
    assert drawn[0].text.endswith("…")
    assert all(run.leftward for run in drawn)


# Drawing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*NAMES, "W" * 64, "م" * 64, "Z" + "\u0301" * 50])
def test_a_drawn_name_keeps_to_its_room(name: str) -> None:
    drawn = text.line(name, text.Style(36), 200).sprite
    assert 8 < drawn.width <= 200 + 10
    assert drawn.mask.getbbox() is not None


def test_an_arabic_name_is_shaped() -> None:
    if not fonts.shaping_available():
        pytest.skip("no FriBiDi")
    joined = text.line("ببب", text.Style(36), 400).sprite.width
    apart = text.line("ب ب ب", text.Style(36), 400).sprite.width
    assert joined < apart


def test_without_shaping_a_hebrew_name_still_runs_to_the_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "shaping_available", lambda: False)
    (run,) = runs("אבג", bold=True)
    assert text._shown(run) == "גבא"
    assert text._direction(run) is None


@pytest.mark.parametrize("name", NAMES)
def test_without_shaping_every_name_is_still_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "shaping_available", lambda: False)
    monkeypatch.setattr(fonts, "shaping_available", lambda: False)
    monkeypatch.setattr(text, "face", fonts.face.__wrapped__)
    drawn = text.line.__wrapped__(name, text.Style(36), 300).sprite
    assert drawn.mask.getbbox() is not None


def test_wrapped_words_are_all_of_one_size() -> None:
    style = text.Style(38, "gold", "felt")
    rows = text.wrapped("Giuseppe ha vinto la presa e gioca per primo", style, 350, 2)
    assert len({row.baseline for row in rows}) == 1
    assert rows[0].baseline < text.line("Giuseppe", style, 350).baseline


def test_words_are_wrapped_between_words() -> None:
    rows = text.wrapped("Giuseppe won the last trick", text.Style(27, "quiet", "felt"), 250, 2)
    assert len(rows) == 2
    assert all(row.sprite.width <= 260 for row in rows)
    assert text.wrapped("", text.Style(27, "quiet", "felt"), 250, 2) == ()
