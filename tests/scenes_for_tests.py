"""Scenes of every game and of every moment that looks different, for tests, measures and contact sheets."""

from dataclasses import replace

from bot.pictures.scene import HandScene, PileScene, SeatScene, SheetScene, TableScene

NAMES = ("Maria Rossi", "Giuseppe", "Lucía Fernández", "Zoë", "Concetta Bellavista", "João")


def seats_of(
    count: int,
    cards: int,
    turn: int | None = None,
    sides: str = "",
    computers: tuple[int, ...] = (),
    dealer: int | None = None,
) -> tuple[SeatScene, ...]:
    """Seats with these names, the sides given by a letter a seat."""
    return tuple(
        SeatScene(
            name=NAMES[place],
            computer=place in computers,
            cards=cards,
            on_turn=place == turn,
            side=sides[place] if sides else None,
            dealer=place == dealer,
        )
        for place in range(count)
    )


TWO = TableScene(
    seats=(
        SeatScene("Maria Rossi", computer=False, cards=3, on_turn=True),
        SeatScene("Giuseppe", computer=False, cards=2),
    ),
    deck="plain",
    stock=24,
    trump_card="7d",
    trump="d",
    trump_word="Coins",
    trick=((1, "3c"),),
    last_trick=((0, "Ks"), (1, "As")),
    last_winner=1,
    last_word="Last trick: Giuseppe",
    headline="Maria Rossi to play",
    score="Match 2–1",
)
THREE = replace(
    TWO,
    seats=seats_of(3, 3, 2, computers=(1,), dealer=0),
    trick=((0, "3c"), (1, "Qd")),
    last_trick=((2, "Ks"), (0, "As"), (1, "2s")),
    last_winner=0,
    last_word="Last trick: Maria Rossi",
    headline="Lucía Fernández to play",
    score="1 – 0 – 1",
)
FOUR = replace(
    THREE,
    seats=seats_of(4, 3, 3, "ABAB", (1,), dealer=2),
    trick=((0, "3c"), (1, "Qd"), (2, "7b")),
    last_trick=((2, "Ks"), (3, "4c"), (0, "As"), (1, "2s")),
    headline="Zoë to play",
    score="A 2 – B 1",
)
FOUR_LEADING = replace(
    FOUR,
    seats=seats_of(4, 3, 0, "ABAB", (1, 3), dealer=3),
    trick=(),
    headline="Maria Rossi to play",
    stock=1,
    trump_card="2d",
)
FOUR_LATE = replace(
    FOUR, seats=seats_of(4, 2, 2, "ABAB"), trick=((1, "Ab"),), stock=0, trump_card=None, score="A 2 – B 2"
)
SIX = replace(
    FOUR,
    seats=tuple(
        replace(seat, note="away" if place == 4 else "")
        for place, seat in enumerate(seats_of(6, 6, 5, "ABABAB", (3, 4), dealer=1))
    ),
    trick=((0, "3c"), (1, "Qd"), (2, "7b"), (3, "Kc"), (4, "Js")),
    last_trick=((0, "As"), (1, "5s"), (2, "Ks"), (3, "4c"), (4, "6d"), (5, "Jb")),
    stock=0,
    trump_card=None,
    headline="João to play",
)
SIX_FULL = replace(SIX, trick=(*SIX.trick, (5, "Ac")), stock=18, trump_card="Qd")
SIX_EARLY = replace(SIX, stock=18, trump_card="Qd")
APERTA = replace(
    TWO,
    seats=(
        replace(TWO.seats[0], open_hand=("Ad", "6s", "Jc"), cards=3),
        replace(TWO.seats[1], open_hand=("Kb", "2d"), cards=2, computer=True),
    ),
    stock_top="Qs",
)
BRISCOLONE = replace(
    TWO,
    seats=(replace(TWO.seats[0], cards=5), replace(TWO.seats[1], cards=4, dealer=True)),
    trump=None,
    trump_card=None,
    trump_word="No trump",
    stock=22,
)
FOUR_OPEN = replace(
    FOUR,
    seats=tuple(
        replace(seat, open_hand=hand, cards=len(hand))
        for seat, hand in zip(
            FOUR.seats,
            (("Ad", "6s"), ("Kb", "2d"), ("5c", "5d"), ("4b", "6b", "Jc")),
            strict=True,
        )
    ),
)
SIX_OPEN = replace(
    SIX_FULL,
    seats=tuple(
        replace(seat, open_hand=("Ad", "6s", "4b"), cards=3) for seat in seats_of(6, 3, 5, "ABABAB", (2,), 4)
    ),
)

SHEET = SheetScene(
    columns=NAMES[:5],
    rows=(("+2", "−1", "+1", "−1", "−1"), ("−1", "−1", "−1", "+2", "+1"), ("+2", "−1", "−1", "+1", "−1")),
    totals=("+3", "−3", "−1", "+2", "−1"),
)
LONG_SHEET = replace(
    SHEET,
    rows=tuple(("+2", "−1", "+1", "−1", "−12") for _ in range(10)),
    totals=("20", "−10", "10", "−10", "−120"),
)


