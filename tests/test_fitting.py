"""Words are held to their room, and cut only where a reader would pause."""

import pytest

from bot.screens.fitting import fitted, held, size


def test_lines_that_fit_stay_whole_and_empty_ones_are_left_out() -> None:
    assert fitted(["one", "", "two"], 7) == "one\ntwo"
    assert fitted(["One.", "Two."], 9, " ") == "One. Two."
    assert fitted([], 5) == ""


@pytest.mark.parametrize(
    ("most", "kept"),
    [
        (27, "to play: Anna\nthree, knight"),
        (26, "to play: Anna\nthree…"),
        (19, "to play: Anna…"),
        (13, "to play: Anna"),
        (12, "to play…"),
    ],
)
def test_what_does_not_fit_is_cut_after_a_word(most: int, kept: str) -> None:
    assert fitted(["to play: Anna", "three, knight"], most) == kept


def test_a_name_is_held_to_its_room_without_breaking_a_letter() -> None:
    family = "👨‍👩‍👧‍👦"
    assert held(family * 2, 22) == family * 2
    assert held(family * 3, 23) == family * 2 + "…"
    assert held("Anna", 4) == "Anna"
    assert size("Anna 🃏") == 7
