"""Tables of every game for tests of screens: six people, deals played through, and what is shown of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from deals_for_tests import shuffled

from bot.game import Bid, Deal, Exchange, Match, Move, Pass, Rules, Sign
from bot.game.options import Signs
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from bot.screens.tokens import Do, parse_token
from bot.screens.types import Button, HandScreen, Rows, TableScreen
from bot.table import Accepted, MakeMove, Over, Person, Playing, Table, decide, parse_act
from bot.words import words

KEYS = ("pAnna", "pBruno", "pCarla", "pDora", "pElio", "pFranca")
NAMES: Mapping[str, str] = {key: key[1:] for key in KEYS}
LONG: Mapping[str, str] = dict(
    zip(
        KEYS,
        (
            "Wolfeschlegelsteinhausenbergerdorff Bartholomäus von und zu Thurn",
            "W" * 64,
            "👨\u200d👩\u200d👧\u200d👦" * 20,
            "آنا بنت محمد بن عبد الله الطويل جدا",
            "**Anna** <b>&amp;</b> [x](y) @everyone",
            "Z̸̛͚͑̚a̵̡̛l̷g̸o̶" * 9,
        ),
        strict=True,
    )
)
"""Six names that are a trouble at once."""
TABLE = "k7d2m9qxab"


def lobby(game: str, players: int, *others: str, **options: object) -> Table:
    """A table that Anna has opened, after what was said at it since."""
    table = Table.fresh(TABLE, Rules.preset(game, players=players, **options), bytes(32))
    return said(table, (KEYS[0], "sit 0"), *((KEYS[0], one) for one in others))


def seated(rules: Rules) -> Table:
    """A table full of people, before the first card."""
    table = Table.fresh(TABLE, rules, bytes(32))
    return said(table, *((KEYS[seat], f"sit {seat}") for seat in range(rules.players)))


def begun(game: str, players: int, **options: object) -> Table:
    """A table full of people, the cards dealt."""
    return said(seated(Rules.preset(game, players=players, **options)), (KEYS[0], "start"))


def said(table: Table, *acts: tuple[str, str]) -> Table:
    """The table after acts that must all be accepted."""
    for actor, text in acts:
        reply = decide(table, actor, parse_act(text))
        assert isinstance(reply, Accepted), (actor, text, reply)
        table = reply.table
    return table


def moved(table: Table, seat: int, move: Move) -> Table:
    """The table after this seat's move, which must be accepted."""
    step = table.step_for(seat, move)
    assert step is not None
    reply = decide(table, KEYS[seat], MakeMove(step, move))
    assert isinstance(reply, Accepted), (seat, str(move), reply)
    return reply.table


def any_move(table: Table, random: Random) -> tuple[int, Move]:
    """Who might do what next: signs and exchanges are made often, and auctions come to their end."""
    assert table.deal is not None
    assert table.turn is not None
    who = range(len(table.seats)) if table.rules.signs is not Signs.OFF else (table.turn,)
    every = [(seat, move) for seat in who for move in table.deal.legal_moves(seat)]
    asides = [one for one in every if isinstance(one[1], Sign | Exchange)]
    if asides and random.random() < 0.3:
        return random.choice(asides)
    bids = [one for one in every if isinstance(one[1], Bid)]
    passes = [one for one in every if isinstance(one[1], Pass)]
    if passes and random.random() < 0.4:
        return passes[0]
    if bids:
        return random.choice([bids[0], bids[0], random.choice(bids)])
    return random.choice([one for one in every if not isinstance(one[1], Sign | Pass)])


def moments(table: Table, random: Random, deals: int = 9) -> Iterator[Table]:
    """The table at every moment until its match is over, or so many deals are."""
    while True:
        yield table
        match table.phase:
            case Playing(match=match) if match.needs_deal:
                if match.deal_number >= deals:
                    return
                table = said(table, (KEYS[0], f"deal {match.deal_number + 1}"))
            case Playing():
                table = moved(table, *any_move(table, random))
            case _:
                assert isinstance(table.phase, Over)
                return


def at(rules: Rules, deal: Deal) -> Table:
    """A table full of people at which this deal is on the table, whatever deck it came from."""
    match = Match.begin(rules, (deal.leader - 1) % rules.players).deal_cards(shuffled(0, rules))
    seats = tuple(map(Person, KEYS[: rules.players]))
    phase = Playing(replace(match, deal=deal))
    return Table(TABLE, rules, bytes(32), rules.players - 1, seats, KEYS[0], phase, seq=9)


def public(table: Table, names: Mapping[str, str] = NAMES, language: str = "en") -> TableScreen:
    return table_screen(table, names, words(language), next_commitment="f" * 64)


def held(table: Table, seat: int, names: Mapping[str, str] = NAMES, language: str = "en") -> HandScreen:
    hand = hand_screen(table, seat, names, words(language), place="Friday evening")
    assert hand is not None
    return hand


def buttons(rows: Sequence[Sequence[Button]] | Rows) -> list[Button]:
    return [button for row in rows for button in row]


def moves_on(found: Sequence[Button]) -> list[MakeMove]:
    """The moves that buttons stand for."""
    tokens = [parse_token(button.token) for button in found]
    acts = [token.act for token in tokens if isinstance(token, Do)]
    return [act for act in acts if isinstance(act, MakeMove)]
