"""In which order a visitor was shown what: a number with each view, that tells of nothing they did not see."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from time import time

from adapters.web.guard import as_json
from adapters.web.render import Json, look_json
from adapters.web.visitors import Visitor
from bot.service.desk import Look
from bot.words import words

__all__ = ["Order"]

REMEMBERED = 4096
"""Views whose place is kept at hand."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """The newest view of one table for one visitor."""

    entries: int
    digest: str
    place: int


class Order:
    """Numbers the views of each visitor. The journal's length is no such number: it grows by secret signs too.

    A number is the moment of the first such view in milliseconds, so that it grows beyond a restart as well.
    """

    def __init__(self, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._newest: OrderedDict[tuple[str, str], _Shown] = OrderedDict()

    def seen(self, look: Look, visitor: Visitor) -> Mapping[str, Json]:
        """A look as this visitor is shown it now."""
        view = look_json(look, words(visitor.language).of_deck(look.deck))
        return self.numbered(visitor.user, look.table.table, look.seq, view)

    def numbered(self, user: str, table: str, entries: int, view: Mapping[str, Json]) -> Mapping[str, Json]:
        """The view with its number in `seq`: the same as before where it looks the same, less where it is older."""
        digest = sha256(as_json(view).encode()).hexdigest()
        known = self._newest.get((user, table))
        if known and entries < known.entries:
            return {**view, "seq": known.place - 1}
        now = int(self._clock() * 1000)
        place = now if known is None else known.place if known.digest == digest else max(now, known.place + 2)
        self._keep((user, table), _Shown(entries, digest, place))
        return {**view, "seq": place}

    def _keep(self, key: tuple[str, str], shown: _Shown) -> None:
        self._newest[key] = shown
        self._newest.move_to_end(key)
        while len(self._newest) > REMEMBERED:
            self._newest.popitem(last=False)
