"""Acts read from their text form."""

import re
from collections.abc import Callable

from bot.computer import Level
from bot.game import parse_move
from bot.table.acts import (
    Abandon,
    Act,
    Anew,
    Back,
    ClearSeat,
    End,
    FillSeats,
    Lapse,
    Leave,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    SetRule,
    Sit,
    Start,
    Step,
    TimeUp,
    Watch,
)

__all__ = ["parse_act"]

Words = tuple[str, ...]
_NUMBER = "(0|[1-9][0-9]{0,3})"
_STEP = f"d{_NUMBER}([bt](?:0|[1-9][0-9]{{0,3}})|c)"
_MOVE = "((?:play|exchange|sign|bid|call) [^ ]+|pass)"


def _step(words: Words) -> Step:
    return Step(int(words[0]), words[1])


_MAKERS: tuple[tuple[str, Callable[[Words], Act]], ...] = (
    (f"{_STEP} {_MOVE}", lambda words: MakeMove(_step(words), parse_move(words[2]))),
    (f"{_STEP} place {_NUMBER}", lambda words: PlayPosition(_step(words), int(words[2]))),
    (
        f"{_STEP} timeup {_NUMBER} {_MOVE}",
        lambda words: TimeUp(_step(words), int(words[2]), parse_move(words[3])),
    ),
    (f"sit {_NUMBER}", lambda words: Sit(int(words[0]))),
    (f"seat {_NUMBER} empty", lambda words: ClearSeat(int(words[0]))),
    (f"seat {_NUMBER} ([a-z]+)", lambda words: SeatComputer(int(words[0]), Level(words[1]))),
    (f"deal {_NUMBER}", lambda words: NextDeal(int(words[0]))),
    (f"abandon d{_NUMBER}", lambda words: Abandon(int(words[0]))),
    (f"abandon d{_NUMBER} ([a-z]+)", lambda words: Abandon(int(words[0]), Level(words[1]))),
    ("fill ([a-z]+)", lambda words: FillSeats(Level(words[0]))),
    ("watch ([a-z]+)", lambda words: Watch(Level(words[0]))),
    ("set ([a-z_]{1,20}) ([a-z0-9_]{1,20})", lambda words: SetRule(words[0], words[1])),
    ("start", lambda _: Start()),
    ("leave", lambda _: Leave()),
    ("leave ([a-z]+)", lambda words: Leave(Level(words[0]))),
    ("back", lambda _: Back()),
    ("resign", lambda _: Resign()),
    ("resign ([a-z]+)", lambda words: Resign(Level(words[0]))),
    ("end", lambda _: End()),
    ("end admin", lambda _: End(admin=True)),
    ("rematch", lambda _: Rematch()),
    ("anew", lambda _: Anew()),
    ("lapse", lambda _: Lapse()),
)
_FORMS = tuple((re.compile(form), make) for form, make in _MAKERS)


def parse_act(text: str) -> Act:
    """The act that `text` writes. Raises ValueError, saying so in one sentence, when it writes none."""
    for form, make in _FORMS:
        if found := form.fullmatch(text):
            return make(found.groups())
    raise ValueError(f"{text!r} is nothing that can be done at a table")
