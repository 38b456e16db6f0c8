"""A table: its rules, its seed, who sits where, and the phase it is in."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.computer import Level
from bot.game import Card, Deal, Match, Move, Rules, SeatView, TableView, commitment, shuffle
from bot.table.acts import Step
from bot.table.again import dealt_again
from bot.table.seats import Computer, Occupant, Person

STAND_IN = Computer(Level.NORMAL)
"""Who plays for a person who is away, and for one who has left if nothing else is said."""

__all__ = ["Ending", "Leaver", "Lobby", "Over", "Phase", "Playing", "Table"]


@dataclass(frozen=True, slots=True)
class Lobby:
    """People take seats; nothing is dealt yet."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A match is on. Between two deals it waits for the next shuffle."""

    match: Match
    votes: frozenset[str] = frozenset()
    """Who would like to end the table."""


class Ending(StrEnum):
    """How a table came to its end."""

    PLAYED = "played"
    """To the last card of the match."""
    RESIGNED = "resigned"
    """Somebody gave up: a loss for them, a win for the others."""
    STOPPED = "stopped"
    """The host, a chat's admin or a majority ended it."""
    LAPSED = "lapsed"
    """Nobody came to play."""


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more is played here; for a while a rematch is offered."""

    ending: Ending
    match: Match | None = None
    """The match as it stood; None when no card was dealt."""
    winner: int | None = None
    """The winning side; None for a tie, and where nobody won."""
    by: str = ""
    """The player key of whoever resigned or ended it; empty for an admin, a majority or the clock."""
    rematch: frozenset[str] = frozenset()
    """The keys of those who want to play again."""
    closed: bool = False
    """The offer of a rematch has lapsed, or was taken."""
    anew: str = ""
    """The key of whoever sat down again with the others to change the rules; empty for nobody."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides of the match that have won: several where equal totals share the win, none after a draw."""
        if self.winner is not None:
            return (self.winner,)
        return self.match.winners if self.match and self.ending is Ending.PLAYED else ()


Phase = Lobby | Playing | Over


