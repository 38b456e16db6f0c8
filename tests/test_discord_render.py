"""Whatever a screen says, Discord takes it, and names in it stay names."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import render
from adapters.discord.render import Layout, Text
from bot.screens.types import Button, HandScreen, NoteScreen, PingScreen, TableScreen
from bot.service.ports import Picture
from doubles.discord_checks import message_faults
from doubles.discord_desk import a_button, a_hand, a_note, a_ping, a_table
from doubles.discord_world import COMPONENTS_V2

NASTY = st.text(
    st.sampled_from("*_~`|\\#->[]()<@&!:/. \n\u200b\u202eaé漢🃏1"), max_size=80
) | st.sampled_from(
    ["@everyone", "<@&123>", "[a](http://b.c) [d](e)", "# big", "- item", "> quote", "https://evil.example"]
)
BUTTONS = st.lists(st.builds(a_button, NASTY, st.uuids().map(str), symbol=NASTY), max_size=9).map(tuple)
ROWS = st.lists(BUTTONS, max_size=9).map(tuple)
PICTURES = st.none() | st.builds(Picture, NASTY, st.just(b"\x89PNG"))


def faults(shown: Layout | Text) -> list[str]:
    """What Discord would refuse."""
    if isinstance(shown, Text):
        rows: list[Any] = []
        if shown.view is not None:
            rows = shown.view.to_components()
        return message_faults(shown.content, (), rows, 0, ())
    names = [file.filename for file in shown.files]
    return message_faults("", (), parts(shown), COMPONENTS_V2, names)


def parts(shown: Layout) -> list[Any]:
    """The message as it would be sent."""
    components: list[Any] = shown.view.to_components()  # type: ignore[no-untyped-call]  # the library's gap
    return components


def texts(shown: Layout) -> str:
    return "\n".join(part["content"] for part in parts(shown) if part["type"] == 10)


def labels(shown: Layout) -> list[list[str]]:
    return [[button["label"] for button in row["components"]] for row in parts(shown) if row["type"] == 1]


@given(NASTY, NASTY, ROWS, PICTURES)
def test_every_table_is_one_that_discord_takes(
    title: str, rest: str, rows: tuple[tuple[Button, ...], ...], picture: Picture | None
) -> None:
    screen = TableScreen("T1", None, title, f"{title}\n{rest * 20}", rest * 5, rows)
    assert faults(render.table(screen, picture)) == []


@given(NASTY, NASTY, ROWS, PICTURES)
def test_every_hand_is_one_that_discord_takes(
    title: str, line: str, rows: tuple[tuple[Button, ...], ...], picture: Picture | None
) -> None:
    screen = HandScreen("T1", "p", 1, None, title, title + "\n" + line, line, "", rows)
    assert faults(render.hand(screen, picture, line * 30)) == []


@given(NASTY, NASTY, ROWS)
def test_every_note_is_one_that_discord_takes(
    text: str, line: str, rows: tuple[tuple[Button, ...], ...]
) -> None:
    said = "Note: " + text * 60
    assert faults(render.note(NoteScreen(said, rows), line)) == []


@given(NASTY)
def test_no_name_keeps_a_meaning(name: str) -> None:
    shown = render.escape(name)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<\[]", shown)
    assert "://" not in shown
    assert not re.search(r"@(?!\u200b)", shown)
    assert not re.search(r"^\s*[#>+-]", shown, re.MULTILINE)
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", shown).replace("\u200b", "") == name.replace("\u200b", "")


@given(NASTY, NASTY)
def test_a_call_calls_one_person_whatever_their_name(name: str, rest: str) -> None:
    shown = render.ping(PingScreen("T1", "p", name, f"{name} {rest}"), "42")
    assert shown.content.count("<@42>") == 1
    assert shown.mention == 42
    assert re.findall(r"(?<!\\)<", shown.content) == ["<"]


def test_a_call_to_no_account_is_words() -> None:
    assert render.ping(a_ping(), "maria@web") == Text("Maria, it is your turn.")


def test_a_row_too_long_is_broken() -> None:
    buttons = tuple(a_button(str(n), f"b{n}") for n in range(7))
    shown = render.table(a_table("T", *buttons), None)
    assert labels(shown) == [["0", "1", "2", "3", "4"], ["5", "6"]]


def test_a_long_text_ends_with_dots() -> None:
    shown = texts(render.table(a_table("T", caption="T\n" + "*" * 3000), None))
    assert len(shown) <= 4000
    assert shown.endswith("\\*…")
    assert not shown.endswith("\\…")


def test_a_picture_has_a_name_that_discord_leaves_alone() -> None:
    for name, expected in (("a/b c.png", "a_b_c.png"), ("9f2", "9f2.png"), ("", "picture.png")):
        (file,) = render.hand(a_hand("Ad"), Picture(name, b"png")).files
        assert file.filename == expected


def test_a_plain_note_has_no_view() -> None:
    assert render.note(a_note("How to play")) == Text("How to play")
    assert render.words("a*b") == Text("a\\*b")


def test_nothing_to_say_is_still_a_message() -> None:
    assert texts(render.table(a_table(" ", caption=" \n"), None)) == "–"
    assert render.words(" ").content == "–"


def test_a_button_that_says_nothing_is_still_a_button() -> None:
    shown = render.table(a_table("T", a_button("", "x"), a_button("y" * 99, "y")), None)
    assert labels(shown) == [["·", "y" * 80]]


def test_only_our_buttons_are_ours() -> None:
    assert render.token_of("b:k7d2m9qxab-d1t5-play-3c") == "k7d2m9qxab-d1t5-play-3c"
    for foreign in ("", "b:", "b:a b", "x:abc", "b:" + "a" * 65, "b:ü"):
        assert render.token_of(foreign) is None
