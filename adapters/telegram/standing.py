"""What of our answers stands in chats: the newest message a person, so that one takes another's place."""

from collections import OrderedDict
from dataclasses import dataclass

from adapters.telegram.render import Open

__all__ = ["Shown", "Standing"]

MOST = 4096


@dataclass(frozen=True, slots=True)
class Shown:
    """A message that stands somewhere."""

    message: str
    """Its number, or what `EphemeralRef` writes."""
    what: Open
    about: str = ""
    """The table that it lets one choose for, or the name of the file in it; empty for other answers."""


class Standing:
    """The newest answer of one sort by chat and person, the longest untouched forgotten first."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[int, int], Shown] = OrderedDict()

    def of(self, chat: int, user: int) -> Shown | None:
        """What stands for the person."""
        return self._shown.get((chat, user))

    def put(self, chat: int, user: int, shown: Shown) -> Shown | None:
        """This stands for the person now; what stood before."""
        before = self._shown.pop((chat, user), None)
        self._shown[chat, user] = shown
        if len(self._shown) > MOST:
            self._shown.popitem(last=False)
        return before

    def forget(self, chat: int, user: int) -> Shown | None:
        """Nothing stands for the person any more; what did."""
        return self._shown.pop((chat, user), None)

    def owner(self, chat: int, message: str) -> int | None:
        """For whom this message stands; None for one that is not known."""
        owners = (
            user for (where, user), one in self._shown.items() if (where, one.message) == (chat, message)
        )
        return next(owners, None)

    def forget_about(self, table: str) -> list[tuple[int, Shown]]:
        """What stood about the table, with its chat; it does no more."""
        found = [(key, one) for key, one in self._shown.items() if one.about == table]
        for key, _ in found:
            del self._shown[key]
        return [(chat, one) for (chat, _), one in found]
