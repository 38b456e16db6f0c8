"""Computer players: what one seat may see goes in, one move comes out."""

from bot.computer.levels import Level, choose

__all__ = ["Level", "choose"]
