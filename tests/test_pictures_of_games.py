"""Pictures of every game by two to six: light, the same each time, nothing over anything else, nothing cut off."""

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from scenes_for_tests import (
    APERTA,
    AUCTION,
    BRISCOLONE,
    CHIAMATA,
    CHIAMATA_SIDES,
    CROWDED,
    EIGHT,
    END_CHIAMATA,
    END_FOUR_SHEET,
    FOUR,
    HAND,
    HANDS,
    LONG_SHEET,
    SIX_FULL,
    TABLES,
)

from bot.pictures import (
    HandScene,
    PileScene,
    SeatScene,
    SheetScene,
    TableScene,
    draw_hand,
    draw_table,
    sprites,
)
from bot.pictures.cards import CODES
from bot.pictures.hand import CARDS
from bot.pictures.layout import HEIGHT, WIDTH, Box, TablePlaces, places
from bot.pictures.scoresheet import MORE, shown_deals
from bot.pictures.table import arrow_place

MOST_TABLE, MOST_HAND = 90_000, 60_000
PHONE = 360

LONG = "Wolfeschlegelsteinhausenbergerdorff the Elder of all the declarers"
HEAVY = ("7b", "Kb", "7c", "7d", "Kc", "Qb", "Jb", "6b", "Kd", "7s", "Qc", "Qd")


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        return image.convert("RGB")


def changed_box(one: TableScene, other: TableScene) -> Box:
    """Where two pictures differ."""
    found = ImageChops.difference(opened(draw_table(one)), opened(draw_table(other))).getbbox()
    assert found is not None
    return found


