"""Computer players: what one seat may see goes in, one move comes out."""

from bot.computer.levels import Level, choose, sign_of

__all__ = ["Level", "choose", "sign_of"]
