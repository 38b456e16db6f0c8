"""Tables made by hand, as a page may be asked to show them: every number of seats, every moment of a game."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from web_house import all_well

from adapters.web import Web
from bot.pictures import HandScene, PileScene, SeatScene, SheetScene, TableScene
from bot.screens.types import Button, HandScreen, Rows, Style, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Look
from bot.service.records import Taste, Where, Who

__all__ = ["STAGES", "StageDesk", "staged", "table_of"]

NAMES = ("Anna", "Bruno", "Carla", "Domenico Alessandro", "Élodie", "Computer (normal)")
SIDES = {4: "ABAB", 6: "ABABAB"}
TRICK = ("3c", "Kd", "As", "7b", "Jc", "5d")
HAND = ("Ac", "7d", "Qs", "2b", "Kb", "3d", "6s", "Jd")
PILE = ("Ac", "As", "3d", "Kc", "Kd", "Qs", "Jd", "Jb", "Kb", "Qc", "Js")
RANKS = (
    ("A", "1"),
    ("3", "3"),
    ("K", "King"),
    ("Q", "Knight"),
    ("J", "Knave"),
    ("7", "7"),
    ("6", "6"),
    ("5", "5"),
)


def table_of(stage: str) -> str:
    """The id of the table that a stage is at."""
    return f"stage{list(STAGES).index(stage):05d}"


def _seats(
    count: int, *, cards: int = 3, turn: int = 0, roles: Mapping[int, str] | None = None
) -> Iterable[SeatScene]:
    roles = roles or {}
    for seat in range(count):
        yield SeatScene(
            name=NAMES[seat],
            computer=seat == 5,
            cards=cards,
            on_turn=seat == turn,
            side=SIDES[count][seat] if count in SIDES else None,
            note="away" if seat == 2 and count == 4 else "",
            dealer=seat == count - 1,
            role=roles.get(seat, ""),
        )


LATELY = (
    "Signs: Carla holds the ace of trumps, Domenico Alessandro holds the three of trumps",
    "Bruno exchanged the seven of coins for the ace of coins.",
    "Fiorenza has left: Computer 6 plays on in that seat.",
)


def _look(
    scene: TableScene, hand: HandScreen | None, rows: Rows, title: str, *lines: str, **more: object
) -> Look:
    lately = LATELY if more.get("lately") else ()
    screen = TableScreen("", scene, title, "\n".join([title, *lately, *lines]), title, rows, lately=lately)
    return Look(replace(screen, over=bool(more.get("over"))), hand, seq=1, seat=0, host=True)


def _button(label: str, act: str, style: Style = Style.PLAIN, card: str | None = None) -> Button:
    return Button(label, f"{{table}}-{act}", style, card=card)


MORE = (_button("More", "more"),)


def _hand(
    cards: tuple[str, ...],
    *extra: tuple[Button, ...],
    on_turn: bool = True,
    step: str = "d1t2",
    playing: bool = True,
    secrets: tuple[str, ...] = (),
    others: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> HandScreen:
    title = "Your turn: choose a card." if on_turn else "Bruno is to play."
    scene = HandScene(cards, "plain", on_turn=on_turn, others=others)
    row = tuple(_button(code, f"{step}-play-{code}", card=code) for code in cards) if playing else ()
    rows = (row[:4], row[4:], *extra, MORE)
    caption = "\n".join([title, *secrets])
    return HandScreen("", "x", 1, scene, title, caption, title, title, rows, secrets)


def _play(count: int, cards: int = 3, *, called: bool = False, **hand: object) -> Look:
    lying = count - 1
    roles = {1: "declarer", 3: "partner"} if called else {}
    scene = TableScene(
        tuple(_seats(count, cards=cards, roles=roles)),
        "plain",
        stock=0 if called else 18,
        trump_card=None if called else "6c",
        called="Jc" if called else None,
        trump="c",
        trump_word="Cups",
        trick=tuple((seat, TRICK[seat]) for seat in range(1, 1 + lying)),
        last_trick=tuple((seat, code) for seat, code in enumerate(reversed(TRICK[:count]))),
        last_winner=2,
        last_word="Last trick: Carla",
        score="Deal 2 of 10" if called else LONG_SCORE if count == 4 else "Match: Anna 1, Bruno 0",
        sheet=SHEET if called else None,
    )
    mine = _hand(HAND[:cards], **hand)  # type: ignore[arg-type]  # passed on
    return _look(
        scene,
        mine,
        (MORE,),
        "Anna to play",
        "Trump: cups",
        "Last trick: Carla takes it with the ace of swords",
        lately=count in (4, 6),
    )


LONG_SCORE = "Match: Anna + Wwwwwwwwwwwwwwwwwwwwwwww 2, Bruno + Domenico Alessandro 1"
SIDES_SHEET = SheetScene(
    ("Anna + Carla", "Bruno + Domenico Alessandro"),
    (("1", "71", "49"), ("2", "20", "100")),
    ("Won", "1", "1"),
)
SHEET = SheetScene(
    ("Anna", "Bruno", "Carla", "Domenico", "Élodie"),
    (
        ("1", "+2", "+1", "−1", "−1", "−1"),
        ("2", "−2", "−2", "+4", "−2", "+2"),
        ("3", "0", "0", "0", "0", "0"),
    ),
    ("", "0", "−1", "+3", "−3", "+1"),
)


def _auction() -> Look:
    roles = {1: "bid 3", 2: "pass", 3: "bid king", 4: "pass"}
    scene = TableScene(
        tuple(_seats(5, cards=8, roles=roles)),
        "plain",
        score="Deal 2 of 10",
        facts=("Domenico Alessandro bids the king", "Carla and Élodie pass"),
        sheet=SHEET,
    )
    bids = tuple(_button(label, f"d2b2-bid-{rank}", Style.PRIMARY) for rank, label in RANKS[3:])
    points = (
        _button("62", "d2b2-bid-62"),
        _button("71", "d2b2-bid-71"),
        _button("Another number…", "points"),
        _button("Pass", "d2b2-pass", Style.DANGER),
    )
    mine = replace(_hand(HAND, bids, points, playing=False), title="Your turn: bid or pass.")
    return _look(scene, mine, (bids, points, MORE), "Anna to bid", "Domenico Alessandro bids the king")


def _call() -> Look:
    roles = {0: "bid 2, 71", 1: "pass", 2: "pass", 3: "pass", 4: "pass"}
    scene = TableScene(
        tuple(_seats(5, cards=8, roles=roles)),
        "plain",
        score="Deal 2 of 10",
        facts=("Anna bids the two, 71 points",),
    )
    calls = tuple(
        _button(label, f"d2c-call-2{suit}", Style.PRIMARY)
        for suit, label in zip("cdsb", ("Cups", "Coins", "Swords", "Batons"), strict=True)
    )
    mine = replace(_hand(HAND, calls, playing=False), title="Call a card.")
    return _look(scene, mine, (calls, MORE), "Anna calls a card")


def _lobby(count: int) -> Look:
    seats = [
        SeatScene(
            NAMES[0], computer=False, cards=0, side=SIDES.get(count, "      ")[0].strip() or None, note="host"
        ),
        *(
            SeatScene(
                "" if seat % 2 else NAMES[4 + seat % 2],
                computer=False,
                cards=0,
                side=SIDES.get(count, "      ")[seat].strip() or None,
                note="free" if seat % 2 else "",
            )
            for seat in range(1, count - 1)
        ),
        SeatScene(
            "Computer (normal)",
            computer=True,
            cards=0,
            side=SIDES.get(count, "      ")[count - 1].strip() or None,
        ),
    ]
    rows = (
        tuple(_button(f"Seat {seat + 1}", f"sit-{seat}", Style.SUCCESS) for seat in range(1, count - 1, 2)),
        (_button("Add the computer", "seat-1-normal"), _button("Fill with computers", "fill-normal")),
        (
            _button("Game and rules", "games"),
            _button("Start", "start", Style.SUCCESS),
            _button("Leave", "leave"),
        ),
    )
    return _look(
        TableScene(tuple(seats), "plain", stock=40),
        None,
        rows,
        "Anna opens a table of Brisca",
        "Brisca · 4 players (two pairs) · first to 3 wins",
    )


def _result(count: int) -> Look:
    chiamata = count == 5
    labels = {
        2: ("Anna", "Bruno"),
        3: NAMES[:3],
        4: ("Anna + Carla", "Bruno + Domenico Alessandro"),
        5: ("Anna + Domenico Alessandro", "Bruno + Carla + Élodie"),
        6: ("Anna + Carla + Élodie", "Bruno + Domenico Alessandro + Computer (normal)"),
    }[count]
    piles = tuple(
        PileScene(
            label,
            120 // len(labels),
            PILE[: 22 // len(labels)],
            winner=not side,
            side="AB"[side] if count in SIDES else None,
            score="+2" if chiamata and not side else "",
        )
        for side, label in enumerate(labels)
    )
    scene = TableScene(
        tuple(_seats(count, cards=0, turn=-1)),
        "plain",
        piles=piles,
        score=LONG_SCORE,
        sheet=SHEET if chiamata else SIDES_SHEET,
    )
    rows = ((_button("Next deal", "deal-2", Style.SUCCESS), *MORE),)
    return _look(
        scene, None, rows, "Anna wins the deal: 71 – 49", "Anna: aces 2 = 22, threes 1 = 10, kings 2 = 8"
    )


def _open_hands() -> Look:
    look = _play(2)
    assert look.table.scene is not None
    seats = tuple(
        replace(seat, open_hand=HAND[5:8] if number else HAND[:3])
        for number, seat in enumerate(look.table.scene.seats)
    )
    scene = replace(look.table.scene, seats=seats, stock_top="4s")
    return replace(look, table=replace(look.table, scene=scene))


def _partners() -> Look:
    exchange = (
        _button("Exchange the 7 for the ace of coins", "d1t2-exchange-7d", Style.PRIMARY),
        _button("Signs…", "signs"),
    )
    seen = ("Carla made a sign: she has the three of trumps.",)
    return _with_rows(_play(4, 3, secrets=seen, others=(("Carla", ("As", "3b", "4d")),)), exchange)


def _with_rows(look: Look, row: tuple[Button, ...]) -> Look:
    assert look.hand is not None
    return replace(look, hand=replace(look.hand, rows=(*look.hand.rows, row)))


STAGES: Mapping[str, Look] = {
    **{f"play{count}": _play(count) for count in (2, 3, 4, 6)},
    "play5": _play(5, 8, called=True, secrets=("You are the partner: you hold the called card.",)),
    "five": _play(2, 5),
    "open": _open_hands(),
    "partners": _partners(),
    "auction": _auction(),
    "call": _call(),
    **{f"lobby{count}": _lobby(count) for count in (3, 4, 5, 6)},
    **{f"result{count}": _result(count) for count in (2, 3, 4, 5, 6)},
}


class StageDesk:
    """A desk that shows stages, and keeps what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.answer = Answer(Outcome.SHOWN)

    async def look(self, table: str, who: Who) -> Look | None:
        for stage, look in STAGES.items():
            if table_of(stage) == table:
                return _at(look, table)
        return None

    async def changes(self, table: str) -> AsyncIterator[None]:
        yield
        await asyncio.Event().wait()

    async def press(self, token: str, where: Where, who: Who, **_: object) -> Answer:
        self.asked.append(("press", token))
        return self.answer

    async def bid(self, where: Where, who: Who, points: str, *, table: str = "", event: str = "") -> Answer:
        self.asked.append(("bid", table, points))
        return replace(self.answer, note=None)

    async def taste(self, who: Who) -> Taste:
        return Taste()

    async def help(self, where: Where, who: Who) -> Answer:
        return self.answer


@asynccontextmanager
async def staged(desk: StageDesk) -> AsyncGenerator[str]:
    """The page over a desk of stages: its address."""
    web = Web(
        desk,  # type: ignore[arg-type]  # of a desk it has what these stories ask for
        host="127.0.0.1",
        port=0,
        page=True,
        healthy=all_well,
        ready=all_well,
        metrics=lambda: b"",
    )
    try:
        yield await web.start()
    finally:
        await web.stop()


def _at(look: Look, table: str) -> Look:
    """The same look, at the table of this id."""
    screen = replace(look.table, table=table, rows=_rows_at(look.table.rows, table))
    hand = replace(look.hand, table=table, rows=_rows_at(look.hand.rows, table)) if look.hand else None
    return replace(look, table=screen, hand=hand)


def _rows_at(rows: Rows, table: str) -> Rows:
    return tuple(
        tuple(replace(one, token=one.token.replace("{table}", table)) for one in row) for row in rows
    )