@dataclass(frozen=True, slots=True)
class Leaver:
    """A person who left while cards were out: a computer has their seat, and they have lost the match."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table as a value: a change makes a new one."""

    id: str
    rules: Rules
    seed: bytes = field(repr=False)
    """Shuffles every deal; shown only once the table is over."""
    dealer: int
    """The seat that deals first."""
    seats: tuple[Occupant, ...]
    host: str = ""
    """The player key of the host; empty until somebody sits."""
    phase: Phase = field(default_factory=Lobby)
    seq: int = 0
    """How many acts have been accepted: the length of the journal."""
    leavers: tuple[Leaver, ...] = ()
    """Those who left the match, in the order in which they went."""
    dealt_to: tuple[tuple[str, ...], ...] = ()
    """By shuffle of the match, what stood for the player of each seat then."""

    @classmethod
    def fresh(cls, table: str, rules: Rules, seed: bytes, dealer: int | None = None) -> "Table":
        """A table with every seat free. The last seat deals first, unless a rematch passes the deal on."""
        seats = rules.players
        return cls(table, rules, seed, seats - 1 if dealer is None else dealer, (None,) * seats)

    # -- who sits where ---------------------------------------------------------------------------
    @property
    def people(self) -> tuple[str, ...]:
        """The keys of the persons at the table, in seat order."""
        return tuple(one.key for one in self.seats if isinstance(one, Person))

    @property
    def keys(self) -> tuple[str, ...]:
        """By seat, what stands for its player in shuffles and results. Every seat is taken once cards are out."""
        return tuple(one.key for one in self.seats if one is not None)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.seats

    @property
    def only_people_so_far(self) -> bool:
        """Whether no computer player sits here, though seats may be free."""
        return not any(isinstance(one, Computer) for one in self.seats)

    @property
    def is_watched(self) -> bool:
        """Whether only computers play here, and whoever opened the table looks on."""
        return self.is_full and not self.people

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays with computers, and nobody else ever did."""
        return self.is_full and len(self.people) == 1 and not self.leavers

    def has_say(self, key: str) -> bool:
        """Whether this person may go on, or play again: they sit here, or host a table of computers alone."""
        return self.seat_of(key) is not None or (self.is_watched and key == self.host)

    def seat_of(self, key: str) -> int | None:
        """The seat of the person with this key."""
        for seat, one in enumerate(self.seats):
            if isinstance(one, Person) and one.key == key:
                return seat
        return None

    def has_left(self, key: str) -> bool:
        """Whether the person with this key has left the match."""
        return any(one.key == key for one in self.leavers)

    def is_majority(self, votes: frozenset[str]) -> bool:
        """Whether these are more than half of the people at the table."""
        return 2 * len(votes) > len(self.people)

    def with_seat(self, seat: int, occupant: Occupant) -> "Table":
        """The table with somebody else in one seat."""
        seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])
        return replace(self, seats=seats)

    # -- the cards --------------------------------------------------------------------------------
    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed: shown before anyone sits, it proves later that the deck was not changed."""
        return commitment(self.seed)

    @property
    def match(self) -> Match | None:
        """The match that is or was played."""
        return None if isinstance(self.phase, Lobby) else self.phase.match

    @property
    def deal(self) -> Deal | None:
        """The deal on the table: the one being played, or the last one."""
        match = self.match
        return match.deal if match else None

    @property
    def turn(self) -> int | None:
        """The seat to play, while cards are played."""
        if not isinstance(self.phase, Playing) or self.phase.match.deal is None:
            return None
        return self.phase.match.deal.turn

    @property
    def step(self) -> Step | None:
        """The step of the seat on turn."""
        return None if self.turn is None else self.step_of(self.turn)

    def step_of(self, seat: int) -> Step | None:
        """What this seat does next; None while no deal is on the table."""
        match = self.match
        if match is None or match.deal is None:
            return None
        return Step(match.deal_number, match.deal.step(seat))

    def step_for(self, seat: int, move: Move) -> Step | None:
        """The step that this seat would make the move for: a sign belongs to the trick on the table."""
        match = self.match
        if match is None or match.deal is None:
            return None
        return Step(match.deal_number, match.deal.step_for(seat, move))

    @property
    def computer_turn(self) -> Computer | None:
        """The computer player that is to move now, also for a person who is away."""
        if self.turn is None:
            return None
        match self.seats[self.turn]:
            case Computer() as computer:
                return computer
            case Person(away=True):
                return STAND_IN
            case _:
                return None

    def hand_at(self, seat: int, step: Step) -> tuple[Card, ...]:
        """The cards of a seat as they lay when this step of the present deal began, in the order drawn.

        A card taken in exchange for this step lies in the place of the one given. Empty when the step has not
        come, plays to no trick, or belongs to another deal.
        """
        deal, match, trick = self.deal, self.match, step.trick
        if deal is None or match is None or step.deal != match.deal_number or trick is None:
            return ()
        if not 1 <= trick <= deal.trick_number:
            return ()
        hand = [*dealt_again(deal, self.deck_of(step.deal), trick).hands[seat]]
        for one in deal.exchanges:
            if (one.seat, one.trick) == (seat, trick):
                hand[hand.index(one.given)] = one.taken
        return tuple(hand)

    def with_level(self, level: Level) -> "Table":
        """The table with all its computer players on this level."""
        seats = tuple(Computer(level) if isinstance(one, Computer) else one for one in self.seats)
        return replace(self, seats=seats)

    def with_next_deal(self, match: Match) -> "Table":
        """The table with the next shuffle of the match dealt."""
        noted = replace(self, dealt_to=(*self.dealt_to, self.keys))
        dealt = match.deal_cards(noted.deck_of(match.deal_number + 1))
        votes = self.phase.votes if isinstance(self.phase, Playing) else frozenset[str]()
        return replace(noted, phase=Playing(dealt, votes))

    def deck_of(self, number: int) -> tuple[Card, ...]:
        """The deck of a shuffle that has been dealt, counted from 1. A secret while the table plays."""
        return shuffle(self.seed, self.id, number, self.dealt_to[number - 1], self.rules.removed_cards)

    def table_view(self) -> TableView | None:
        """What everybody may see of the deal on the table."""
        return self.deal.table_view() if self.deal else None

    def seat_view(self, seat: int) -> SeatView | None:
        """What this seat may see of the deal on the table."""
        return self.deal.seat_view(seat) if self.deal else None
