"""Players across platforms, their results and leaderboards; pure."""

from bot.people.tally import Tally

__all__ = ["Tally"]
