"""CPU for each table and hand picture, against plain RGBA compositing saved by Pillow, in the same run.

Both ways compose the same scene from cards and words drawn before; the plain way has them in full colour (the cards
from the same drawings), pastes by alpha, and saves with Pillow's default PNG settings. Each scene is drawn with every deck, and again with
names that were never seen before. Run: ``python benchmarks/pictures.py [rounds [deck ...]]``.
"""

from __future__ import annotations

import io
import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import resvg_py
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from scenes_for_tests import HANDS, TABLES

from bot.pictures import canvas, hand, sprites, table
from bot.pictures.cards import DECKS, back_svg, card_svg
from bot.pictures.scene import HandScene, TableScene
from bot.pictures.sprites import Sprite

BATCH = 10

MEASURED_TABLES = {
    "mid-deal": "two",
    "the end": "end-two",
    "four in pairs": "four",
    "six in trios": "six",
    "chiamata": "chiamata",
    "auction": "auction",
    "open hands": "aperta",
    "end with a sheet": "end-chiamata-long",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """What one way of drawing costs."""

    milliseconds: float
    size: int


def cpu(draw: Callable[[], bytes], rounds: int) -> Figure:
    """The least CPU of many batches, each picture of a batch counted alike: what the machine can do undisturbed."""
    size = len(draw())
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(BATCH):
            draw()
        best = min(best, (time.process_time() - start) / BATCH)
    return Figure(best * 1000, size)


class Plain:
    """The same picture in full colour: RGBA sprites pasted by alpha on an RGB table, Pillow's own PNG."""

    def __init__(self, deck: str) -> None:
        self._deck = deck
        self._cards = {
            id(sprites.card(deck, name, width)): name for width in sprites.SIZES for name in sprites.STRIP
        }
        self._sprites: dict[int, tuple[Sprite, Image.Image]] = {}
        self._felt: dict[tuple[int, int, int], Image.Image] = {}

    def put(self, board: canvas.Canvas, sprite: Sprite, x: int, y: int) -> None:
        kept = self._sprites.get(id(sprite))
        if kept is None:
            kept = self._sprites[id(sprite)] = (sprite, self._coloured(sprite))
        board.image.paste(kept[1], (x, y), kept[1])

    def _coloured(self, sprite: Sprite) -> Image.Image:
        """The sprite with all its colours: a card as it was drawn, anything else as it is."""
        name = self._cards.get(id(sprite))
        if name is None:
            coloured = sprite.image.convert("RGB").convert("RGBA")
            coloured.putalpha(sprite.mask.convert("L"))
            return coloured
        svg = back_svg(self._deck) if name == sprites.BACK else card_svg(self._deck, name)
        png = resvg_py.svg_to_bytes(svg_string=svg, width=sprite.width, height=sprite.height)
        with Image.open(io.BytesIO(bytes(png))) as drawn:
            return drawn.convert("RGBA")

    def felt(self, width: int, height: int, rim: int = 0) -> canvas.Canvas:
        if (width, height, rim) not in self._felt:
            self._felt[width, height, rim] = canvas.Canvas.felt(width, height, rim).picture().convert("RGBA")
        return canvas.Canvas(self._felt[width, height, rim].copy(), bytearray())

    @staticmethod
    def png(board: canvas.Canvas) -> bytes:
        stream = io.BytesIO()
        board.image.convert("RGB").save(stream, "PNG")
        return stream.getvalue()

    def run(self, draw: Callable[[], bytes], rounds: int) -> Figure:
        """The cost of ``draw`` with its canvas replaced by this one."""
        plain = self

        class PlainCanvas(canvas.Canvas):
            @classmethod
            def felt(cls, width: int, height: int, rim: int = 0) -> canvas.Canvas:
                return cls(plain.felt(width, height, rim).image, bytearray())

            def put(self, sprite: Sprite, x: int, y: int) -> None:
                plain.put(self, sprite, x, y)

            def png(self, most: int) -> bytes:
                return plain.png(self)

        with patch.object(table, "Canvas", PlainCanvas), patch.object(hand, "Canvas", PlainCanvas):
            return cpu(draw, rounds)


def unseen(scene: TableScene) -> Callable[[], bytes]:
    """Draws the table each time with another name at its first seat."""
    numbers = itertools.count()

    def draw() -> bytes:
        seat = replace(scene.seats[0], name=f"Maria Rossi {next(numbers)}")
        return table.draw_table(replace(scene, seats=(seat, *scene.seats[1:])))

    return draw


def pictures(deck: str) -> dict[str, Callable[[], bytes]]:
    """What is measured of a deck."""
    scenes = {what: replace(TABLES[name], deck=deck) for what, name in MEASURED_TABLES.items()}
    hands: dict[str, HandScene] = {
        name: replace(HANDS[name], deck=deck) for name in ("three", "five", "eight")
    }
    return {
        **{f"table, {what}": partial(table.draw_table, scene) for what, scene in scenes.items()},
        "table, a new name": unseen(scenes["mid-deal"]),
        **{f"hand of {name}": partial(hand.draw_hand, scene) for name, scene in hands.items()},
    }


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for deck in sys.argv[2:] or DECKS:
        print(f"{deck:24}{'palette + isal':>22}{'RGBA + Pillow PNG':>24}{'CPU':>9}{'bytes':>9}")
        for name, draw in pictures(deck).items():
            ours = cpu(draw, rounds)
            plain = Plain(deck).run(draw, max(rounds // 5, 2))
            print(
                f"{name:24}{ours.milliseconds:8.2f} ms {ours.size / 1000:6.1f} KB "
                f"{plain.milliseconds:10.2f} ms {plain.size / 1000:6.1f} KB "
                f"{plain.milliseconds / ours.milliseconds:7.1f}× {plain.size / ours.size:7.1f}×",
                flush=True,
            )


if __name__ == "__main__":
    main()
