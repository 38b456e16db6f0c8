"""``briscola-bot cards``: a deck as picture files."""

from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from bot.pictures import sprites
from bot.pictures.cards import CODES, DECKS


@pytest.mark.parametrize("deck", DECKS)
def test_the_cards_of_a_deck_are_written_as_pictures(
    deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / deck
    assert main(["cards", "--deck", deck, "--out", str(folder)]) == 0
    assert capsys.readouterr().out == f"42 pictures in {folder}\n"
    assert {path.name for path in folder.iterdir()} == {
        *(f"{code}.png" for code in CODES),
        "back.png",
        "sheet.png",
    }
    with Image.open(folder / "Ad.png") as ace:
        assert ace.size == (240, 380)
        assert ace.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0)
        assert ace.convert("RGB").tobytes() == sprites.card(deck, "Ad", 240).image.convert("RGB").tobytes()
    with Image.open(folder / "sheet.png") as sheet:
        assert sheet.width > 1200


def test_a_deck_that_there_is_not_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", "--deck", "tarot", "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert (
        said.err == "briscola-bot: there is no deck 'tarot'; "
        "the decks are plain, neapolitan, piacentine, spanish, french\n"
    )
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_to_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["cards", "--deck", "plain", "--out", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err == f"briscola-bot: cannot write to {tmp_path / 'file'}: File exists\n"


@pytest.mark.parametrize("missing", [["--deck", "plain"], ["--out", "x"], []])
def test_both_the_deck_and_the_folder_have_to_be_named(
    missing: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["cards", *missing])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
