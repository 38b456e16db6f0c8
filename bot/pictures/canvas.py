"""The felt that pictures are composed on, in the fixed palette."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from bot.pictures.palette import palette_bytes, ramp
from bot.pictures.png import encoded
from bot.pictures.sprites import Sprite, mask_of, remapped
from bot.pictures.text import Style, in_palette, line, wrapped

_SMOOTH = 4
"""Shapes are drawn so many times larger and made smaller, for smooth edges."""


def _round_box(size: tuple[int, int], radius: int) -> Image.Image:
    """A filled box with round corners as a smooth grey shape."""
    large = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
    edge = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(edge, radius * _SMOOTH, fill=255)
    return large.reduce(_SMOOTH)


def _laid(sprite: Sprite, over: Sprite, at: tuple[int, int]) -> Sprite:
    image = over.image.copy()
    image.paste(sprite.image, at, sprite.mask)
    return Sprite(image, over.mask)


@lru_cache(maxsize=64)
def plate(size: tuple[int, int], radius: int, *, lit: bool = False) -> Sprite:
    """A darker plate for words; ``lit`` gives it a yellow edge."""
    border = 5
    if not lit:
        return in_palette(_round_box(size, radius), "plate", "felt")
    inside = (size[0] - 2 * border, size[1] - 2 * border)
    edge = in_palette(_round_box(size, radius), "arrow", "felt")
    smooth = _round_box(inside, radius - border)
    hole = in_palette(remapped(smooth, bytes(range(255, -1, -1))), "arrow", "plate")
    filled = Image.new("P", inside, ramp("plate", "felt").full)
    filled.putpalette(palette_bytes())
    filled.paste(hole.image, (0, 0), hole.mask)
    return _laid(Sprite(filled, Image.new("1", inside, 1)), edge, (border, border))


BADGE_INK = 20
"""A badge is so much wider than its word."""


@lru_cache(maxsize=256)
def badge(text: str, size: int, room: int, ground: str = "plate") -> Sprite:
    """A word in ink on a pale golden pill, at most ``room`` pixels wide."""
    word = line(text, Style(size, "ink", "badge"), room - BADGE_INK)
    box = (word.sprite.width + BADGE_INK, round(size * 1.4))
    pill = in_palette(_round_box(box, box[1] // 2), "badge", ground)
    return _laid(word.sprite, pill, (BADGE_INK // 2, round(size * 1.06) - word.baseline))


@cache
def _felt(width: int, height: int, rim: int) -> bytes:
    """Empty felt, one column wider than the picture (see ``png.encoded``), with a darker rim if it has one."""
    image = Image.new("P", (width + 1, height), 0)
    image.putpalette(palette_bytes())
    if rim:
        outer = plate((width - 2 * rim, height - 2 * rim), 3 * rim)
        image.paste(outer.image, (rim + 1, rim), outer.mask)
        inner = _round_box((width - 3 * rim, height - 3 * rim), 5 * rim // 2)
        at = (rim + rim // 2 + 1, rim + rim // 2)
        image.paste(0, at, mask_of(inner, bytes(255 * (grey > 127) for grey in range(256))))
    return image.tobytes()


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture in the making; places are its own pixels.

    What is painted on ``image`` is written into ``pixels``: to take them out of an image of Pillow's own would cost
    more than all the painting.
    """

    image: Image.Image
    pixels: bytearray

    @classmethod
    def felt(cls, width: int, height: int, rim: int = 0) -> Canvas:
        """Empty felt of this size."""
        pixels = bytearray(_felt(width, height, rim))
        image = Image.frombuffer("P", (width + 1, height), pixels, "raw", "P", 0, 1)
        image.readonly = 0  # or the first paste would take a copy of the memory and paint there
        return cls(image, pixels)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite down with its top left corner at (x, y)."""
        self.image.paste(sprite.image, (x + 1, y), sprite.mask)

    def put_centred(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite down with its middle at (x, y)."""
        self.put(sprite, x - sprite.width // 2, y - sprite.height // 2)

    def rule(self, x: int, y: int, width: int) -> None:
        """A thin line across a plate, in the colour of the felt."""
        self.image.paste(0, (x + 1, y - 1, x + 1 + width, y + 1))

    @staticmethod
    def width_of(text: str, style: Style, room: int) -> int:
        """How many pixels across a line takes within ``room``; none if there is no text."""
        return line(text, style, room).sprite.width if text else 0

    def write(self, text: str, style: Style, at: tuple[int, int], room: int, part: float = 0.0) -> None:
        """One line whose baseline starts at ``at``; ``part`` 0.5 centres it there, 1 ends it there."""
        if not text:
            return
        drawn = line(text, style, room)
        self.put(drawn.sprite, at[0] - round(drawn.sprite.width * part), at[1] - drawn.baseline)

    def write_at_size(self, text: str, style: Style, at: tuple[int, int], room: int) -> None:
        """One line that is cut rather than set smaller, for texts that stand below each other."""
        if text:
            drawn = line(text, style, room, 1.0)
            self.put(drawn.sprite, at[0], at[1] - drawn.baseline)

    def write_lines(
        self, text: str, style: Style, at: tuple[int, int], room: int, most: int, part: float = 0.0
    ) -> int:
        """Up to ``most`` lines, the first with its baseline at ``at``; gives how many there were."""
        rows = wrapped(text, style, room, most)
        for number, drawn in enumerate(rows):
            y = at[1] + round(number * drawn.baseline * 1.13)
            self.put(drawn.sprite, at[0] - round(drawn.sprite.width * part), y - drawn.baseline)
        return len(rows)

    def picture(self) -> Image.Image:
        """What has been painted, in full colour, for those who paint on with more colours than the palette has."""
        width = self.image.width - 1
        painted = Image.frombytes("P", self.image.size, bytes(self.pixels)).crop(
            (1, 0, width + 1, self.image.height)
        )
        painted.putpalette(palette_bytes())
        return painted.convert("RGB")

    def png(self, most: int) -> bytes:
        """The finished picture, packed harder if it would be heavier than ``most`` bytes."""
        return encoded(self.pixels, self.image.width - 1, most)
