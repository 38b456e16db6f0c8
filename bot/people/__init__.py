"""Players across platforms, their results and leaderboards; pure."""

from bot.people.tally import Tally
from bot.people.weeks import Lately, Win, first_moment, lately

__all__ = ["Lately", "Tally", "Win", "first_moment", "lately"]
