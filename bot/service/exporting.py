"""A finished match as a file that anybody can verify."""

import json

from bot.screens.types import File
from bot.service.journals import opening
from bot.service.ports import Tx
from bot.service.records import TableRow
from bot.table.history import exported

__all__ = ["match_file"]


def match_file(tx: Tx, row: TableRow) -> File:
    """The match of a table that is over; it holds its seed, which is no secret any more."""
    entries = [(entry.actor, entry.act) for entry in tx.journal(row.id)]
    told = exported(opening(row), entries)
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return File(f"briscola-{row.id}.json", f"{text}\n".encode())
