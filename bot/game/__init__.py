"""The rules of the game: pure, with no clock and no randomness.

>>> from bot.game import Deal, DECK, Rules
>>> deal = Deal.begin(Rules.preset("briscola", players=2), deck=DECK, leader=0)
>>> str(deal.legal_moves(0)[0])
'play Ad'
"""

from bot.game.auction import Auction, Bargain, Called, Contract, Said
from bot.game.cards import DECK, Card, FaceDown, Rank, Ranking, Suit, cards
from bot.game.deal import Deal
from bot.game.faults import Fault, RulesError
from bot.game.match import DealResult, Match
from bot.game.moves import (
    Bid,
    Call,
    Exchange,
    IllegalMove,
    Move,
    Pass,
    Play,
    Refusal,
    Sign,
    SignWord,
    parse_move,
)
from bot.game.options import MatchLength, ShowPoints, Tie, ToDeals, ToPoints, ToWins
from bot.game.presets import Preset
from bot.game.rules import Rules
from bot.game.shuffle import commitment, shuffle
from bot.game.views import Exchanged, OpenTrick, PartnerHand, SeatView, Signed, TableView, Trick

__all__ = [
    "DECK",
    "Auction",
    "Bargain",
    "Bid",
    "Call",
    "Called",
    "Card",
    "Contract",
    "Deal",
    "DealResult",
    "Exchange",
    "Exchanged",
    "FaceDown",
    "Fault",
    "IllegalMove",
    "Match",
    "MatchLength",
    "Move",
    "OpenTrick",
    "PartnerHand",
    "Pass",
    "Play",
    "Preset",
    "Rank",
    "Ranking",
    "Refusal",
    "Rules",
    "RulesError",
    "Said",
    "SeatView",
    "ShowPoints",
    "Sign",
    "SignWord",
    "Signed",
    "Suit",
    "TableView",
    "Tie",
    "ToDeals",
    "ToPoints",
    "ToWins",
    "Trick",
    "cards",
    "commitment",
    "parse_move",
    "shuffle",
]
