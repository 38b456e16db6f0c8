"""The whole of a transaction: all parts in one."""

from collections.abc import Callable
from typing import TypeVar

from bot.service.ports import Tx
from storage.chats import ChatsTransaction
from storage.lanes import LanesTransaction
from storage.memory import MemoryTransaction
from storage.people import PeopleTransaction
from storage.results import ResultsTransaction
from storage.surfaces import SurfacesTransaction
from storage.tables import TablesTransaction

__all__ = ["WholeTransaction", "do"]

T = TypeVar("T")


class WholeTransaction(
    ChatsTransaction,
    PeopleTransaction,
    TablesTransaction,
    MemoryTransaction,
    SurfacesTransaction,
    LanesTransaction,
    ResultsTransaction,
):
    """Everything that the service asks of a transaction (`bot.service.ports.Tx`)."""


def do(work: Callable[[Tx], T], transaction: WholeTransaction) -> T:
    """What the work makes of the transaction; an error that no future can carry becomes one that it can."""
    try:
        return work(transaction)
    except StopIteration as error:
        raise RuntimeError("work raised StopIteration") from error
