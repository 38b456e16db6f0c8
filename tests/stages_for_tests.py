"""A table for two in every kind of moment that it can have."""

from collections.abc import Iterator, Mapping
from functools import cache

from bot.computer import Level, choose
from bot.game import Play, Rules
from bot.table import CLOCK, Accepted, End, MakeMove, Over, Table, TimeUp, decide, parse_act

ANNA, BRUNO = "pAnna", "pBruno"


def after(table: Table, *said: tuple[str, str]) -> Table:
    for actor, text in said:
        reply = decide(table, actor, parse_act(text))
        assert isinstance(reply, Accepted), (actor, text, reply)
        table = reply.table
    return table


def one_card(table: Table) -> Table:
    """The table when whoever is on turn has played."""
    assert table.turn is not None
    view, step = table.seat_view(table.turn), table.step
    assert view is not None
    assert step is not None
    reply = decide(table, (ANNA, BRUNO)[table.turn], MakeMove(step, choose(view, Level.NORMAL, b"")))
    assert isinstance(reply, Accepted), reply
    return reply.table


def late(table: Table) -> Table:
    """The table when the time of whoever is on turn is over."""
    assert table.turn is not None
    view, step = table.seat_view(table.turn), table.step
    assert view is not None
    assert step is not None
    reply = decide(table, CLOCK, TimeUp(step, table.turn, Play(view.hand[0])))
    assert isinstance(reply, Accepted), reply
    return reply.table


def moments(table: Table) -> Iterator[Table]:
    """The table after each card, until the deal is over."""
    yield table
    while table.turn is not None:
        table = one_card(table)
        yield table


@cache
def stages() -> Mapping[str, Table]:
    """A table in every kind of moment that it can have."""
    fresh = Table.fresh("k7d2m9qxab", Rules.preset("briscola", players=2), bytes(32))
    waiting = after(fresh, (ANNA, "sit 0"))
    full = after(waiting, (BRUNO, "sit 1"))
    dealt = after(full, (ANNA, "start"))
    deal = list(moments(dealt))
    late_once = late(dealt)
    away = dealt
    for _ in range(6):
        away = late(away)
    long = Table.fresh("k7d2m9qxab", Rules.preset("briscola", players=2, match={"wins": 2}), bytes(32))
    between = list(moments(after(long, (ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "start"))))[-1]
    again = one_card(after(between, (ANNA, "deal 2")))
    stopped = decide(deal[7], "", End(admin=True))
    assert isinstance(stopped, Accepted)
    return {
        "waiting": waiting,
        "with the computer": after(waiting, (ANNA, "seat 1 normal")),
        "full": full,
        **{f"card {number}": table for number, table in enumerate(deal[:-1])},
        "won": deal[-1],
        "rematch wanted": after(deal[-1], (BRUNO, "rematch")),
        "rematch lapsed": after(deal[-1], (CLOCK, "lapse")),
        "drawn": drawn(),
        "late once": late_once,
        "both away": away,
        "one wants to end": after(deal[9], (BRUNO, "end")),
        "given up": after(deal[9], (ANNA, "resign")),
        "ended by the host": after(deal[9], (ANNA, "end")),
        "ended by an admin": stopped.table,
        "closed before the deal": after(full, (ANNA, "end")),
        "nobody came": after(waiting, (CLOCK, "lapse")),
        "between deals": between,
        "second deal": again,
    }


def some_stages() -> Iterator[tuple[str, Table]]:
    """Every kind of moment, but only a few of the forty cards."""
    for stage, table in stages().items():
        if not stage.startswith("card ") or int(stage[5:]) % 13 in (0, 8):
            yield stage, table


def drawn() -> Table:
    """A match that ends 60–60."""
    for number in range(4000):
        table = Table.fresh("k7d2m9qxab", Rules.preset("briscola", players=2), number.to_bytes(32, "big"))
        table = list(moments(after(table, (ANNA, "sit 0"), (BRUNO, "sit 1"), (ANNA, "start"))))[-1]
        if isinstance(table.phase, Over) and table.phase.winner is None:
            return table
    raise AssertionError("no draw in 4000 matches")
