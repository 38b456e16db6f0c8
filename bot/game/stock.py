"""The cards that can still be drawn, and the card turned up under them."""

from dataclasses import dataclass, field, replace

from bot.game.cards import Card, FaceDown, Rank

HONOURS = (Rank.ACE, Rank.THREE, Rank.KING, Rank.KNIGHT, Rank.KNAVE)
"""What the seven of trump may be given for."""
LOW_CARDS = (Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN)
"""What the two of trump may be given for."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What is left to draw at some moment."""

    cards: FaceDown[Card] = field(repr=False)
    """From the top; the turned card is the last."""
    turned: Card | None
    """The card that lies face up under the stock, or lay there last; None if nothing was turned."""
    open_top: bool
    """Whether the top card lies face up."""
    seen: frozenset[Card] = field(repr=False)
    """All cards that have lain here face up, also if they are in somebody's hand by now."""

    @classmethod
    def of(cls, rest: tuple[Card, ...], *, turns: bool, open_top: bool) -> "Stock":
        """What remains after dealing, with its first card turned and put under the others if `turns`."""
        turned = rest[0] if turns else None
        cards = FaceDown((*rest[1:], rest[0]) if turns else rest)
        stock = cls(cards, turned, open_top, frozenset({turned} if turned else ()))
        return stock._showing_top(0)

    def _showing_top(self, drawn: int) -> "Stock":
        """What has been seen once so many cards are drawn, each turned before the next seat draws."""
        if not self.open_top:
            return self
        return replace(self, seen=self.seen.union(self.cards[: drawn + 1]))

    @property
    def turned_lies(self) -> bool:
        """Whether the turned card still lies under the stock."""
        return self.turned is not None and bool(self.cards)

    @property
    def top(self) -> Card | None:
        """The card on top if it lies face up, as the turned card does when it is the last."""
        top = self.cards[0] if self.cards else None
        return top if self.open_top or top is self.turned else None

    def draw(self, count: int) -> tuple[tuple[Card, ...], "Stock"]:
        """The cards drawn one by one, as far as there are any, and what is left."""
        if not self.cards:
            return (), self
        seen = self._showing_top(count).seen
        rest = FaceDown(self.cards[count:])
        return self.cards[:count], Stock(rest, self.turned, self.open_top, seen)

    def takes(self, given: Card) -> bool:
        """Whether by its rank this card may be given for the turned one."""
        if self.turned is None or given.suit is not self.turned.suit:
            return False
        fitting = {Rank.SEVEN: HONOURS, Rank.TWO: LOW_CARDS}.get(given.rank, ())
        return self.turned.rank in fitting

    def exchanged(self, given: Card) -> "Stock":
        """The stock with this card turned in place of the one that lay there."""
        cards = FaceDown((*self.cards[:-1], given))
        return replace(self, cards=cards, turned=given, seen=self.seen | {given})