def is_within(inner: Box, outer: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_of_any_game_is_light_and_drawn_the_same_again(name: str) -> None:
    png = draw_table(TABLES[name])
    assert opened(png).size == (WIDTH, HEIGHT)
    assert len(png) <= MOST_TABLE
    assert png == draw_table(replace(TABLES[name]))


@pytest.mark.parametrize("name", sorted(HANDS))
def test_a_hand_of_any_game_is_light_and_drawn_the_same_again(name: str) -> None:
    png = draw_hand(HANDS[name])
    assert len(png) <= MOST_HAND
    assert png == draw_hand(replace(HANDS[name]))


def test_the_busiest_cards_at_the_fullest_table_are_still_light() -> None:
    trick, last = tuple(enumerate(HEAVY[:6])), tuple(enumerate(HEAVY[6:]))
    assert len(draw_table(replace(CROWDED, trick=trick, last_trick=last))) <= MOST_TABLE
    assert len(draw_hand(replace(EIGHT, cards=HEAVY[:8]))) <= MOST_HAND
    assert (
        len(draw_hand(replace(HAND, cards=HEAVY[:3], others=(("Zoë", HEAVY[3:6]), ("João", HEAVY[6:9])))))
        <= MOST_HAND
    )


# Places -----------------------------------------------------------------------------------------


def centred(at: tuple[int, int], width: int, height: int) -> Box:
    left, top = at[0] - width // 2, at[1] - height // 2
    return left, top, left + width, top + height


def tricks_of(spots: TablePlaces) -> list[Box]:
    return [
        centred(spot.card, spots.trick_card, sprites.card_height(spots.trick_card)) for spot in spots.seats
    ]


def corners_of(spots: TablePlaces) -> Iterator[Box]:
    """The stock with the trump across and what stands under it, and the last trick."""
    x, y = spots.stock
    high = sprites.card_height(spots.stock_card)
    yield x, y, x + spots.stock_card // 2 + high, y + high + 52
    middle, top = spots.last_trick.at
    half = spots.last_trick.room // 2
    yield middle - half, top - 30, middle + half, top + 200


TABLE_KINDS = [(seats, shown) for seats in range(2, 7) for shown in (False, True)]


@pytest.mark.parametrize(("seats", "shown"), TABLE_KINDS)
def test_nothing_at_a_table_covers_anything_else(seats: int, shown: bool) -> None:
    spots = places(seats, open_hands=shown)
    boxes = [*tricks_of(spots), *(spot.box for spot in spots.seats), *corners_of(spots)]
    if shown:
        hands = ((spot.open.at, spot.open) for spot in spots.seats)
        boxes += [(x, y, x + one.room, y + sprites.card_height(one.card)) for (x, y), one in hands]
    for box in boxes:
        assert is_within(box, (8, 8, WIDTH - 8, HEIGHT - 8))
    for one, other in combinations(boxes, 2):
        assert not meet(one, other), (one, other)


@pytest.mark.parametrize(("seats", "shown"), TABLE_KINDS)
def test_an_arrow_covers_no_card_but_where_its_own_seat_will_play(seats: int, shown: bool) -> None:
    spots = places(seats, open_hands=shown)
    tricks = tricks_of(spots)
    for number, spot in enumerate(spots.seats):
        arrow = centred(arrow_place(spot), 96, 96)
        others = [box for place, box in enumerate(tricks) if place != number]
        others += [other.box for other in spots.seats] + list(corners_of(spots))
        assert not any(meet(arrow, box) for box in others)


def test_a_card_on_the_table_and_in_the_hand_is_wide_enough_for_a_phone() -> None:
    for seats in range(2, 7):
        assert places(seats).trick_card * PHONE / WIDTH >= 40
    for scene in HANDS.values():
        picture = opened(draw_hand(scene))
        width = next(size for most, size in CARDS.items() if len(scene.cards) <= most)
        assert width * 1240 / picture.width >= 120
        assert width * PHONE / picture.width >= 60


# What is seen -----------------------------------------------------------------------------------

MARIA, LUCIA = CHIAMATA.seats[0], CHIAMATA.seats[2]

CHANGES: dict[str, tuple[TableScene, dict[str, Any]]] = {
    "dealer": (FOUR, {"seats": (replace(FOUR.seats[0], dealer=True), *FOUR.seats[1:])}),
    "side at the top": (FOUR, {"seats": (*FOUR.seats[:2], replace(FOUR.seats[2], side="B"), FOUR.seats[3])}),
    "role": (CHIAMATA, {"seats": (replace(MARIA, role="solo"), *CHIAMATA.seats[1:])}),
    "role at the side": (
        CHIAMATA,
        {"seats": (*CHIAMATA.seats[:2], replace(LUCIA, role="3"), *CHIAMATA.seats[3:])},
    ),
    "note beside a role": (CHIAMATA, {"seats": (replace(MARIA, note="away"), *CHIAMATA.seats[1:])}),
    "called card": (CHIAMATA, {"called": "Ab"}),
    "top of the stock": (APERTA, {"stock_top": "2c"}),
    "word for no trump": (BRISCOLONE, {"trump_word": "Senza briscola"}),
    "facts": (AUCTION, {"facts": ("Highest bid: 2",)}),
    "sheet in the auction": (AUCTION, {"sheet": None}),
    "sheet at the end": (END_CHIAMATA, {"sheet": LONG_SHEET}),
    "side of a pile": (
        END_CHIAMATA,
        {"piles": (replace(END_CHIAMATA.piles[0], side=None), END_CHIAMATA.piles[1])},
    ),
    "score of a pile": (
        END_CHIAMATA,
        {"piles": (replace(END_CHIAMATA.piles[0], score="+4"), END_CHIAMATA.piles[1])},
    ),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_whatever_changes_in_a_scene_of_many_is_seen(what: str) -> None:
    scene, change = CHANGES[what]
    assert draw_table(replace(scene, **change)) != draw_table(scene)


def test_facts_are_read_only_while_no_card_lies_in_the_middle() -> None:
    assert draw_table(replace(CHIAMATA, facts=("Highest bid: 3",))) == draw_table(CHIAMATA)


def test_a_score_sheet_leaves_the_corner_to_the_stock_and_the_called_card() -> None:
    for scene in (CHIAMATA, FOUR, BRISCOLONE):
        assert draw_table(replace(scene, sheet=LONG_SHEET)) == draw_table(replace(scene, sheet=None))


def test_the_partner_of_whom_nobody_is_told_looks_like_everybody_else() -> None:
    """Without sides and roles in the scene the picture cannot know them: only their plates differ."""
    told = replace(
        CHIAMATA, seats=(*CHIAMATA.seats[:3], replace(CHIAMATA.seats[3], role=""), CHIAMATA.seats[4])
    )
    assert is_within(changed_box(CHIAMATA, told), places(5).seats[3].box)


def test_partners_hands_are_seen_above_the_own_cards() -> None:
    alone, seen = opened(draw_hand(HAND)), opened(draw_hand(replace(HAND, others=(("Zoë", ("Kd", "2b")),))))
    added = seen.height - alone.height
    assert added > sprites.card_height(84)
    own = ImageChops.difference(
        seen.crop((0, added + 20, seen.width, seen.height)), alone.crop((0, 20, alone.width, alone.height))
    )
    assert own.getbbox() is None


def test_a_hand_of_eight_lies_in_two_rows_of_four() -> None:
    picture = opened(draw_hand(replace(EIGHT, on_turn=False)))
    first = opened(draw_hand(replace(EIGHT, on_turn=False, cards=(*EIGHT.cards[:4], *EIGHT.cards[:4]))))
    box = ImageChops.difference(picture, first).getbbox()
    assert box is not None
    assert box[1] > 20 + sprites.card_height(144)


# Long words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scene", [FOUR, CHIAMATA_SIDES, SIX_FULL, APERTA], ids=["four", "five", "six", "open"]
)
@pytest.mark.parametrize("field", ["name", "role", "note"])
def test_long_words_at_a_seat_stay_on_its_plate(scene: TableScene, field: str) -> None:
    spots = places(len(scene.seats), open_hands=bool(scene.seats[0].open_hand))
    for number, spot in enumerate(spots.seats):
        seats = list(scene.seats)
        words: dict[str, Any] = {field: LONG}
        seats[number] = replace(seats[number], **words)
        assert is_within(changed_box(scene, replace(scene, seats=tuple(seats))), spot.box)


def test_long_facts_stay_between_the_arrows_and_the_newest_are_kept() -> None:
    facts = tuple(f"{LONG} {number}" for number in range(9))
    box = changed_box(AUCTION, replace(AUCTION, facts=facts))
    assert is_within(box, (464, 204, 816, 500))
    newest = tuple(f"x{number}" for number in range(9))
    assert draw_table(replace(AUCTION, facts=newest)) == draw_table(
        replace(AUCTION, facts=("…", *newest[5:]))
    )


def test_long_words_on_a_sheet_stay_in_their_cells() -> None:
    sheet = SheetScene(("Ada", "Bea", "Cleo"), (("+1", "0", "0"), ("0", "+2", "0")), ("1", "1", "1"))
    plain = replace(END_CHIAMATA, sheet=sheet)
    for wide, limits in (
        (replace(sheet, columns=(LONG, "Bea", "Cleo")), (28, 0, 680, HEIGHT)),
        (replace(sheet, totals=(LONG, "1", "1")), (1110, 0, 1252, HEIGHT)),
        (replace(sheet, rows=((LONG, "0", "0"), sheet.rows[1])), (840, 0, 990, HEIGHT)),
    ):
        box = changed_box(plain, replace(plain, sheet=wide))
        assert box[0] >= limits[0]
        assert box[2] <= limits[2]


def test_long_labels_and_scores_of_piles_leave_the_cards_alone() -> None:
    for field in ("label", "score"):
        words: dict[str, Any] = {field: LONG}
        longer = replace(END_CHIAMATA, piles=(replace(END_CHIAMATA.piles[0], **words), END_CHIAMATA.piles[1]))
        assert is_within(changed_box(END_CHIAMATA, longer), (28, 150, 452, 330))
        narrow = replace(
            END_FOUR_SHEET, piles=(replace(END_FOUR_SHEET.piles[0], **words), *END_FOUR_SHEET.piles[1:])
        )
        assert is_within(changed_box(END_FOUR_SHEET, narrow), (28, 150, 324, 262))


# The sheet --------------------------------------------------------------------------------------


def test_the_oldest_deals_give_way_to_dots() -> None:
    sheet = SheetScene(("A", "B"), tuple((str(deal), "0") for deal in range(1, 13)), ("78", "0"))
    assert [deal.heading for deal in shown_deals(sheet, 4)] == [MORE, "10", "11", "12"]
    assert [deal.cells for deal in shown_deals(sheet, 2)] == [(MORE, MORE), ("12", "0")]
    assert len(shown_deals(sheet, 12)) == 12
    assert [deal.heading for deal in shown_deals(sheet, 1)] == ["12"]
    assert shown_deals(sheet, 0) == ()


def test_a_row_may_bring_its_own_heading_and_may_be_short() -> None:
    sheet = SheetScene(("A", "B"), (("deal 1", "71", "49"), ("60",)), ())
    assert [(deal.heading, deal.cells) for deal in shown_deals(sheet, 9)] == [
        ("deal 1", ("71", "49")),
        ("2", ("60", "")),
    ]


def test_totals_may_bring_their_own_heading() -> None:
    named = replace(LONG_SHEET, totals=("Total", *LONG_SHEET.totals))
    box = changed_box(replace(END_CHIAMATA, sheet=LONG_SHEET), replace(END_CHIAMATA, sheet=named))
    assert is_within(box, (1110, 530, 1252, 580))


@pytest.mark.parametrize("columns", range(9))
@pytest.mark.parametrize("rows", [0, 1, 10, 40])
def test_a_sheet_of_any_size_can_be_drawn(columns: int, rows: int) -> None:
    sheet = SheetScene(("Somebody",) * columns, (("+12",) * columns,) * rows, ("+120",) * columns)
    for scene in (END_CHIAMATA, AUCTION):
        assert len(draw_table(replace(scene, sheet=sheet))) <= MOST_TABLE


# Any scene --------------------------------------------------------------------------------------

words = st.text(max_size=40)


@st.composite
def any_table(draw: st.DrawFn) -> TableScene:
    cards = iter(draw(st.permutations(CODES)))
    count = draw(st.integers(2, 6))
    shown = draw(st.booleans())
    seats = tuple(
        SeatScene(
            name=draw(words),
            computer=draw(st.booleans()),
            cards=draw(st.integers(0, 19)),
            on_turn=draw(st.booleans()),
            side=draw(st.sampled_from([None, "A", "B", "F", "?"])),
            note=draw(words),
            open_hand=tuple(next(cards) for _ in range(draw(st.integers(0, 3)))) if shown else (),
            dealer=draw(st.booleans()),
            role=draw(words),
        )
        for _ in range(count)
    )
    trick = tuple((place, next(cards)) for place in range(draw(st.integers(0, count))))
    last = tuple((place, next(cards)) for place in range(draw(st.sampled_from([0, count]))))
    some_card = st.sampled_from([None, *CODES])
    sheet = SheetScene(
        tuple(draw(st.lists(words, max_size=6))),
        tuple(tuple(row) for row in draw(st.lists(st.lists(words, max_size=7), max_size=12))),
        tuple(draw(st.lists(words, max_size=6))),
    )
    return TableScene(
        seats=seats,
        deck="plain",
        stock=draw(st.integers(0, 40)),
        trump_card=draw(some_card),
        trump=draw(st.sampled_from([None, *"dcsb"])),
        trump_word=draw(words),
        trick=trick,
        last_trick=last,
        last_winner=draw(st.integers(0, count)),
        last_word=draw(words),
        headline=draw(words),
        score=draw(words),
        piles=draw(any_piles()) if draw(st.booleans()) else (),
        stock_top=draw(some_card),
        called=draw(some_card),
        sheet=draw(st.sampled_from([None, sheet])),
        facts=tuple(draw(st.lists(words, max_size=8))),
    )


@st.composite
def any_piles(draw: st.DrawFn) -> tuple[PileScene, ...]:
    return tuple(
        PileScene(
            label=draw(words),
            points=draw(st.integers(0, 120)),
            cards=tuple(draw(st.lists(st.sampled_from(CODES), max_size=24))),
            winner=draw(st.booleans()),
            side=draw(st.sampled_from([None, *"AB"])),
            score=draw(words),
        )
        for _ in range(draw(st.integers(1, 6)))
    )


@settings(max_examples=25, deadline=None)
@given(any_table())
def test_any_table_can_be_drawn_and_is_light(scene: TableScene) -> None:
    png = draw_table(scene)
    assert len(png) <= MOST_TABLE
    assert png == draw_table(scene)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_hand_can_be_drawn_and_is_light(data: st.DataObject) -> None:
    partners = st.tuples(words, st.lists(st.sampled_from(CODES), max_size=3).map(tuple))
    others = tuple(data.draw(st.lists(partners, max_size=2)))
    codes = data.draw(st.lists(st.sampled_from(CODES), max_size=4 if others else 12))
    scene = HandScene(
        tuple(codes),
        "plain",
        on_turn=data.draw(st.booleans()),
        trump=data.draw(st.sampled_from([None, *"dcsb"])),
        trump_card=data.draw(st.sampled_from([None, *CODES])),
        trump_word=data.draw(words),
        note=data.draw(words),
        others=others,
    )
    png = draw_hand(scene)
    assert len(png) <= MOST_HAND
    assert opened(png).width <= WIDTH