def _bidding(roles: tuple[str, ...]) -> tuple[SeatScene, ...]:
    return tuple(
        replace(seat, role=role)
        for seat, role in zip(seats_of(5, 8, 3, computers=(2,), dealer=4), roles, strict=True)
    )


AUCTION = TableScene(
    seats=_bidding(("3", "pass", "King", "", "Ace")),
    deck="plain",
    facts=("Highest bid: 3", "Maria Rossi", "Giuseppe passes"),
    sheet=SHEET,
    headline="Zoë to bid",
    score="Deal 4 of 10",
)
BLIND = replace(
    AUCTION,
    seats=_bidding(("", "", "", "", "")),
    trick=((0, "3c"), (1, "Qd"), (2, "7b")),
    facts=(),
    sheet=None,
    headline="Zoë to play: no trump yet",
)
AUCTION_AFTER_BLIND = replace(
    AUCTION,
    last_trick=((0, "3c"), (1, "Qd"), (2, "7b"), (3, "Kb"), (4, "As")),
    last_winner=2,
    last_word="Last trick: Lucía Fernández",
)
CHIAMATA = replace(
    AUCTION,
    seats=_bidding(("declarer", "", "", "partner", "")),
    called="3b",
    trump="b",
    trump_word="Clubs",
    trick=((4, "2b"), (0, "Ad"), (1, "5c"), (2, "Kb")),
    last_trick=((3, "As"), (4, "2s"), (0, "4c"), (1, "Ks"), (2, "3s")),
    last_winner=3,
    last_word="Last trick: Zoë",
    facts=(),
    headline="Zoë to play",
)
CHIAMATA_SIDES = replace(
    CHIAMATA,
    seats=tuple(
        replace(seat, side=side, note="31 points" if side == "A" else "")
        for seat, side in zip(CHIAMATA.seats, "ABBAB", strict=True)
    ),
)

WORTH = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def pile(
    label: str, cards: tuple[str, ...], *, winner: bool, side: str | None = None, score: str = ""
) -> PileScene:
    """What a side took, with the points that its cards make."""
    return PileScene(label, sum(WORTH[code[0]] for code in cards), cards, winner, side, score)


