"""The whole of a transaction: all parts in one."""

from storage.chats import ChatsTransaction
from storage.lanes import LanesTransaction
from storage.memory import MemoryTransaction
from storage.people import PeopleTransaction
from storage.results import ResultsTransaction
from storage.surfaces import SurfacesTransaction
from storage.tables import TablesTransaction

__all__ = ["WholeTransaction"]


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
