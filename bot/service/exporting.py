"""A finished match as a file that anybody can verify."""

from bot.screens.types import File
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import TableRow

__all__ = ["match_file"]


def match_file(tx: Tx, keeper: Keeper, row: TableRow) -> File:
    """The match of a table that is over; it holds its seed, which is no secret any more."""
    raise NotImplementedError