POINT_CARDS = tuple(rank + suit for rank in "A3KQJ" for suit in "dcsb")
END_TWO = TableScene(
    seats=TWO.seats,
    deck="plain",
    headline="Maria Rossi wins the deal, 71–49",
    score="Match 2–1",
    piles=(
        pile("Maria Rossi", ("Ad", "As", "3d", "3s", "3b", "Kd", "Kc", "Ks", "Qd", "Jd", "Jb"), winner=True),
        pile("Giuseppe", ("Ac", "Ab", "3c", "Kb", "Qc", "Qs", "Qb", "Jc", "Js"), winner=False),
    ),
)
END_TWO_SHEET = replace(
    END_TWO,
    sheet=SheetScene(
        ("Maria Rossi", "Giuseppe"), (("71", "49"), ("55", "65"), ("60", "60"), ("71", "49")), ("257", "223")
    ),
)
END_THREE = replace(
    END_TWO,
    headline="Zoë wins the deal with 55 points",
    piles=(
        pile("Maria Rossi", ("Ad", "3s", "Kc", "Ks", "Qb", "Jc"), winner=False),
        pile("Giuseppe", ("Ac", "Ab", "Kb", "Qc", "Jb"), winner=False),
        pile("Zoë", ("As", "3d", "3c", "3b", "Kd", "Qd", "Qs", "Jd", "Js"), winner=True, score="+1"),
    ),
)
END_THREE_SHEET = replace(
    END_THREE,
    sheet=SheetScene(("Maria Rossi", "Giuseppe", "Zoë"), (("1", "0", "0"), ("0", "0", "1")), ("1", "0", "1")),
)
END_FOUR = replace(
    END_TWO,
    headline="Lucía Fernández wins",
    piles=(
        *(replace(pile, score="") for pile in END_THREE.piles),
        pile("Lucía Fernández", (), winner=False),
    ),
)
END_FOUR_SHEET = replace(
    END_FOUR, sheet=SheetScene(NAMES[:4], (("1", "0", "0", "0"), ("0", "0", "1", "0")), ("1", "0", "1", "0"))
)
END_PAIRS = replace(
    END_TWO,
    headline="Side A wins the deal, 71–49",
    piles=(
        replace(END_TWO.piles[0], label="Maria Rossi, Lucía Fernández", side="A"),
        replace(END_TWO.piles[1], label="Giuseppe, Zoë", side="B"),
    ),
    sheet=SheetScene(
        ("Maria Rossi, Lucía Fernández", "Giuseppe, Zoë"), (("1", "0"), ("0", "1"), ("1", "0")), ("2", "1")
    ),
)
END_TRIOS = replace(
    END_TWO,
    headline="Side A wins, 109–11",
    score="",
    piles=(
        pile("Maria Rossi, Lucía Fernández, Concetta Bellavista", POINT_CARDS[1:], winner=True, side="A"),
        pile("Giuseppe, Zoë, João", POINT_CARDS[:1], winner=False, side="B"),
    ),
)
END_CHIAMATA = replace(
    END_TWO,
    headline="Maria Rossi makes the contract, 71–49",
    score="Deal 4 of 10 · called: 3 of clubs",
    piles=(
        replace(END_TWO.piles[0], label="Maria Rossi, Zoë", side="A", score="+2 · +1"),
        replace(
            END_TWO.piles[1], label="Giuseppe, Lucía Fernández, Concetta Bellavista", side="B", score="−1"
        ),
    ),
    sheet=SHEET,
)
END_CHIAMATA_LONG = replace(END_CHIAMATA, sheet=LONG_SHEET)
LOBBY_TWO = TableScene(
    seats=(
        SeatScene("Maria Rossi", computer=False, cards=0, note="host"),
        SeatScene("", computer=False, cards=0, note="free"),
    ),
    deck="plain",
    stock=40,
    headline="Maria Rossi opens a table of Briscola",
)
LOBBY_SIX = replace(
    LOBBY_TWO,
    seats=tuple(
        replace(seat, name="" if place in (2, 5) else seat.name, note="free" if place in (2, 5) else "")
        for place, seat in enumerate(seats_of(6, 0, sides="ABABAB", computers=(3,)))
    ),
    stock=36,
    headline="Maria Rossi opens a table of Brisca, in trios",
)
LOBBY_FIVE = replace(
    LOBBY_SIX,
    seats=tuple(replace(seat, side=None) for seat in LOBBY_SIX.seats[:5]),
    headline="Maria Rossi opens a table of Chiamata",
)
LEFT_FOUR = replace(FOUR, seats=seats_of(4, 0, sides="ABAB"), trick=(), headline="Zoë gives up: nobody wins")
CROWDED = replace(
    SIX_FULL,
    seats=tuple(
        replace(
            seat,
            name=name,
            role="the declarer of it all",
            note="121 points",
            dealer=True,
            computer=True,
            cards=6,
        )
        for seat, name in zip(
            SIX_FULL.seats,
            (
                "W" * 64,
                "محمد عبد الله بن علي",
                "李小龙与他的朋友们都在这里",
                "ŻÓŁĆ gęślą jaźń do końca",
                "👩‍👩‍👧‍👦🎉 Family",
                "ข้าวผัดกุ้ง",
            ),
            strict=True,
        )
    ),
    headline="A headline that says much more than there is any room for on the table, again and again",
    score="A score that is a long sentence, too, and goes on and on",
    last_word="Last trick: somebody whose name fills the whole line and more of it",
    trump_word="A very long name of trumps",
)

TABLES: dict[str, TableScene] = {
    name.lower().replace("_", "-"): scene
    for name, scene in list(globals().items())
    if isinstance(scene, TableScene)
}

HAND = HandScene(("Ad", "3c", "6s"), "plain", True, "d", "7d", "Coins", "Your turn: choose a card.")
EIGHT = HandScene(
    ("Ad", "3d", "6d", "Kc", "2c", "As", "Qs", "4b"),
    "plain",
    True,
    trump="d",
    trump_word="Coins",
    note="Your turn",
)
HANDS: dict[str, HandScene] = {
    "three": HAND,
    "three-waiting": replace(HAND, on_turn=False, note="Giuseppe is to play."),
    "one": replace(HAND, cards=("7b",)),
    "five": replace(
        HAND, cards=("Ad", "3c", "6s", "Kb", "7c"), trump=None, trump_card=None, trump_word="No trump"
    ),
    "six": replace(EIGHT, cards=EIGHT.cards[:6]),
    "seven": replace(EIGHT, cards=EIGHT.cards[:7], on_turn=False, note="Zoë is to play."),
    "eight": EIGHT,
    "eight-auction": replace(EIGHT, trump=None, trump_word="", note="Your turn: bid or pass."),
    "partner": replace(HAND, others=(("Lucía Fernández", ("Kd", "2b", "Jc")),), trump_card=None),
    "partners": replace(
        HAND, others=(("Lucía Fernández", ("Kd", "2b", "Jc")), ("Concetta", ("Ab", "6b"))), trump_card=None
    ),
    "partners-one": replace(
        HAND, cards=("Ad",), others=(("Lucía Fernández", ("Kd",)), ("Concetta", ("Ab",))), trump_card=None
    ),
}
