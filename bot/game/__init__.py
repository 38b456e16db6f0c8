"""The rules of the game: pure, with no clock and no randomness.

>>> from bot.game import Deal, DECK, Rules
>>> deal = Deal.begin(Rules.preset("briscola", players=2), deck=DECK, leader=0)
>>> str(deal.legal_moves(0)[0])
'play Ad'
"""

from bot.game.cards import DECK, Card, FaceDown, Rank, Suit, cards
from bot.game.deal import Deal
from bot.game.match import DealResult, Match
from bot.game.moves import IllegalMove, Move, Play, Refusal, parse_move
from bot.game.options import Fault, MatchLength, Preset, RulesError, ShowPoints, Tie, ToPoints, ToWins
from bot.game.rules import Rules
from bot.game.shuffle import commitment, shuffle
from bot.game.views import OpenTrick, SeatView, TableView, Trick

__all__ = [
    "DECK",
    "Card",
    "Deal",
    "DealResult",
    "FaceDown",
    "Fault",
    "IllegalMove",
    "Match",
    "MatchLength",
    "Move",
    "OpenTrick",
    "Play",
    "Preset",
    "Rank",
    "Refusal",
    "Rules",
    "RulesError",
    "SeatView",
    "ShowPoints",
    "Suit",
    "TableView",
    "Tie",
    "ToPoints",
    "ToWins",
    "Trick",
    "cards",
    "commitment",
    "parse_move",
    "shuffle",
]
