"""Answers about tables that are not where they were asked for."""

from dataclasses import dataclass, fields
from typing import Self

from bot.service.answers import Answer

__all__ = ["Elsewhere"]


@dataclass(frozen=True, slots=True)
class Elsewhere(Answer):
    """An answer about a table that has been opened in a thread of its own."""

    thread: int = 0

    @classmethod
    def of(cls, answer: Answer, thread: int) -> Self:
        """The same answer, about a table in that thread."""
        return cls(**{one.name: getattr(answer, one.name) for one in fields(answer)}, thread=thread)
